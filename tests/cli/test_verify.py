#!/usr/bin/env python3
"""Proofs through the program: verify, and solve --verify."""

import json
import os
import unittest

import numpy

from program import Folder

CITIES = "from,to,weight\nRome,Oslo,7\nOslo,Bern,2\nBern,Rome,4\nRome,Bern,20\n"


class Proofs(Folder):
    def solved(self, graph, *options, name="dist.npy"):
        self.ok("solve", graph, "-q", "--force", "-o", self.path(name), *options)
        return self.path(name)

    def saved(self, array, name="wrong.npy"):
        return self.save(name, array)


class Verify(Proofs):
    def test_results_of_every_type_and_semiring_hold(self):
        graph = self.path("g.gr")
        self.ok("generate", "gnp", "-n", 90, "-q", "-o", graph, "--weights", "int32")
        for options in (["--weights", "float32"], ["--weights", "float64"], ["--weights", "int32"],
                        ["--undirected"], ["--semiring", "widest-path"],
                        ["--semiring", "minimax-path"], ["--semiring", "reachability"],
                        ["--method", "sparse"], ["--kernel", "textbook"]):
            dist = self.solved(graph, *options)
            same = [] if options[0] in ("--weights", "--method", "--kernel") else options
            text = self.ok("verify", graph, dist, *same)
            self.assertIn("all 90 rows hold", text, options)
            self.assertIn("exactly", text, options)

    def test_a_wrong_distance_is_named(self):
        graph = self.file("cities.csv", CITIES)
        dist = self.solved(graph)
        right = numpy.load(dist)
        wrong = right.copy()
        wrong[0, 2] = 10  # Rome to Bern, which is 9 by Oslo
        numpy.save(dist, wrong)
        self.fails(7, "verify", graph, dist,
                   says=["from Rome to Bern is 10", "from Oslo to Bern (7 + 2)"])
        wrong[0, 2] = 8
        numpy.save(dist, wrong)
        self.fails(7, "verify", graph, dist, says=["from Rome to Bern is 8"])
        numpy.save(dist, right[[1, 0, 2]])
        self.fails(7, "verify", graph, dist)

    def test_any_cell_of_a_saved_result(self):
        graph = self.path("g.gr")
        self.ok("generate", "grid", "-n", 25, "-q", "-o", graph, "--weights", "int16")
        dist = self.solved(graph)
        right = numpy.load(dist)
        random = numpy.random.default_rng(3)
        for _ in range(40):
            wrong = right.copy()
            i, j = random.integers(0, 25, 2)
            wrong[i, j] ^= 1 << random.integers(0, 14)
            self.fails(7, "verify", graph, self.saved(wrong))

    def test_predecessors(self):
        graph = self.file("cities.csv", CITIES)
        dist = self.solved(graph)
        before = numpy.array([[-1, 0, 1], [2, -1, 1], [2, 0, -1]], dtype="int32")
        trees = self.saved(before, "pred.npy")
        self.assertIn("with their predecessors", self.ok("verify", graph, dist, trees))
        before[0, 2] = 0
        self.saved(before, "pred.npy")
        self.fails(7, "verify", graph, dist, trees, says=["Rome", "Bern", "predecessor"])
        before[0, 2] = -1
        self.saved(before, "pred.npy")
        self.fails(7, "verify", graph, dist, trees)
        self.saved(before[:2], "pred.npy")
        self.fails(3, "verify", graph, dist, trees, says=["2 x 3"])
        self.saved(before.astype("float32"), "pred.npy")
        self.fails(3, "verify", graph, dist, trees, says=["int32"])

    def test_rows_of_some_sources(self):
        graph = self.file("cities.csv", CITIES)
        dist = self.solved(graph, "--sources", "Bern,Rome")
        self.assertIn("all 2 rows hold", self.ok("verify", graph, dist))
        os.remove(self.path("dist.sources.txt"))
        self.fails(3, "verify", graph, dist, says=["2 rows", "dist.sources.txt"])

    def test_labels_of_another_graph(self):
        dist = self.solved(self.file("cities.csv", CITIES))
        other = self.file("other.csv", CITIES.replace("Oslo", "Ulm"))
        self.fails(3, "verify", other, dist, says=["Oslo", "Ulm", "dist.labels.txt"])

    def test_sample_and_json(self):
        graph = self.path("g.gr")
        self.ok("generate", "road", "-n", 300, "-q", "-o", graph)
        dist = self.solved(graph)
        proof = json.loads(self.ok("verify", graph, dist, "--sample", 70, "--json", "--threads", 2))
        self.assertEqual((proof["rows"], proof["of_rows"]), (70, 300))
        self.assertFalse(proof["exact"])
        self.assertLess(proof["worst_units"], proof["bound_units"])
        self.assertEqual(proof["unit"], "2^-24")

    def test_what_is_not_a_result(self):
        graph = self.file("cities.csv", CITIES)
        dist = self.solved(graph)
        right = numpy.load(dist)
        self.fails(3, "verify", graph, self.saved(right[:, :2]), says=["2 columns", "3 vertices"])
        self.fails(3, "verify", graph, self.saved(right[0]), says=["1 dimensions"])
        self.fails(3, "verify", graph, self.saved(right.astype("uint32")), says=["u4"])
        with open(dist, "rb") as file:
            whole = file.read()
        with open(self.path("cut.npy"), "wb") as file:
            file.write(whole[:-3])
        self.fails(3, "verify", graph, self.path("cut.npy"), says=["cut off"])
        self.fails(3, "verify", graph, self.path("none.npy"))
        self.fails(3, "verify", graph, graph, says=["NumPy"])
        reals = self.file("reals.csv", CITIES.replace("7", "7.5"))
        self.fails(3, "verify", reals, dist, says=["7.5"])
        # Any layout that NumPy writes.
        for same in (numpy.asfortranarray(right), right.astype(">i4")):
            self.ok("verify", graph, self.saved(same))

    def test_a_matrix(self):
        weights = numpy.array([[0, 3, numpy.inf], [1, 0, 1], [0.5, 9, 0]], dtype="float64")
        graph = self.saved(weights, "weights.npy")
        dist = self.solved(graph)
        self.ok("verify", graph, dist)
        right = numpy.load(dist)
        right[0, 2] *= 1.001
        self.fails(7, "verify", graph, self.saved(right), says=["from 0 to 2"])
        self.fails(7, "verify", graph, dist, "--undirected")


class SolveVerify(Proofs):
    def test_it_takes_the_words_it_knows_and_no_others(self):
        graph = self.file("cities.csv", CITIES)
        for arguments in (["--verify", graph], [graph, "--verify"], [graph, "--verify=full"],
                          ["--verify", "full", graph]):
            self.assertIn("all 3 rows hold", self.ok("solve", *arguments))
        for sample in (["--verify=sample:2"], ["--verify", "sample:2"]):
            self.assertIn("2 of 3 rows", self.ok("solve", *sample, graph))
        self.assertNotIn("hold", self.ok("solve", graph, "--verify", "none"))
        self.fails(2, "solve", graph, "--verify", "sample:0", says=["sample:64 looks at 64 rows"])
        self.fails(2, "solve", graph, "--verify=some", says=["sample:K"])
        self.fails(2, "solve", graph, "--verify", "--stats")

    def test_json(self):
        graph = self.file("cities.csv", CITIES)
        self.assertIsNone(json.loads(self.ok("solve", graph, "--json"))["verified"])
        proof = json.loads(self.ok("solve", graph, "--json", "--verify"))["verified"]
        self.assertEqual((proof["rows"], proof["arcs"], proof["exact"]), (3, 4, True))

    def test_streamed_rows_sources_and_matrices(self):
        graph = self.path("g.gr")
        self.ok("generate", "road", "-n", 700, "-q", "-o", graph)
        plan = json.loads(self.ok("solve", graph, "--dry-run", "--json", "--method", "sparse"))
        proof = json.loads(self.ok("solve", graph, "--method", "sparse", "--verify", "--json",
                                   "--memory", plan["bytes"] + (16 << 20)))["verified"]
        self.assertEqual(proof["rows"], 700)
        text = self.ok("solve", graph, "--sources", "3,600", "--verify", "-o",
                       self.path("rows.npy"))
        self.assertIn("all 2 rows hold", text)
        self.ok("verify", graph, self.path("rows.npy"))
        text = self.ok("solve", graph, "--sources", "3,600,41,77", "--verify", "sample:3")
        self.assertIn("3 of 4 rows", text)
        weights = self.saved(numpy.random.default_rng(1).random((80, 80), dtype="float32"), "w.npy")
        self.assertIn("all 80 rows hold", self.ok("solve", weights, "--verify"))
        self.assertIn("all 80 rows hold", self.ok("solve", weights, "--verify", "--undirected"))


class Blame(Proofs):
    def test_the_file_that_is_wrong_is_named(self):
        graph = self.file("cities.csv", CITIES)
        dist = self.solved(graph, "--paths", self.path("pred.npy"))
        right = numpy.load(self.path("pred.npy"))
        for cell, before, says in (((0, 2), 99, "is number 99, and vertices are numbered 0 to 2"),
                                   ((0, 2), -7, "is number -7"), ((1, 1), 99, "is number 99"),
                                   ((0, 2), -1, "no vertex is its predecessor"),
                                   ((0, 2), 0, "something else by its predecessor")):
            wrong = right.copy()
            wrong[cell] = before
            text = self.fails(7, "verify", graph, dist, self.saved(wrong),
                              says=[says, "wrong.npy does not hold the predecessors of"])
            self.assertNotIn("is not the result", text)
        wrong = numpy.load(dist)
        wrong[0, 2] = 10
        self.fails(7, "verify", graph, self.saved(wrong), self.path("pred.npy"),
                   says=["wrong.npy is not the result of this graph"])


if __name__ == "__main__":
    unittest.main()
