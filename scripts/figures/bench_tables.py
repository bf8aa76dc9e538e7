#!/usr/bin/env python3
"""Writes the tables of the documentation from benchmarks/results/*.json.

A table stands between <!-- bench:NAME --> and <!-- /bench:NAME -->; each NAME has a row in TABLES
below: its file, and a function that is handed all records and answers the lines of the table. Of
several results the newest counts. Records are what `warpath bench --json FILE` wrote.

  bench_tables.py            rewrite the tables
  bench_tables.py --check    change nothing; exit 1 when a file is not what it would become
"""

import re
import sys

import dense_tables
import paper_tables
from generated import parser, update
from results import RESULTS, ROOT, load, newest, number, problem, seconds, source


def goals_table(records, suite):
    """must, aim and reached of one suite, with where and when: for those who work on it."""
    goals = newest(records, suite, "reached")
    if not goals:
        return []
    lines = ["| | must | aim | reached |", "|---|---|---|---|"]
    for goal in goals:
        unit = goal["unit"]
        cells = [number(goal[key], unit if unit in ("", "x") else f" {unit}")
                 for key in ("must", "aim", "reached")]
        if not goal["met"]:
            cells[2] += " (missed)"
        lines.append(f"| {goal['row']} | " + " | ".join(cells) + " |")
    return lines + ["", source(goals, suite)]


def speed_table(records, suite):
    """Times and rates of one suite: for those who use it."""
    runs = newest(records, suite, "seconds")
    if not runs:
        return []
    runs = sorted(runs, key=lambda run: (run["n"], run["kernel"] == "cpu", run["threads"]))
    lines = ["| weights | n | threads | time | 10⁹ tasks/s | of the peak |", "|---|--:|--:|--:|--:|--:|"]
    for run in runs:
        lines.append(f"| {problem(run)} | {run['n']:,} | {run['threads']} | {seconds(run['seconds'])} "
                     f"| {run['tasks_per_second'] / 1e9:.3g} | {run['peak_fraction']:.0%} |")
    return lines + ["", source(runs, suite)]


def files_table(records):
    """What reading takes, for those who use it."""
    goals = newest(records, "io", "reached")
    if not goals:
        return []
    lines = ["| one core | |", "|---|--:|"]
    for goal in goals:
        value = goal["reached"]
        text = seconds(value) if goal["unit"] == "s" else f"{value:.3g} {goal['unit']}".replace(" x", "x")
        lines.append(f"| {goal['row']} | {text} |")
    return lines + ["", source(goals, "io")]


def suites_table(records, suites, head, row):
    """A row for each finding of some suites."""
    lines, sources = [], []
    for suite in suites:
        runs = newest(records, suite, "what")
        if runs:
            lines += [row(run) for run in runs]
            sources.append(source(runs, suite))
    return head + lines + [""] + sources if lines else []


def sparse_table(records):
    """What the sparse engine does to graphs that people have, on a device and on the CPU."""
    def row(run):
        parts = ""
        if "factor_seconds" in run:
            parts = (f"order {seconds(run['order_seconds'])}, " if run["order_seconds"] > 0 else "") + \
                f"eliminate {seconds(run['factor_seconds'])}, sweep {seconds(run['sweep_seconds'])}"
        return (f"| {run['graph']} | {run['n']:,} | `{run['kernel']}` | {run['what']} "
                f"| {seconds(run['seconds'])} | {parts} |")

    return suites_table(records, ("sparse-cuda", "sparse"),
                        ["| graph | n | kernel | | time | of which |", "|---|--:|---|---|--:|---|"], row)


def routes_table(records):
    """What predecessors, proofs and single routes take."""
    return suites_table(
        records, ("routes-cuda", "routes"), ["| graph | n | | time |", "|---|--:|---|--:|"],
        lambda run: f"| {run['graph']} | {run['n']:,} | {run['what']} | {seconds(run['seconds'])} |")


README, LOG, PAPER = "README.md", "docs/performance.md", "src/paper/README.md"

TABLES = {
    "cuda": (README, dense_tables.section),
    "cuda-goals": (LOG, lambda records: goals_table(records, "cuda")),
    "cpu": (README, lambda records: speed_table(records, "cpu")),
    "io": (README, files_table),
    "io-goals": (LOG, lambda records: goals_table(records, "io")),
    "cpu-goals": (LOG, lambda records: goals_table(records, "cpu")),
    "sparse": (README, sparse_table),
    "sparse-goals": (LOG, lambda records: goals_table(records, "sparse")),
    "sparse-cuda-goals": (LOG, lambda records: goals_table(records, "sparse-cuda")),
    "routes": ("docs/routes.md", routes_table),
    "routes-goals": (LOG, lambda records: goals_table(records, "routes")),
    "routes-cuda-goals": (LOG, lambda records: goals_table(records, "routes-cuda")),
    "paper": (README, paper_tables.short),
    "paper-conflicts": (README, paper_tables.conflicts),
    "paper-goals": (LOG, lambda records: goals_table(records, "paper")),
    "paper-table": (PAPER, paper_tables.times),
    "paper-speedups": (PAPER, paper_tables.steps),
    "paper-analysis": (PAPER, paper_tables.analysis),
    "paper-counters": (PAPER, paper_tables.counters),
}


def rewrite(path, text, records):
    for name, (place, table) in TABLES.items():
        if place != path:
            continue
        begin, end = f"<!-- bench:{name} -->", f"<!-- /bench:{name} -->"
        pattern = re.compile(re.escape(begin) + r"\n.*?" + re.escape(end), re.DOTALL)
        found = len(pattern.findall(text))
        if found != 1:
            sys.exit(f"bench_tables: {path} has {found} places between {begin} and {end}, "
                     "expected one")
        lines = table(records)
        if lines:
            replacement = "\n".join([begin, *lines, end])
            text = pattern.sub(lambda _, r=replacement: r, text)
        else:
            print(f"bench_tables: no results for {name}, its table stays", file=sys.stderr)
    return text


def main():
    arguments = parser(__doc__).parse_args()
    records = load(RESULTS)
    places = {ROOT / place: place for place, _ in TABLES.values()}
    return update({file: rewrite(place, file.read_text(encoding="utf-8"), records)
                   for file, place in places.items()}, arguments.check)


if __name__ == "__main__":
    sys.exit(main())
