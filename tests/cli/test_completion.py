#!/usr/bin/env python3
"""What is made from the table of options: help, man page, completion, suggestions."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

import program

SHELLS = ("bash", "zsh", "fish")


def run(*arguments):
    return program.run(*arguments, text=True)


def printed(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def subcommands():
    listed = printed("--help").split("Subcommands:\n")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z]+)", listed, re.MULTILINE)


def options(command):
    """The lists of names in the help of a subcommand: [["-o", "--output"], ...]."""
    listed = printed(command, "--help").split("\nOptions:\n")[1]
    return [line.split()[0].split(",") for line in listed.split("\n") if line.startswith("  -")]


# Drives the function as bash would; files are completed by bash itself, which cannot be seen here.
BASH = """
source "$1"; shift
compopt() { [[ $* == *default* ]] && echo FILES; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_warpath
printf '%s\\n' "${COMPREPLY[@]}"
"""


# Drives the function as zsh would, but with what it offers printed.
ZSH = """
compdef() { }
_files() { print FILES }
compset() { }
_describe() { print -l -- ${${(P)2}%%:*} }
source $1
words=(${(z)2}) CURRENT=$#words PREFIX=$words[-1]
[[ $2 == *' ' ]] && { words+=(''); PREFIX=; ((CURRENT++)) }
_warpath
"""


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.scripts = {}
        for shell in SHELLS:
            cls.scripts[shell] = os.path.join(cls.folder, shell)
            with open(cls.scripts[shell], "w") as file:
                file.write(printed("completion", shell))

    def script(self, shell):
        with open(self.scripts[shell]) as file:
            return file.read()

    def in_shell(self, *command):
        """What a shell prints; it finds the program by its name, and no settings of anybody."""
        path = os.path.dirname(program.PROGRAM) + os.pathsep + os.environ["PATH"]
        environment = {**os.environ, "HOME": self.folder, "XDG_CONFIG_HOME": self.folder,
                       "XDG_DATA_HOME": self.folder, "PATH": path}
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment,
                              cwd=self.folder)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def in_bash(self, *words):
        return self.in_shell("bash", "-c", BASH, "bash", self.scripts["bash"], *words).split()

    def in_fish(self, line):
        printed = self.in_shell("fish", "-c", "source $argv[1]; complete -C $argv[2]",
                                self.scripts["fish"], line)
        return [answer.split("\t")[0] for answer in printed.splitlines()]

    def in_zsh(self, line):
        return self.in_shell("zsh", "-fc", ZSH, "zsh", self.scripts["zsh"], line).split()

    def test_help_fits_80_columns(self):
        for command in ([], *([name] for name in subcommands())):
            for line in printed(*command, "--help").splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_every_option_is_everywhere(self):
        page = printed("man")
        for command in subcommands():
            in_page = page.split(f"\n.SS warpath {command}\n")[1].split("\n.S")[0]
            for names in options(command):
                self.assertTrue(names, command)
                for name in names:
                    self.assertRegex(printed("__complete", command, name), rf"(?m)^{name}\t\S")
                    if "--help" not in names:
                        self.assertIn("\\fB" + name.replace("-", "\\-") + "\\fR", in_page)

    def test_hidden_subcommands_are_not_shown(self):
        self.assertNotIn("man", subcommands())
        self.assertNotIn("man", self.in_bash("warpath", ""))
        self.assertNotIn("warpath man\n", printed("man").split(".SH NAME")[1])

    def test_the_scripts_are_valid(self):
        for shell in SHELLS:
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", self.scripts[shell]], capture_output=True)
                self.assertEqual((done.returncode, done.stderr), (0, b""), shell)

    def test_bash_completes(self):
        self.assertEqual(self.in_bash("warpath", "so"), ["solve"])
        self.assertEqual(self.in_bash("warpath", ""), subcommands())
        self.assertEqual(self.in_bash("warpath", "solve", "--ke"), ["--kernel"])
        self.assertEqual(self.in_bash("warpath", "solve", "--kernel", "bl"), ["blocked"])
        self.assertEqual(self.in_bash("warpath", "solve", "--kernel", "=", "bl"), ["blocked"])
        self.assertIn("blocked", self.in_bash("warpath", "solve", "--kernel", "="))
        self.assertIn("--quiet", self.in_bash("warpath", "solve", "x", "--kernel", "=", "cpu", ""))
        self.assertEqual(self.in_bash("warpath", "solve", ""), ["FILES"])
        self.assertEqual(self.in_bash("warpath", "solve", "-o", "x"), ["FILES"])
        self.assertEqual(self.in_bash("warpath", "solve", "--threads", ""), [])
        self.assertIn("--json", self.in_bash("warpath", "solve", "city.gr", ""))
        self.assertEqual(self.in_bash("warpath", "generate", "-n", "5", "ro"), ["road"])
        self.assertEqual(self.in_bash("warpath", "bench", "--kernels", "cpu,te"), ["cpu,textbook"])
        self.assertEqual(self.in_bash("warpath", "bench", "--json", "x"), ["FILES"])
        self.assertEqual(self.in_bash("warpath", "bench", "--json", "--cs"), ["--csv"])
        self.assertEqual(self.in_bash("warpath", "completion", "z"), ["zsh"])
        self.assertNotIn("npy", self.in_bash("warpath", "generate", "--format", ""))
        self.assertNotIn("npy", self.in_bash("warpath", "convert", "--to", ""))
        self.assertIn("npy", self.in_bash("warpath", "convert", "--from", ""))
        self.assertEqual(self.in_bash("warpath", "path", "--weights", "b"), [])
        self.assertEqual(self.in_bash("warpath", "path", ""), ["FILES"])
        self.assertEqual(self.in_bash("warpath", "path", "city.gr", ""), [])
        self.assertEqual(self.in_bash("warpath", "path", "city.gr", "Rome", ""), [])
        self.assertEqual(self.in_bash("warpath", "bench", "--weights", "b"), ["boolean"])
        self.assertEqual(self.in_bash("warpath", "solve", "x", "--verify", "s"), ["sample:"])
        self.assertEqual(self.in_bash("warpath", "solve", "x", "--verify", "=", "f"), ["full"])
        self.assertEqual(self.in_bash("warpath", "solve", "--verify", "full", "x"), ["FILES"])
        self.assertIn("--json", self.in_bash("warpath", "solve", "--verify", "x.gr", ""))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        self.assertEqual(self.in_fish("warpath so"), ["solve"])
        self.assertEqual(self.in_fish("warpath solve --ke"), ["--kernel"])
        self.assertEqual(self.in_fish("warpath solve --kernel bl"), ["blocked"])
        self.assertEqual(self.in_fish("warpath solve --threads "), [])
        self.assertEqual(self.in_fish("warpath generate -n 5 ro"), ["road"])
        self.assertEqual(self.in_fish("warpath bench --kernels cpu,te"), ["cpu,textbook"])
        self.assertEqual(self.in_fish("warpath bench --kernels te"), ["textbook"])

        self.assertEqual(self.in_fish("warpath solve --kernel=bl"), ["--kernel=blocked"])
        self.assertEqual(self.in_fish("warpath solve x -o fi"), ["fish"])
        self.assertEqual(self.in_fish("warpath solve x --paths=fi"), ["--paths=fish"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes(self):
        self.assertEqual(self.in_zsh("warpath so"), ["solve"])
        self.assertEqual(self.in_zsh("warpath "), subcommands())
        self.assertEqual(self.in_zsh("warpath solve --ke"), ["--kernel"])
        self.assertEqual(self.in_zsh("warpath solve --kernel=bl"), ["--kernel=blocked"])
        self.assertEqual(self.in_zsh("warpath solve --threads "), [])
        self.assertEqual(self.in_zsh("warpath solve "), ["FILES"])
        self.assertEqual(self.in_zsh("warpath generate -n 5 ro"), ["road"])
        self.assertEqual(self.in_zsh("warpath bench --kernels cpu,te"), ["cpu,textbook"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_loads_the_function(self):
        done = subprocess.run(["zsh", "-fc", "autoload -U compinit && compinit -u -D && source $1 && "
                               "print $_comps[warpath]", "zsh", self.scripts["zsh"]],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual((done.stdout.strip(), done.stderr), ("_warpath", ""))

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_the_man_page_is_clean(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-P-cbou", "-rLL=80n"],
                              input=printed("man"), capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_the_man_page_has_its_sections(self):
        page = printed("man")
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "FORMATS", "EXIT STATUS",
                        "FILES", "ENVIRONMENT"):
            self.assertIn(f"\n.SH {section}\n", page)
        self.assertEqual(page, printed("man"))

    def test_typos_get_suggestions(self):
        for arguments, meant in ((["slove", "x.gr"], "solve"),
                                 (["solve", "--thraeds", "4"], "--threads"),
                                 (["solve", "x.gr", "--kernal=cpu"], "--kernel"),
                                 (["generate", "raod", "-n", "5"], "road"),
                                 (["bench", "--kernels", "cpu,blockd"], "blocked"),
                                 (["solve", "x.gr", "--semiring", "widest"], "widest-path"),
                                 (["completion", "bahs"], "bash"),
                                 (["--vresion"], "--version")):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(f"did you mean '{meant}'?", done.stderr)

    def test_help_is_a_word_too(self):
        self.assertEqual(printed("help"), printed("--help"))
        self.assertEqual(printed("help", "solve"), printed("solve", "--help"))
        self.assertEqual(printed("-V"), printed("--version"))
        done = run("help", "slove")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("did you mean 'solve'?", done.stderr)

    def test_words_too_many(self):
        for arguments, remedy in ((["path", "roads.csv", "Porto", "Alegre", "Vitória"],
                                   'quote names with spaces: "Porto Alegre"'),
                                  (["solve", "my", "graph.csv"],
                                   'quote names with spaces: "my graph.csv"'),
                                  (["solve", "x.gr", "-x"], "see warpath solve --help"),
                                  (["info", "x"], "see warpath info --help")):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn("not expected: " + arguments[-1], done.stderr)
            self.assertIn(remedy, done.stderr)

    def test_numbers(self):
        for arguments, says in ((["generate", "road", "-n", "1e3"], "'1e3' is not a whole number"),
                                (["generate", "road", "-n", "4", "--seed", "1.5"],
                                 "--seed: '1.5' is not a whole number"),
                                (["bench", "--sizes", "16,x"], "'x' is not a whole number"),
                                (["bench", "--sizes", "16,0"], "0 is not in the range 1 to "),
                                (["solve", "x", "--threads", "-1"], "-1 is not in the range 0 to "),
                                (["generate", "road", "-n", "9" * 30], "is not in the range 0 to "),
                                (["generate", "road", "-n", "2147483648"],
                                 "2147483648 is not in the range 0 to 2147483647")):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(says, done.stderr)

    def test_values_stand_behind_their_options_or_are_attached(self):
        four = printed("generate", "chain", "--vertices", "4", "--quiet")
        for arguments in (["chain", "-n", "4"], ["chain", "-n4"], ["chain", "--vertices=4"],
                          ["-n", "4", "chain"], ["-qn4", "chain"], ["-q", "-q", "chain", "-n", "+4"],
                          ["-n4", "--", "chain"], ["--quiet=no", "-n", "4", "chain"]):
            self.assertEqual(printed("generate", *arguments), four, arguments)
        for seed in (["--seed", "-1"], ["--seed=-1"]):
            self.assertIn(f"--seed {2**64 - 1}", printed("generate", "chain", "-n4", *seed))

    def test_what_options_refuse(self):
        for arguments, says in ((["solve", "x.gr", "--output="], "--output needs a value"),
                                (["bench", "--sizes", ","], "--sizes needs a value"),
                                (["solve", "x.gr", "--verify", "out.npy"], "not expected: out.npy"),
                                (["solve", "x.gr", "--verify=out.npy"], "known are: full, sample:K"),
                                (["solve", "--", "x.gr", "--quiet"], "not expected: --quiet"),
                                (["solve", "x.gr", "--quiet=maybe"], "--quiet = maybe"),
                                (["solve", "x.gr", "-o", "a.npy", "--output", "b.npy"],
                                 "--output is given 2 times, and has one value"),
                                (["bench", "--sizes", "4", "--suite", "cpu"],
                                 "--suite excludes --sizes"),
                                (["verify", "x.gr"], "DIST is required"),
                                (["generate", "chain"], "--vertices is required"),
                                (["generate", "chain", "-n", "--1"], "'--1' is not a whole number")):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(says, done.stderr)

    def test_only_what_can_be_written_is_a_format_of_outputs(self):
        for arguments in (["generate", "road", "-n", "5", "--format", "npy"],
                          ["convert", "x.gr", "-", "--to", "npy"]):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn("no format for written graphs 'npy'", done.stderr)
            self.assertIn("known are: gr, ", done.stderr)

    def test_a_missing_value_is_named(self):
        done = run("bench", "--repeat")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--repeat needs a value", done.stderr)


if __name__ == "__main__":
    unittest.main()
