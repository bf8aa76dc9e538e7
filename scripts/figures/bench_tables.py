#!/usr/bin/env python3
"""Writes the parts of the documentation that come from elsewhere: tables from
benchmarks/results/*.json, and files of the project that are shown as they are.

A table stands between <!-- bench:NAME --> and <!-- /bench:NAME -->; each NAME has a row in TABLES
below: its file, and a function that is handed all records and answers the lines of the table. Of
several results the newest counts. Records are what `warpath bench --json FILE` wrote. A file of
the project stands as a block of code between <!-- file:PATH --> and <!-- /file -->.

  bench_tables.py            rewrite tables and files
  bench_tables.py --check    change nothing; exit 1 when a file is not what it would become
"""

import json
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


def sparse_rivals(file=dense_tables.RIVALS):
    """Published times of others from a graph to all of its distances, fastest first."""
    content = json.loads(file.read_text(encoding="utf-8"))
    return sorted(content["sparse"], key=lambda rival: rival["milliseconds"])


def sparse_table(records):
    """What the sparse engine does to graphs that people have, on a device and on the CPU; and others."""
    def row(run):
        parts = ""
        if "factor_seconds" in run:
            parts = (f"order {seconds(run['order_seconds'])}, " if run["order_seconds"] > 0 else "") + \
                f"eliminate {seconds(run['factor_seconds'])}, sweep {seconds(run['sweep_seconds'])}"
        return (f"| {run['graph']} | {run['n']:,} | `{run['kernel']}` | {run['what']} "
                f"| {seconds(run['seconds'])} | {parts} |")

    head = ["| graph | n | kernel | | time | of which |", "|---|--:|---|---|--:|---|"]
    others = [f"| {rival['graph']} | {rival['n']:,} | {rival['name']}, {rival['devices']} {rival['device']} "
              f"| cold, as published | {seconds(rival['milliseconds'] * 1e-3)} | |"
              for rival in sparse_rivals()]
    return suites_table(records, ("sparse-cuda", "sparse"), head + others, row)


def routes_table(records):
    """What predecessors, proofs and single routes take."""
    return suites_table(
        records, ("routes-cuda", "routes"), ["| graph | n | | time |", "|---|--:|---|--:|"],
        lambda run: f"| {run['graph']} | {run['n']:,} | {run['what']} | {seconds(run['seconds'])} |")


def summary_table(records):
    """One line for each kind of problem and machine: for the first page."""
    suites = {}
    for suite in ("cuda", "sparse-cuda", "cpu", "sparse"):
        suites[suite] = newest(records, suite, "seconds")
        if not suites[suite]:
            return []

    def find(suite, **fields):
        return next(run for run in suites[suite]
                    if all(run.get(key) == value for key, value in fields.items()))

    def line(graph, run, remark, where=None):
        where = where or run["device"].removeprefix("NVIDIA ")
        return f"| {graph} | {run['n']:,} | {where} | {seconds(run['seconds'])} | {remark} |"

    def times(run, other):
        return f"{other['seconds'] / run['seconds']:.2g} times as fast"

    plain = {"weight": "float32", "nonnegative": True, "symmetric": False}
    complete = find("cuda", **plain, n=dense_tables.COMPARED, pinned=False)
    best = dense_tables.best_other(complete)
    swept = find("sparse-cuda", graph="road", what="sweep, the whole matrix in device memory")
    measured = find("sparse-cuda", graph="road", what="measures of all pairs")
    cold = [run for run in suites["sparse-cuda"]
            if run["graph"] == "road" and run.get("what", "").startswith("cold")]
    other = sparse_rivals()[0]
    small = find("cpu", **plain, n=2048, kernel="cpu")
    road = find("sparse", graph="road", kernel="sparse")

    def cores(run):
        article, name = ("an", "EPYC") if "EPYC" in run["device"] else ("a", "Xeon")
        return f"{run['threads']} cores of {article} {name}"

    dates = sorted(run["date"][:10] for runs in suites.values() for run in runs[-1:])
    return [
        "| float32 | n | on | all distances in | |", "|---|--:|---|--:|---|",
        line("complete graph", complete,
             f"the best other, {best[1]}: {seconds(best[0])}" if best else ""),
        line("road network", swept,
             f"after {seconds(swept['order_seconds'])} of ordering and "
             f"{seconds(swept['factor_seconds'])} of elimination on the host"),
        *[line("road network", run,
               f"the same from the graph on, allocation included; {other['name']} on one "
               f"{other['device'].removeprefix('NVIDIA ')}, {other['n']:,} crossings: "
               f"{seconds(other['milliseconds'] * 1e-3)}") for run in cold],
        line("road network", measured, "statistics only, no matrix; ordering included"),
        line("complete graph", small,
             times(small, find("cpu", kernel="textbook")) + " as three plain loops on one core",
             cores(small)),
        line("road network", road,
             times(road, find("sparse", graph="road", kernel="dijkstra"))
             + " as Dijkstra from every vertex, same cores", cores(road)),
        "", "Into memory that is allocated, on the GPU or the host. `warpath bench --suite` with "
        f"{', '.join(f'`{suite}`' for suite in suites)}, {dates[0]} to {dates[-1]}."]


README, LOG, PAPER = "README.md", "docs/performance.md", "src/paper/README.md"
SPEED, STORY = "docs/speed.md", "docs/paper.md"

TABLES = {
    "speed": (README, summary_table),
    "cuda": (SPEED, dense_tables.section),
    "cuda-goals": (LOG, lambda records: goals_table(records, "cuda")),
    "cpu": (SPEED, lambda records: speed_table(records, "cpu")),
    "io": ("docs/formats.md", files_table),
    "io-goals": (LOG, lambda records: goals_table(records, "io")),
    "cpu-goals": (LOG, lambda records: goals_table(records, "cpu")),
    "sparse": ("docs/sparse.md", sparse_table),
    "sparse-goals": (LOG, lambda records: goals_table(records, "sparse")),
    "sparse-cuda-goals": (LOG, lambda records: goals_table(records, "sparse-cuda")),
    "routes": ("docs/routes.md", routes_table),
    "routes-goals": (LOG, lambda records: goals_table(records, "routes")),
    "routes-cuda-goals": (LOG, lambda records: goals_table(records, "routes-cuda")),
    "paper": (STORY, paper_tables.short),
    "paper-conflicts": (STORY, paper_tables.conflicts),
    "paper-goals": (LOG, lambda records: goals_table(records, "paper")),
    "paper-table": (PAPER, paper_tables.times),
    "paper-speedups": (PAPER, paper_tables.steps),
    "paper-analysis": (PAPER, paper_tables.analysis),
    "paper-counters": (PAPER, paper_tables.counters),
}


def shown_files(text):
    def block(match):
        path = match.group(1)
        content = (ROOT / path).read_text(encoding="utf-8").rstrip("\n")
        language = path.rpartition(".")[2]
        return f"<!-- file:{path} -->\n```{language}\n{content}\n```\n<!-- /file -->"
    return re.sub(r"<!-- file:(\S+) -->\n.*?<!-- /file -->", block, text, flags=re.DOTALL)


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
    return shown_files(text)


def main():
    arguments = parser(__doc__).parse_args()
    records = load(RESULTS)
    places = {ROOT / place: place for place, _ in TABLES.values()}
    return update({file: rewrite(place, file.read_text(encoding="utf-8"), records)
                   for file, place in places.items()}, arguments.check)


if __name__ == "__main__":
    sys.exit(main())
