#!/usr/bin/env python3
"""The documentation, as readers use it: commands are pasted in order, and answer what is shown.

A block ```sh holds commands, the block ```text behind it what they print on either stream: `...`
stands for any lines, and times, rates, kernels and instruction sets depend on the machine. A
command may fail only where such an answer is shown. Blocks ```pycon are Python sessions.
"""

import doctest
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(os.environ["WARPATH_PROGRAM"])
ROOT = pathlib.Path(os.environ["WARPATH_SOURCE_DIR"])
PAGES = ("README.md", "docs/formats.md", "docs/kernels.md", "docs/verify.md")
EVERY_PAGE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "src/paper/README.md",
              *sorted(ROOT.glob("docs/*.md"))]
NOT_HERE = ("scripts/", "make ", "export ", "warpath bench", "cmake ")  # set-up, and what takes long
BLOCK = re.compile(r"^```(sh|text|pycon)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ON_THIS_MACHINE = ((r"\b[\d.]+ ([mu]?s)\b", "TIME"), (r"\([\d.]+ \w?tasks/s\)", "(RATE)"),
                   (r"^(kernel +\S+) \(.*\)$", r"\1"), (r"^predicted .*", "predicted"),
                   (r"slack at most [\d.]+", "slack"))


def blocks(page):
    """(kind, text) of all that can be run or compared, in order."""
    return BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


def commands(text):
    """Single commands: lines, put together where they end with a backslash."""
    lines = text.replace("\\\n", " ").splitlines()
    return [line for line in lines if line and not line.startswith(NOT_HERE)]


def plain(line):
    for pattern, word in ON_THIS_MACHINE:
        line = re.sub(pattern, word, line)
    return line.rstrip()


def difference(shown, printed):
    """The first line that is shown and not printed in its place, or None."""
    printed = [plain(line) for line in printed.splitlines()]
    at, anywhere = 0, False
    for line in map(plain, shown.splitlines()):
        if line.strip() == "...":
            anywhere = True
            continue
        found = printed.index(line, at) if line in printed[at:] else -1
        if found < 0 or (found > at and not anywhere):
            return line
        at, anywhere = found + 1, False
    return None if anywhere or at == len(printed) else printed[at]


class Documentation(unittest.TestCase):
    def paste(self, page, folder):
        (folder / "bin").mkdir()
        (folder / "bin" / "warpath").symlink_to(PROGRAM)
        (folder / "examples").symlink_to(ROOT / "examples")
        environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
        found = blocks(page)
        for (kind, text), (after, shown) in zip(found, [*found[1:], ("", "")]):
            if kind == "pycon":
                self.converse(page, text)
            if kind != "sh":
                continue
            lines = commands(text)
            for line in lines:
                answer = shown if after == "text" and line == lines[-1] else ""
                done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                                      check=False)
                with self.subTest(page=page, command=line):
                    expected = answer.startswith("warpath: ")
                    self.assertEqual(done.returncode != 0, expected, done.stdout)
                    if answer:
                        self.assertIsNone(difference(answer, done.stdout), done.stdout)

    def converse(self, page, text):
        session = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
        self.assertEqual(doctest.DocTestRunner().run(session).failed, 0)

    def test_commands_can_be_pasted_in_order(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        for page in PAGES:
            with tempfile.TemporaryDirectory() as name:
                os.chdir(name)  # where Python sessions find the files
                self.paste(page, pathlib.Path(name))
                os.chdir(before)

    def test_files_that_are_named_are_there(self):
        folders = "src|include|tests|scripts|docs|examples|benchmarks|cmake"
        for page in EVERY_PAGE:
            text = page.read_text(encoding="utf-8")
            for name in re.findall(rf"`((?:{folders})/[a-z0-9_./-]+)`", text):  # not suite_NAME.cpp
                with self.subTest(page=page.name, name=name):  # "src/solve/plan" is plan.hpp, too
                    self.assertTrue((ROOT / name).exists() or list(ROOT.glob(f"{name}.*")))

    def test_links_lead_somewhere(self):
        for page in EVERY_PAGE:
            text = page.read_text(encoding="utf-8")
            for link in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text):
                target, _, anchor = "".join(link).partition("#")
                if target.startswith("http"):
                    continue
                with self.subTest(page=page.name, link=target):
                    file = page.parent / target if target else page
                    self.assertTrue(file.exists())
                    if anchor:
                        heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
                        slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
                        self.assertIn(anchor, slugs)

    def test_the_first_page_stays_short(self):
        lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
        self.assertLessEqual(len(lines), 180)


class Comparison(unittest.TestCase):
    def test_times_and_machines_may_differ(self):
        self.assertIsNone(difference("time  5.3 us (5 Mtasks/s); 1 ms", "time  10 ms (7.5 Gtasks/s); 2 s"))
        self.assertIsNone(difference("kernel        cpu (avx512, 1 thread)", "kernel        cpu (neon)"))
        self.assertIsNone(difference("a\n...\nc\n...\n", "a\nb\nc\nd"))
        self.assertIsNone(difference("a", "a"))

    def test_what_is_not_printed_is_seen(self):
        for shown, printed in (("a", "b"), ("a\nc", "a\nb\nc"), ("a\n...\nd", "a\nb"), ("a", "a\nb"),
                               ("diameter 5", "diameter 6"), ("b\na", "a\nb")):
            self.assertIsNotNone(difference(shown, printed), (shown, printed))


if __name__ == "__main__":
    unittest.main()
