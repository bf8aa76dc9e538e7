"""The paper's analysis of its kernels (sections 3.3, 4 and 5), and the same made from our results: is
it the bus, the arithmetic, or that too few threads are there to hide what is waited for?"""

from results import newest

# As printed; on a Tesla C1060. Rates are those of n = 4096, FLOPs are of the 933 GFLOP/s advertised,
# shared bytes hold 32 of parameters, and blocks are as many as shared memory has room for.
PUBLISHED = {
    "harish-narayanan": {"tasks_per_second": 2.6e9, "bytes_per_second": 42e9, "flops_per_task": 359},
    "katz-kider": {"tasks_per_second": 14.9e9, "flops_per_task": 62.7, "shared_bytes": 12320,
                   "blocks_per_multiprocessor": 1},
    "optimized-blocked": {"shared_bytes": 12320, "blocks_per_multiprocessor": 1},
    "staged-load": {"tasks_per_second": 73.6e9, "bytes_per_second": 46e9, "flops_per_task": 12.7,
                    "shared_bytes": 1056, "blocks_per_multiprocessor": 15},
}
PUBLISHED_COPY_RATE = 77e9  # bytes per second, in device memory

COMPARED = 16384  # where the paper compares its last columns
WORD = 4  # bytes

# What a thread block takes, and how many of them a multiprocessor holds.
FOOTPRINT = ("threads", "registers", "shared_bytes", "blocks_per_multiprocessor", "limited_by")


def published(kernel):
    """The paper's figures of a kernel, without those that it does not give."""
    figures = dict(PUBLISHED.get(kernel, {}))
    if "bytes_per_second" in figures:
        figures["copy_bytes_per_second"] = PUBLISHED_COPY_RATE
        figures["copy_fraction"] = figures["bytes_per_second"] / PUBLISHED_COPY_RATE
    return figures


def footprints(records):
    """The newest records that tell what thread blocks take: those of scripts/figures/paper_counters.sh,
    or of suites that still asked the device for it."""
    found = [record for record in records if "registers" in record]
    return [record for record in found if record["file"] == found[-1]["file"]]


def analysed(records):
    """A record per kernel on the device, at the size where the paper compares its last columns, or
    at the largest before that. Older results say themselves at which size it was."""
    mine = newest(records, "paper", "tasks_per_second")
    largest = {record["analysis"]: record["n"] for record in mine if "analysis" in record}
    chosen = {}
    for record in sorted(mine, key=lambda record: record["n"]):
        if record.get("backend") == "cuda" and record["n"] <= largest.get(record["kernel"], COMPARED):
            chosen[record["kernel"]] = record
    return list(chosen.values())


def analysis(records):
    """For every kernel that is analysed what was measured, and what follows from it; the paper's own
    figures are in "paper"."""
    # One copy serves all kernels. Older results have one beside each.
    copies = {record.get("analysis"): record["copy_bytes_per_second"]
              for record in newest(records, "paper", "copy_bytes_per_second")}
    blocks = {record.get("analysis") or record["kernel"]: record for record in footprints(records)}
    result = []
    for record in analysed(records):
        kernel = record["kernel"]
        # By the paper's count, which knows no caches: 3 words in and 1 out, for a block of tasks.
        bytes_per_task = 4 * WORD / record["block"]
        bytes_per_second = record["tasks_per_second"] * bytes_per_task
        figures = {field: record[field] for field in (
            "kernel", "n", "seconds", "tasks_per_second", "peak_tasks_per_second", "peak_fraction")}
        figures |= {"bytes_per_task": bytes_per_task, "bytes_per_second": bytes_per_second,
                    # Additions and minima that the device could do while it does one task.
                    "flops_per_task": 2 / record["peak_fraction"], "paper": published(kernel)}
        copy_rate = copies.get(kernel, copies.get(None))
        if copy_rate:
            figures |= {"copy_bytes_per_second": copy_rate,
                        "copy_fraction": bytes_per_second / copy_rate}
        block = blocks.get(kernel, {})
        result.append(figures | {field: block[field] for field in FOOTPRINT if field in block})
    return result
