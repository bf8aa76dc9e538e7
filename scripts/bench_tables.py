#!/usr/bin/env python3
"""Writes the tables of README.md from benchmarks/results/*.json.

A table stands between <!-- bench:NAME --> and <!-- /bench:NAME -->; each NAME has a function in
TABLES below, which is handed all records and answers the lines of its table. Of several results the
newest counts. Records are what `warpath bench --json FILE` wrote.

  bench_tables.py            rewrite README.md
  bench_tables.py --check    change nothing; exit 1 when README.md is not what it would become
"""

import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def load(folder):
    """All records of all files, oldest first; each knows its file."""
    records = []
    for file in sorted(folder.glob("*.json")):
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            sys.exit(f"bench_tables: {file}: {error}")
        if not isinstance(content, list):
            sys.exit(f"bench_tables: {file}: expected a list of records")
        for record in content:
            record["file"] = file.name
            records.append(record)
    return sorted(records, key=lambda record: record.get("date", ""))


def newest_file(records):
    """The records that came from the same file as the newest one."""
    return [record for record in records if record["file"] == records[-1]["file"]]


def number(value, unit):
    return f"{value:.3g}{unit}"


def suite_table(records, suite):
    """must, aim and reached of one suite, with where and when."""
    goals = [record for record in records if record.get("suite") == suite and "reached" in record]
    if not goals:
        return []
    goals = newest_file(goals)
    lines = ["| | must | aim | reached |", "|---|---|---|---|"]
    for goal in goals:
        unit = goal["unit"]
        cells = [number(goal[key], unit) for key in ("must", "aim", "reached")]
        if not goal["met"]:
            cells[2] += " (missed)"
        lines.append(f"| {goal['row']} | " + " | ".join(cells) + " |")
    last = goals[-1]
    lines += ["", f"Measured on {last['device']}, {last['date'][:10]}, warpath {last['version']}: "
              f"`warpath bench --suite {suite}`, `benchmarks/results/{last['file']}`."]
    return lines


TABLES = {
    "cpu": lambda records: suite_table(records, "cpu"),
}


def rewrite(text, records):
    for name, table in TABLES.items():
        begin, end = f"<!-- bench:{name} -->", f"<!-- /bench:{name} -->"
        pattern = re.compile(re.escape(begin) + r"\n.*?" + re.escape(end), re.DOTALL)
        found = len(pattern.findall(text))
        if found != 1:
            sys.exit(f"bench_tables: README.md has {found} places between {begin} and {end}, "
                     "expected one")
        lines = table(records)
        if lines:
            replacement = "\n".join([begin, *lines, end])
            text = pattern.sub(lambda _, r=replacement: r, text)
        else:
            print(f"bench_tables: no results for {name}, its table stays", file=sys.stderr)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "README.md")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "benchmarks" / "results")
    arguments = parser.parse_args()
    old = arguments.readme.read_text(encoding="utf-8")
    new = rewrite(old, load(arguments.results))
    if arguments.check:
        if old != new:
            print("bench_tables: README.md is not up to date; run scripts/bench_tables.py",
                  file=sys.stderr)
        return 0 if old == new else 1
    if old != new:
        arguments.readme.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
