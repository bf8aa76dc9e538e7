"""The program under test, and a folder of its own for every test."""

import json
import os
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["WARPATH_PROGRAM"]
PATIENCE = 120  # seconds


def run(*arguments, **options):
    """What it printed is bytes, unless text=True; input may be either."""
    options.setdefault("timeout", PATIENCE)
    if isinstance(options.get("input"), str) and not options.get("text"):
        options["input"] = options["input"].encode()
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, **options)


def has_open(process, path):
    """Whether the process holds or maps a file."""
    try:
        with open(f"/proc/{process.pid}/maps") as maps:
            if path in maps.read():
                return True
        fds = f"/proc/{process.pid}/fd"
        return any(os.readlink(os.path.join(fds, fd)).startswith(path) for fd in os.listdir(fds))
    except OSError:
        return False


def nameless_files(folder):
    """Whether the file system has them: only then does SIGKILL leave nothing behind."""
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600))
        return True
    except (OSError, AttributeError):
        return False


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def save(self, name, array):
        import numpy
        numpy.save(self.path(name), array)
        return self.path(name)

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def lines(self, name):
        return self.content(name).decode().splitlines()

    def left(self):
        """What lies in the folder."""
        return sorted(os.listdir(self.folder))

    def done(self, *arguments, **options):
        """What became of a call that must succeed."""
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def ok(self, *arguments, **options):
        """The text that it printed."""
        return self.done(*arguments, **options).stdout.decode()

    def fails(self, code, *arguments, says=(), **options):
        """The text of its complaint."""
        done = run(*arguments, **options)
        text = done.stderr.decode()
        self.assertEqual(done.returncode, code, text)
        if "--json" in arguments and done.stdout:
            self.assertEqual(json.loads(done.stdout)["error"]["exit"], code)
        else:
            self.assertEqual(done.stdout, b"", "errors belong on stderr")
        self.assertNotIn("bug", text)
        for words in says:
            self.assertIn(words, text)
        return text
