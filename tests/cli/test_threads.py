#!/usr/bin/env python3
"""How many threads there are: as many as are asked for, allowed, and can be started."""

import json
import os
import resource
import subprocess
import unittest

from program import Folder, run

NOBODY = 65534


def limited(processes):
    """What a child does to itself: the limit does not hold for root."""
    def limit():
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))
    return limit


class Limits(Folder):
    def test_threads_that_cannot_be_started(self):
        try:
            run("--version", preexec_fn=limited(1))
        except (PermissionError, subprocess.SubprocessError):
            self.skipTest("nobody else may run the program here")
        made = run("generate", "random", "-n", 600).stdout
        right = run("solve", "-", "-o", "-", "-q", input=made).stdout
        for processes in (1, 1, 1, 2, 2, 3, 4):
            for arguments in (["-o", "-"], ["-o", "-", "--method", "sparse"], ["-o", "-", "--verify"],
                              ["--stats"]):
                done = run("solve", "-", "--threads", 8, "-q", *arguments, input=made,
                           preexec_fn=limited(processes))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr, b"")
                if "sparse" not in arguments:
                    self.assertEqual(done.stdout, right if "-o" in arguments else b"")


class Environment(Folder):
    def threads(self, variable, *arguments):
        there = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
        if variable is not None:
            there["OMP_NUM_THREADS"] = variable
        graph = self.path("g.gr")
        if not os.path.exists(graph):
            self.ok("generate", "random", "-n", 600, "-o", graph, "-q")
        done = self.done("solve", graph, "--dry-run", "--json", *arguments, env=there)
        return json.loads(done.stdout)["threads"]

    def test_omp_num_threads_is_the_most(self):
        all_there_are = self.threads(None)
        for variable in ("1", " 1 ", "1,4", "1,nonsense"):
            self.assertEqual(self.threads(variable), 1)
        for variable in ("", "0", "-2", "many", "1x", ",1", "99999999999999999999", "1000000"):
            self.assertEqual(self.threads(variable), all_there_are, variable)
        self.assertEqual(self.threads("1", "--threads", 2), 2)


if __name__ == "__main__":
    unittest.main()
