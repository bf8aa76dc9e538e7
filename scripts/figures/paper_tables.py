#!/usr/bin/env python3
"""The tables about the paper, from the newest results of `warpath bench --suite paper` and of
scripts/figures/paper_counters.sh. An arrow leads from what the paper says to what was measured here.

  paper_tables.py FILE.json...    print the tables of these results
"""

import argparse
import pathlib
import sys

import paper_analysis
from results import load_files, newest, seconds, source

SHORT_SIZES = (1024, 2048, 4096, 8192, 16384)

# How many accesses a load from shared memory takes, as the paper counts: 16 banks, half warps.
CLAIMED_ACCESSES = {"katz-kider": 1, "staged-load": 1, "staged-load-straight": 4}


def cells(records):
    """(kernel, n) -> (the paper's seconds, ours), for all that the paper has."""
    return {(record["kernel"], record["n"]): (record["paper_seconds"], record["seconds"])
            for record in newest(records, "paper", "paper_seconds")}


def columns(records):
    """The kernels that the paper has times for, from its slowest to its fastest."""
    per_task = {kernel: then / n**3 for (kernel, n), (then, _) in sorted(cells(records).items())}
    return sorted(per_task, key=per_task.get, reverse=True)


def in_order(found, records):
    """As the columns are, then what is none of them."""
    order = columns(records)
    return sorted(found, key=lambda record: order.index(record["kernel"])
                  if record["kernel"] in order else len(order))


def device(records):
    """The CUDA device, without its vendor."""
    names = [record["device"] for record in newest(records, "paper") if record.get("backend") == "cuda"]
    return names[0].removeprefix("NVIDIA ")


def whence(records, with_processor=True):
    """Where the figures are from: the CUDA device is named, and the processor beside it."""
    mine = newest(records, "paper")
    on_device = [record for record in mine if record.get("backend") == "cuda"]
    processor = [record["device"] for record in mine if record.get("backend") == "cpu"]
    beside = f" `textbook`: one core of {processor[0]}." if processor and with_processor else ""
    best = columns(records)[-1]
    large = [record for record in on_device
             if record.get("kernel") == best and record["n"] == max(SHORT_SIZES)]
    whole = (f" Times are the kernel's, with the matrix in device memory; from host memory to host memory "
             f"`{best}` takes {seconds(large[0]['end_to_end_seconds'])} at n = {large[0]['n']:,}."
             if large else "")
    return ["", source(on_device, "paper") + beside + whole]


def grid(head, rows):
    """A table whose first column is n."""
    lines = ["| n | " + " | ".join(head) + " |", "|--:" * (len(head) + 1) + "|"]
    return lines + ["| " + " | ".join((f"{n:,}", *row)) + " |" for n, row in rows]


def short(records):
    """The paper's seconds and ours at a few sizes, for docs/paper.md."""
    found = cells(records)
    if not found:
        return []

    def cell(kernel, n):
        if (kernel, n) not in found:
            return ""
        then, now = found[kernel, n]
        return f"{seconds(then)} → {seconds(now)}<br>**{then / now:.3g}x**"

    kernels = columns(records)
    rows = [(n, [cell(kernel, n) for kernel in kernels]) for n in SHORT_SIZES]
    return grid([f"`{kernel}`" for kernel in kernels], rows) + whence(records)


def times(records):
    """The paper's whole table, and ours."""
    found = cells(records)
    if not found:
        return []

    def cell(kernel, n):
        return "{:.4g} → {:.4g}".format(*found[kernel, n]) if (kernel, n) in found else ""

    kernels = columns(records)
    rows = [(n, [cell(kernel, n) for kernel in kernels]) for n in sorted({n for _, n in found})]
    return ([f"Seconds: Tesla C1060 → {device(records)}.", ""]
            + grid([f"`{kernel}`" for kernel in kernels], rows) + whence(records))


def steps(records):
    """Every column over the one before it, and the last over the paper's."""
    found, kernels = cells(records), columns(records)
    if not found:
        return []

    def cell(kernel, before, n):
        if (kernel, n) not in found or (before, n) not in found:
            return ""
        return " → ".join(f"{slow / fast:.3g}x"
                          for slow, fast in zip(found[before, n], found[kernel, n]))

    def over_paper(n):
        then, now = found.get((kernels[-1], n), (0, 1))
        return f"{then / now:.3g}x" if then else ""

    pairs = list(zip(kernels[1:], kernels))
    rows = [(n, [*(cell(kernel, before, n) for kernel, before in pairs), over_paper(n)])
            for n in sorted({n for _, n in found})]
    head = [f"`{kernel}` over `{before}`" for kernel, before in pairs]
    return ([f"Tesla C1060 → {device(records)}.", ""]
            + grid([*head, f"`{kernels[-1]}`, {device(records)} over C1060"], rows) + whence(records))


def figures(columns, lines):
    """A table with a column per record; lines are names and functions of a record. A line that no
    record has is left out."""
    table = ["| | " + " | ".join(f"`{column['kernel']}`" for column in columns) + " |",
             "|---" + "|--:" * len(columns) + "|"]
    for name, value in lines:
        row = [value(column) for column in columns]
        if any(row):
            table.append(f"| {name} | " + " | ".join(row) + " |")
    return table


def figure(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def analysis(records):
    """What bounds the kernels: the paper's figures, where it has any, and ours."""
    found = in_order(paper_analysis.analysis(records), records)
    if not found:
        return []

    def both(field, scale=1, shown=figure):
        return lambda record: " → ".join(shown(values[field] / scale)
                                         for values in (record["paper"], record) if field in values)

    def percentage(value):
        return f"{value:.0%}"

    lines = (
        ("n", lambda record: f"{record['n']:,}"),
        ("time", lambda record: seconds(record["seconds"])),
        ("10⁹ tasks/s", both("tasks_per_second", 1e9)),
        ("bytes per task without caches", both("bytes_per_task")),
        ("GB/s this would need", both("bytes_per_second", 1e9)),
        ("GB/s of a copy in device memory", both("copy_bytes_per_second", 1e9)),
        ("of the copy's rate (above 100%: caches)", both("copy_fraction", shown=percentage)),
        ("10⁹ tasks/s of add and min alone", both("peak_tasks_per_second", 1e9)),
        ("reached of it", both("peak_fraction", shown=percentage)),
        ("FLOPs in the time of a task (2 are needed)", both("flops_per_task")),
        ("threads of a block", both("threads")),
        ("registers of a thread", both("registers")),
        ("shared bytes of a block", both("shared_bytes")),
        ("blocks resident on a multiprocessor (C1060: by shared memory)",
         both("blocks_per_multiprocessor")),
        ("limited by", lambda record: record.get("limited_by", "")))
    return ([f"Tesla C1060, where the paper says it → {device(records)}.", ""]
            + figures(found, lines) + whence(records, with_processor=False) + of_blocks(records))


def of_blocks(records):
    """Whence it is known what a thread block takes, where not from the same results."""
    found = paper_analysis.footprints(records)
    if not found or found[-1]["file"] == newest(records, "paper")[-1]["file"]:
        return []
    origin = (counted(found) if found[-1]["suite"] == "paper-counters"
              else ["", source(found, "paper")])
    return [*origin, "Threads, registers, shared bytes and resident blocks are from there."]


def counters(records):
    """What the device counted during a few launches of the interior."""
    found = in_order(newest(records, "paper-counters"), records)
    if not found:
        return []
    lines = (
        ("instructions per task, of one thread", per("instructions", "tasks", 32)),
        ("loads from shared memory per task", per("shared_loads", "tasks", 32)),
        ("accesses per load, says the paper", claimed),
        ("accesses per load (wavefronts)", per("shared_load_wavefronts", "shared_loads")),
        ("bank conflicts per load", per("shared_load_conflicts", "shared_loads")),
        ("accesses by loads per task", per("shared_load_wavefronts", "tasks", 32)),
        ("stores to shared memory per task", per("shared_stores", "tasks", 32)),
        ("accesses per store (wavefronts)", per("shared_store_wavefronts", "shared_stores")),
        ("bank conflicts per store", per("shared_store_conflicts", "shared_stores")),
        ("bytes of device memory per task", per("dram_bytes", "tasks")),
        ("bytes of the L2 cache per task", per("l2_bytes", "tasks")),
        ("warps resident, of the most there can be", percent("warps_active_percent")),
        ("busy: issue of instructions", percent("issue_active_percent")),
        ("busy: the pipe that takes the minimum", percent("min_pipe_percent")),
        ("busy: shared memory and L1", percent("shared_busy_percent")),
        ("10⁹ tasks/s", per("tasks", "seconds", 1e-9)))
    return figures(found, lines) + counted(found)


def conflicts(records):
    """The paper's claim about bank conflicts, for docs/paper.md."""
    found = [record for record in in_order(newest(records, "paper-counters"), records)
             if record["kernel"] in CLAIMED_ACCESSES]
    if not found:
        return []
    lines = (
        ("accesses per load, says the paper (16 banks)", claimed),
        ("accesses per load, counted (32 banks)", per("shared_load_wavefronts", "shared_loads")),
        ("bank conflicts per load, counted", per("shared_load_conflicts", "shared_loads")),
        ("loads per task, counted", per("shared_loads", "tasks", 32)),
        ("accesses per task, counted", per("shared_load_wavefronts", "tasks", 32)))
    return figures(found, lines) + counted(found)


def per(over, under, scale=1):
    return lambda record: (figure(record[over] * scale / record[under])
                           if over in record and record.get(under) else "")


def percent(field):
    return lambda record: f"{record[field]:.0f}%" if field in record else ""


def claimed(record):
    return str(CLAIMED_ACCESSES.get(record["kernel"], ""))


def counted(found):
    last = found[-1]
    return ["", (
        f"Counted on {last['device']}, {last['date'][:10]}, warpath {last['version']}, n = {last['n']:,}: "
        f"`scripts/figures/paper_counters.sh`, `{last['file']}`.")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE.json")
    records = load_files(parser.parse_args().files)
    tables = [table(records) for table in (times, steps, analysis, counters)]
    if not any(tables):
        sys.exit("paper_tables: no results of the suite 'paper' here: `warpath bench --suite paper "
                 "--json FILE.json` makes them")
    print("\n\n".join("\n".join(lines) for lines in tables if lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
