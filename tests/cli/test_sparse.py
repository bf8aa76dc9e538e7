#!/usr/bin/env python3
"""The sparse method through the program: streamed rows, some sources, statistics, memory."""

import csv
import gzip
import json
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest

import numpy

from program import PATIENCE, PROGRAM, Folder, has_open, run

NO_PATH = {numpy.dtype("int32"): 2 ** 30 - 1, numpy.dtype("int16"): 2 ** 14 - 1}


class Graphs(Folder):
    @classmethod
    def setUpClass(cls):
        shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(shared.cleanup)
        cls.shared = shared.name

    def generated(self, kind, n, *options):
        """A graph that all tests of a class share."""
        name = os.path.join(self.shared, "_".join([kind, str(n), *map(str, options)]) + ".gr")
        if not os.path.exists(name):
            self.ok("generate", kind, "-n", n, "-q", "-o", name, *options)
        return name

    def little_memory(self, graph, *options):
        """Enough for what a streamed solve needs, and for some of the rows."""
        plan = json.loads(self.ok("solve", graph, "--dry-run", "--json", "--method", "sparse",
                                  *options))
        return plan["workspace_bytes"] + (64 << 20)

    def distances(self, graph, *options, name="d.npy"):
        self.ok("solve", graph, "-o", self.path(name), "--force", "-q", *options)
        return numpy.load(self.path(name))

    def labelled(self, n=400, seed=1):
        """A directed table of names: a ring, with shortcuts, and some that nobody reaches."""
        random = numpy.random.default_rng(seed)
        rows = [(f"v{i}", f"v{(i + 1) % n}", random.integers(1, 50)) for i in range(n)]
        for _ in range(n):
            u, v = random.integers(0, n, 2)
            rows.append((f"v{u}", f"v{v}", random.integers(1, 900)))
        rows += [(f"w, {i}", "v0", 3) for i in range(20)]
        text = "from,to,km\n" + "".join(f'"{u}","{v}",{w}\n' for u, v, w in rows)
        return self.file("named.csv", text)

    def graphs(self):
        islands = "".join(f"a {i + 1} {i + 2} {1 + i % 7}\na {i + 2} {i + 1} {1 + i % 5}\n"
                          for i in range(600) if i % 50 != 49)
        yield "road", self.generated("road", 900), ()
        yield "road int", self.generated("road", 900, "--weights", "int32"), ()
        yield "road int16", self.generated("road", 300, "--weights", "int16"), ()
        yield "scale-free", self.generated("scale-free", 500), ()
        yield "scale-free int", self.generated("scale-free", 500, "--weights", "int32"), ()
        yield "directed", self.labelled(), ()
        yield "disconnected", self.file("islands.gr", f"p sp 601 {2 * 588}\n" + islands), ()
        yield "widest", self.labelled(), ("--semiring", "widest-path")
        yield "reachable", self.labelled(), ("--semiring", "reachability")


class Summaries(Graphs):
    def test_a_summary_is_the_same_whether_or_not_there_is_an_output(self):
        negative = self.file("negative.gr", "p sp 4 4\na 1 2 5\na 2 3 -2\na 3 4 1\na 1 4 9\n")
        alone = self.file("alone.gr", "p sp 1 0\n")
        nobody = self.file("nobody.gr", "p sp 5 0\n")
        wide = self.file("wide.gr", "p sp 3 2\na 1 2 1000000000\na 2 3 1000000000\n")
        more = [("negative", negative, ()), ("alone", alone, ()), ("nobody", nobody, ()),
                ("too narrow at first", wide, ())]
        for what, graph, options in [*self.graphs(), *more]:
            for method in [(), ("--method", "dense"), ("--method", "sparse")]:
                with self.subTest(what=what, method=method):
                    shown = self.ok("solve", graph, *options, *method)
                    written = self.ok("solve", graph, *options, *method, "-o",
                                      self.path("o.npy"), "--force")
                    skipped = (b"time ", b"      ", b"output ", b"diameter ", b"no path ", b"labels ")
                    lines = [[line for line in text.splitlines() if not line.startswith(skipped)]
                             for text in (shown.encode(), written.encode())]
                    self.assertEqual(*lines)
                    ends = [json.loads(self.ok("solve", graph, *options, *method, "--json",
                                               *output)).get("diameter")
                            for output in [(), ("-o", self.path("o.npy"), "--force")]]
                    if ends[0] is None or ends[1] is None:
                        self.assertEqual(*ends)
                        continue
                    # Of pairs that rounding alone tells apart, either.
                    self.assertAlmostEqual(float(ends[0]["distance"]), float(ends[1]["distance"]),
                                           delta=1e-5 * abs(float(ends[1]["distance"])))
                    row, column = ends[0]["row"], ends[0]["column"]
                    cell = numpy.load(self.path("o.npy"))[row, column]
                    self.assertAlmostEqual(float(cell), float(ends[1]["distance"]),
                                           delta=1e-5 * abs(float(ends[1]["distance"])))


class Streams(Graphs):
    def same(self, a, b, what):
        self.assertEqual((a.shape, a.dtype), (b.shape, b.dtype), what)
        if a.dtype.kind == "f":
            numpy.testing.assert_allclose(a, b, rtol=1e-5, err_msg=what)
        else:
            numpy.testing.assert_array_equal(a, b, err_msg=what)

    def test_what_is_streamed_is_what_the_dense_method_finds(self):
        for what, graph, options in self.graphs():
            dense = self.distances(graph, "--method", "dense", *options)
            for kernel in (["--method", "sparse"], ["--kernel", "sparse"],
                           ["--method", "sparse", "--memory", self.little_memory(graph, *options)]):
                self.same(self.distances(graph, *kernel, *options), dense, what)

    def test_tables_and_standard_output(self):
        for what, graph, options in self.graphs():
            if dict(zip(options, options[1:])) or "900" in graph:
                continue
            matrix = self.distances(graph, "--method", "sparse", *options)
            done = run("solve", graph, "-o", "-", "-q", "--method", "sparse", *options)
            with open(self.path("d.npy"), "rb") as file:
                self.assertEqual(done.stdout, file.read(), what)
            for name in ("d.csv", "d.csv.gz"):
                self.ok("solve", graph, "-o", self.path(name), "--force", "-q", "--method", "sparse",
                        *options)
            with open(self.path("d.csv"), encoding="utf-8") as file:
                text = file.read()
            with gzip.open(self.path("d.csv.gz"), "rt", encoding="utf-8") as file:
                self.assertEqual(file.read(), text)
            rows = list(csv.reader(text.splitlines()))[1:]
            found = numpy.isfinite(matrix) if matrix.dtype.kind == "f" else \
                matrix != NO_PATH[matrix.dtype]
            self.assertEqual(len(rows), found.sum() - len(matrix), what)
            if not os.path.exists(self.path("d.labels.txt")):
                for u, v, distance in rows[::997]:
                    self.assertEqual(matrix.dtype.type(distance),
                                     matrix[int(u) - 1, int(v) - 1], what)

    def test_the_summary_comes_from_the_rows(self):
        for what, graph, options in self.graphs():
            records = [json.loads(self.ok("solve", graph, "--json", "--method", method, *options))
                       for method in ("dense", "sparse")]
            for record, method in zip(records, ("dense", "sparse")):
                self.assertEqual(record["method"], method)
            self.assertEqual(records[0]["unreachable_pairs"], records[1]["unreachable_pairs"], what)
            for field in ("supernodes", "levels", "fill", "order_seconds", "factor_seconds",
                          "sweep_seconds"):
                self.assertIn(field, records[1])
                self.assertNotIn(field, records[0])
            extremes = [record.get("diameter", record.get("narrowest")) for record in records]
            if extremes[0] is not None:
                self.assertAlmostEqual(extremes[0]["distance"], extremes[1]["distance"],
                                       delta=1e-5 * abs(extremes[0]["distance"]))
            texts = [self.ok("solve", graph, "--method", method, *options).split("\n\n")[1]
                     for method in ("dense", "sparse")]
            if "int" in what or what == "directed":
                self.assertEqual(*texts)
            self.assertEqual(len(texts[1].splitlines()), 6)
        self.assertEqual(self.left(), ["islands.gr", "named.csv"])

    def test_the_method_is_shown(self):
        graph = self.generated("road", 900)
        text = self.ok("solve", graph, "--method", "sparse")
        for words in ("method        sparse, shortest-path", "kernel        sparse (", "supernodes",
                      "eliminate", "sweep"):
            self.assertIn(words, text)
        for line in text.splitlines()[1:]:
            self.assertLessEqual(len(line), 80)
        self.assertIn("dijkstra", self.ok("solve", graph, "--kernel", "dijkstra"))

    def test_dry_run(self):
        graph = self.generated("road", 4000)
        record = json.loads(self.ok("solve", graph, "--dry-run", "--json"))
        self.assertEqual((record["method"], record["rows"]), ("sparse", 4000))
        for field in ("dense_seconds", "sparse_seconds", "supernodes", "levels", "fill",
                      "front_tasks", "sweep_tasks"):
            self.assertGreater(record[field], 0, field)
        self.assertIn("method     sparse", self.ok("solve", graph, "--dry-run"))
        record = json.loads(self.ok("solve", graph, "--dry-run", "--json", "--method", "dense"))
        self.assertEqual((record["method"], record["dense_seconds"]), ("dense", None))
        record = json.loads(self.ok("solve", graph, "--dry-run", "--json", "--sources", "1,2"))
        self.assertEqual(record["rows"], 2)
        self.ok("solve", graph, "--dry-run", "--stats")

    def test_vertices_of_complaints_have_names(self):
        graph = self.file("cycle.csv", "from,to,w\na,b,1\nb,c,-3\nc,b,1\nc,d,1\n")
        self.fails(4, "solve", graph, "--method", "sparse", "-o", self.path("d.npy"),
                   says=["a negative cycle: b -> c (-3), c -> b (1); its sum is -2"])
        self.assertEqual(self.left(), ["cycle.csv"])


class Sources(Graphs):
    def test_rows_in_the_order_that_was_asked_for(self):
        graph = self.labelled()
        for method in ("dense", "sparse"):
            whole = self.distances(graph, "--method", method, name="all.npy")
            labels = self.lines("all.labels.txt")
            wanted = ["v7", "w, 3", "v0", "v7", "v399"]
            file = self.file("wanted.txt", "\n".join(wanted) + "\n")
            rows = whole[[labels.index(name) for name in wanted]]
            for argument in (file, "@" + file):
                some = self.distances(graph, "--method", method, "--sources", argument)
                numpy.testing.assert_array_equal(some, rows)
            self.assertEqual(self.lines("d.sources.txt"), wanted)
            self.assertEqual(self.lines("d.labels.txt"), labels)
            # What is written can be read.
            again = self.distances(graph, "--sources", self.path("d.sources.txt"), name="e.npy")
            numpy.testing.assert_array_equal(again, rows)
            some = self.distances(graph, "--method", method, "--sources", "v7, v3,v7", name="e.npy")
            numpy.testing.assert_array_equal(some, whole[[7, 3, 7]])
            # A name with a comma is one name where there is a vertex of that name.
            some = self.distances(graph, "--method", method, "--sources", "w, 5", name="e.npy")
            numpy.testing.assert_array_equal(some, whole[[labels.index("w, 5")]])

    def test_numbers_as_the_file_counts(self):
        graph = self.generated("road", 600)
        whole = self.distances(graph)
        some = self.distances(graph, "--sources", "600,1", name="s.npy")
        numpy.testing.assert_allclose(some, whole[[599, 0]], rtol=1e-5)
        self.assertEqual(self.lines("s.sources.txt"), ["600", "1"])
        self.assertNotIn("s.labels.txt", self.left())
        summary = self.ok("solve", graph, "--sources", "600,1")
        self.assertIn("sources       2", summary)
        self.assertEqual(len(summary.split("\n\n")[1].splitlines()), 3)

    def test_from_standard_input(self):
        graph = self.generated("road", 300)
        self.ok("solve", graph, "--sources", "-", "-o", self.path("d.npy"), input=b"5\r\n\n 7 \n5")
        self.assertEqual(self.lines("d.sources.txt"), ["5", "7", "5"])
        self.fails(2, "solve", "-", "--sources", "-", says=["both want standard input"])

    def test_of_a_matrix(self):
        weights = numpy.random.default_rng(1).integers(1, 100, (50, 50)).astype(numpy.int32)
        numpy.save(self.path("w.npy"), weights)
        whole = self.distances(self.path("w.npy"))
        some = self.distances(self.path("w.npy"), "--sources", "49,0,49", name="s.npy")
        numpy.testing.assert_array_equal(some, whole[[49, 0, 49]])

    def test_a_table_of_some(self):
        graph = self.labelled()
        self.ok("solve", graph, "--sources", "v5,v2", "-o", self.path("d.csv"))
        names = [row[0] for row in csv.reader(self.lines("d.csv"))][1:]
        self.assertEqual(list(dict.fromkeys(names)), ["v5", "v2"])
        self.assertEqual(len(names), 2 * 399)
        self.assertEqual(self.left(), ["d.csv", "named.csv"])

    def test_names_that_nobody_has(self):
        graph = self.labelled()
        self.fails(2, "solve", graph, "--sources", "v5,V7", says=["no vertex 'V7'", "'v7'"])
        self.fails(2, "solve", graph, "--sources", "v5,,v7", says=["empty name"])
        self.fails(2, "solve", graph, "--sources", "", says=["an empty one"])
        self.fails(2, "solve", graph, "--sources", "hubs.txt",
                   says=["no vertex 'hubs.txt', and no file of that name"])
        self.fails(3, "solve", graph, "--sources", "@hubs.txt", says=["hubs.txt", "No such file"])
        hubs = self.file("hubs.txt", "v1\nv2\n\nvv3\n")
        self.fails(2, "solve", graph, "--sources", hubs, says=["hubs.txt:4: there is no vertex 'vv3'",
                                                               "did you mean"])
        self.fails(2, "solve", graph, "--sources", self.file("none.txt", "\n\n"),
                   says=["none.txt names no vertex"])
        self.fails(2, "solve", self.generated("road", 300), "--sources", "0",
                   says=["numbered from 1 to 300"])

    def test_names_of_other_rows_do_not_stay(self):
        graph = self.generated("road", 300)
        self.distances(graph, "--sources", "1,2")
        self.assertEqual(self.left(), ["d.npy", "d.sources.txt"])
        os.remove(self.path("d.npy"))
        self.fails(2, "solve", graph, "-o", self.path("d.npy"), says=["d.sources.txt exists"])
        self.distances(graph)
        self.assertEqual(self.left(), ["d.npy"])


class Stats(Graphs):
    @staticmethod
    def expected(matrix):
        finite = matrix.astype(float)
        if matrix.dtype.kind == "i":
            finite[matrix == NO_PATH[matrix.dtype]] = numpy.inf
        numpy.fill_diagonal(finite, numpy.inf)
        there = numpy.isfinite(finite)
        reached = there.sum(1)
        total = numpy.where(there, finite, 0).sum(1)
        farthest = numpy.where(there, finite, -numpy.inf).max(1)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            closeness = numpy.where(reached > 0, reached / total * reached / (len(matrix) - 1), 0)
            harmonic = numpy.where(there & (finite != 0), 1 / finite, 0).sum(1)
        return finite[there], reached, farthest, closeness, harmonic

    def test_against_the_matrix(self):
        for what, graph, options in self.graphs():
            if options:
                continue
            for method in ("dense", "sparse"):
                matrix = self.distances(graph, "--method", method)
                labels = self.lines("d.labels.txt") if os.path.exists(self.path("d.labels.txt")) \
                    else [str(i + 1) for i in range(len(matrix))]
                all_of_them, reached, farthest, closeness, harmonic = self.expected(matrix)
                record = json.loads(self.ok("solve", graph, "--stats", "--json", "--method", method,
                                            "-o", self.path("s.csv"), "--force"))
                some = reached > 0
                close = lambda a, b: numpy.testing.assert_allclose(a, b, rtol=2e-5, err_msg=what)
                self.assertEqual(record["pairs"], len(all_of_them))
                self.assertEqual(record["unreachable_pairs"],
                                 len(matrix) * (len(matrix) - 1) - len(all_of_them))
                close(record["diameter"]["distance"], farthest.max())
                close(record["radius"], farthest[some].min())
                close(record["mean"], all_of_them.mean())
                close(record["most_central"]["closeness"], closeness.max())
                close(record["most_eccentric"]["eccentricity"], farthest.max())
                close(farthest[record["center"]["row"]], farthest[some].min())
                if matrix.dtype.kind == "i":
                    best = closeness.argmax()
                    self.assertEqual(str(record["most_central"]["vertex"]), labels[best])
                    self.assertEqual(record["most_central"]["row"], best)
                    self.assertEqual(str(record["most_eccentric"]["vertex"]),
                                     labels[farthest.argmax()])
                bins = record["histogram"]
                edges = bins["first"] + bins["width"] * numpy.arange(len(bins["counts"]) + 1)
                self.assertEqual(sum(bins["counts"]), len(all_of_them))
                if matrix.dtype.kind == "i":
                    counts, _ = numpy.histogram(all_of_them, edges - 1e-9)
                    self.assertEqual(bins["counts"], counts.tolist())
                rows = list(csv.DictReader(self.lines("s.csv")))
                self.assertEqual([row["vertex"] for row in rows], labels)
                self.assertEqual([int(row["reached"]) for row in rows], reached.tolist())
                close([float(row["closeness"]) for row in rows], closeness)
                close([float(row["eccentricity"] or -numpy.inf) for row in rows], farthest)
                close([float(row["harmonic"]) for row in rows], harmonic)
                _, reached, farthest, closeness, harmonic = self.expected(matrix.T)
                self.assertEqual([int(row["reached_in"]) for row in rows], reached.tolist())
                close([float(row["closeness_in"]) for row in rows], closeness)
                close([float(row["eccentricity_in"] or -numpy.inf) for row in rows], farthest)
                close([float(row["harmonic_in"]) for row in rows], harmonic)
                central = record["most_central"]
                close(central["in"]["harmonic"], harmonic[central["row"]])
                self.assertEqual(central["in"]["reached"], reached[central["row"]])

    def test_for_people(self):
        for what, graph, options in self.graphs():
            if options:
                continue
            text = self.ok("solve", graph, "--stats")
            for word in ("diameter", "radius", "mean distance", "most central", "unreachable", "##"):
                self.assertIn(word, text, what)
            for line in text.splitlines()[1:]:
                self.assertLessEqual(len(line), 80)
            self.assertLessEqual(len(text.split("below:\n")[1].splitlines()), 16)

    def test_of_a_matrix(self):
        weights = numpy.array([[0, 3, numpy.inf], [numpy.inf, 0, 4], [1, numpy.inf, 0]],
                              numpy.float32)
        numpy.save(self.path("w.npy"), weights)
        record = json.loads(self.ok("solve", self.path("w.npy"), "--stats", "--json"))
        self.assertEqual((record["diameter"]["distance"], record["radius"], record["mean"]), (7, 4, 4))

    def test_of_next_to_nothing(self):
        for text in ("p sp 0 0\n", "p sp 1 0\n", "p sp 3 0\n"):
            graph = self.file("g.gr", text)
            record = json.loads(self.ok("solve", graph, "--stats", "--json"))
            self.assertEqual((record["pairs"], record["diameter"], record["most_central"]),
                             (0, None, None))
            self.ok("solve", graph, "--stats")

    def test_what_does_not_go_together(self):
        graph = self.generated("road", 300)
        self.fails(2, "solve", graph, "--stats", "--sources", "1", says=["--sources", "leave out"])
        self.fails(2, "solve", graph, "--stats", "--semiring", "widest-path", says=["widest-path"])
        self.fails(2, "solve", graph, "--stats", "-o", self.path("s.npy"), says=[".csv"])
        self.fails(2, "solve", graph, "--stats", "-o", "-", "--json", says=["standard output"])
        self.file("s.csv", "precious")
        self.fails(2, "solve", graph, "--stats", "-o", self.path("s.csv"), says=["--force"])
        self.assertEqual(self.lines("s.csv"), ["precious"])


class Limits(Graphs):
    def peak(self, *arguments):
        """Bytes that were resident at most."""
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        with process.stderr as pipe:
            text = pipe.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, text)
        return usage.ru_maxrss * 1024

    def test_memory_is_not_exceeded(self):
        graph = self.generated("road", 12000)
        limit = self.little_memory(graph)
        self.assertLess(limit, 300 << 20)  # the matrix alone would have 549 MiB
        for options in ((), ("--stats",), ("-o", self.path("d.npy"))):
            few = self.peak("solve", graph, "--memory", limit, *options)
            self.assertLess(few, limit + (64 << 20), options)  # program, graph and order
        record = json.loads(self.ok("solve", graph, "--memory", limit, "--json"))
        self.assertEqual(record["method"], "sparse")

    def test_too_little_memory(self):
        graph = self.generated("road", 2000)
        for options in (["--method", "dense"], ["--method", "sparse"], [], ["--stats"],
                        ["--sources", "1,2", "--method", "sparse"]):
            self.fails(5, "solve", graph, "--memory", "100k", *options,
                       says=["100.0 KiB", "the program alone takes", "allow more than"])
        for words in ("2Q", "-5", "x", "1e3"):
            self.fails(2, "solve", graph, f"--memory={words}", says=["500M, 2G or 1.5GiB"])

    def test_files_that_may_not_grow(self):
        graph = self.generated("road", 600)
        small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        for name in ("d.npy", "d.csv"):
            self.fails(3, "solve", graph, "--method", "sparse", "-o", self.path(name),
                       says=["File too large", "ulimit -f"], preexec_fn=small)
        self.assertEqual(self.left(), [])

    def test_a_full_disk(self):
        script = ('mount -t tmpfs -o size=64k none "$2" && cd "$2" || exit 77\n'
                  'for out in d.csv d.npy; do "$1" solve "$3" --method sparse -o $out; echo $?\n'
                  'done; ls -A')
        os.mkdir(self.path("disk"))
        done = subprocess.run(["unshare", "-rm", "bash", "-c", script, "bash", PROGRAM,
                               self.path("disk"), self.generated("road", 600)],
                              capture_output=True, timeout=PATIENCE)
        if done.returncode == 77 or b"unshare" in done.stderr:
            self.skipTest("no file system can be mounted here")
        self.assertEqual(done.stdout, b"3\n3\n", done.stderr)
        self.assertEqual(done.stderr.count(b"free some space"), 2, done.stderr)

    def test_full_devices(self):
        graph = self.generated("road", 600)
        self.fails(3, "solve", graph, "--method", "sparse", "-o", "/dev/full",
                   says=["No space left"])
        self.fails(3, "solve", graph, "--stats", "-o", "/dev/full", says=["No space left"])


class Signals(Graphs):
    SOON = 10  # seconds; far less is usual, but machines are busy

    def test_while_rows_are_streamed(self):
        graph = self.generated("road", 12000)
        named = os.path.join(self.shared, "named.csv")
        if not os.path.exists(named):
            with open(named, "w") as file:
                file.writelines(f"v{i},v{i + 1},{i % 9}\n" for i in range(9000))
        hubs = os.path.join(self.shared, "hubs.txt")
        with open(hubs, "w") as file:
            file.writelines(f"v{i}\n" for i in range(9000))
        few, some = self.little_memory(graph), self.little_memory(named)
        cases = [(graph, ["-o", self.path("d.npy"), "--memory", str(few)]),
                 (graph, ["-o", self.path("d.csv")]),
                 (graph, ["-o", self.path("d.npy.gz"), "--memory", str(few)]),
                 (named, ["-o", self.path("d.npy"), "--memory", str(some), "--sources", hubs])]
        for number in (signal.SIGINT, signal.SIGTERM):
            for source, options in cases:
                process = subprocess.Popen([PROGRAM, "solve", source, "--method", "sparse",
                                            *options], stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE)
                try:
                    start = time.monotonic()
                    while not has_open(process, self.folder):
                        self.assertIsNone(process.poll(), options)
                        self.assertLess(time.monotonic() - start, PATIENCE)
                        time.sleep(0.002)
                    process.send_signal(number)
                    sent = time.monotonic()
                    code = process.wait(PATIENCE)
                    self.assertLess(time.monotonic() - sent, self.SOON)
                    self.assertEqual(code, 128 + number, options)
                    self.assertEqual(process.stderr.read(), b"warpath: interrupted\n")
                    self.assertEqual(self.left(), [])
                finally:
                    if process.poll() is None:
                        process.kill()
                    process.wait()
                    process.stdout.close()
                    process.stderr.close()

    def test_a_reader_that_closes(self):
        graph = self.generated("road", 2000)
        done = subprocess.run(
            ["bash", "-c", '"$1" solve "$2" --method sparse -o - | head -c 9 >/dev/null; '
             'echo ${PIPESTATUS[0]}', "bash", PROGRAM, graph], capture_output=True,
            timeout=PATIENCE)
        self.assertEqual((done.stdout, done.stderr), (b"141\n", b""))


if __name__ == "__main__":
    unittest.main()
