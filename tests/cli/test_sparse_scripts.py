#!/usr/bin/env python3
"""The scripts that turn results of the suites sparse and sparse-cuda into tables, on invented results."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["WARPATH_SOURCE_DIR"], "scripts", "figures"))

import bench_tables  # noqa: E402
import dense_tables  # noqa: E402


def found(suite, what, seconds, **more):
    return {"suite": suite, "file": f"{suite}.json", "version": "1.2.3", "device": "NVIDIA H200",
            "date": "2026-01-02T03:04:05Z", "kernel": suite, "graph": "road", "n": 131044,
            "what": what, "seconds": seconds, "order_seconds": 0.08, "factor_seconds": 0.02,
            "sweep_seconds": 0.04, "threads": 2, **more}


def dense(suite, n, **more):
    return {**found(suite, "", 0.1), "weight": "float32", "nonnegative": True, "symmetric": False,
            "pinned": False, "n": n, **more}


SWEEP = "sweep, the whole matrix in device memory"
ALL = "measures of all pairs"
COLD = "cold: graph to distances in device memory"
DEVICE = [found("sparse-cuda", SWEEP, 0.03, graph="streets", n=114688),
          found("sparse-cuda", SWEEP, 0.04), found("sparse-cuda", ALL, 7.0, graph="streets"),
          found("sparse-cuda", ALL, 8.0, n=1048576)]
CPU = [found("sparse", "whole", 0.2, n=16384),
       found("sparse", "whole", 6.0, n=16384, kernel="dijkstra")]
DENSE = [dense("cuda", dense_tables.COMPARED), dense("cpu", 2048),
         dense("cpu", 2048, kernel="textbook", seconds=4.0)]


class Tables(unittest.TestCase):
    def test_others_stand_first_with_their_device_and_protocol(self):
        lines = bench_tables.sparse_table(DEVICE + CPU)
        self.assertIn("| roads of the United States | 126,146 | PATHPACK.jl, 1 NVIDIA B200 "
                      "| cold, as published | 139 ms | |", lines)
        self.assertEqual(sum("| road |" in line for line in lines), 4)
        self.assertEqual(bench_tables.sparse_table([]), [])

    def test_the_first_page_has_roads_and_the_cold_call_where_it_was_measured(self):
        lines = bench_tables.summary_table(DENSE + DEVICE + CPU)
        self.assertEqual(sum("131,044" in line for line in lines), 1)
        self.assertFalse(any("PATHPACK" in line for line in lines))
        lines = bench_tables.summary_table(
            DENSE + DEVICE + CPU + [found("sparse-cuda", COLD, 0.12),
                                    found("sparse-cuda", COLD, 0.05, graph="streets")])
        cold = [line for line in lines if "PATHPACK" in line]
        self.assertEqual(len(cold), 1)
        self.assertIn("| 131,044 | H200 | 120 ms |", cold[0])
        self.assertIn("PATHPACK.jl on one B200, 126,146 crossings: 139 ms", cold[0])


if __name__ == "__main__":
    unittest.main()
