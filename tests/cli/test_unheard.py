#!/usr/bin/env python3
"""What it says is for people, and goes nowhere at times: work and exit codes are the same."""

import os
import pty
import select
import subprocess
import unittest

from program import PATIENCE, PROGRAM, Folder


class Unheard(Folder):
    def setUp(self):
        super().setUp()
        self.graph = self.file("g.csv", "a,b,1\nb,c,2\n")
        self.cycle = self.file("cycle.csv", "a,b,1\nb,a,-2\n")

    def in_bash(self, redirection, *arguments):
        done = subprocess.run(["bash", "-c", f'"$0" "$@" {redirection}', PROGRAM, *arguments],
                              capture_output=True, timeout=PATIENCE)
        return done.returncode

    def test_errors_keep_their_exit_codes(self):
        for redirection in ("2>/dev/full", "2>&-", "2>&- >&-", "2> >(exec 0<&-; sleep 0.1)"):
            for code, arguments in ((0, ["convert", self.graph, "/dev/null", "--to", "gr"]),
                                    (2, []), (2, ["solve"]), (2, ["slove"]),
                                    (3, ["solve", self.path("missing.gr")]),
                                    (4, ["solve", self.cycle]),
                                    (6, ["solve", self.graph, "--kernel", "staged-load"])):
                with self.subTest(redirection=redirection, arguments=arguments):
                    self.assertEqual(self.in_bash(redirection, *arguments), code)

    def test_a_summary_that_cannot_be_said_is_no_failure(self):
        for redirection in ("2>/dev/full", "2>&-"):
            self.assertEqual(self.in_bash(f">'{self.path('d')}' {redirection}", "solve", self.graph,
                                          "-o", "-"), 0)
            self.assertEqual(self.content("d")[:6], b"\x93NUMPY")

    def test_a_terminal_that_is_closed_does_not_end_the_work(self):
        self.file("long.gr", "p sp 1500 2\na 1 2 3\na 2 1500 1\n")
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, "solve", self.path("long.gr"), "--kernel", "textbook",
                                    "--threads", "1", "-o", self.path("d.npy")], stderr=theirs,
                                   stdout=subprocess.DEVNULL)
        os.close(theirs)
        shown = b""
        while b"%" not in shown:
            self.assertTrue(select.select([ours], [], [], PATIENCE)[0])
            shown += os.read(ours, 65536)
        os.close(ours)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(self.left(), ["cycle.csv", "d.npy", "g.csv", "long.gr"])


if __name__ == "__main__":
    unittest.main()
