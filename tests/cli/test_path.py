#!/usr/bin/env python3
"""Many routes, and routes from saved results, through the real program."""

import csv
import heapq
import io
import json
import os
import resource
import subprocess
import unittest

import numpy

from program import Folder, run


def search(n, arcs, source):
    """Dijkstra: distances, and the vertex before each, -1 for none."""
    out = [[] for _ in range(n)]
    for u, v, weight in arcs:
        out[u].append((v, weight))
    distance, before = [numpy.inf] * n, [-1] * n
    distance[source] = 0
    heap = [(0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > distance[u]:
            continue
        for v, weight in out[u]:
            if d + weight < distance[v]:
                distance[v], before[v] = d + weight, u
                heapq.heappush(heap, (d + weight, v))
    return distance, before


class Paths(Folder):
    def ok(self, *arguments, **options):
        return super().ok("path", *arguments, **options)

    def fails(self, code, *arguments, **options):
        return super().fails(code, "path", *arguments, **options)


class Network(Paths):
    """A random network whose last vertex cannot be reached; vertices count from 1 in its file."""
    N = 30

    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(3)
        self.arcs = sorted({(int(u), int(v)): int(w) for u, v, w in zip(
            random.integers(0, self.N - 1, 90), random.integers(0, self.N - 1, 90),
            random.integers(1, 9, 90)) if u != v}.items())
        self.arcs = [(u, v, w) for (u, v), w in self.arcs]
        self.graph = self.file("g.gr", f"p sp {self.N} {len(self.arcs)}\n" + "".join(
            f"a {u + 1} {v + 1} {w}\n" for u, v, w in self.arcs))
        found = [search(self.N, self.arcs, u) for u in range(self.N)]
        self.distance = numpy.array([each[0] for each in found])
        self.before = numpy.array([each[1] for each in found], "int32")
        self.pred = self.save("pred.npy", self.before)
        whole = numpy.where(numpy.isinf(self.distance), 2 ** 30 - 1, self.distance)
        self.dist = self.save("dist.npy", whole.astype("int32"))
        self.weight = {(u, v): w for u, v, w in self.arcs}

    def check(self, answer, u, v):
        self.assertEqual((answer["from"], answer["to"]), (u + 1, v + 1))
        self.assertEqual(answer["reachable"], not numpy.isinf(self.distance[u, v]))
        if not answer["reachable"]:
            self.assertIsNone(answer["total"])
            return
        self.assertEqual(answer["total"], self.distance[u, v])
        at = u
        for leg in answer["legs"]:
            self.assertEqual(leg["from"], at + 1)
            self.assertEqual(leg["weight"], self.weight[at, leg["to"] - 1])
            at = leg["to"] - 1
        self.assertEqual(at, v)


class FromSavedResults(Network):
    def every_pair(self):
        return [(u, v) for u in range(self.N) for v in range(self.N)]

    def test_all_pairs_searched_and_saved(self):
        pairs = self.every_pair()
        file = self.file("pairs.txt", "".join(f"{u + 1} {v + 1}\n" for u, v in pairs))
        for saved in ([], ["--paths", self.pred], ["--paths", self.pred, "--distances", self.dist]):
            answers = json.loads(self.ok(self.graph, "--pairs", file, "--json", *saved))
            self.assertEqual(len(answers), len(pairs))
            for answer, (u, v) in zip(answers, pairs):
                self.check(answer, u, v)

    def test_one_pair(self):
        self.check(json.loads(self.ok(self.graph, 3, 9, "--paths", self.pred, "--json")), 2, 8)
        text = self.ok(self.graph, 1, self.N, "--paths", self.pred)
        self.assertIn("There is no way from 1 to 30", text)
        self.assertEqual(self.ok(self.graph, 5, 5, "--paths", self.pred), "5 to 5: 0 in 0 legs\n")

    def test_the_route_is_the_saved_one(self):
        """Of two that are equally good, whatever a search would have found."""
        graph = self.file("tie.csv", "a,b,1\na,c,1\nb,d,1\nc,d,1\n")
        before = numpy.full((4, 4), -1, "int32")
        before[0] = [-1, 0, 0, 2]
        pred = self.save("tie.npy", before)
        self.assertIn("a > c > d", self.ok(graph, "--pairs", "-", "--paths", pred, input="a d\n"))
        self.assertIn("a > b > d", self.ok(graph, "--pairs", "-", input="a d\n"))

    def test_some_sources(self):
        sources = [4, 0, 4, 17]
        pred = self.save("some.npy", self.before[sources])
        self.file("some.sources.txt", "".join(f"{u + 1}\n" for u in sources))
        for u in (0, 4, 17):
            for v in range(self.N):
                answer = self.ok(self.graph, u + 1, v + 1, "--paths", pred, "--distances",
                                 self.dist, "--json")
                self.check(json.loads(answer), u, v)
        self.fails(2, self.graph, 2, 3, "--paths", pred,
                   says=["some.npy has no row for 2", "3 sources"])
        os.remove(self.path("some.sources.txt"))
        self.fails(3, self.graph, 1, 3, "--paths", pred, says=["it has 4 rows", "30 vertices"])
        self.file("some.sources.txt", "1\n2\n")
        self.fails(3, self.graph, 1, 3, "--paths", pred, says=["it has 4 rows", "2 sources"])
        self.file("some.sources.txt", "1\n2\n3\n99\n")
        self.fails(3, self.graph, 1, 3, "--paths", pred, says=["row 3", "'99'"])

    def test_other_layouts(self):
        for name, array in (("f.npy", numpy.asfortranarray(self.before)),
                            ("b.npy", self.before.astype(">i4"))):
            answer = self.ok(self.graph, 3, 9, "--paths", self.save(name, array), "--json")
            self.check(json.loads(answer), 2, 8)


class FromSolve(Network):
    """What solve writes is what path reads, and NumPy."""

    def test_there_and_back(self):
        for options, rows in (([], list(range(self.N))), (["--sources", "5,1,18"], [4, 0, 17])):
            self.done("solve", self.graph, "-o", self.path("d.npy"), "--paths", self.path("p.npy"),
                      "--force", "-q", *options)
            before = numpy.load(self.path("p.npy"), mmap_mode="r")
            self.assertEqual(before.dtype, numpy.int32)
            self.assertEqual(before.shape, (len(rows), self.N))
            self.assertEqual(os.path.exists(self.path("p.sources.txt")), bool(options))
            for i, u in enumerate(rows):
                self.assertEqual(before[i, u], -1)
                for v in range(self.N):
                    self.assertEqual(before[i, v] == -1, u == v or numpy.isinf(self.distance[u, v]))
            pairs = [(u, v) for u in rows for v in range(self.N)]
            text = "".join(f"{u + 1} {v + 1}\n" for u, v in pairs)
            answers = json.loads(self.ok(
                self.graph, "--pairs", "-", "--json", "--paths", self.path("p.npy"), "--distances",
                self.path("d.npy"), input=text))
            for answer, (u, v) in zip(answers, pairs):
                self.check(answer, u, v)


class OneRule(Paths):
    """Of equally good routes a search takes the one that a solve has saved."""
    N = 24

    def graph(self, random, lightest):
        arcs = "".join(f"a {u} {v} {w}\n" for u, v, w in zip(
            random.integers(1, self.N + 1, 70), random.integers(1, self.N + 1, 70),
            random.integers(lightest, 4, 70)))
        return self.file("ties.gr", f"p sp {self.N} 70\n{arcs}")

    def routes(self, graph, *options):
        pairs = "".join(f"{u} {v}\n" for u in range(1, self.N + 1) for v in range(1, self.N + 1))
        text = self.ok(graph, "--pairs", "-", "--csv", *options, input=pairs)
        return list(csv.reader(io.StringIO(text)))

    def test_searched_and_saved(self):
        random = numpy.random.default_rng(5)
        saved = self.path("p.npy")
        for lightest in (0, 1, 0, 1):
            graph = self.graph(random, lightest)
            for options in ([], ["--undirected"], ["--semiring", "widest-path"],
                            ["--semiring", "minimax-path", "--undirected"],
                            ["--semiring", "reachability"]):
                searched = self.routes(graph, *options)
                for method in ("dense", "sparse"):
                    self.done("solve", graph, "--paths", saved, "--force", "-q", "--method", method,
                              *options)
                    self.assertEqual(self.routes(graph, "--paths", saved, *options), searched)


class Broken(Network):
    def refused(self, name, array, *says, at=(3, 9)):
        pred = self.save(name, array)
        self.fails(3, self.graph, *at, "--paths", pred, says=[name, *says])

    def test_predecessors_of_another_graph(self):
        self.refused("small.npy", self.before[:-1, :-1], "does not belong to", "29 columns",
                     "30 vertices")
        wrong = self.before.copy()
        wrong[2, 8] = 29
        wrong[2, 29] = 2
        self.refused("arc.npy", wrong, "does not belong to", "g.gr", "from 3 to 9",
                     "an arc from 3 to 30 that is not in the graph")
        wrong[2, 8], wrong[2, 29] = 29, 8
        self.refused("loop.npy", wrong, "does not belong to", "loop", "from 3 to 9")
        wrong[2, 8] = 8
        self.refused("self.npy", wrong, "loop")
        for odd in (30, -2, 2 ** 31 - 1):
            wrong[2, 8] = odd
            self.refused("range.npy", wrong, f"the predecessor of 9 is number {odd}", "0 to 29")
        wrong[2, 8], wrong[2, 29] = 29, -1
        self.refused("gap.npy", wrong, "30 on the way has no predecessor")

    def test_not_predecessors(self):
        self.refused("real.npy", self.before.astype("float32"), "float32", "int32")
        self.refused("wide.npy", self.before.astype("int64"), "int64")
        self.refused("cube.npy", self.before.reshape(30, 30, 1), "3 dimensions")
        with open(self.pred, "rb") as file:
            whole = file.read()
        for size in (0, 5, 100, len(whole) - 1):
            with open(self.path("cut.npy"), "wb") as file:
                file.write(whole[:size])
            self.fails(3, self.graph, 3, 9, "--paths", self.path("cut.npy"), says=["cut.npy"])
        subprocess.run(["gzip", "-k", self.pred], check=True)
        self.fails(2, self.graph, 3, 9, "--paths", self.pred + ".gz", says=["gunzip"])
        self.assertNotEqual(run("path", self.graph, 3, 9, "--paths", self.path("none.npy")).returncode, 0)

    def test_distances_of_another_solve(self):
        whole = numpy.load(self.dist)
        whole[2, 8] += 1
        self.fails(3, self.graph, 3, 9, "--paths", self.pred, "--distances",
                   self.save("more.npy", whole), says=["more.npy does not belong to", "from 3 to 9"])
        whole[2, 8] = 2 ** 30 - 1
        self.fails(3, self.graph, 3, 9, "--paths", self.pred, "--distances",
                   self.save("none.npy", whole), says=["that there is none"])
        whole[2, 8] = 1 - 2 ** 30
        self.fails(4, self.graph, 3, 9, "--paths", self.pred, "--distances",
                   self.save("cycle.npy", whole), says=["negative cycle"])
        self.fails(2, self.graph, 3, 9, "--distances", self.dist, says=["--paths"])


class Pairs(Paths):
    def setUp(self):
        super().setUp()
        self.graph = self.file("g.csv", 'from,to,km\n"Porto Alegre","a,b",5\n"a,b",Zürich,2\n'
                                        'Zürich,"say ""hi""",1.5\n')

    def routes(self, pairs, *options):
        return list(csv.reader(io.StringIO(self.ok(
            self.graph, "--pairs", self.file("p", pairs), "--csv", *options))))

    def test_delimiters_and_quotes(self):
        head = ["from", "to", "total", "legs", "route"]
        long = ["Porto Alegre", "Zürich", "7", "2", "Porto Alegre > a,b > Zürich"]
        for pairs in ("Porto Alegre\tZürich\n", '"Porto Alegre" Zürich', "Porto Alegre,Zürich\r\n",
                      "from,to\nPorto Alegre , Zürich\n", "# c\n\nPorto Alegre;Zürich\n\n",
                      "\ufeffsource,target\nPorto Alegre,Zürich\n"):
            self.assertEqual(self.routes(pairs), [head, long], pairs)
        self.assertEqual(self.routes('"say ""hi""","a,b"\n"a,b","say ""hi"""\n')[1:],
                         [['say "hi"', "a,b", "", "", ""],
                          ["a,b", 'say "hi"', "3.5", "2", 'a,b > Zürich > say "hi"']])

    def test_lines_for_people(self):
        text = self.ok(self.graph, "--pairs", "-", input='Zürich,Porto Alegre\n"a,b",Zürich\n')
        self.assertEqual(text, "There is no way from Zürich to Porto Alegre\n"
                               "a,b to Zürich: 2 in 1 leg: a,b > Zürich\n")
        self.file("line.gr", "p sp 40 39\n" + "".join(f"a {i} {i + 1} 1\n" for i in range(1, 40)))
        text = self.ok(self.path("line.gr"), "--pairs", "-", input="1 40\n")
        self.assertIn("5 > ... 30 more ... > 36", text)
        text = self.ok(self.path("line.gr"), "--pairs", "-", "--all", input="1 40\n")
        self.assertIn("19 > 20 > 21", text)

    def test_what_is_wrong_has_its_line(self):
        def refused(code, pairs, *says):
            self.fails(code, self.graph, "--pairs", self.file("p.csv", pairs), says=says)
        refused(2, "# towns\nZürich,Zürich\nZürich,Zurich\n", "p.csv:3:", "did you mean 'Zürich'?")
        refused(3, "Zürich,Zürich\nZürich\n", "p.csv:2:1", "two names")
        refused(3, "Porto Alegre Zürich\n", "p.csv:1:1", "quote names")
        refused(3, '"Zürich,Zürich\n', "p.csv:1:1", "quote")
        refused(2, "# none\n", "names no pair")
        self.fails(2, self.graph, says=["FROM and TO are missing", "--pairs"])
        self.fails(2, self.graph, "Zürich", says=["TO is missing"])
        self.fails(2, self.graph, "a", "b", "--pairs", "-", says=["FROM and --pairs"])
        self.fails(2, "-", "--pairs", "-", says=["standard input"])
        self.fails(2, self.graph, "--pairs", "-", "--svg", "x.svg", says=["one route"])

    def test_labels_beside_must_be_the_graphs(self):
        before = numpy.full((4, 4), -1, "int32")
        before[0] = [-1, 0, 1, 2]
        pred = self.save("pred.npy", before)
        labels = 'Porto Alegre\na,b\nZürich\nsay "hi"\n'
        self.file("pred.labels.txt", labels)
        self.file("pred.sources.txt", labels)
        pairs = self.file("p", 'Porto Alegre,"say ""hi"""\n')
        text = self.ok(self.graph, "--pairs", pairs, "--paths", pred)
        self.assertIn('8.5 in 3 legs: Porto Alegre > a,b > Zürich > say "hi"', text)
        self.file("pred.labels.txt", labels.replace("Zürich", "Bern"))
        self.fails(3, self.graph, "--pairs", pairs, "--paths", pred,
                   says=["does not belong", "column 2", "'Bern'", "Zürich"])
        self.file("pred.labels.txt", labels + "Bern\n")
        self.fails(3, self.graph, "--pairs", pairs, "--paths", pred, says=["5 labels", "4 vertices"])

    def test_negative_weights_and_other_semirings(self):
        graph = self.file("n.csv", "a,b,4\nb,c,-2\na,c,3\nc,d,1\n")
        for semiring, routes in (("shortest-path", ["a > b > c", "a > b > c > d"]),
                                 ("widest-path", ["a > c", "a > c > d"]),
                                 ("minimax-path", ["a > c", "a > c > d"]),
                                 ("reachability", ["a > c", "a > c > d"])):
            text = self.ok(graph, "--pairs", "-", "--semiring", semiring, input="a c\nd a\na d\n")
            lines = text.splitlines()
            self.assertTrue(lines[0].endswith(": " + routes[0]), text)
            self.assertIn("no way", lines[1])
            self.assertTrue(lines[2].endswith(": " + routes[1]), text)


class Large(Paths):
    def test_a_matrix_much_larger_than_memory(self):
        """160 GB, of which a few pages are there: holes read as 0, the hub of a star."""
        n = 200_000
        graph = self.file("star.gr", f"p sp {n} {n}\n" + "".join(
            f"a 1 {v} {v}\n" for v in range(2, n + 1)) + f"a 9 {n} 1\n")
        pred = self.path("pred.npy")
        with open(pred, "wb") as file:
            numpy.lib.format.write_array_header_1_0(
                file, {"descr": "<i4", "fortran_order": False, "shape": (n, n)})
            data = file.tell()
            try:
                file.truncate(data + 4 * n * n)
            except OSError as error:
                self.skipTest(f"no room for holes: {error}")
            file.seek(data + 4 * (n - 1))
            file.write(numpy.int32(8).tobytes())
            file.seek(data + 4 * (8 * n + n - 1))
            file.write(numpy.int32(8).tobytes())
            file.seek(data + 4 * (n * n - n))
            file.write(numpy.full(n, -1, "int32").tobytes())
        pairs = "".join(f"1 {v}\n" for v in range(2, n, 1000)) + f"1 {n}\n9 {n}\n{n} 1\n"
        text = self.ok(graph, "--pairs", "-", "--paths", pred, input=pairs, timeout=30)
        lines = text.splitlines()
        self.assertEqual(len(lines), 203)
        self.assertEqual(lines[0], "1 to 2: 2 in 1 leg: 1 > 2")
        self.assertEqual(lines[-3], f"1 to {n}: 10 in 2 legs: 1 > 9 > {n}")
        self.assertEqual(lines[-2], f"9 to {n}: 1 in 1 leg: 9 > {n}")
        self.assertIn("no way", lines[-1])
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.assertLess(most, 200_000, "KiB")


if __name__ == "__main__":
    unittest.main()
