"""Results of `warpath bench --json FILE`: how they are read, picked and worded."""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"


def load(folder):
    """All records of all files of a folder."""
    return load_files(sorted(folder.glob("*.json")))


def load_files(files):
    """All records, oldest first; each knows its file."""
    records = []
    for file in files:
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            sys.exit(f"{file}: {error}")
        if not isinstance(content, list):
            sys.exit(f"{file}: expected a list of records")
        for record in content:
            record["file"] = str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file)
            records.append(record)
    return sorted(records, key=lambda record: record.get("date", ""))


def newest(records, suite, having=None):
    """The records of a suite (that have a field) from the file with the newest of them, or none."""
    found = [record for record in records
             if record.get("suite") == suite and (having is None or having in record)]
    return [record for record in found if record["file"] == found[-1]["file"]]


def number(value, unit):
    return f"{value:,.0f}{unit}" if value >= 1000 else f"{value:.3g}{unit}"


def seconds(value):
    return f"{value:.3g} s" if value >= 1 else f"{value * 1e3:.3g} ms"


def problem(record):
    """What was solved, in a user's words."""
    words = record["weight"]
    if record["kernel"] not in ("cpu", "cuda"):
        words += f", `{record['kernel']}` kernel"
    if not record["nonnegative"]:
        words += ", negative weights too"
    if record["symmetric"]:
        words += ", undirected"
    return words


def source(records, suite):
    last = records[-1]
    return (f"Measured on {last['device']}, {last['date'][:10]}, warpath {last['version']}: "
            f"`warpath bench --suite {suite}`, `{last['file']}`.")
