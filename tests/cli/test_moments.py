#!/usr/bin/env python3
"""Whatever ends a command, and whenever: all of its files are new, or all are as before, and nothing
else lies there. A few random moments, or as many as WARPATH_MOMENTS says."""

import collections
import hashlib
import os
import random
import resource
import signal
import subprocess
import time
import unittest

from program import Folder, PATIENCE, PROGRAM, nameless_files

MOMENTS = int(os.environ.get("WARPATH_MOMENTS", "24"))
SEED = int(os.environ.get("WARPATH_MOMENTS_SEED", "1"))
SIZE = 700

# Mounts a disk of $2 bytes on $1, with what lies in $3; runs the rest there, and shows what is left.
ON_A_SMALL_DISK = """
mount -t tmpfs -o size="$2" none "$1" && cd "$1" || exit 77
cp -p "$3"/. . -r 2>/dev/null || exit 78
shift 3
"$@" >/dev/null 2>&1
echo $?
find . -type f -printf '%P\\n' | sort | xargs -r sha256sum
"""


class Moments(Folder):
    def setUp(self):
        super().setUp()
        self.out, self.old = self.path("out"), self.path("old")
        for folder in (self.out, self.old):
            os.mkdir(folder)
        if not nameless_files(self.out):
            self.skipTest("no files without a name here")
        for version in (1, 2):  # what is replaced differs from what is new
            self.file(f"names{version}.csv", "".join(
                f"v{i},v{(7 * i + version) % SIZE},{i % 9 + version}\n" for i in range(SIZE)))
            self.file(f"plain{version}.gr", f"p sp {SIZE} {SIZE}\n" + "".join(
                f"a {i + 1} {(7 * i + version) % SIZE + 1} {i % 9 + version}\n"
                for i in range(SIZE)))

    def commands(self, version):
        """Those of one to six files, into the folder where they run."""
        names, plain = self.path(f"names{version}.csv"), self.path(f"plain{version}.gr")
        return [
            ["solve", plain, "-o", "d.npy"],
            ["solve", plain, "-o", "d.csv.gz", "--sources", "1,2,3"],
            ["convert", names, "x.gr"],
            ["generate", "road", "-n", "6000", "--seed", version, "-o", "city.gr"],
            ["solve", names, "-o", "d.npy"],
            ["solve", plain, "-o", "d.npy", "--paths", "p.npy"],
            ["solve", names, "-o", "d.npy", "--paths", "p.csv", "--sources", "v1,v2"],
            ["solve", names, "-o", "d.npy", "--paths", "p.npy"],
            ["solve", names, "-o", "d.npy", "--paths", "p.npy", "--sources", "v3,v4,v5"],
        ]

    def start(self, arguments, folder, **options):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=folder,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)

    @staticmethod
    def state(folder):
        def digest(name):
            with open(os.path.join(folder, name), "rb") as file:
                return hashlib.sha256(file.read()).hexdigest()
        return {name: digest(name) for name in os.listdir(folder)}

    def clear(self, folder):
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))

    def made(self, arguments, folder):
        """What an undisturbed run leaves, and how long it takes."""
        self.clear(folder)
        start = time.monotonic()
        self.assertEqual(self.start(arguments, folder).wait(PATIENCE), 0, arguments)
        return self.state(folder), time.monotonic() - start

    def by_signal(self, number, arguments, whole, chance):
        process = self.start(arguments, self.out)
        time.sleep(chance.uniform(0, 1.2 * whole))
        process.send_signal(number)
        process.wait(PATIENCE)
        return self.state(self.out)

    def by_limit(self, arguments, most, chance):
        """A file may not grow beyond a size."""
        bytes_ = chance.randrange(1, most)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))
        self.start(arguments, self.out, preexec_fn=limit).wait(PATIENCE)
        return self.state(self.out)

    def by_full_disk(self, arguments, used, most, chance):
        """Nothing where no disk can be mounted."""
        pages = used // 4096 + 8 + chance.randrange(1, most // 4096 + 8)
        done = subprocess.run(["unshare", "-rm", "bash", "-c", ON_A_SMALL_DISK, "bash", self.out,
                               str(4096 * pages), self.old, PROGRAM, *map(str, arguments)],
                              capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode in (1, 77) or "unshare" in done.stderr:
            return None
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertIn(int(lines[0]), (0, 3), lines)
        return dict(reversed(line.split("  ", 1)) for line in lines[1:])

    def test_random_moments(self):
        chance = random.Random(SEED)
        odd = []
        ends = collections.Counter()
        for moment in range(MOMENTS):
            which = chance.randrange(len(self.commands(2)))
            arguments = self.commands(2)[which]
            force = chance.random() < 0.5
            old, _ = self.made(self.commands(1)[which], self.old)
            if force:
                arguments.append("--force")
            else:
                old = {}
                self.clear(self.old)
            new, whole = self.made(arguments, self.out)
            sizes = [os.stat(os.path.join(self.out, name)).st_size for name in new]
            used = sum(os.stat(os.path.join(self.old, name)).st_size + 4096 for name in old)
            self.clear(self.out)
            subprocess.run(["cp", "-pr", self.old + "/.", self.out], check=True)
            self.assertEqual(self.state(self.out), old)
            way = chance.choice(["KILL", "KILL", "INT", "TERM", "limit", "disk"])
            if way == "disk":
                left = self.by_full_disk(arguments, used, sum(sizes) + 4096 * len(sizes), chance)
            elif way == "limit":
                left = self.by_limit(arguments, max(sizes) + 4096, chance)
            else:
                left = self.by_signal(signal.Signals["SIG" + way], arguments, whole, chance)
            ends[way, "old" if left == old else "new" if left == new else
                 "skipped" if left is None else "odd"] += 1
            if left not in (old, new, None):
                odd.append((moment, way, force, arguments[0], sorted(left)))
            self.clear(self.out)
        print(f"{MOMENTS} moments:", *(f"{way} {end} {count}," for (way, end), count in
                                       sorted(ends.items())), odd)
        # Names are given one by one, in microseconds, and nothing stops SIGKILL between two of them.
        self.assertFalse([each for each in odd if each[1] != "KILL"], odd)
        self.assertLessEqual(len(odd), 1 + MOMENTS // 250, odd)


if __name__ == "__main__":
    unittest.main()
