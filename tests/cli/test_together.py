#!/usr/bin/env python3
"""The files of one call appear together or not at all, whatever ends it, and replace nothing else."""

import os
import random
import signal
import subprocess
import time
import unittest

import numpy

from program import Folder, PATIENCE, PROGRAM, has_open, nameless_files, run

SIZE = 1000  # a solve takes long enough that naming its files is a moment
NEW = ["d.labels.txt", "d.npy", "p.labels.txt", "p.npy"]


class Together(Folder):
    def setUp(self):
        super().setUp()
        self.inputs = self.path("inputs")
        os.mkdir(self.inputs)
        self.graph = os.path.join(self.inputs, "g.csv")
        with open(self.graph, "w") as file:
            file.writelines(f"v{i},v{(7 * i + 1) % SIZE},{i % 9 + 1}\n" for i in range(SIZE))
        self.out = self.path("out")
        os.mkdir(self.out)

    def outputs(self):
        return sorted(os.listdir(self.out))

    def solve(self, *more):
        return ["solve", self.graph, "-o", os.path.join(self.out, "d.npy"), "--paths",
                os.path.join(self.out, "p.npy"), *more]

    def kill_at_random(self, arguments, kills, number, is_right):
        """Files get their names one by one, in microseconds: one SIGKILL may fall between them."""
        start = time.monotonic()
        self.done(*arguments)
        whole = time.monotonic() - start
        self.assertTrue(is_right())
        moments = random.Random(1)
        odd = []
        for _ in range(kills):
            for name in self.outputs():
                if "--force" not in arguments:
                    os.remove(os.path.join(self.out, name))
            process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(moments.uniform(0, 1.3 * whole))
            process.send_signal(number)
            process.wait(PATIENCE)
            if not is_right():
                odd.append(self.outputs())
                for name in odd[-1]:
                    if name.startswith("."):
                        os.remove(os.path.join(self.out, name))
        self.assertLessEqual(len(odd), 1 if number == signal.SIGKILL else 0, odd)

    def test_killed_at_any_moment(self):
        if not nameless_files(self.out):
            self.skipTest("no files without a name here")
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            self.kill_at_random(self.solve(), 20, number, lambda: self.outputs() in ([], NEW))

    def test_killed_while_replacing(self):
        if not nameless_files(self.out):
            self.skipTest("no files without a name here")
        def whole():
            return self.outputs() == NEW and all(
                numpy.load(os.path.join(self.out, name)).shape == (SIZE, SIZE)
                for name in ("d.npy", "p.npy"))
        for number in (signal.SIGKILL, signal.SIGTERM):
            self.kill_at_random(self.solve("--force"), 10, number, whole)

    def test_killed_while_a_graph_and_its_places_are_written(self):
        if not nameless_files(self.out):
            self.skipTest("no files without a name here")
        self.kill_at_random(["generate", "road", "-n", "20000", "-o",
                             os.path.join(self.out, "city.gr")], 10, signal.SIGKILL,
                            lambda: self.outputs() in ([], ["city.co", "city.gr"]))

    def test_a_limit_that_only_one_of_them_exceeds(self):
        import resource
        small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, 3_000_000))
        # int16 distances fit, int32 predecessors do not.
        self.fails(3, *self.solve("--weights", "int16"), says=["p.npy", "File too large"],
                   preexec_fn=small)
        self.assertEqual(self.outputs(), [])
        self.done(*self.solve())
        before = {name: self.content(os.path.join("out", name)) for name in NEW}
        self.fails(3, *self.solve("--weights", "int16", "--force"), preexec_fn=small)
        self.assertEqual({name: self.content(os.path.join("out", name)) for name in NEW}, before)
        self.assertEqual(self.outputs(), NEW)

    def takes_meanwhile(self, taken):
        """Whether a name could be taken after the files were begun, and before they had theirs."""
        process = subprocess.Popen([PROGRAM, *self.solve()], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        while process.poll() is None and not has_open(process, self.out):
            time.sleep(0.001)
        process.send_signal(signal.SIGSTOP)
        in_time = process.poll() is None and not any(name in NEW for name in self.outputs())
        if in_time:
            self.file(os.path.join("out", taken), "of somebody else")
        process.send_signal(signal.SIGCONT)
        _, complaint = process.communicate(timeout=PATIENCE)
        if in_time:
            self.assertNotEqual(process.returncode, 0, taken)
            self.assertIn(taken.encode(), complaint)
        return in_time

    def test_a_name_that_somebody_else_takes_meanwhile(self):
        for taken in ("d.npy", "p.npy", "d.labels.txt"):
            while not self.takes_meanwhile(taken):
                for name in self.outputs():
                    os.remove(os.path.join(self.out, name))
            self.assertEqual(self.outputs(), [taken])
            self.assertEqual(self.content(os.path.join("out", taken)), b"of somebody else")
            os.remove(os.path.join(self.out, taken))

    def test_a_disk_that_has_room_for_one_of_them(self):
        script = ('mount -t tmpfs -o size=5m none "$2" && cd "$2" || exit 77\n'
                  '"$1" solve "$3" -o d.npy --paths p.npy; echo $?; ls -A')
        done = subprocess.run(["unshare", "-rm", "bash", "-c", script, "bash", PROGRAM, self.out,
                               self.graph], capture_output=True, timeout=PATIENCE)
        if done.returncode == 77 or b"unshare" in done.stderr:
            self.skipTest("no file system can be mounted here")
        self.assertEqual(done.stdout, b"3\n", done.stderr)
        self.assertIn(b"free some space", done.stderr)

    def test_modes(self):
        for mask in (0o022, 0o077):
            done = run(*self.solve("--force"), preexec_fn=lambda: os.umask(mask))
            self.assertEqual(done.returncode, 0)
            modes = {os.stat(os.path.join(self.out, name)).st_mode & 0o777 for name in NEW}
            self.assertEqual(modes, {0o666 & ~mask})
            for name in NEW:
                os.remove(os.path.join(self.out, name))
        self.done(*self.solve())
        os.chmod(os.path.join(self.out, "p.npy"), 0o640)
        self.done(*self.solve("--force"))
        self.assertEqual(os.stat(os.path.join(self.out, "p.npy")).st_mode & 0o777, 0o640)
        self.assertEqual(os.stat(os.path.join(self.out, "d.npy")).st_mode & 0o777, 0o644)


class Apart(Folder):
    """Files that are one file."""

    def setUp(self):
        super().setUp()
        self.graph = self.file("g.npy", "")
        numpy.save(self.graph, numpy.array([[0, 1], [2, 0]], numpy.float32))
        os.mkdir(self.path("sub"))
        os.symlink(".", self.path("here"))

    def test_two_outputs(self):
        for other in ("./x.npy", "sub/../x.npy", "here/x.npy", self.path("x.npy")):
            self.fails(2, "solve", "g.npy", "-o", "x.npy", "--paths", other, "--force",
                       says=["-o and --paths both name"], cwd=self.folder)
        self.file("x.npy", "old")
        os.symlink("x.npy", self.path("y.npy"))
        self.fails(2, "solve", "g.npy", "-o", "x.npy", "--paths", "y.npy", "--force",
                   says=["both name y.npy"], cwd=self.folder)
        self.fails(2, "solve", "g.npy", "-o", "n.npy", "--paths", "n.npy.gz", cwd=self.folder,
                   says=["n.labels.txt"])
        self.assertEqual(self.content("x.npy"), b"old")
        self.done("solve", "g.npy", "-o", "/dev/null", "--paths", "/dev/null", cwd=self.folder)

    def test_an_output_that_is_an_input(self):
        before = self.content("g.npy")
        self.file("s.npy", "0\n")
        for arguments in (["solve", "g.npy", "-o", "./g.npy"], ["solve", "g.npy", "--paths", "g.npy"],
                          ["solve", "g.npy", "--sources", "s.npy", "-o", "s.npy"],
                          ["convert", "g.npy", "here/g.npy", "--to", "gr"],
                          ["path", "g.npy", "0", "1", "--svg", "g.npy"]):
            self.fails(2, *arguments, "--force", says=["would replace"], cwd=self.folder)
        with open(self.graph, "rb") as graph:
            self.fails(2, "solve", "-", "-o", "g.npy", "--force", says=["would replace"],
                       cwd=self.folder, stdin=graph)
        self.assertEqual(self.content("g.npy"), before)

    def test_no_name_is_no_file(self):
        for arguments in (["solve", "g.npy", "-o", ""], ["solve", "g.npy", "--output="],
                          ["solve", "g.npy", "--paths", ""], ["solve", ""], ["convert", "g.npy", ""],
                          ["generate", "chain", "-n", "3", "-o", ""], ["verify", "g.npy", ""],
                          ["path", "g.npy", "0", "1", "--svg", ""], ["path", "g.npy", "--pairs", ""],
                          ["bench", "--sizes", "8", "--json", ""], ["solve", "g.npy", "--sources", ""]):
            text = self.fails(2, *arguments, cwd=self.folder)
            self.assertRegex(text, "needs (the name of a file|a value)")


if __name__ == "__main__":
    unittest.main()
