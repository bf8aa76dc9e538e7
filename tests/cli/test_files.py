#!/usr/bin/env python3
"""Files and formats through the real program: streams, names, labels, errors, what is left behind."""

import gzip
import io
import json
import os
import subprocess
import threading
import unittest

import numpy

from program import PROGRAM, Folder, run

NASTY = ['say "hi"', "a,b", "#1", "Zürich", "東京", "007", " x ", "back\\slash"]


def table(rows):
    quoted = [",".join('"' + str(cell).replace('"', '""') + '"' for cell in row) for row in rows]
    return "from,to,km\n" + "\n".join(quoted) + "\n"


class Meanings(Folder):
    """What is read and written must mean the same to the next program."""

    def test_labels_of_another_matrix_do_not_stay(self):
        self.file("named.csv", "a,b,1\n")
        self.file("plain.gr", "p sp 2 1\na 1 2 5\n")
        self.ok("solve", self.path("named.csv"), "-o", self.path("d.npy"))
        self.assertIn("d.labels.txt", self.left())
        os.remove(self.path("d.npy"))
        self.fails(2, "solve", self.path("plain.gr"), "-o", self.path("d.npy"),
                   says=["d.labels.txt exists"])
        self.ok("solve", self.path("plain.gr"), "-o", self.path("d.npy"), "--force")
        self.assertNotIn("d.labels.txt", self.left())

    def test_numbers_survive_a_conversion_or_are_announced(self):
        self.file("g.gr", "p sp 5 2\na 1 2 7\na 2 5 3\n")
        self.ok("convert", self.path("g.gr"), self.path("g.csv"))
        self.assertEqual(self.content("g.csv"), b"from,to,weight\n1,2,7\n2,5,3\n3,,\n4,,\n")
        done = self.done("convert", self.path("g.csv"), self.path("h.gr"), "-q")
        self.assertEqual(self.content("h.gr"), self.content("g.gr"))
        self.assertEqual(done.stderr, b"")
        self.file("zero.csv", "0,1,7\n")
        done = self.done("convert", self.path("zero.csv"), self.path("z.gr"))
        self.assertIn(b"vertex 0 of the input is vertex 1", done.stderr)

    def test_the_column_of_weights_can_be_chosen(self):
        self.file("t.csv", "from,to,duration,distance\na,b,5,9\n")
        self.fails(3, "solve", self.path("t.csv"), says=["t.csv:1:18", "--column"])
        for column, total in (("duration", 5), ("Distance", 9)):
            done = self.done("path", self.path("t.csv"), "a", "b", "--column", column, "--json")
            self.assertEqual(json.loads(done.stdout)["total"], total)
        self.fails(3, "solve", self.path("t.csv"), "--column", "miles",
                   says=["'miles'", "'from', 'to', 'duration', 'distance'"])

    def test_the_columns_of_arcs_can_be_chosen(self):
        bare = self.file("bare.txt", "17 a b 5\n18 b c 9\n")
        self.fails(3, "convert", bare, "-", "--from", "tsv", "--to", "csv", says=["--columns"])
        for command in (("convert", bare, "-", "--from", "tsv", "--to", "csv"),
                        ("convert", bare, "-", "--from=tsv", "--to=csv", "-q")):
            done = self.done(*command, "--columns", "2,3,4")
            self.assertEqual(done.stdout, b"from,to,weight\na,b,5\nb,c,9\n")
        done = self.done("path", bare, "a", "c", "--format", "tsv", "--columns", "2,3", "--json")
        self.assertEqual(json.loads(done.stdout)["total"], 2)
        nan = self.file("nan.gr", "p sp 2 1\na 1 2 NaN\n")
        self.fails(3, "solve", nan, says=["nan.gr:2:7: found 'NaN'", "leave out arcs that are not there"])
        wide = self.file("wide.csv", "a,b,2000000000\n")
        self.fails(3, "solve", wide, "--weights", "int32", says=["wide.csv:1:5", "take another type"])
        graph = self.file("bare.gr", "p sp 2 1\na 1 2 3\n")
        for option in ("--column", "--columns"):
            self.fails(2, "solve", graph, option, "from,to", says=["DIMACS", "has no column", "--format"])
        self.fails(2, "solve", bare, "--columns", "2,3", "--column", "x",
                   says=["--columns excludes --column"])

    def test_solve_and_path_agree_on_what_is_no_arc(self):
        inf = numpy.inf
        numpy.save(self.path("w.npy"), numpy.array([[inf, 4, -inf], [-inf, inf, 3], [-inf] * 3],
                                               numpy.float32))
        self.ok("solve", self.path("w.npy"), "--semiring", "widest-path", "-o", self.path("d.npy"))
        done = self.done("path", self.path("w.npy"), 0, 2, "--semiring", "widest-path", "--json")
        self.assertEqual(json.loads(done.stdout)["total"], 3)
        self.assertEqual(numpy.load(self.path("d.npy"))[0, 2], 3)

    def test_wide_integers_stay_and_can_be_computed_in_float64(self):
        numpy.save(self.path("w.npy"), numpy.array([[0, 2 ** 40], [7, 0]]))
        self.ok("solve", self.path("w.npy"), "-o", self.path("i.npy"))
        self.assertEqual(numpy.load(self.path("i.npy")).tolist(), [[0, 2 ** 40], [7, 0]])
        self.fails(3, "solve", self.path("w.npy"), "--weights", "int32", says=["int32"])
        self.ok("solve", self.path("w.npy"), "--weights", "float64", "-o", self.path("d.npy"))
        self.assertEqual(numpy.load(self.path("d.npy"))[0, 1], 2.0 ** 40)

    def test_what_is_replaced_keeps_its_permissions(self):
        self.file("g.gr", "p sp 2 1\na 1 2 5\n")
        self.file("out.csv", "old")
        os.chmod(self.path("out.csv"), 0o600)
        self.ok("convert", self.path("g.gr"), self.path("out.csv"), "--force")
        self.assertEqual(os.stat(self.path("out.csv")).st_mode & 0o777, 0o600)


class Streams(Folder):
    GRAPH = b"p sp 3 2\na 1 2 5\na 2 3 6\n"

    def test_stdin_and_stdout(self):
        done = self.done("convert", "-", "-", "--to", "csv", input=self.GRAPH)
        self.assertEqual(done.stdout, b"from,to,weight\n1,2,5\n2,3,6\n", "numbers as in the input")
        back = self.done("convert", "-", "-", "--to", "gr", input=done.stdout)
        self.assertEqual(back.stdout, self.GRAPH)
        self.assertEqual(back.stderr, b"")

    def test_distances_to_stdout_leave_the_summary_on_stderr(self):
        done = self.done("solve", "-", "-o", "-", input=self.GRAPH)
        self.assertEqual(done.stdout[:6], b"\x93NUMPY")
        self.assertIn(b"diameter", done.stderr)
        done = self.done("solve", "-", "--paths", "-", input=self.GRAPH)
        stream = io.BytesIO(done.stdout)
        numpy.testing.assert_array_equal(numpy.load(stream),
                                         [[-1, 0, 1], [-1, -1, 1], [-1, -1, -1]])
        self.assertEqual(stream.read(), b"")
        self.assertIn(b"diameter", done.stderr)
        self.fails(2, "solve", "-", "-o", "-", "--json", says=["both want standard output"])

    def test_a_gzipped_pipe(self):
        for data in (gzip.compress(self.GRAPH),
                     gzip.compress(self.GRAPH[:9]) + gzip.compress(self.GRAPH[9:])):
            self.assertEqual(self.done("convert", "-", "-", input=data).stdout, self.GRAPH)
        self.fails(3, "solve", "-", input=gzip.compress(self.GRAPH)[:-9],
                   says=["standard input: the compressed data end too early"])

    def test_a_large_pipe_goes_through_a_temporary_file(self):
        data = b"p sp 2 1\n" + b"c padding\n" * 2_000_000 + b"a 1 2 5\n"
        there = {**os.environ, "TMPDIR": self.folder}
        record = json.loads(self.ok("solve", "-", "--json", input=data, env=there))
        self.assertEqual(record["n"], 2)
        self.assertEqual(self.left(), [])
        nowhere = {**os.environ, "TMPDIR": self.path("missing")}
        done = run("solve", "-", input=data, env=nowhere)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"TMPDIR", done.stderr)

    def test_fifos(self):
        for name in ("in", "out"):
            os.mkfifo(self.path(name))
        got = []
        threads = [threading.Thread(target=self.file, args=("in", self.GRAPH)),
                   threading.Thread(target=lambda: got.append(self.content("out")))]
        for thread in threads:
            thread.start()
        self.ok("convert", self.path("in"), self.path("out"), "--to", "tsv")
        for thread in threads:
            thread.join(10)
        self.assertEqual(got, [b"from\tto\tweight\n1\t2\t5\n2\t3\t6\n"])
        self.assertEqual(self.left(), ["in", "out"])

    def test_devices_have_nothing_beside_them(self):
        graph = self.file("g.csv", "a,b,3\n")
        self.ok("solve", graph, "-o", "/dev/null")
        self.ok("generate", "road", "-n", 9, "-o", "/dev/null", "--format", "gr")
        self.assertFalse(os.path.exists("/dev/null.labels.txt"))
        self.assertFalse(os.path.exists("/dev/null.co"))

    def test_standard_output_that_is_a_file(self):
        with open(self.path("out"), "wb") as out:
            subprocess.run([PROGRAM, "convert", "-", "/dev/fd/1", "--to", "gr", "--force"],
                           input=self.GRAPH, stdout=out, check=True, stderr=subprocess.PIPE)
        self.assertEqual(self.content("out"), self.GRAPH)

    def test_closed_standard_streams(self):
        graph = self.file("g.gr", self.GRAPH)
        for redirection, code in ((">&-", 3), ("2>&-", 0), ("<&-", 0), ("<&- 2>&-", 0)):
            out = self.path("d.npy")
            done = subprocess.run(
                ["bash", "-c", f'"$1" solve "$2" -o "$3" --force {redirection}', "bash", PROGRAM,
                 graph, out], capture_output=True, timeout=60)
            self.assertEqual(done.returncode, code, redirection)
            self.assertEqual(numpy.load(out)[0, 2], 11)
            self.assertEqual(os.path.getsize(out), 128 + 36, "and nothing else in it")
        self.fails(3, "solve", "-", says=["standard input"],
                   preexec_fn=lambda: os.close(0))


class Names(Folder):
    def setUp(self):
        super().setUp()
        self.graph = self.file("net.csv", table(zip(NASTY, NASTY[1:], range(1, 99))))

    def test_names_in_capitals_tell_the_format_too(self):
        graph = self.file("G.CSV", "from,to,w\na,b,3\n")
        self.ok("solve", graph, "-o", self.path("D.NPY"))
        self.assertEqual(numpy.load(self.path("D.NPY"))[0, 1], 3)
        self.assertEqual(self.content("D.labels.txt"), b"a\nb\n")
        self.ok("solve", self.path("D.NPY"), "-o", self.path("E.Csv.Gz"))
        self.ok("convert", graph, self.path("G.GR"))
        self.assertIn("2 vertices, 1 arc", self.ok("solve", self.path("G.GR")))

    def test_a_matrix_longer_than_its_header_says(self):
        numpy.save(self.path("m.npy"), numpy.ones((3, 3)))
        with open(self.path("m.npy"), "ab") as file:
            file.write(b"more")
        self.fails(3, "solve", self.path("m.npy"), says=["76 bytes", "longer than its header says"])

    def test_labels_beside_the_matrix(self):
        self.ok("solve", self.graph, "-o", self.path("d.npy"))
        self.assertEqual(self.left(), ["d.labels.txt", "d.npy", "net.csv"])
        self.assertEqual(self.content("d.labels.txt").decode().splitlines(), NASTY)
        self.assertEqual(numpy.load(self.path("d.npy"))[0, len(NASTY) - 1], 28)
        os.remove(self.path("d.npy"))
        self.fails(2, "solve", self.graph, "-o", self.path("d.npy"), says=["d.labels.txt exists"])

    def test_distances_as_a_table(self):
        import csv
        for name in ("d.csv", "d.csv.gz"):
            self.ok("solve", self.graph, "-o", self.path(name))
            data = self.content(name)
            text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
            rows = list(csv.reader(text.splitlines()))
            self.assertEqual(rows[0], ["from", "to", "distance"])
            self.assertIn([NASTY[0], NASTY[2], "3"], rows)
            self.assertEqual(len(rows), 1 + len(NASTY) * (len(NASTY) - 1) // 2)
        self.assertEqual(self.left(), ["d.csv", "d.csv.gz", "net.csv"])

    def test_json_is_valid_everywhere(self):
        odd = os.path.join(os.fsencode(self.folder), b"\xff\x1b.csv")
        os.rename(self.graph, odd)
        for arguments in (["solve", odd, "--json"], ["solve", odd, "--json", "--dry-run"],
                          ["path", odd, NASTY[0], NASTY[-1], "--json"], ["info", "--json"],
                          ["bench", "--kernels", "textbook", "--sizes", "16", "--json"]):
            done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            record = json.loads(done.stdout.decode())
            if arguments[0] == "path":
                self.assertEqual([record["from"], record["to"]], [NASTY[0], NASTY[-1]])
                self.assertEqual(len(record["legs"]), len(NASTY) - 1)

    def test_paths_by_label_and_number(self):
        self.assertIn("Zürich", self.ok("path", self.graph, "#1", "東京"))
        numbered = self.file("n.gr", "p sp 3 2\na 1 2 5\na 2 3 6\n")
        self.assertIn("11", self.ok("path", numbered, 1, 3))
        self.assertIn("no ", self.ok("path", numbered, 3, 1))
        self.fails(2, "path", numbered, 0, 3, says=["vertices are numbered from 1 to 3"])
        self.fails(2, "path", self.graph, "zürich", "#1", says=["capital and small letters"])
        self.fails(2, "path", self.graph, "Zurich", "#1", says=["did you mean 'Zürich'?"])

    def test_coordinates_are_found_beside(self):
        graph = self.path("city.gr")
        self.ok("generate", "road", "-n", 50, "-o", graph)
        self.assertEqual(self.left(), ["city.co", "city.gr", "net.csv"])
        picture = self.done("path", graph, 1, 50, "--svg", "-").stdout
        self.assertTrue(picture.startswith(b"<"))
        os.remove(self.path("city.co"))
        self.fails(2, "path", graph, 1, 50, "--svg", "-", says=["no coordinates beside it"])
        self.file("city.co", "p aux sp co 49\n")
        self.fails(3, "path", graph, 1, 50, "--svg", "-",
                   says=["city.co:1:13: found '49', expected 50"])


class Formats(Folder):
    TEXTS = {
        "gr": "c hello\np sp 3 2\na 1 2 5\na 3 1 2.5\n",
        "mtx": "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n3 1 2.5\n",
        "csv": "0,1,5\n2,0,2.5\n",
        "tsv": "0\t1\t5\n2\t0\t2.5\n",
        "edges": "# hello\n0 1 5\n2 0 2.5\n",
        "header": "source;target;cost\n0;1;5\n2;0;2.5\n",
        "pandas": ",from,to,km\n0,0,1,5\n1,2,0,2.5\n",
        "graphml": "<graphml><key id='w' for='edge' attr.name='weight'/><graph edgedefault='directed'>\n"
                   "<node id='0'/><node id='1'/><node id='2'/><edge source='0' target='1'>\n"
                   "<data key='w'>5</data></edge><edge source='2' target='0'><data key='w'>2.5\n"
                   "</data></edge></graph></graphml>\n",
        "gml": "graph [ directed 1\nnode [ id 0 ] node [ id 1 ] node [ id 2 ]\n"
               "edge [ source 0 target 1 weight 5 ]\nedge [ source 2 target 0 weight 2.5 ] ]\n",
        "pajek": "*Vertices 3\n*Arcs\n1 2 5\n3 1 2.5\n",
        "networkx": "0 1 {'weight': 5}\n2 0 {'weight': 2.5, 'name': 'a, b'}\n",
        "square": ",0,1,2\n0,0,5,\n1,,0,\n2,2.5,,0\n",
    }
    CSV = b"from,to,weight\n0,1,5\n2,0,2.5\n"
    CSV_FROM_1 = b"from,to,weight\n1,2,5\n3,1,2.5\n"

    def test_content_tells_the_format(self):
        for name, text in self.TEXTS.items():
            for data in (text.encode(), text.replace("\n", "\r\n").encode(),
                         gzip.compress(text.encode())):
                file = self.file("meaningless", data)
                done = self.done("convert", file, "-", "--to", "csv")
                self.assertEqual(done.stdout, self.CSV_FROM_1 if name in ("gr", "mtx", "pajek") else self.CSV)
        self.fails(3, "solve", self.file("meaningless", bytes(range(256))),
                   says=["neither name nor content tell the format"])

    def test_a_format_that_is_named_wins(self):
        file = self.file("wrong.gr", self.TEXTS["csv"])
        self.fails(3, "solve", file, says=["wrong.gr:1:1"])
        self.ok("solve", file, "--format", "csv")
        metis = self.file("meaningless", "2 1 001\n2 7\n1 7\n")
        self.assertIn("7", self.ok("path", metis, 1, 2, "--format", "metis"))

    @staticmethod
    def arcs(text, shift=0):
        rows = [line.split(",") for line in text.decode().splitlines() if line[0].isdigit()]
        return sorted((int(u) + shift, v and int(v) + shift, w) for u, v, w in rows)

    def test_every_writable_format_and_back(self):
        formats = [row for row in json.loads(self.ok("info", "--json"))["formats"]
                   if row["writes_graphs"]]
        self.assertGreaterEqual({row["name"] for row in formats}, {"gr", "mtx", "csv", "tsv"})
        first = self.path("first.csv")
        self.ok("generate", "gnp", "-n", 60, "-o", first, "-q")
        for row in formats:
            for end in ("", ".gz"):
                there = self.path("there" + row["extensions"].split()[0] + end)
                self.ok("convert", first, there)
                self.assertEqual(self.content(os.path.basename(there))[:2] == b"\x1f\x8b",
                                 end == ".gz")
                back = self.done("convert", there, "-", "--to", "csv").stdout
                shift = 1 if row["name"] in ("gr", "mtx") else 0
                self.assertEqual(self.arcs(back), self.arcs(self.content("first.csv"), shift), there)

    def test_names_are_not_lost_silently(self):
        file = self.file("g.csv", "a,b,3\n")
        self.assertIn(b"has no names", self.done("convert", file, self.path("g.gr")).stderr)
        self.assertEqual(self.done("convert", file, self.path("h.gr"), "-q").stderr, b"")

    def test_weights_that_do_not_fit_have_their_place(self):
        file = self.file("g.csv", "from,to,km\na,b,3\na,c,20000\n")
        self.fails(3, "solve", file, "--weights", "int16", says=["g.csv:3:5: found '20000'", "int16"])
        file = self.file("g.gr", "p sp 2 1\na 1 2 0.5\n")
        self.fails(3, "convert", file, self.path("x.csv"), "--weights", "int32",
                   says=["g.gr:2:7: found '0.5'"])
        self.assertEqual(self.left(), ["g.csv", "g.gr"])

    def test_undirected(self):
        file = self.file("g.csv", "0,1,5\n1,2,6\n")
        for arguments in (["solve", file, "--undirected"],
                          ["solve", self.path("both.gr")]):
            self.ok("convert", file, self.path("both.gr"), "--undirected", "--force")
            record = json.loads(self.ok(*arguments, "--json"))
            self.assertEqual((record["unreachable_pairs"], record["diameter"]["distance"]), (0, 11))

    def test_an_edge_is_counted_once(self):
        file = self.file("g.csv", "0,1,5\n1,2,6\n2,2,1\n")
        places = self.file("g.co", "p aux sp co 3\nv 1 0 0\nv 2 1 0\nv 3 1 1\n")
        draw = ["path", file, 0, 2, "--svg", "-", "--coordinates", places]
        self.assertIn(b"3 vertices, 3 arcs", self.done(*draw).stdout)
        self.assertIn(b"3 vertices, 3 edges", self.done(*draw, "--undirected").stdout)
        self.assertIn(b"2 vertices, 1 arc\n", self.done("solve", self.file("h.csv", "a,b,3\n")).stdout)

    def test_hints_about_what_was_probably_not_meant(self):
        one_way = b"every arc goes one way; --undirected"
        # A star inwards leaves most pairs without a path.
        star = self.file("star.csv", "a,m,1\nb,m,1\nc,m,1\nm,m,0\n")
        self.assertIn(one_way, self.done("solve", star).stdout)
        self.assertNotIn(one_way, self.done("solve", star, "--undirected").stdout)
        for name, arcs in (("few", "a,m,1\nb,m,1\n"), ("back", "a,m,1\nb,m,1\nc,m,1\nm,a,1\n"),
                           ("ring", "a,b,1\nb,c,1\nc,a,1\n")):
            self.assertNotIn(b"hint", self.done("solve", self.file(name + ".csv", arcs)).stdout, name)

        zeros = numpy.zeros((4, 4), numpy.float32)
        zeros[0, 1] = zeros[1, 2] = 3
        numpy.save(self.path("zeros.npy"), zeros)
        says = b"many weights are 0, which is an arc of weight 0; inf means no arc"
        self.assertIn(says, self.done("solve", self.path("zeros.npy")).stdout)
        self.assertNotIn(b"hint", self.done("solve", self.path("zeros.npy"), "--semiring",
                                          "widest-path").stdout)
        table = self.file("table.csv", ",a,b,c\na,0,3,0\nb,0,0,0\nc,0,0,0\n")
        self.assertIn(says, self.done("solve", table).stdout)
        # Where there is no inf at all, fewer of them are enough.
        zeros[zeros == 0] = 7
        zeros[2, 3] = 0
        numpy.save(self.path("one.npy"), zeros)
        self.assertIn(says, self.done("solve", self.path("one.npy")).stdout)
        zeros[3, 2] = numpy.inf
        numpy.save(self.path("two.npy"), zeros)
        self.assertNotIn(b"hint", self.done("solve", self.path("two.npy")).stdout)
        zeros[zeros == 7] = zeros[2, 3] = 0
        zeros[3, 2] = 0
        numpy.save(self.path("inf.npy"), numpy.where(zeros > 0, zeros, numpy.inf))
        self.assertNotIn(b"hint", self.done("solve", self.path("inf.npy")).stdout)

    def test_guesses_about_tables_are_told(self):
        year = self.file("year.csv", "from,to,year\na,b,1999\nb,a,2001\n")
        says = "weights are the column 'year'; --columns from,to takes 1 for all"
        self.assertIn("hint          " + says, self.ok("solve", year))
        self.assertEqual(json.loads(self.ok("solve", year, "--json"))["hints"], [says])
        self.assertNotIn("hint", self.ok("solve", year, "--columns", "from,to"))
        nodes = self.file("nodes.csv", "node1,node2\nnode2,node3\nnode3,node1\n")
        self.assertIn("3 vertices, 3 arcs", self.ok("solve", nodes))
        self.assertIn("3 vertices, 2 arcs", self.ok("solve", nodes, "--columns", "node1,node2"))
        price = self.file("price.edgelist", "a b {'price': np.float64(2.5)}\n")
        self.assertIn("edges have 'price', which was not used; --column price", self.ok("solve", price))
        done = self.done("path", price, "a", "b", "--column", "price", "--json")
        self.assertEqual(json.loads(done.stdout)["total"], 2.5)
        gephi = self.file("gephi.csv", "Source,Target,Type,Id,Weight\n1,2,Undirected,0,3.0\n")
        self.assertIn("1 edge (2 arcs)", self.ok("solve", gephi))

    def test_matrices_as_numpy_prints_them(self):
        points = numpy.random.default_rng(1).random((70, 3))
        matrix = numpy.sqrt(((points[:, None] - points) ** 2).sum(2))
        for name, delimiter in (("m.csv", ","), ("m.txt", " "), ("m.tsv", "\t"), ("n.csv", ";")):
            numpy.savetxt(self.path(name), matrix, delimiter=delimiter)
            self.ok("solve", self.path(name), "-o", self.path("d.npy"), "--force")
            numpy.testing.assert_allclose(numpy.load(self.path("d.npy")), matrix)
            self.assertNotIn("d.labels.txt", self.left())

    def test_files_of_other_programs(self):
        for name, content, says in (
                ("x.gexf", "<gexf/>", ["GEXF is not read", "export GraphML"]),
                ("x.xlsx", "PK\3\4", ["a spreadsheet is not read", "save the sheet as CSV"]),
                ("x.txt", "digraph G { a -> b }", ["DOT is not read", "gv2gml"]),
                ("x.csv", "", ["x.csv is empty"])):
            self.fails(3, "solve", self.file(name, content), says=says)
        self.fails(3, "solve", "-", input=b"", says=["standard input is empty"])
        excel = self.file("excel.csv", "sep=;\r\nfrom;to;km\r\na;b;2,5\r\n")
        self.assertIn("2.5", self.ok("path", excel, "a", "b"))
        self.fails(3, "solve", self.file("cut.gr", "p sp 1100000 1\na 1 2 3\n"),
                   says=["at most 1050048 vertices in a file of 23 bytes: is it cut off?",
                         "number only the vertices that have arcs"])

    def test_labels_that_are_no_names(self):
        nodes = "".join(f'<node id="n{i}"><data key="d0">{name}</data></node>'
                        for i, name in enumerate(["Bonn", "Springfield", "Springfield"]))
        graphml = self.file("three.graphml",
                            '<graphml><key id="d0" for="node" attr.name="label"/>'
                            '<graph edgedefault="directed">' + nodes +
                            '<edge source="n0" target="n1"/></graph></graphml>')
        net = self.file("three.net", '*Vertices 3\n1 "Bonn"\n2 "A"\n3 "A"\n*Arcs\n1 2 4\n')
        for file, says in ((graphml, "several vertices are called 'Springfield'; all go by their ids"),
                           (net, "several vertices are called 'A'; all go by their numbers")):
            self.assertIn("hint          " + says, self.ok("solve", file))
            self.assertEqual(json.loads(self.ok("solve", file, "--json"))["hints"][0], says)
        done = self.done("path", graphml, "n0", "n1")
        self.assertEqual(done.stderr.decode(), "hint: several vertices are called 'Springfield'; "
                                               "all go by their ids\n")
        self.assertEqual(self.done("path", graphml, "n0", "n1", "--quiet").stderr, b"")

    def test_reading_keeps_to_the_limit_of_memory(self):
        numpy.save(self.path("m.npy"), numpy.ones((3000, 3000), numpy.float32))
        self.fails(5, "solve", self.path("m.npy"), "--memory", "24M", "--dry-run",
                   says=["m.npy takes 38.6 MiB in memory, and ",
                         "--memory allows 24.0 MiB for all of the process"])
        arcs = "".join(f"{i},{j},1\n" for i in range(1500) for j in range(1000))
        self.fails(5, "solve", self.file("g.csv", arcs), "--memory", "20M", "--dry-run",
                   says=["g.csv takes 11.5 MiB in memory"])

    def test_dry_run_writes_nothing(self):
        file = self.file("g.csv", "a,b,3\n")
        self.ok("solve", file, "-o", self.path("d.npy"), "--dry-run")
        self.assertEqual(self.left(), ["g.csv"])


class Refusals(Folder):
    """Outputs that cannot be, said before the work where that is possible."""

    def setUp(self):
        super().setUp()
        self.graph = self.path("g.gr")
        self.ok("generate", "chain", "-n", 400, "-o", self.graph, "-q")

    def outputs(self, name):
        folder = os.path.dirname(name)
        self.assertEqual([f for f in os.listdir(folder or ".") if ".tmp" in f]
                         if os.path.isdir(folder) else [], [])

    def refused(self, target, code, says):
        for arguments in (["solve", self.graph, "-o", target + ".npy"],
                          ["convert", self.graph, target + ".csv"],
                          ["generate", "chain", "-n", 5, "-o", target + ".gr"]):
            self.fails(code, *arguments, says=says)
        self.outputs(target)

    def test_a_folder_that_is_not_there(self):
        self.refused(self.path("missing/x"), 3, ["missing", "No such file"])

    def test_a_folder_in_place_of_a_file(self):
        for end in (".npy", ".csv", ".gr"):
            os.mkdir(self.path("x" + end))
        self.refused(self.path("x"), 3, ["Is a directory", "name a file in it"])

    def test_a_file_that_is_there(self):
        for end in (".npy", ".csv", ".gr"):
            self.file("x" + end, "precious")
        self.refused(self.path("x"), 2, ["exists already", "--force"])
        self.assertEqual(self.content("x.npy"), b"precious")
        self.ok("solve", self.graph, "-o", self.path("x.npy"), "--force")
        self.assertEqual(self.content("x.npy")[:6], b"\x93NUMPY")

    def test_a_suite_without_a_place_for_its_files(self):
        self.fails(3, "bench", "--suite", "io", says=[self.path("missing"), "set TMPDIR"],
                   env={**os.environ, "TMPDIR": self.path("missing")})

    def test_coordinates_never_replace_the_graph(self):
        target = self.path("x.co")
        self.fails(2, "generate", "road", "-n", 9, "-o", target, "--format", "gr", "--force",
                   says=["x.co is where the coordinates go"])
        self.assertEqual(self.left(), ["g.gr"])

    def test_graph_and_coordinates_are_written_both_or_not_at_all(self):
        self.file("x.co", "precious")
        self.fails(2, "generate", "road", "-n", 9, "-o", self.path("x.gr"),
                   says=["x.co exists already"])
        self.assertEqual(self.left(), ["g.gr", "x.co"])
        self.assertEqual(self.content("x.co"), b"precious")

    def test_a_folder_that_cannot_be_written_to(self):
        if os.geteuid() != 0:
            os.mkdir(self.path("locked"), 0o500)
            self.refused(self.path("locked/x"), 3, ["Permission denied"])
        else:
            self.refused("/proc/x", 3, ["/proc"])

    def test_a_full_device(self):
        for arguments in (["solve", self.graph, "-o", "/dev/full"],
                          ["convert", self.graph, "/dev/full", "--to", "csv"],
                          ["generate", "chain", "-n", 400, "-o", "/dev/full", "--format", "gr"]):
            self.fails(3, *arguments, says=["/dev/full", "No space left", "free some space"])

    def test_a_full_standard_output(self):
        for arguments in (["solve", self.graph], ["solve", self.graph, "--json"],
                          ["solve", self.graph, "-o", "-"], ["convert", self.graph, "-"],
                          ["generate", "chain", "-n", "400"], ["info"], ["--help"], ["man"],
                          ["path", self.graph, "1", "400", "--all"],
                          ["path", self.graph, "1", "400", "--json"],
                          ["completion", "bash"], ["bench", "--sizes", "16", "--kernels", "cpu"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE,
                                      timeout=60)
            self.assertEqual(done.returncode, 3, arguments)
            self.assertIn(b"cannot write", done.stderr, arguments)
            self.assertIn(b"standard output: No space left", done.stderr, arguments)
            self.assertNotIn(b"bug", done.stderr, arguments)

    def test_a_limit_on_the_size_of_files(self):
        import resource
        large = self.path("large.gr")  # its distances are written through the pages of their file
        self.ok("generate", "chain", "-n", 600, "-o", large, "-q")
        before = self.left()
        small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        for arguments in (["solve", self.graph, "-o", self.path("d.npy")],
                          ["solve", large, "-o", self.path("d.npy")],
                          ["solve", self.graph, "-o", self.path("d.csv")],
                          ["generate", "random", "-n", 200, "-o", self.path("r.gr")]):
            self.fails(3, *arguments, says=["File too large", "ulimit -f"], preexec_fn=small)
            self.assertEqual(self.left(), before)

    def test_a_full_disk(self):
        script = ('mount -t tmpfs -o size=64k none "$2" && cd "$2" || exit 77\n'
                  'for out in d.csv d.npy r.gr; do\n'
                  '  if [ $out = r.gr ]; then "$1" generate random -n 200 -o $out; '
                  'else "$1" solve "$3" -o $out; fi; echo $?\n'
                  'done; ls -A')
        os.mkdir(self.path("disk"))
        done = subprocess.run(["unshare", "-rm", "bash", "-c", script, "bash", PROGRAM,
                               self.path("disk"), self.graph], capture_output=True, timeout=60)
        if done.returncode == 77 or b"unshare" in done.stderr:
            self.skipTest("no file system can be mounted here")
        self.assertEqual(done.stdout, b"3\n3\n3\n", done.stderr)
        self.assertEqual(done.stderr.count(b"free some space"), 3, done.stderr)


if __name__ == "__main__":
    unittest.main()
