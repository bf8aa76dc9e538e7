#!/usr/bin/env python3
"""JSON for scripts: the fields that docs/json.md promises, no others, and errors."""

import json
import os
import re
import unittest

from program import Folder, run

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "json.md")


def promised():
    """The fields of each section of the page."""
    sections = {}
    with open(PAGE, encoding="utf-8") as page:
        for line in page:
            if line.startswith("## "):
                fields = sections.setdefault(line[3:].strip(), set())
            elif line.startswith("| `"):
                fields.update(re.findall(r"`([^`]+)`", line.split("|")[1]))
    return sections


def fields(value, path=""):
    """Of a JSON value, as the page spells them; those of null and of empty lists cannot be seen."""
    if isinstance(value, dict):
        below = [(f"{path}.{name}" if path else name, member) for name, member in value.items()]
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        return set().union(*(fields(element, path + "[]") for element in value))
    else:
        return set()
    return set().union(*({name} | fields(member, name) for name, member in below))


class Json(Folder):
    def setUp(self):
        super().setUp()
        self.graph = self.file("g.csv", "a,b,1\nb,c,2\nc,a,4\nd,a,1\n")
        self.floats = self.file("f.csv", "a,b,0.1\nb,c,0.2\nc,a,0.3\n")

    def record(self, *arguments):
        return json.loads(self.ok(*arguments, "--json"))

    def same(self, sections, *calls):
        page = promised()
        expected = set().union(*(page[section] for section in sections))
        found = set()
        for call in calls:
            record = self.record(*call)
            seen = fields(record)
            self.assertLessEqual(seen, expected, call)
            found |= seen
        self.assertEqual(found, expected)

    def test_plans(self):
        self.same(["The plan"], ["solve", self.graph, "--dry-run"],
                  ["solve", self.graph, "--dry-run", "--method", "sparse"])

    def renamed(self, record):
        for name in ("narrowest", "highest"):
            if name in record:
                record["diameter"] = record.pop(name)
        record.pop("verified", None)
        for name in ("most_central", "most_eccentric"):
            if record.get(name):
                self.assertEqual(fields(record[name]), fields(record["center"]))
                record[name] = None
        return fields(record)

    def test_solves(self):
        page = promised()
        every = page["The plan"] | page["Every solve"]
        for section, calls in (
                ("solve", [[], ["--method", "sparse"], ["--semiring", "widest-path"],
                           ["--semiring", "minimax-path"], ["--semiring", "reachability"],
                           ["--sources", "a"], ["--weights", "float32"]]),
                ("solve --stats", [["--stats"], ["--stats", "--method", "sparse"]])):
            found = set()
            for call in calls:
                seen = self.renamed(self.record("solve", self.graph, *call))
                self.assertLessEqual(seen, every | page[section], call)
                found |= seen
            self.assertEqual(found | {"verified"}, every | page[section] | {"verified"})

    def test_proofs(self):
        proof = promised()["verify"]
        found = set()
        road = self.path("road.gr")
        self.ok("generate", "road", "-n", 200, "-q", "-o", road)
        for graph in (self.graph, self.floats, road):
            dist = self.path("d.npy")
            self.ok("solve", graph, "-o", dist, "--force")
            seen = fields(self.record("verify", graph, dist))
            self.assertLessEqual(seen, proof)
            found |= seen
            inside = fields(self.record("solve", graph, "--verify")["verified"])
            self.assertEqual(inside, seen - {"seconds_total"})
        self.assertEqual(found, proof)

    def test_routes(self):
        self.same(["path"], ["path", self.graph, "a", "c"])
        listed = self.record("path", self.graph, "--pairs", self.file("pairs", "a,c\nb,d\n"))
        self.assertEqual([route["total"] for route in listed], [3, None])

    def test_info(self):
        seen = fields(self.record("info"))
        expected = {field for field in promised()["info"] if not field.startswith("devices[]")}
        ours = {field.split("[")[0] for field in promised()["info"] if "[" in field}
        self.assertEqual({field for field in seen if not field.startswith("devices[]")},
                         expected | ours)

    def test_errors(self):
        cycle = self.file("c.csv", "a,b,1\nb,a,-2\n")
        far = self.file("bad.csv", "a,b,x\n")
        seen = set()
        for code, name, arguments in ((2, "usage", ["solve", self.graph, "--kernel", "kpu"]),
                                      (2, "usage", ["solve"]), (2, "usage", ["slove"]),
                                      (2, "usage", ["path", self.graph, "a", "nobody"]),
                                      (2, "usage", ["bench", "--sizes", "x"]),
                                      (2, "usage", ["path", self.graph, "a", "b", "--csv"]),
                                      (3, "io", ["solve", self.path("missing")]),
                                      (3, "bad-input", ["solve", far]),
                                      (4, "negative-cycle", ["solve", cycle]),
                                      (4, "negative-cycle", ["path", cycle, "a", "b"]),
                                      (6, "device-unavailable",
                                       ["solve", self.graph, "--kernel", "katz-kider"])):
            done = run(*arguments, "--json", env={**os.environ, "CUDA_VISIBLE_DEVICES": ""})
            self.assertEqual(done.returncode, code, done.stderr)
            record = json.loads(done.stdout)
            error = record["error"]
            self.assertEqual((error["code"], error["exit"]), (name, code), arguments)
            self.assertTrue(done.stderr.decode().startswith("warpath: " + error["message"]))
            self.assertEqual(error["cycle"] is not None, code == 4)
            seen |= fields(record)
        self.assertEqual(seen, promised()["Errors"] | {"error"})
        self.assertEqual(error["cycle"], None)
        found = json.loads(run("solve", cycle, "--json").stdout)["error"]["cycle"]
        self.assertEqual(found, {"vertices": ["a", "b"], "weights": [1, -2], "sum": -1})
        for command in (["solve", cycle], ["path", cycle, "a", "b"]):
            for options, kind in (([], int), (["--weights", "float64"], float)):
                found = json.loads(run(*command, *options, "--json").stdout)["error"]["cycle"]
                self.assertEqual({type(x) for x in [*found["weights"], found["sum"]]}, {kind})
        quiet = run("bench", "--sizes", "x", "--json", self.path("out.json"))
        self.assertEqual((quiet.returncode, quiet.stdout), (2, b""))

    def test_numbers_are_numbers(self):
        for weights, none, endless in (("int16", 16383, -16383), ("int32", 2**30 - 1, 1 - 2**30),
                                       ("int64", 2**62 - 1, 1 - 2**62), ("float32", "inf", "-inf"),
                                       ("float64", "inf", "-inf")):
            record = self.record("solve", self.graph, "--weights", weights)
            self.assertEqual((record["no_path"], record["minus_infinity"]), (none, None))
            for arcs in ("a,b,1\nb,a,-2\n", "a,b,1\nb,b,-2\n", "a,a,-1\n"):
                marked = self.record("solve", self.file("c.csv", arcs), "--weights", weights,
                                     "--on-negative-cycle", "mark")
                self.assertEqual((marked["minus_infinity"], marked["nonnegative"]), (endless, False))
            distance = record["diameter"]["distance"]
            self.assertEqual((distance, type(distance)), (6, int if "int" in weights else float))
        self.assertIs(self.record("solve", self.graph, "--semiring", "reachability")["no_path"], False)
        wide = self.record("solve", self.graph, "--semiring", "widest-path")
        self.assertEqual((wide["no_path"], wide["minus_infinity"]), (-2**31, None))
        self.assertEqual(self.record("solve", self.floats)["diameter"]["distance"], 0.5)

    def test_one_diameter(self):
        whole = self.record("solve", self.graph)["diameter"]
        self.assertEqual(whole, {"distance": 6, "from": "b", "to": "a", "row": 1, "column": 0})
        self.assertEqual(self.record("solve", self.graph, "--stats")["diameter"], whole)

    def test_hints(self):
        star = self.file("star.csv", "a,m,1\nb,m,1\nc,m,1\nm,m,0\n")
        says = ["every arc goes one way; --undirected travels both ways"]
        self.assertEqual(self.record("solve", star)["hints"], says)
        self.assertEqual(self.record("solve", star, "--stats")["hints"], says)
        self.assertEqual(self.record("solve", self.graph)["hints"], [])


if __name__ == "__main__":
    unittest.main()
