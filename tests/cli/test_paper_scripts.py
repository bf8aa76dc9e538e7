#!/usr/bin/env python3
"""The scripts that turn results about the paper into tables and pictures, on invented results."""

import os
import sys
import unittest
import xml.dom.minidom

sys.path.insert(0, os.path.join(os.environ["WARPATH_SOURCE_DIR"], "scripts", "figures"))

import paper_counters  # noqa: E402
import paper_plot  # noqa: E402
import paper_tables  # noqa: E402

COMMON = {"suite": "paper", "file": "f.json", "version": "1.2.3", "date": "2026-01-02T03:04:05Z"}


def measured(kernel, n, paper, seconds):
    on_cpu = kernel == "textbook"
    return {**COMMON, "kernel": kernel, "backend": "cpu" if on_cpu else "cuda", "n": n,
            "device": "Some(R) CPU" if on_cpu else "NVIDIA H200", "seconds": seconds,
            "paper_seconds": paper}


RECORDS = [measured("textbook", 1024, 2.4, 1.2), measured("harish-narayanan", 1024, 0.4, 0.004),
           measured("staged-load", 17408, 63.4, 0.634), measured("katz-kider", 2048, 0.65, 0.01),
           measured("optimized-blocked", 2048, 0.28, 0.005)]

HEAD = ('"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size",'
        '"Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"')


def line(launch, metric, unit, value, kernel="interior"):
    return (f'"{launch}","1","warpath","127.0.0.1","{kernel}","1","7","(64, 1, 1)","(9, 9, 1)","0",'
            f'"9.0","Command line profiler metrics","{metric}","{unit}","{value}"')


class Counters(unittest.TestCase):
    def record(self, lines, kernel="staged-load"):
        info = {"version": "1.2.3", "devices": [{"name": "NVIDIA H200"}]}
        return paper_counters.record(kernel, 4096, lines, info, "2026-01-02T03:04:05Z")

    def lines(self):
        lines = ["==PROF== Connected", HEAD]
        for launch in (0, 1):
            for metric, field, _ in paper_counters.METRICS:
                unit, value = "inst", "1,000"
                if field == "dram_read_bytes":
                    unit, value = "Mbyte", "2.5"
                if field == "warps_active_percent":
                    unit, value = "%", str(70 + launch)
                if field == "seconds":
                    unit, value = "ns", "1,500"
                lines.append(line(launch, metric, unit, value))
        return lines + ["==PROF== Disconnected"]

    def test_launches_are_added_up(self):
        record = self.record(self.lines())
        self.assertEqual(record["launches"], 2)
        self.assertEqual(record["tasks"], 2 * 32 * 4064**2)
        self.assertEqual(record["shared_loads"], 2000)
        self.assertEqual(record["dram_read_bytes"], 5e6)
        self.assertEqual(record["dram_bytes"], 5e6 + 2000)
        self.assertEqual(record["warps_active_percent"], 70.5)
        self.assertAlmostEqual(record["seconds"], 3e-6)
        self.assertEqual(self.record(self.lines(), "harish-narayanan")["tasks"], 2 * 4096**2)
        table = paper_tables.counters([{**record, "file": "f.json"}])
        self.assertIn("| accesses per load (wavefronts) | 1 |", table)

    def test_what_is_no_table_is_refused(self):
        for lines in (["==ERROR== no permission"], [HEAD],
                      [HEAD, line(0, "m", "", "1"), line(1, "m", "", "1", "panels")]):
            with self.assertRaises(ValueError):
                self.record(lines)


class Tables(unittest.TestCase):
    def test_columns_are_those_of_the_paper(self):
        straight = {**measured("staged-load-straight", 16384, 0, 0.6)}
        del straight["paper_seconds"]
        self.assertEqual(paper_tables.columns([*RECORDS, straight]),
                         ["textbook", "harish-narayanan", "katz-kider", "optimized-blocked",
                          "staged-load"])

    def test_times_have_blanks(self):
        lines = paper_tables.times(RECORDS)
        self.assertIn("| 1,024 | 2.4 → 1.2 | 0.4 → 0.004 |  |  |  |", lines)
        self.assertIn("| 17,408 |  |  |  |  | 63.4 → 0.634 |", lines)

    def test_speed_ups(self):
        self.assertIn("| 1,024 | 6x → 300x |  |  |  |  |", paper_tables.steps(RECORDS))
        self.assertIn("| 17,408 |  |  |  |  | 100x |", paper_tables.steps(RECORDS))
        self.assertIn("**100x**", paper_tables.short(RECORDS)[2])

    def test_without_results_there_is_nothing(self):
        other = [{"suite": "cpu", "kernel": "cpu", "seconds": 1, "file": "g.json"}]
        for table in (paper_tables.short, paper_tables.times, paper_tables.steps,
                      paper_tables.analysis, paper_tables.counters):
            self.assertEqual(table(other), [])
        self.assertIsNone(paper_plot.draw(other))

    def test_the_plot_is_a_picture(self):
        picture = xml.dom.minidom.parseString(paper_plot.draw(RECORDS))
        self.assertEqual(len(picture.getElementsByTagName("circle")), 2 * len(RECORDS))
        words = [node.firstChild.data for node in picture.getElementsByTagName("text")]
        self.assertIn("100x", words)


if __name__ == "__main__":
    unittest.main()
