#!/usr/bin/env python3
"""The program as people and scripts use it: output, exit codes, files."""

import json
import os
import unittest

import numpy

from program import Folder


class Program(Folder):
    def test_the_demo(self):
        graph, out = self.path("road.gr"), self.path("dist.npy")
        self.ok("generate", "road", "-n", 300, "--seed", 1, "-o", graph)
        summary = self.ok("solve", graph, "-o", out)
        for word in ("300 vertices", "dense", "cpu", "diameter", "from"):
            self.assertIn(word, summary)
        self.assertLessEqual(max(map(len, summary.splitlines())), 80 + len(self.folder))
        distances = numpy.load(out, mmap_mode="r")
        self.assertEqual(distances.shape, (300, 300))
        self.assertEqual(distances.dtype, numpy.float32)
        self.assertTrue((numpy.diagonal(distances) == 0).all())
        self.assertTrue((distances == distances.T).all())

    def test_distances_are_those_of_numpy(self):
        random = numpy.random.default_rng(1)
        for order in "CF":
            weights = random.integers(1, 100, (70, 70)).astype(numpy.int32)
            weights = numpy.array(weights, order=order)
            numpy.save(self.path("w.npy"), weights)
            self.ok("solve", self.path("w.npy"), "-o", self.path("d.npy"), "--force")
            expected = weights.copy()
            numpy.fill_diagonal(expected, 0)
            for k in range(70):
                expected = numpy.minimum(expected, expected[:, k:k + 1] + expected[k:k + 1, :])
            self.assertTrue((numpy.load(self.path("d.npy")) == expected).all(), order)

    def test_json_has_the_promised_fields(self):
        self.ok("generate", "gnp", "-n", 50, "-o", self.path("g.gr"))
        record = json.loads(self.ok("solve", self.path("g.gr"), "--json"))
        for field in ("n", "arcs", "method", "kernel", "device", "weight", "seconds",
                      "seconds_total"):
            self.assertIn(field, record)
        self.assertEqual(record["n"], 50)

    def test_bench_records_have_the_promised_fields(self):
        records = json.loads(
            self.ok("bench", "--kernels", "cpu,textbook", "--sizes", "65", "--json"))
        self.assertEqual({record["kernel"] for record in records}, {"cpu", "textbook"})
        for field in ("kernel", "family", "backend", "device", "weight", "graph", "n", "seconds",
                      "seconds_min", "tasks_per_second", "peak_fraction", "verified", "version",
                      "date"):
            self.assertIn(field, records[0])
        self.assertTrue(all(record["verified"] for record in records))

    def test_bench_leaves_out_what_cannot_run_here(self):
        done = self.done("bench", "--kernels", "all", "--sizes", "17", "--repeat", 1, "--json",
                         self.path("all.json"))
        with open(self.path("all.json"), encoding="utf-8") as file:
            measured = [record["kernel"] for record in json.load(file)]
        kernels = json.loads(self.ok("info", "--json"))["kernels"]
        self.assertEqual(measured, [row["name"] for row in kernels if row["backend"] == "cpu"])
        self.assertLessEqual({"cpu", "sparse", "blocked", "textbook"}, set(measured))
        for kernel in ("cuda", "staged-load"):
            self.assertIn(f"skipped {kernel}", done.stderr.decode())

    def test_a_pipe_of_programs(self):
        made = self.ok("generate", "chain", "-n", 20)
        solved = self.ok("solve", "-", "--json", input=made)
        self.assertEqual(json.loads(solved)["n"], 20)

    def test_exit_codes(self):
        self.file("cycle.gr", "p sp 2 2\na 1 2 1\na 2 1 -2\n")
        self.file("bad.gr", "p sp 2 1\na 1 5 1\n")
        self.fails(4, "solve", self.path("cycle.gr"), says=["negative"])
        self.fails(3, "solve", self.path("bad.gr"), says=["bad.gr:2"])
        self.fails(3, "solve", self.path("missing.gr"), says=["missing.gr"])
        self.fails(2, "solve", self.path("bad.gr"), "--kernel", "blockd", says=["blocked"])
        self.fails(2, "slove", self.path("bad.gr"))

    def test_a_device_that_is_not_there(self):
        self.ok("generate", "gnp", "-n", 20, "-o", self.path("g.gr"))
        hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
        reason = json.loads(self.ok("info", "--json", env=hidden))["cuda"]
        self.assertRegex(reason, "built in")
        wishes = [["--device", "cuda"], ["--kernel", "cuda"], ["--kernel", "staged-load"],
                  ["--kernel", "harish-narayanan", "--device", "cuda"]]
        for wish in wishes:
            self.fails(6, "solve", self.path("g.gr"), *wish, env=hidden, says=[reason, "cpu"])
        self.fails(6, "solve", self.path("g.gr"), "--kernel", "katz-kider", env=hidden,
                   says=["kernel 'katz-kider' needs a CUDA device"])
        self.fails(2, "solve", self.path("g.gr"), "--kernel", "staged-load", "--device", "cpu",
                   env=hidden, says=["runs on cuda"])

    def test_the_suites_for_cuda_need_a_device(self):
        if json.loads(self.ok("info", "--json"))["devices"]:
            self.skipTest("there is one")
        for suite in ("cuda", "paper"):
            self.fails(6, "bench", "--suite", suite, says=[f"'{suite}'", "CUDA"])

    def test_nothing_is_overwritten_without_force(self):
        self.ok("generate", "chain", "-n", 5, "-o", self.path("g.gr"))
        self.file("d.npy", "precious")
        self.fails(2, "solve", self.path("g.gr"), "-o", self.path("d.npy"), says=["--force"])
        self.assertEqual(self.content("d.npy"), b"precious")
        self.assertEqual(self.left(), ["d.npy", "g.gr"])

    def test_dry_run_solves_nothing(self):
        self.ok("generate", "gnp", "-n", 500, "-o", self.path("g.gr"))
        plan = self.ok("solve", self.path("g.gr"), "-o", self.path("d.npy"), "--dry-run")
        self.assertIn("memory", plan)
        self.assertFalse(os.path.exists(self.path("d.npy")))

    def test_help_shows_examples_first(self):
        text = self.ok("--help")
        self.assertLess(text.index("Examples"), text.index("Options"))
        self.assertRegex(self.ok("--version"), r"^\S*\s?\d+\.\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
