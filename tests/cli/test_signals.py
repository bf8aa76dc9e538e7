#!/usr/bin/env python3
"""Ctrl-C and its like, closed pipes, files that are cut off, and the progress bar of a terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import tempfile
import time
import unittest

from program import PATIENCE, PROGRAM, Folder, has_open

SOON = 5  # seconds; about one is usual, but machines are busy


class Signals(Folder):
    @classmethod
    def setUpClass(cls):
        shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(shared.cleanup)
        cls.small = os.path.join(shared.name, "small.csv")
        with open(cls.small, "w") as file:
            file.writelines(f"v{i},v{i + 1},3\n" for i in range(300))
        cls.long_solve = os.path.join(shared.name, "long.gr")  # no kernel is done soon
        with open(cls.long_solve, "wb") as file:
            file.write(b"p sp 6000 2\na 1 2 3\na 2 6000 1\n")
        cls.long_read = os.path.join(shared.name, "big.gr")
        arcs = 6_000_000
        with open(cls.long_read, "wb") as file:  # out of order, so that it is read twice
            file.write(b"p sp 2 %d\n" % arcs + b"a 2 1 1.25\na 1 2 1.25\n" * (arcs // 2))

    def start(self, *arguments, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], **options)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe:
                pipe.close()

    def until(self, process, condition):
        start = time.monotonic()
        while not condition():
            self.assertIsNone(process.poll(), "it ended before it could be interrupted")
            self.assertLess(time.monotonic() - start, PATIENCE)
            time.sleep(0.005)

    def interrupted(self, process, number):
        start = time.monotonic()
        process.send_signal(number)
        code = process.wait(PATIENCE)
        self.assertLess(time.monotonic() - start, SOON)
        self.assertEqual(code, 128 + number)
        self.assertEqual(process.stderr.read(), b"warpath: interrupted\n")
        self.assertEqual(os.listdir(self.folder), [])

    def test_while_reading(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("solve", self.long_read, "-o", self.path("d.npy"))
            self.until(process, lambda: has_open(process, self.long_read))
            self.interrupted(process, number)

    def test_while_measuring_files(self):
        process = self.start("bench", "--suite", "io",
                             env={**os.environ, "TMPDIR": self.folder})
        self.until(process, lambda: any(files for _, _, files in os.walk(self.folder)))
        self.interrupted(process, signal.SIGINT)

    def test_while_waiting_for_input(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start("solve", "-", stdin=subprocess.PIPE)
            self.until(process, lambda: self.sleeps(process))
            self.interrupted(process, number)

    def test_while_solving(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for kernel in ("cpu", "blocked", "textbook"):
                process = self.start("solve", self.long_solve, "--kernel", kernel, "-o",
                                     self.path("d.npy"), "--weights", "float64", "--threads", 1)
                self.until(process, lambda: self.seconds(process) > 0.3)
                self.interrupted(process, number)

    def test_while_a_slow_reader_keeps_it_waiting(self):
        for arguments in (["solve", self.small, "-o", "-"], ["convert", self.long_read, "-"],
                          ["generate", "random", "-n", 1000]):
            for number in (signal.SIGINT, signal.SIGTERM):
                process = self.start(*arguments)
                process.stdout.read(1)
                self.until(process, lambda: self.sleeps(process))
                self.interrupted(process, number)

    def test_while_nobody_opens_the_fifo(self):
        with tempfile.TemporaryDirectory() as elsewhere:
            fifo = os.path.join(elsewhere, "fifo.gr")
            os.mkfifo(fifo)
            for arguments in (["generate", "chain", "-n", 5, "-o", fifo], ["solve", fifo]):
                process = self.start(*arguments)
                self.until(process, lambda: self.sleeps(process))
                self.interrupted(process, signal.SIGINT)

    def test_while_writing_a_file(self):
        for name in ("big.gr.gz", "big.csv"):
            process = self.start("generate", "random", "-n", 3000, "-o", self.path(name))
            self.until(process, lambda: has_open(process, self.folder))
            self.interrupted(process, signal.SIGTERM)

    def sleeps(self, process):
        """Whether it has waited in the same place for a moment."""
        def state():
            with open(f"/proc/{process.pid}/stat") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            return fields[0], fields[11], fields[12]
        before = state()
        if before[0] != "S":
            return False
        time.sleep(0.2)
        return state() == before and self.seconds(process) > 0

    @staticmethod
    def seconds(process):
        """Its time on the processor."""
        with open(f"/proc/{process.pid}/schedstat") as stat:
            return int(stat.read().split()[0]) / 1e9

    def test_what_was_ignored_stays_ignored(self):
        process = self.start("solve", "-", "--json", stdin=subprocess.PIPE,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.until(process, lambda: self.sleeps(process))
        process.send_signal(signal.SIGHUP)
        process.communicate(b"p sp 2 1\na 1 2 3\n", timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)

    def test_a_closed_pipe(self):
        done = subprocess.run(
            ["bash", "-c", '"$1" generate random -n 500 | head -1; echo ${PIPESTATUS[0]}', "bash",
             PROGRAM], capture_output=True, text=True, timeout=PATIENCE)
        self.assertRegex(done.stdout, r"^c .*\n141\n$")
        self.assertEqual(done.stderr, "")

    def test_a_reader_that_closes_at_once(self):
        for arguments in (["generate", "random", "-n", "500"], ["man"], ["--help"],
                          ["solve", self.small, "-o", "-"], ["solve", self.small]):
            reading, writing = os.pipe()
            os.close(reading)
            process = self.start(*arguments, stdout=writing)
            os.close(writing)
            self.assertEqual(process.wait(PATIENCE), -signal.SIGPIPE, arguments)
            text = process.stderr.read()
            self.assertNotIn(b"cannot", text)

    def test_a_closed_pipe_where_that_signal_is_ignored(self):
        reading, writing = os.pipe()
        os.close(reading)
        process = self.start("generate", "chain", "-n", "500", stdout=writing, restore_signals=False,
                             preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        os.close(writing)
        self.assertEqual(process.wait(PATIENCE), 3)
        self.assertEqual(process.stderr.read(),
                         b"warpath: cannot write standard output: Broken pipe\n")

    def test_a_file_that_is_cut_off_while_it_is_read(self):
        copy = self.path("copy.gr")
        for _ in range(5):
            with open(self.long_read, "rb") as whole, open(copy, "wb") as file:
                file.write(whole.read())
            process = self.start("solve", copy)
            self.until(process, lambda: has_open(process, copy))
            process.send_signal(signal.SIGSTOP)
            os.truncate(copy, 0)
            process.send_signal(signal.SIGCONT)
            code, text = process.wait(PATIENCE), process.stderr.read()
            if code != 0:
                break
        self.assertEqual(code, 3)
        self.assertIn(b"warpath: a file was cut off while it was read\n", text)

    def on_a_terminal(self, *arguments):
        """What appears there before and after Ctrl-C, which follows the first bar; the exit code."""
        ours, theirs = pty.openpty()
        process = self.start(*arguments, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        shown = b""
        sent = False
        while True:
            ready, _, _ = select.select([ours], [], [], PATIENCE)
            self.assertTrue(ready)
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            shown += piece
            if b"%" in shown and not sent:
                time.sleep(0.3)
                process.send_signal(signal.SIGINT)
                sent = True
        os.close(ours)
        return shown.decode(), process.wait(PATIENCE)

    def test_the_progress_bar(self):
        shown, code = self.on_a_terminal("solve", self.long_solve, "--kernel", "textbook")
        self.assertEqual(code, 130)
        bars = re.findall(r"\r\x1b\[K(solving \[[# ]{24}\] +\d+%[^\r]*)", shown)
        self.assertTrue(bars, shown)
        self.assertLess(max(map(len, bars)), 80)
        self.assertTrue(shown.endswith("\r\x1b[Kwarpath: interrupted\r\n"), repr(shown[-80:]))

    def test_no_progress_bar_elsewhere(self):
        ours, theirs = pty.openpty()
        quiet = self.start("solve", self.long_solve, "--kernel", "blocked", "--quiet", stderr=theirs)
        os.close(theirs)
        piped = self.start("solve", self.long_solve, "--kernel", "blocked")
        for process in (quiet, piped):
            self.until(process, lambda: self.seconds(process) > 0.8)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE), 130)
        self.assertEqual(piped.stderr.read(), b"warpath: interrupted\n")
        self.assertEqual(os.read(ours, 1000), b"warpath: interrupted\r\n")
        os.close(ours)


if __name__ == "__main__":
    unittest.main()
