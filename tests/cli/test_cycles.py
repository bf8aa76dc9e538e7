#!/usr/bin/env python3
"""Negative cycles through the program: shown by name, marked in files, told from rounding."""

import csv
import json
import os
import re
import unittest

import numpy

from program import Folder

CITIES = "from,to,w\nParis,Rome,2\nRome,Paris,-5\nRome,Oslo,1\nBern,Oslo,7\nBern,Paris,1\n"


class Shown(Folder):
    def test_by_name(self):
        graph = self.file("c.csv", CITIES)
        for method in ("auto", "dense", "sparse"):
            for more in ((), ("--json",), ("--sources", "Bern"), ("--stats",),
                         ("-o", self.path("d.npy")), ("-o", self.path("d.csv"))):
                text = self.fails(4, "solve", graph, "--method", method, *more, says=[
                    "a negative cycle: Paris -> Rome (2), Rome -> Paris (-5); its sum is -3",
                    "--on-negative-cycle mark"])
                self.assertNotIn("vertex 0", text)
        self.assertEqual(os.listdir(self.folder), ["c.csv"])

    def test_by_the_numbers_of_the_file(self):
        graph = self.file("c.gr", "p sp 3 3\na 1 2 4\na 2 3 -6\na 3 2 1\n")
        self.fails(4, "solve", graph,
                   says=["a negative cycle: 2 -> 3 (-6), 3 -> 2 (1); its sum is -5"])

    def test_loops_and_undirected_edges(self):
        graph = self.file("c.csv", "from,to,w\na,b,1.5\nb,b,-0.25\n")
        self.fails(4, "solve", graph, says=["b -> b (-0.25); its sum is -0.25"])
        graph = self.file("u.csv", "from,to,w\na,b,1\nb,c,-2\n")
        self.fails(4, "solve", graph, "--undirected",
                   says=["b -> c (-2), c -> b (-2); its sum is -4",
                         "an edge below 0 that leads both ways is a cycle"])
        self.ok("solve", graph)

    def test_of_a_matrix(self):
        for kind in ("int32", "int16", "float32", "float64"):
            weights = numpy.full((4, 4), 50, dtype=kind)
            weights[2, 1] = -60
            numpy.save(self.path("w.npy"), weights)
            self.fails(4, "solve", self.path("w.npy"),
                       says=["a negative cycle: 1 -> 2 (50), 2 -> 1 (-60); its sum is -10"])

    def test_long_ones_are_cut(self):
        arcs = "".join(f"v{i},v{(i + 1) % 40},{-100 if i == 39 else 1}\n" for i in range(40))
        text = self.fails(4, "solve", self.file("c.csv", "from,to,w\n" + arcs),
                          says=["... 30 more arcs ...", "v39 -> v0 (-100)", "its sum is -61"])
        self.assertEqual(len(re.findall("->", text)), 10)

    def test_the_tolerance(self):
        graph = self.file("c.csv", "from,to,w\na,b,1\nb,a,-1.001\n")
        self.fails(4, "solve", graph, says=["negative cycle"])
        self.fails(4, "solve", graph, "--cycle-tolerance", "0.0001", says=["negative cycle"])
        self.ok("solve", graph, "--cycle-tolerance", "0.01")
        self.fails(2, "solve", graph, "--cycle-tolerance", "-1", says=["--cycle-tolerance"])
        self.fails(2, "solve", graph, "--cycle-tolerance", "x", says=["--cycle-tolerance"])


class Marked(Folder):
    NO_PATH = {"int32": 2 ** 30 - 1, "int16": 2 ** 14 - 1, "float32": numpy.inf,
               "float64": numpy.inf}

    @staticmethod
    def expected(no_path):
        """Paris, Rome, Oslo, Bern."""
        low = -no_path
        return [[low, low, low, no_path], [low, low, low, no_path],
                [no_path, no_path, 0, no_path], [low, low, low, 0]]

    def test_matrices(self):
        graph = self.file("c.csv", CITIES)
        for method in ("auto", "dense", "sparse"):
            for kind, no_path in self.NO_PATH.items():
                self.ok("solve", graph, "--on-negative-cycle", "mark", "--method", method, "-o",
                        self.path("d.npy"), "--force", "--weights", kind)
                matrix = numpy.load(self.path("d.npy"))
                self.assertEqual(matrix.dtype, kind)
                numpy.testing.assert_array_equal(matrix, self.expected(no_path))
                with open(self.path("d.labels.txt"), encoding="utf-8") as file:
                    self.assertEqual(file.read().split(), ["Paris", "Rome", "Oslo", "Bern"])
                self.ok("solve", graph, "--on-negative-cycle", "mark", "--method", method, "-o",
                        self.path("s.npy"), "--force", "--weights", kind, "--sources",
                        "Bern,Oslo,Paris,Bern")
                numpy.testing.assert_array_equal(numpy.load(self.path("s.npy")),
                                                 matrix[[3, 2, 0, 3]])

    def test_from_a_matrix(self):
        for kind, no_path in self.NO_PATH.items():
            weights = numpy.full((4, 4), no_path, dtype=kind)
            for u, v, w in ((0, 1, 2), (1, 0, -5), (1, 2, 1), (3, 2, 7), (3, 0, 1)):
                weights[u, v] = w
            numpy.save(self.path("w.npy"), weights)
            self.ok("solve", self.path("w.npy"), "--on-negative-cycle", "mark", "-o",
                    self.path("d.npy"), "--force")
            numpy.testing.assert_array_equal(numpy.load(self.path("d.npy")),
                                             self.expected(no_path))
        numpy.save(self.path("w.npy"), numpy.ones((3, 3)))
        self.ok("solve", self.path("w.npy"), "--on-negative-cycle", "mark")

    def test_tables(self):
        graph = self.file("c.csv", CITIES)
        for kind in self.NO_PATH:
            self.ok("solve", graph, "--on-negative-cycle", "mark", "-o", self.path("d.csv"),
                    "--force", "--weights", kind)
            with open(self.path("d.csv"), encoding="utf-8") as file:
                rows = {(a, b): w for a, b, w in list(csv.reader(file))[1:]}
            self.assertEqual(len(rows), 7)
            self.assertEqual(set(rows.values()), {"-inf"})

    def test_the_summary(self):
        graph = self.file("c.csv", CITIES + "Kiel,Lund,4\nLund,Bonn,5\n")
        for method in ("dense", "sparse"):
            command = ["solve", graph, "--on-negative-cycle", "mark", "--method", method]
            record = json.loads(self.ok(*command, "--json"))
            self.assertEqual((record["unbounded_pairs"], record["unreachable_pairs"], record["n"]),
                             (7, 42 - 7 - 3, 7))
            self.assertEqual(record["diameter"]["distance"], 9)
            self.assertEqual((record["diameter"]["from"], record["diameter"]["to"]),
                             ("Kiel", "Bonn"))
            text = self.ok(*command)
            self.assertIn("unbounded     7 of 42 pairs", text)
            self.assertIn("-inf", text)
            self.assertIn("diameter      9, from Kiel to Bonn", text)
        plain = json.loads(self.ok("solve", self.file("p.csv", "from,to,w\na,b,1\n"), "--json"))
        self.assertEqual(plain["unbounded_pairs"], 0)

    def test_nothing_but_cycles(self):
        graph = self.file("c.csv", "from,to,w\na,b,1\nb,a,-2\n")
        for method in ("dense", "sparse"):
            record = json.loads(self.ok("solve", graph, "--on-negative-cycle", "mark", "--json",
                                        "--method", method))
            self.assertEqual((record["unbounded_pairs"], record["diameter"]), (2, None))

    def test_streams_against_a_simple_solver(self):
        random = numpy.random.default_rng(3)
        n = 300
        arcs = [(random.integers(n), random.integers(n), random.integers(0, 30))
                for _ in range(500)]
        arcs += [(10, 11, -4), (11, 10, 2), (200, 200, -1)]
        graph = self.file("g.gr", f"p sp {n} {len(arcs)}\n"
                          + "".join(f"a {u + 1} {v + 1} {w}\n" for u, v, w in arcs))
        want = numpy.full((n, n), numpy.inf)
        numpy.fill_diagonal(want, 0)
        for u, v, w in arcs:
            want[u, v] = min(want[u, v], w)
        for _ in range(2):  # the second time round shows who has no bound
            for k in range(n):
                for_k = want[:, k:k + 1] + want[k:k + 1, :]
                for_k[numpy.isnan(for_k)] = numpy.inf
                want = numpy.minimum(want, for_k)
                want[want < -1000] = -numpy.inf
        bad = numpy.diag(want) < 0
        reach = numpy.isfinite(want) | (want < 0)
        through = (reach[:, bad].astype(int) @ reach[bad, :].astype(int)) > 0
        want[through] = -numpy.inf
        for method in ("dense", "sparse"):
            self.ok("solve", graph, "--on-negative-cycle", "mark", "--method", method, "--weights",
                    "float64", "-o", self.path("d.npy"), "--force", "-q")
            got = numpy.load(self.path("d.npy"))
            numpy.testing.assert_array_equal(got, want)

    def test_what_does_not_go_together(self):
        graph = self.file("c.csv", CITIES)
        self.fails(2, "solve", graph, "--stats", "--on-negative-cycle", "mark", says=["--stats"])
        self.fails(2, "solve", graph, "--on-negative-cycle", "ignore", says=["refuse, mark"])
        self.ok("solve", graph, "--semiring", "widest-path", "--on-negative-cycle", "mark")


class Routes(Folder):
    """Only a cycle between the ends of a route matters to it."""

    def setUp(self):
        super().setUp()
        self.graph = self.file("c.csv", "from,to,w\nA,B,-3\nB,A,2\nX,Y,5\nX,A,1\nY,Z,-1\nV,X,1\n")
        self.pred = self.path("p.npy")
        self.ok("solve", self.graph, "--on-negative-cycle", "mark", "-o", self.path("d.npy"),
                "--paths", self.pred, "-q")

    def test_cycles_elsewhere_are_ignored(self):
        for more in ((), ("--paths", self.pred)):
            for ends, total in (("XY", 5), ("XZ", 4), ("VZ", 5), ("YZ", -1), ("XV", None), ("AX", None)):
                route = json.loads(self.ok("path", self.graph, *ends, "--json", *more))
                self.assertEqual((route["reachable"], route["total"]), (total is not None, total))

    def test_cycles_on_the_way_are_shown(self):
        for more in ((), ("--paths", self.pred)):
            for ends in ("XB", "VA", "AB"):
                self.fails(4, "path", self.graph, *ends, *more, says=[
                    f"on the way from {ends[0]} to {ends[1]} lies a negative cycle: "
                    "A -> B (-3), B -> A (2); its sum is -1", "none is shortest"])
                self.fails(4, "path", self.graph, *ends, "--json", *more)

    def test_several_cycles(self):
        graph = self.file("s.csv", "from,to,w\n" + "".join(
            f"S,a{i},1\na{i},b{i},1\nb{i},a{i},-2\n" for i in range(20)) + "S,T,7\n")
        self.assertIn("S to T: 7", self.ok("path", graph, "S", "T"))
        self.fails(4, "path", graph, "S", "b13", says=["a13 -> b13 (1)"])
        pairs = self.file("pairs", "S,T\nS,b13\n")
        self.fails(4, "path", graph, "--pairs", pairs, says=["from S to b13"])

    def test_a_missing_route_is_not_taken_for_no_way(self):
        before = numpy.load(self.pred)
        labels = self.lines("p.labels.txt")
        before[labels.index("X"), labels.index("Y")] = -1
        numpy.save(self.pred, before)
        self.fails(3, "path", self.graph, "X", "Y", "--paths", self.pred,
                   says=["p.npy", "it has no route from X to Y, and arcs lead there"])


if __name__ == "__main__":
    unittest.main()
