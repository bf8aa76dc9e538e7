#!/usr/bin/env python3
"""Turns what Nsight Compute counted into records, one per kernel of the paper.

  paper_counters.py --n N --info INFO.json KERNEL=FILE.csv... > RECORDS.json

FILE.csv is what `ncu --csv --metrics ...` printed while a few launches of the kernel's longest part
were profiled: a line per launch and metric, perhaps after lines of the program itself. Counts are
summed over the launches. INFO.json is what `warpath info --json` printed. scripts/figures/paper_counters.sh
does all of it; `--metrics` prints the metrics to ask for, `--kernels INFO.json` the kernels.
"""

import argparse
import csv
import datetime
import json
import sys


def mean(values):
    return sum(values) / len(values)


def alike(values):
    """Of what is the same in every launch."""
    return int(values[0])


# Nsight Compute's name, ours, and how to add up launches.
METRICS = (
    ("smsp__inst_executed_op_shared_ld.sum", "shared_loads", sum),
    ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared_load_wavefronts", sum),
    ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "shared_load_conflicts", sum),
    ("smsp__inst_executed_op_shared_st.sum", "shared_stores", sum),
    ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared_store_wavefronts", sum),
    ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "shared_store_conflicts", sum),
    ("dram__bytes_read.sum", "dram_read_bytes", sum),
    ("dram__bytes_write.sum", "dram_write_bytes", sum),
    ("lts__t_bytes.sum", "l2_bytes", sum),
    ("smsp__inst_executed.sum", "instructions", sum),
    ("sm__warps_active.avg.pct_of_peak_sustained_active", "warps_active_percent", mean),
    ("smsp__issue_active.avg.pct_of_peak_sustained_active", "issue_active_percent", mean),
    ("l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed", "shared_busy_percent", mean),
    ("sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active", "min_pipe_percent", mean),
    ("gpu__time_duration.sum", "seconds", sum),
    ("launch__block_size", "threads", alike),
    ("launch__registers_per_thread", "registers", alike),
    ("launch__shared_mem_per_block_static", "static_shared_bytes", alike),
    ("launch__shared_mem_per_block_dynamic", "dynamic_shared_bytes", alike),
    ("launch__occupancy_limit_warps", "blocks_by_threads", alike),
    ("launch__occupancy_limit_registers", "blocks_by_registers", alike),
    ("launch__occupancy_limit_shared_mem", "blocks_by_shared_memory", alike),
    ("launch__occupancy_limit_blocks", "blocks_by_blocks", alike),
)

# Blocks that fit on a multiprocessor, as far as each is concerned; their own number is limited, too.
# Where several limit alike, the first is named.
LIMITS = ("threads", "registers", "shared memory", "blocks")

# What a unit is in bytes or seconds; counts and percentages have none. What it is per, a block or a
# thread, is left out.
UNITS = {"byte": 1, "kbyte": 1e3, "mbyte": 1e6, "gbyte": 1e9, "tbyte": 1e12,
         "ns": 1e-9, "nsecond": 1e-9, "us": 1e-6, "usecond": 1e-6, "ms": 1e-3, "msecond": 1e-3,
         "s": 1, "second": 1, "inst": 1, "%": 1, "": 1, "register": 1, "block": 1, "thread": 1}

TILE = 32  # pivots of a round of the blocked algorithm


def launches(lines):
    """For every launch, in order: its kernel, and the value of each metric."""
    start = next((place for place, line in enumerate(lines) if line.startswith('"ID",')), None)
    if start is None:
        raise ValueError("no line starts with \"ID\": this is not the CSV of ncu, or no kernel "
                         "matched")
    found = {}
    for row in csv.DictReader(lines[start:]):
        if not (row["ID"] or "").isdigit() or not row["Metric Name"]:
            continue  # the program's own words after the table
        name, unit = row["Metric Name"], (row["Metric Unit"] or "").lower().partition("/")[0]
        launch = found.setdefault(int(row["ID"]), {"kernel": row["Kernel Name"]})
        try:
            value = float(row["Metric Value"].replace(",", ""))
        except ValueError:
            continue  # "n/a": the device does not count this
        if unit not in UNITS:
            raise ValueError(f"{name} has the unit '{unit}', which is not in UNITS")
        launch[name] = value * UNITS[unit]
    return [found[number] for number in sorted(found)]


def tasks_of(kernel, n):
    """Of one launch: all cells for one pivot, or all tiles but the panels for 32."""
    return n * n if kernel == "harish-narayanan" else (n - TILE) ** 2 * TILE


def record(kernel, n, lines, info, date):
    profiled = launches(lines)
    names = {launch["kernel"] for launch in profiled}
    if len(names) != 1:
        raise ValueError(f"expected the launches of one kernel, found {sorted(names)}")
    result = {"suite": "paper-counters", "kernel": kernel, "n": n, "launches": len(profiled),
              "tasks": tasks_of(kernel, n) * len(profiled)}
    for metric, field, together in METRICS:
        values = [launch[metric] for launch in profiled if metric in launch]
        if len(values) == len(profiled):
            result[field] = together(values)
        else:
            print(f"paper_counters: {kernel}: {metric} was not counted", file=sys.stderr)
    if "dram_read_bytes" in result and "dram_write_bytes" in result:
        result["dram_bytes"] = result["dram_read_bytes"] + result["dram_write_bytes"]
    if "static_shared_bytes" in result and "dynamic_shared_bytes" in result:
        result["shared_bytes"] = result["static_shared_bytes"] + result["dynamic_shared_bytes"]
    fitting = {limit: result.get("blocks_by_" + limit.replace(" ", "_")) for limit in LIMITS}
    if None not in fitting.values():
        result["limited_by"] = min(fitting, key=fitting.get)
        result["blocks_per_multiprocessor"] = fitting[result["limited_by"]]
    devices = info.get("devices") or [{"name": "unknown"}]
    return result | {"device": devices[0]["name"], "version": info["version"], "date": date}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--metrics", action="store_true", help="print what to ask ncu for")
    parser.add_argument("--kernels", metavar="INFO.json", help="print the paper's kernels on CUDA")
    parser.add_argument("--n", type=int, help="vertices of the profiled solves")
    parser.add_argument("--info", help="what `warpath info --json` printed")
    parser.add_argument("files", nargs="*", metavar="KERNEL=FILE.csv")
    arguments = parser.parse_args()
    if arguments.metrics:
        print(",".join(metric for metric, _, _ in METRICS))
        return 0
    if arguments.kernels:
        with open(arguments.kernels, encoding="utf-8") as file:
            for kernel in json.load(file)["kernels"]:
                if kernel["family"] == "paper" and kernel["backend"] == "cuda":
                    print(kernel["name"])
        return 0
    if not arguments.n or not arguments.info or not arguments.files:
        parser.error("--n, --info and KERNEL=FILE.csv are needed")
    with open(arguments.info, encoding="utf-8") as file:
        info = json.load(file)
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    records = []
    for kernel, path in (word.split("=", 1) for word in arguments.files):
        with open(path, encoding="utf-8", errors="replace") as file:
            try:
                records.append(record(kernel, arguments.n, file.read().splitlines(), info, date))
            except ValueError as error:
                sys.exit(f"paper_counters: {path}: {error}")
    print("[\n" + ",\n".join(json.dumps(entry) for entry in records) + "\n]")
    return 0


if __name__ == "__main__":
    sys.exit(main())
