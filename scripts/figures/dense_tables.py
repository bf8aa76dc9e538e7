"""The figures of the dense CUDA engine: from the newest results of `warpath bench --suite cuda`, and
from benchmarks/rivals.json, which has the times of others on the same kind of device."""

import json

import results
from results import ROOT, problem, seconds, source

RIVALS = ROOT / "benchmarks" / "rivals.json"
COMPARED = 16384  # the size at which types are compared, and where the limit is taken from


def newest(records):
    """The measurements of the newest results, or nothing."""
    return results.newest(records, "cuda", "seconds")


def is_plain(record):
    return (record["weight"] == "float32" and record["nonnegative"] and not record["symmetric"]
            and not record["pinned"])


def by_size(records):
    """n -> record of float32 >= 0."""
    return {record["n"]: record for record in newest(records) if is_plain(record)}


def peak(sizes):
    """Tasks per second of the inner step alone: what the limit is made of."""
    return sizes[COMPARED if COMPARED in sizes else max(sizes)]["peak_tasks_per_second"]


def rivals(device, file=RIVALS):
    """Name -> {n: seconds}, in the file's order; nothing for another device than theirs."""
    content = json.loads(file.read_text(encoding="utf-8"))
    if content["device"] != device:
        return {}
    return {rival["name"]: {int(n): ms * 1e-3 for n, ms in rival["milliseconds"].items()}
            for rival in content["rivals"]}


def best_other(record):
    """Seconds and name of the fastest of the others at the size of the record, or None."""
    others = rivals(record["device"])
    return min(((times[record["n"]], name) for name, times in others.items()
                if record["n"] in times), default=None)


def sizes_table(sizes):
    limit = peak(sizes)
    lines = ["| n | Warpath | best other | | times as fast | of the limit |",
             "|--:|--:|--:|---|--:|--:|"]
    for n, record in sorted(sizes.items()):
        time = record["seconds"]
        best = best_other(record)
        words = f"{seconds(best[0])} | {best[1]} | **{best[0] / time:.3g}x**" if best else " | | "
        lines.append(f"| {n:,} | {seconds(time)} | {words} | {n**3 / limit / time:.0%} |")
    return lines


def types_table(records):
    lines = [f"| n = {COMPARED:,} | time | 10⁹ tasks/s | of the peak |", "|---|--:|--:|--:|"]
    for record in newest(records):
        if record["n"] == COMPARED and not record["pinned"]:
            lines.append(f"| {problem(record)} | {seconds(record['seconds'])} "
                         f"| {record['tasks_per_second'] / 1e9:,.0f} | {record['peak_fraction']:.0%} |")
    return lines


def end_to_end_table(records):
    """From host memory to host memory: ordinary, then pinned."""
    found = sorted((record for record in newest(records)
                    if record["n"] == COMPARED and is_plain({**record, "pinned": False})),
                   key=lambda record: record["pinned"])
    lines = [f"| float32, n = {COMPARED:,} | on the device | with both ways | |", "|---|--:|--:|--:|"]
    for record in found:
        whole, part = record["end_to_end_seconds"], record["seconds"]
        name = "pinned host memory" if record["pinned"] else "host memory"
        lines.append(f"| {name} | {seconds(part)} | {seconds(whole)} | {whole / part:.2f}x |")
    return lines


def section(records):
    """The part of docs/speed.md about the engine; nothing without results."""
    sizes = by_size(records)
    if not sizes:
        return []
    compared = ("Ours is a median, of the others the best of several counts; "
                "[benchmarks/rivals.json](../benchmarks/rivals.json) says what each is. "
                if rivals(newest(records)[0]["device"]) else "")
    return [
        "![Times on one GPU: Warpath, others, and the limit](images/dense.svg)", "",
        *sizes_table(sizes), "",
        f"float32, weights ≥ 0, matrix in device memory. {compared}The limit is n³ tasks at the rate of the "
        "inner step alone. The other types:", "",
        *types_table(records), "",
        "From host memory to host memory:", "",
        *end_to_end_table(records), "",
        source(newest(records), "cuda")]
