#!/usr/bin/env python3
"""The scripts that turn results about the paper into tables and pictures, on invented results."""

import contextlib
import io
import os
import pathlib
import subprocess
import sys
import unittest
import xml.dom.minidom

SOURCE = pathlib.Path(os.environ["WARPATH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "scripts" / "figures"))

import paper_analysis  # noqa: E402
import paper_counters  # noqa: E402
import paper_plot  # noqa: E402
import paper_tables  # noqa: E402
import results  # noqa: E402

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

    OF_A_BLOCK = {"threads": ("", "64"), "registers": ("register/thread", "48"),
                  "static_shared_bytes": ("byte/block", "1,024"),
                  "dynamic_shared_bytes": ("Kbyte/block", "8"), "blocks_by_threads": ("block", "32"),
                  "blocks_by_registers": ("block", "20"), "blocks_by_shared_memory": ("block", "20"),
                  "blocks_by_blocks": ("block", "32")}

    def lines(self):
        lines = ["==PROF== Connected", HEAD]
        for launch in (0, 1):
            for metric, field, _ in paper_counters.METRICS:
                unit, value = self.OF_A_BLOCK.get(field, ("inst", "1,000"))
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

    def test_a_block_takes_what_it_takes_in_every_launch(self):
        record = self.record(self.lines())
        self.assertEqual([record[field] for field in paper_analysis.FOOTPRINT],
                         [64, 48, 9024, 20, "registers"])
        short = [line for line in self.lines() if "limit_blocks" not in line]
        with contextlib.redirect_stderr(io.StringIO()) as complaints:
            self.assertNotIn("limited_by", self.record(short))
        self.assertIn("launch__occupancy_limit_blocks was not counted", complaints.getvalue())

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


def analysed(kernel, n, block=32):
    """Half a tera-task per second, of ten that there could be."""
    record = {**measured(kernel, n, 1, n**3 / 5e11), "end_to_end_seconds": 10, "block": block,
              "tasks_per_second": 5e11, "peak_tasks_per_second": 1e13, "peak_fraction": 0.05}
    if kernel == "staged-load-straight":
        del record["paper_seconds"]
    return record


ANALYSED = [analysed("harish-narayanan", 4096, 1), analysed("harish-narayanan", 8192, 1),
            analysed("staged-load", 16384), analysed("staged-load", 17408),
            analysed("staged-load-straight", 16384),
            {**COMMON, "what": "copy in device memory", "copy_bytes_per_second": 4e12}]


class Analysis(unittest.TestCase):
    def found(self, records):
        return {figures["kernel"]: figures for figures in paper_analysis.analysis(records)}

    def test_sizes_are_those_that_the_paper_compares(self):
        self.assertEqual({kernel: figures["n"] for kernel, figures in self.found(ANALYSED).items()},
                         {"harish-narayanan": 8192, "staged-load": 16384,
                          "staged-load-straight": 16384})

    def test_counts_as_the_paper_does(self):
        found = self.found(ANALYSED)
        self.assertEqual(found["harish-narayanan"]["bytes_per_task"], 16)
        self.assertEqual(found["staged-load"]["bytes_per_task"], 0.5)
        self.assertAlmostEqual(found["harish-narayanan"]["bytes_per_second"], 8e12)
        self.assertAlmostEqual(found["harish-narayanan"]["copy_fraction"], 2)
        self.assertAlmostEqual(found["harish-narayanan"]["flops_per_task"], 40)
        self.assertEqual(found["staged-load-straight"]["paper"], {})

    def test_is_a_table(self):
        lines = paper_tables.analysis(ANALYSED)
        self.assertIn("| n | 8,192 | 16,384 | 16,384 |", lines)
        self.assertIn("| GB/s this would need | 42 → 8,000 | 46 → 250 | 250 |", lines)
        self.assertIn("| of the copy's rate (above 100%: caches) | 55% → 200% | 60% → 6% | 6% |", lines)
        self.assertFalse([line for line in lines if line.startswith("| registers")])

    def test_what_a_block_takes_is_in_other_results(self):
        block = {**COMMON, "suite": "paper-counters", "file": "counters.json", "device": "NVIDIA H200",
                 "kernel": "staged-load", "n": 4096, "threads": 64, "registers": 48,
                 "shared_bytes": 1024, "blocks_per_multiprocessor": 20, "limited_by": "registers"}
        lines = paper_tables.analysis([*ANALYSED, block])
        self.assertIn("| shared bytes of a block |  | 1,056 → 1,024 |  |", lines)
        self.assertIn("| limited by |  | registers |  |", lines)
        self.assertTrue([line for line in lines if "counters.json" in line])


class Published(unittest.TestCase):
    """What the results say of the paper: a slip in a digit would show."""

    TIMES = {key: then for key, (then, _) in
             paper_tables.cells(results.load(results.RESULTS)).items()}

    def test_there_are_fifty_five_times(self):
        per_kernel = [kernel for kernel, _ in self.TIMES]
        self.assertEqual([per_kernel.count(kernel) for kernel in (
            "textbook", "harish-narayanan", "katz-kider", "optimized-blocked", "staged-load")],
            [4, 7, 12, 15, 17])
        self.assertEqual(len(self.TIMES), 55)
        self.assertEqual({n for _, n in self.TIMES}, set(range(1024, 17408 + 1, 1024)))
        self.assertEqual(self.TIMES["staged-load", 16384], 53.02)
        self.assertEqual(self.TIMES["textbook", 4096], 145.2)

    def test_times_grow_as_the_cube(self):
        for kernel in {kernel for kernel, _ in self.TIMES}:
            per_task = [then / n**3 for (name, n), then in self.TIMES.items()
                        if name == kernel and n > 2048]
            self.assertLess(max(per_task) / min(per_task), 1.4, kernel)

    def test_the_analysis_agrees_with_the_times(self):
        for kernel, figures in paper_analysis.PUBLISHED.items():
            if "tasks_per_second" in figures:
                rate = 4096**3 / self.TIMES[kernel, 4096]
                self.assertAlmostEqual(rate / figures["tasks_per_second"], 1, delta=0.02)
                self.assertAlmostEqual(
                    933e9 / figures["tasks_per_second"] / figures["flops_per_task"], 1, delta=0.01)

    def test_are_printed_for_files_of_ones_own(self):
        def run(pattern):
            return subprocess.run([sys.executable, SOURCE / "scripts/figures/paper_tables.py",
                                   *results.RESULTS.glob(pattern)], capture_output=True, text=True)
        self.assertIn("| limited by | threads |", run("*-paper*.json").stdout)
        other = run("*-suite-io.json")
        self.assertIn("--suite paper", other.stderr)
        self.assertNotEqual(other.returncode, 0)


if __name__ == "__main__":
    unittest.main()
