#!/usr/bin/env python3
"""What it says about names and numbers of any origin: short, harmless, and the same everywhere."""

import json
import os
import pty
import subprocess
import unittest

from program import PATIENCE, PROGRAM, Folder

LONG = "n" * 60_000  # as long as names in files may be, or nearly


class Messages(Folder):
    def test_long_names_are_quoted_in_part(self):
        graph = self.file("g.csv", "a,b,1\nb,c,2\n")
        cycle = self.file("c.csv", f"{LONG}1,{LONG}2,1\n{LONG}2,{LONG}1,-2\n")
        listed = self.file("list", LONG + "\n")
        pairs = self.file("pairs", f"a,{LONG}\n")
        for code, arguments in ((2, ["path", graph, "a", LONG]), (2, ["path", cycle, "a", "b"]),
                                (2, ["solve", graph, "--sources", LONG]),
                                (2, ["solve", graph, "--sources", "a," + LONG]),
                                (2, ["solve", graph, "--sources", "@" + listed]),
                                (2, ["path", graph, "--pairs", pairs]),
                                (2, [LONG]), (2, ["solve", graph, LONG]), (2, ["solve", "--" + LONG]),
                                (2, ["solve", graph, "--kernel", LONG]),
                                (2, ["solve", graph, "--memory", LONG]),
                                (2, ["solve", graph, "--threads", LONG]),
                                (2, ["solve", graph, "--threads", "9" * 100_000]),
                                (2, ["solve", graph, "--verify", "sample:" + LONG]),
                                (4, ["solve", cycle]), (4, ["path", cycle, LONG + "1", LONG + "2"])):
            text = self.fails(code, *arguments)
            self.assertLess(len(text), 1500, arguments[:2])
            self.assertIn("n" * 30 if code == 4 or "--threads" not in arguments else "", text)

    def test_names_of_files_are_harmless(self):
        odd = os.path.join(os.fsencode(self.folder), b"\x1b[31m\xff\n.gr")
        subprocess.run([PROGRAM, "generate", "chain", "-n", "3", "-o", odd], check=True,
                       stderr=subprocess.PIPE)
        bad = os.path.join(os.fsencode(self.folder), b"\x1b[2J.csv")
        with open(bad, "wb") as file:
            file.write(b"a,b,x\na,c\n")
        for arguments in (["solve", odd + b"2"], ["solve", odd, "-o", odd], ["convert", odd, odd],
                          ["generate", "chain", "-n", "3", "-o", odd], ["solve", bad],
                          ["solve", odd, "-o", odd + b"/d.npy"], ["verify", odd, odd],
                          ["path", odd, "1", "9"], ["path", odd, "1", "2", "--svg", "-"],
                          ["solve", odd, b"\x1b[1m"], ["solve", odd, b"--\x1b"], ["convert", odd, odd + b".tsv"],
                          ["solve", odd], ["solve", odd, "--dry-run"], ["verify", odd, odd, odd]):
            done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=PATIENCE)
            for text in (done.stdout, done.stderr):
                self.assertNotIn(b"\x1b", text, arguments)
                text.decode()
            self.assertLessEqual(done.stderr.count(b"\n"), 2, arguments)

    def test_names_are_cut_on_terminals_only(self):
        name = "a rather long name of a place that nobody can remember"
        graph = self.file("g.csv", f"{name} 1,{name} 2,1\n{name} 2,{name} 3,2\n")
        for arguments in (["path", graph, name + " 1", name + " 3"], ["solve", graph],
                          ["solve", graph, "--stats"]):
            self.assertIn(name + " 3" if "--stats" not in arguments else name, self.ok(*arguments))
            ours, theirs = pty.openpty()
            process = subprocess.Popen([PROGRAM, *arguments], stdout=theirs)
            self.assertEqual(process.wait(PATIENCE), 0)
            os.close(theirs)
            shown = os.read(ours, 65536).decode()
            os.close(ours)
            for line in shown.splitlines():
                if "g.csv" not in line:
                    self.assertLessEqual(len(line), 80, line)
            self.assertIn("…", shown)

    def test_edges_and_arcs(self):
        graph = self.file("g.csv", "a,b,1\nb,c,2\nc,c,5\n")
        matrix = self.save("w.npy", [[0, 1, float("inf")], [float("inf"), 0, 2],
                                     [float("inf"), float("inf"), 0]])
        for file, edges, arcs in ((graph, 3, 5), (matrix, 2, 4)):
            dist = self.path("d.npy")
            text = self.ok("solve", file, "--undirected", "-o", dist, "--force")
            self.assertIn(f"3 vertices, {edges} edges ({arcs} arcs)", text)
            self.assertIn(f"on {arcs} arcs", self.ok("verify", file, dist, "--undirected"))
            solved = json.loads(self.ok("solve", file, "--undirected", "--json"))
            proof = json.loads(self.ok("verify", file, dist, "--undirected", "--json"))
            self.assertEqual((solved["arcs"], proof["arcs"]), (arcs, arcs))
        self.assertIn("3 vertices, 3 arcs\n", self.ok("solve", graph))


class Remedies(Folder):
    """What to do, in words of the command line, and so that it helps."""

    def setUp(self):
        super().setUp()
        self.graph = self.file("n.csv", "a,b,-1\nb,c,2\n")

    def test_a_method_that_cannot(self):
        self.fails(2, "solve", self.graph, "--method", "search",
                   says=["it needs weights that are not negative", "let method 'auto' choose"])
        self.fails(2, "solve", self.graph, "--method", "search", "--semiring", "widest-path",
                   says=["it knows shortest paths only", "let method 'auto' choose"])

    def test_words_that_mean_others(self):
        self.fails(2, "solve", self.graph, "--device", "gpu", says=["did you mean 'cuda'?"])
        self.fails(2, "solve", self.graph, self.file("b.csv", "a,b,1\n"),
                   says=["warpath solve takes one GRAPH only"])
        self.fails(2, "solve", self.graph, "b", says=["quote names with spaces"])
        self.fails(2, "solve", self.graph, "--columns", "2", says=["one column is named"])
        self.fails(2, "path", self.graph, "a", "b", "--svg", self.path("a.png"),
                   says=["a.png is called otherwise", ".svg"])
        self.assertEqual(self.left(), ["b.csv", "n.csv"])

    def test_kernels_without_their_device(self):
        info = json.loads(self.ok("info", "--json"))
        if info["devices"]:
            self.skipTest("there is a device")
        self.fails(6, "solve", self.graph, "--kernel", "cuda", says=["leave the kernel out"])
        self.fails(6, "solve", self.graph, "--device", "cuda", says=["leave the device out"])


class Summaries(Folder):
    def setUp(self):
        super().setUp()
        self.graph = self.file("n.csv", "a,b,-1\nb,c,2\n")

    def test_integers_have_all_digits(self):
        graph = self.file("big.csv", "a,b,5000000000\nb,c,2\n")
        self.assertIn("diameter      5000000002, from a to c", self.ok("solve", graph))
        self.assertRegex(self.ok("solve", graph), r"\na +0 +5000000000 +5000000002\n")
        self.assertIn("diameter      5000000002, from a to c", self.ok("solve", graph, "--stats"))

    def test_what_a_cycle_leaves_is_not_called_symmetric(self):
        graph = self.file("trades.csv", "from,to,gain\nA,B,2\nB,C,3\nC,A,-6\nC,D,1\n")
        command = ["solve", graph, "--on-negative-cycle", "mark"]
        self.assertNotIn("symmetric", self.ok(*command))
        self.assertIs(json.loads(self.ok(*command, "--json"))["symmetric"], False)
        self.assertIn("symmetric", self.ok(*command, "--undirected"))

    def test_formats_are_columns(self):
        lines = self.ok("info").split("\nformats\n")[1].splitlines()
        for line in lines:
            self.assertLessEqual(len(line), 80, line)
        for format in json.loads(self.ok("info", "--json"))["formats"]:
            self.assertTrue(any(line.split()[:2] == [format["name"], format["extensions"].split()[0]]
                                for line in lines if line), format)

    def test_standard_output_by_other_names(self):
        data = self.done("solve", self.graph, "-o", "-").stdout
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            done = self.done("solve", self.graph, "-o", name)
            self.assertEqual(done.stdout, data)
            self.assertIn(b"graph", done.stderr)
            self.fails(2, "solve", self.graph, "-o", name, "--json", says=["standard output"])
            self.assertNotIn(b"graph", self.done("solve", self.graph, "--paths", name).stdout)


if __name__ == "__main__":
    unittest.main()
