#!/usr/bin/env python3
"""The scripts that turn results of the suite cuda into tables and a picture, on invented results."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

SCRIPTS = os.path.join(os.environ["WARPATH_SOURCE_DIR"], "scripts", "figures")
sys.path.insert(0, SCRIPTS)

import bench_tables  # noqa: E402
import dense_plot  # noqa: E402
import dense_tables  # noqa: E402

COMMON = {"suite": "cuda", "file": "f.json", "version": "1.2.3", "date": "2026-01-02T03:04:05Z",
          "device": "NVIDIA H200"}


def measured(n, seconds, **more):
    peak = more.pop("peak", 20e12)
    return {**COMMON, "kernel": "cuda", "weight": "float32", "n": n, "nonnegative": True,
            "symmetric": False, "pinned": False, "seconds": seconds,
            "end_to_end_seconds": 1.5 * seconds, "tasks_per_second": n**3 / seconds,
            "peak_tasks_per_second": peak, "peak_fraction": n**3 / seconds / peak, **more}


RECORDS = [measured(1024, 0.000314, peak=15e12), measured(16384, 0.25),
           measured(16384, 0.25, pinned=True, end_to_end_seconds=0.275),
           measured(16384, 0.3, nonnegative=False), measured(16384, 0.125, weight="int16"),
           measured(16384, 0.15, symmetric=True), measured(32768, 2.0),
           {**COMMON, "row": "float32 >= 0, n=32768", "unit": "ms", "must": 2240, "aim": 2120,
            "reached": 2000.4, "met": True}]
OTHER = [{"suite": "cpu", "kernel": "cpu", "seconds": 1, "file": "g.json"}]


class Tables(unittest.TestCase):
    def test_the_best_other_is_named(self):
        table = dense_tables.sizes_table(dense_tables.by_size(RECORDS))
        self.assertIn("| 1,024 | 0.314 ms | 0.628 ms | ECL-APSP, int32 | **2x** | 17% |", table)
        self.assertIn("| 16,384 | 250 ms | 397 ms | cuASR with fminf | **1.59x** | 88% |", table)
        self.assertIn("| 32,768 | 2 s |  | |  | 88% |", table)

    def test_others_are_compared_on_their_device_only(self):
        elsewhere = [{**record, "device": "NVIDIA B200"} for record in RECORDS]
        text = "\n".join(dense_tables.section(elsewhere))
        self.assertNotIn("cuASR", text)
        self.assertNotIn("rivals", text)
        self.assertNotIn("cuASR", dense_plot.draw(elsewhere))

    def test_types_and_the_way_there_and_back(self):
        lines = dense_tables.section(RECORDS)
        self.assertIn("images/dense.svg", lines[0])
        self.assertIn("| float32, negative weights too | 300 ms | 14,660 | 73% |", lines)
        self.assertIn("| int16 | 125 ms | 35,184 | 176% |", lines)
        self.assertIn("| host memory | 250 ms | 375 ms | 1.50x |", lines)
        self.assertIn("| pinned host memory | 250 ms | 275 ms | 1.10x |", lines)
        self.assertEqual(sum("16,384 |" in line and "250 ms" in line for line in lines), 1)

    def test_large_goals_are_written_out(self):
        self.assertIn("| float32 >= 0, n=32768 | 2,240 ms | 2,120 ms | 2,000 ms |",
                      bench_tables.goals_table(RECORDS, "cuda"))

    def test_without_results_there_is_nothing(self):
        self.assertEqual(dense_tables.section(OTHER), [])
        self.assertIsNone(dense_plot.draw(OTHER))


class Picture(unittest.TestCase):
    def test_every_curve_has_its_name(self):
        picture = xml.dom.minidom.parseString(dense_plot.draw(RECORDS))
        words = [node.firstChild.data for node in picture.getElementsByTagName("text")]
        others = dense_tables.rivals("NVIDIA H200")
        self.assertEqual(len(others), len(dense_plot.COLOURS))
        for name in [*others, "Warpath", "limit"]:
            self.assertIn(name, words)
        points = sum(n in (1024, 16384) for times in others.values() for n in times)
        self.assertEqual(len(picture.getElementsByTagName("circle")), points + 3)

    def test_names_keep_apart(self):
        self.assertEqual(dense_plot.spread([0, 100], 19), [0, 100])
        self.assertEqual(dense_plot.spread([10, 10], 20), [0, 20])
        self.assertEqual(dense_plot.spread([0, 10, 11, 100], 10), [-3, 7, 17, 100])
        for places in ([0, 1, 2, 30, 31, 32], [5, 5, 5, 40, 41, 90]):
            apart = dense_plot.spread(places, 19)
            self.assertTrue(all(b - a >= 19 - 1e-9 for a, b in zip(apart, apart[1:])), apart)

    def test_check_passes_without_results_and_sees_a_stale_picture(self):
        def run(*arguments):
            return subprocess.run([sys.executable, os.path.join(SCRIPTS, "dense_plot.py"), *arguments],
                                  capture_output=True, text=True, check=False)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            done = run("--check", name)
            self.assertEqual((done.returncode, "no results" in done.stderr), (0, True))
            (folder / "f.json").write_text(json.dumps(RECORDS), encoding="utf-8")
            out = str(folder / "dense.svg")
            self.assertEqual(run("--check", name, out).returncode, 1)
            self.assertEqual(run(name, out).returncode, 0)
            self.assertEqual(run("--check", name, out).returncode, 0)


if __name__ == "__main__":
    unittest.main()
