#!/usr/bin/env python3
"""Types of weights: chosen by the input, widened where distances outgrow them, or as somebody wants."""

import json
import subprocess
import unittest

import numpy

from program import PATIENCE, PROGRAM, Folder

SEMIRINGS = ("shortest-path", "widest-path", "minimax-path", "reachability")
TYPES = ("float32", "float64", "int16", "int32", "int64")


class Widened(Folder):
    def setUp(self):
        super().setUp()
        self.billion = self.file("billion.csv", "a,b,900000000\nb,c,900000000\n")

    def solved(self, graph, *arguments):
        self.ok("solve", graph, "-o", self.path("d.npy"), "--force", "--verify", *arguments)
        return numpy.load(self.path("d.npy"))

    def test_graphs(self):
        for method in ("dense", "sparse", "search"):
            distances = self.solved(self.billion, "--method", method)
            self.assertEqual((distances.dtype, distances[0, 2]), ("int64", 1_800_000_000))
        self.assertEqual(self.solved(self.billion, "--sources", "a")[0, 2], 1_800_000_000)
        record = json.loads(self.ok("solve", self.billion, "--json"))
        self.assertEqual((record["weight"], record["diameter"]["distance"]), ("int64", 1_800_000_000))
        self.assertEqual(record["hints"],
                         ["distances are too large for int32, and were computed in int64"])
        stats = json.loads(self.ok("solve", self.billion, "--json", "--stats"))
        self.assertEqual((stats["weight"], stats["diameter"]["distance"]), ("int64", 1_800_000_000))

    def test_whole_numbers_that_float64_would_round(self):
        for kind in ("<i8", ">i8", ">u8"):
            for number, code in ((2**53, 0), (2**53 + 1, 3)):
                weights = numpy.array([[0, number], [3, 0]], dtype=kind)
                done = self.save("w.npy", weights), "--weights", "float64"
                if code == 0:
                    self.ok("solve", *done)
                else:
                    self.fails(code, "solve", *done, says=["9007199254740993", "float64"])

    def test_from_int64_to_float64(self):
        huge = self.file("huge.csv", "a,b,4000000000000000000\nb,c,4000000000000000000\n")
        distances = self.solved(huge)
        self.assertEqual((distances.dtype, distances[0, 2]), ("float64", 8e18))
        chain = self.file("chain.csv", "".join(f"v{i},v{i + 1},{2**53}\n" for i in range(600)))
        route = json.loads(self.ok("path", chain, "v0", "v600", "--json"))
        self.assertEqual(route["total"], 600 * 2**53)
        self.fails(3, "path", chain, "v0", "v600", "--weights", "int64", says=["--weights float64"])

    def test_matrices(self):
        weights = numpy.array([[0, 9000, 9999], [1, 0, 9000], [5, 5, 0]], numpy.int16)
        weights[0, 2] = 16383  # no arc
        distances = self.solved(self.save("w.npy", weights))
        self.assertEqual((distances.dtype, distances[0, 2]), ("int32", 18000))
        # The usual stand-in for infinity must not become an arc of that weight.
        largest = numpy.array([[0, 2**31 - 1], [1, 0]], numpy.int32)
        self.fails(3, "solve", self.save("m.npy", largest), says=["1073741823 where there is no arc"])

    def test_what_would_become_0(self):
        weights = numpy.array([[0, 1e-300], [2, 0]])
        for order in "CF":
            file = self.save("tiny.npy", numpy.array(weights, order=order))
            self.assertEqual(self.solved(file)[0, 1], 1e-300)
            for arguments in ([], ["--method", "sparse"], ["--stats"], ["--memory", "24M"]):
                self.fails(3, "solve", file, "--weights", "float32", *arguments, says=["1e-300"])
        self.fails(3, "solve", self.file("tiny.csv", "a,b,1e-300\n"), "--weights", "float32",
                   says=["tiny.csv:1:5"])

    def test_what_came_through_a_pipe(self):
        with open(self.billion, "rb") as graph:
            done = subprocess.run([PROGRAM, "solve", "-", "--json"], stdin=graph, timeout=PATIENCE,
                                  capture_output=True, check=True)
        self.assertEqual(json.loads(done.stdout)["weight"], "int64")

    def test_who_names_a_type_gets_it_or_the_next_name(self):
        for given, wider in (("int16", "int32"), ("int32", "int64")):
            self.fails(3, "solve", self.file("g.csv", "a,b,9000\nb,c,9000\n") if given == "int16"
                       else self.billion, "--weights", given, says=[f"--weights {wider}"])

    def test_where_no_type_is_wider(self):
        self.file("f.csv", "A,B,1e308\nB,C,1e308\n")
        largest = 2**62 - 2  # that int64 has, and float64 has not
        self.file("o.csv", f"A,B,{largest}\nB,C,{largest}\n")
        for file in ("f.csv", "o.csv"):
            for command in (["solve"], ["solve", "--stats"], ["solve", "-o", self.path("d.npy")],
                            ["path", "A", "C"]):
                command.insert(1, self.path(file))
                for more in ([], ["--weights", "int64"]) if file == "o.csv" else ([],):
                    text = self.fails(3, *command, *more,
                                      says=["too large for", "vertex 0 is A",
                                            "divide all weights by the same number"])
                    self.assertNotIn("--weights", text)
        matrix = numpy.array([[0, largest, 2**62 - 1], [1, 0, largest], [1, 1, 0]], numpy.int64)
        self.fails(3, "solve", self.save("o.npy", matrix), says=["divide all weights"])


class Everywhere(Folder):
    def test_every_type_does_every_semiring(self):
        arcs = [(0, 1, 5), (1, 2, 3), (2, 0, 4), (0, 2, 9)]
        table = self.file("g.csv", "from,to,km\n" + "".join("%d,%d,%d\n" % arc for arc in arcs))
        for name in TYPES:
            for semiring in SEMIRINGS:
                none = {"widest-path": -numpy.inf}.get(semiring, numpy.inf)
                if name.startswith("int"):
                    limits = numpy.iinfo(name)
                    none = {"widest-path": limits.min, "minimax-path": limits.max}.get(
                        semiring, limits.max // 2)
                matrix = numpy.full((3, 3), none, name)
                for u, v, weight in arcs:
                    matrix[u, v] = weight
                results = []
                for graph, options in ((table, ["--weights", name]), (self.save("w.npy", matrix), [])):
                    self.ok("solve", graph, *options, "--semiring", semiring, "--verify", "--force",
                            "-o", self.path("d.npy"))
                    results.append(numpy.load(self.path("d.npy")))
                with self.subTest(type=name, semiring=semiring):
                    self.assertEqual(results[0].dtype, bool if semiring == "reachability" else name)
                    self.assertTrue((results[0] == results[1]).all(), results)
                    expected = {"shortest-path": 8, "widest-path": 9, "minimax-path": 5,
                                "reachability": 1}
                    self.assertEqual(results[0][0, 2], expected[semiring])


if __name__ == "__main__":
    unittest.main()
