#!/usr/bin/env python3
"""Prints how much of src and include the tests have run: lines and branches of each file, and which
lines of those with less than 90% they have not. Branches that only exceptions take are left out: gcc
sees one at nearly every call.

  coverage.py [BUILD]   after the tests of a build with WARPATH_COVERAGE (default: build/coverage)
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENOUGH = 0.9
WIDTH = 110


def measure(build):
    """What gcovr knows: {file: {line: (count, branches taken, branches)}}."""
    done = subprocess.run(
        ["gcovr", "--root", ".", "--filter", "src/", "--filter", "include/",
         "--exclude-throw-branches", "--exclude-unreachable-branches", "--gcov-ignore-parse-errors",
         "--json",
         "-j", str(os.cpu_count()), str(build)],
        cwd=ROOT, stdout=subprocess.PIPE, check=True)
    files = {}
    for file in json.loads(done.stdout)["files"]:
        lines = files.setdefault(file["file"], {})
        for line in file["lines"]:
            if line.get("gcovr/noncode") or line.get("gcovr/excluded"):
                continue
            branches = line.get("branches", [])
            lines[line["line_number"]] = (
                line["count"], sum(b["count"] > 0 for b in branches), len(branches))
    return files


def ranges(numbers, known):
    """"3, 7-12": numbers in a row, with no line of code between them."""
    runs = []
    for line in sorted(known):
        if line not in numbers:
            runs.append(None)
        elif runs and runs[-1]:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in filter(None, runs))


def part(some, of):
    return f"{100 * some / of:5.1f}%" if of else "      "


def total(lines):
    counts = list(lines.values())
    return (sum(c > 0 for c, _, _ in counts), len(counts),
            sum(t for _, t, _ in counts), sum(b for _, _, b in counts))


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build/coverage"
    files = {name: lines for name, lines in measure(build).items() if lines}
    if not files:
        sys.exit(f"{build} has no coverage: build with WARPATH_COVERAGE=ON and run the tests")
    everything = [0, 0, 0, 0]
    gaps = []
    print(" lines  branches  file")
    for name in sorted(files):
        run, of, taken, branches = total(files[name])
        everything = [a + b for a, b in zip(everything, (run, of, taken, branches))]
        print(f"{part(run, of)}    {part(taken, branches)}  {name}")
        if run < ENOUGH * of:
            missed = {line for line, (count, _, _) in files[name].items() if count == 0}
            gaps.append((name, of - run, ranges(missed, files[name])))
    run, of, taken, branches = everything
    print(f"{part(run, of)}    {part(taken, branches)}  all: {run:,} of {of:,} lines, "
          f"{taken:,} of {branches:,} branches")
    print(f"\nNot run, where less than {ENOUGH:.0%} of the lines are:")
    for name, count, where in gaps:
        text = f"{name} ({count}): {where}"
        print("  " + (text if len(text) <= WIDTH else text[:WIDTH - 4] + " ..."))


if __name__ == "__main__":
    main()
