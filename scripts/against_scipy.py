#!/usr/bin/env python3
"""How much faster than SciPy's Dijkstra all distances of a road network are.

  against_scipy.py WARPATH SUITE   WARPATH: the program; SUITE: the file that `warpath bench --suite sparse --json` wrote on this
                                   machine, which has our time for the same graph

Prints one record as JSON. Needs python3-scipy, and takes SciPy one minute or two.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import numpy
import scipy.io
import scipy.sparse.csgraph


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("warpath")
    parser.add_argument("suite", type=pathlib.Path)
    arguments = parser.parse_args()
    ours = next(record for record in json.loads(arguments.suite.read_text())
                if record.get("kernel") == "sparse" and record.get("graph") == "road")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "road.mtx"
        out = pathlib.Path(folder) / "dist.npy"
        subprocess.run([arguments.warpath, "generate", "road", "-n", str(ours["n"]), "-o", path],
                       check=True, capture_output=True)
        subprocess.run([arguments.warpath, "solve", path, "--method", "sparse", "-o", out], check=True,
                       capture_output=True)
        graph = scipy.sparse.csr_matrix(scipy.io.mmread(path))
        start = time.perf_counter()
        expected = scipy.sparse.csgraph.dijkstra(graph, directed=True)
        seconds = time.perf_counter() - start
        worst = numpy.max(numpy.abs(numpy.load(out) - expected) / numpy.maximum(expected, 1))
    print(json.dumps({"n": ours["n"], "graph": "road", "seconds": ours["seconds"], "scipy_seconds": seconds,
                      "ratio": seconds / ours["seconds"], "largest_relative_difference": float(worst)}))


if __name__ == "__main__":
    main()
