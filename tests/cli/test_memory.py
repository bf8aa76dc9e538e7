#!/usr/bin/env python3
"""--memory bounds the whole process: random commands over random inputs keep to it, or are refused.

A few commands, or as many as WARPATH_MEMORY_COMMANDS says, from the seed WARPATH_MEMORY_SEED."""

import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

from program import PATIENCE, PROGRAM, Folder, run

MIB = 1 << 20
ABOVE = 16 * MIB  # what the peak may exceed the limit by
COMMANDS = int(os.environ.get("WARPATH_MEMORY_COMMANDS", "25"))
SEED = int(os.environ.get("WARPATH_MEMORY_SEED", "1"))

# A child has the size of its parent for a moment before it is the program: one that stays small.
RUN = """
import os, sys
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(process, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""

MAKE_ARRAYS = """
import gzip, numpy, sys
def arcs(name, n, u, v, w):
    order = numpy.lexsort((v, u))
    with open(name, "w") as file:
        file.write(f"p sp {n} {len(u)}\\n")
        file.writelines(f"a {a + 1} {b + 1} {c}\\n" for a, b, c in
                        zip(u[order].tolist(), v[order].tolist(), w[order].tolist()))
random = numpy.random.default_rng(1)
def pairs(n, degree):
    u = numpy.repeat(numpy.arange(n), degree)
    v = (u + 1 + random.integers(0, n - 1, u.size)) % n
    return u, v
u, v = pairs(3000, 6)
p = random.integers(-500, 500, 3000)
arcs("negative.gr", 3000, u, v, random.integers(0, 60, u.size) + p[u] - p[v])
q = random.uniform(-3, 3, 3000)
arcs("zero.gr", 3000, u, v, numpy.round(q[u] - q[v], 6))
arcs("cycles.gr", 3000, u, v, random.integers(-2, 60, u.size))
u = numpy.arange(8999)  # a chain, some of whose arcs can be travelled back
back = u[u % 3 == 0] + 1
arcs("far.gr", 9000, numpy.append(u, back), numpy.append(u + 1, back - 1),
     numpy.append(u % 7 + 1, numpy.where(back > 300, -20, 20)))
u, v = pairs(60000, 3)
arcs("wide.gr", 60000, u, v, random.integers(1, 60, u.size))
with open("names.csv", "w") as file:
    file.write("from,to,km\\n")
    file.writelines(f"the crossing {a} of the road,the crossing {b} of the road,{a % 97}.5\\n"
                    for a, b in zip(*(x[:12000].tolist() for x in pairs(4000, 3))))
places = (numpy.arange(8000)[:, None] + [1, 50, 300, 700, 2000]) % 8000
numpy.savez("csr.npz", format=b"csr", shape=(8000, 8000), data=random.uniform(1, 9, 40000),
            indices=numpy.sort(places, axis=1).ravel(), indptr=numpy.arange(0, 40001, 5))
numpy.savez_compressed("packed.npz", format=b"coo", shape=(9000, 9000),
                       data=random.integers(1, 99, 90000),
                       row=numpy.repeat(numpy.arange(9000), 10),
                       col=(numpy.tile(numpy.arange(10), 9000) * 31 + 1 +
                            numpy.repeat(numpy.arange(9000), 10)) % 9000)
def dense(n, type, name, order="C"):
    cells = random.integers(1, 16000, (n, n)).astype(type)
    numpy.save(name, numpy.asfortranarray(cells) if order == "F" else cells)
dense(2200, "f4", "f4.npy")
dense(2600, "f8", "f8.npy")
dense(3000, "i2", "i2.npy")
dense(1500, "i8", "i8.npy")
dense(2000, ">f4", "swapped.npy")
dense(2400, "f4", "fortran4.npy", "F")
dense(1800, "f8", "fortran8.npy", "F")
cells = random.uniform(1, 2, (1200, 1200)).astype("f4")  # every arc is a best path
numpy.save("metric.npy", cells)
cells = random.uniform(0, 9, (1500, 1500)) + numpy.subtract.outer(q[:1500], q[:1500])
numpy.save("negative.npy", cells)
cells = random.uniform(-0.01, 9, (1500, 1500))
numpy.save("cycles.npy", cells)
for name in ("f4.npy", "wide.gr"):
    with open(name, "rb") as file, gzip.open(name + ".gz", "wb", 1) as packed:
        packed.write(file.read())
"""


def peak_of(arguments):
    """The exit code, the most bytes in memory, and what was said."""
    done = subprocess.run([sys.executable, "-S", "-c", RUN, PROGRAM, *map(str, arguments)],
                          capture_output=True, text=True, timeout=PATIENCE)
    code, peak = done.stdout.splitlines()[-1].split()
    return int(code), int(peak) * 1024, done.stderr


class Memory(Folder):
    @classmethod
    def setUpClass(cls):
        shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(shared.cleanup)
        cls.inputs = shared.name
        subprocess.run([sys.executable, "-c", MAKE_ARRAYS], cwd=cls.inputs, check=True,
                       timeout=PATIENCE)
        for kind, n in (("road", 5000), ("road", 40000), ("gnp", 3000), ("grid", 8000),
                        ("scale-free", 2500), ("chain", 9000), ("random", 700)):
            subprocess.run([PROGRAM, "generate", kind, "-n", str(n), "-q", "-o",
                            os.path.join(cls.inputs, f"{kind}{n}.gr")], check=True)

    def input(self, name):
        return os.path.join(self.inputs, name)

    def within(self, limit, *arguments, codes=(0,)):
        """What was said by a command that keeps to so many MiB."""
        arguments = ["solve", *arguments, "--memory", f"{limit}M"]
        code, peak, said = peak_of(arguments)
        told = f"{' '.join(arguments)}: exit {code}, peak {peak / MIB:.1f} MiB\n{said}"
        self.assertIn(code, codes, told)
        self.assertLessEqual(peak, limit * MIB + ABOVE, told)
        self.assertNotIn("bug", said, told)
        if code == 5:
            self.assertRegex(said, r"^warpath: .*\d", told)
            self.assertIn("\n  ", said, told)  # what to do
        return code, peak, said

    def random_command(self, chance):
        name = chance.choice(sorted(os.listdir(self.inputs)))
        while name.endswith(".co"):
            name = chance.choice(sorted(os.listdir(self.inputs)))
        arguments = [self.input(name)]
        dense = ".npy" in name
        large = "40000" in name or "wide" in name
        negative = any(word in name for word in ("negative", "zero", "cycles", "far"))
        if name.startswith(("cycles", "far")) or (negative and chance.random() < 0.2):
            arguments += ["--on-negative-cycle", "mark"]
        elif chance.random() < 0.15:
            arguments += ["--semiring", chance.choice(["widest-path", "minimax-path",
                                                       "reachability"])]
        if chance.random() < 0.15 and not negative:
            arguments.append("--undirected")
        if chance.random() < 0.25 and not name.startswith(("i8", "negative.gr")):
            arguments += ["--weights", "float32"]
        if large or chance.random() < 0.2:
            count = chance.choice([1, 3, 40])
            arguments += ["--sources", ",".join(str(chance.randrange(1, 500))
                                                for _ in range(count))]
            if name == "names.csv":
                arguments.pop()
                arguments.append("the crossing 1 of the road")
        plain = "--semiring" not in arguments and "mark" not in arguments
        if chance.random() < 0.15 and plain and "--sources" not in arguments:
            arguments.append("--stats")
            if chance.random() < 0.5:
                arguments += ["-o", self.path("s.csv")]
            return arguments
        few = "--sources" in arguments
        if chance.random() < 0.6:
            arguments += ["-o", self.path("d.csv" if few and not dense else "d.npy")]
        if chance.random() < 0.3:
            arguments += ["--paths", self.path("p.npy")]
        if chance.random() < 0.2:
            arguments += ["--verify", chance.choice(["sample:8", "full"] if few or not dense
                                                    else ["sample:8"])]
        if not dense and not negative and plain and chance.random() < 0.3:
            arguments += ["--method", chance.choice(["dense", "sparse", "search"])]
        if chance.random() < 0.3:
            arguments += ["--threads", chance.choice(["1", "2"])]
        return arguments

    def test_random_commands(self):
        chance = random.Random(SEED)
        worst, refused = (-(1 << 40), ""), 0
        for number in range(COMMANDS):
            arguments = self.random_command(chance)
            limit = round(24 * (400 / 24) ** chance.random())
            with self.subTest(number=number):
                code, peak, said = self.within(limit, *arguments, codes=(0, 5))
                refused += code == 5
                worst = max(worst, (peak - limit * MIB, f"{limit}M {' '.join(arguments)}"))
                if COMMANDS > 100:
                    print(number, code, f"{peak / MIB:.0f} of {limit}", *arguments, said[:150],
                          flush=True)
            for left in self.left():
                os.remove(self.path(left))
        print(f"{COMMANDS} commands, {refused} refused; the worst is {worst[0] / MIB:+.1f} MiB "
              f"from its limit: {worst[1]}")

    def test_a_matrix_that_is_larger_than_the_limit(self):
        # 25.8 MiB of float64, of which a byte each is enough; the same where columns lie in one piece.
        for name in ("f8.npy", "fortran8.npy"):
            self.within(36, self.input(name), "--semiring", "reachability")
        self.within(27, self.input("f8.npy"), "--semiring", "reachability", "--weights", "float32")
        self.within(60, self.input("f8.npy"), "--weights", "float32", "-o", self.path("d.npy"))
        self.within(60, self.input("fortran8.npy"), "-o", self.path("f.npy"))
        free = [self.path("d2.npy"), self.path("f2.npy")]
        peak_of(["solve", self.input("f8.npy"), "--weights", "float32", "-o", free[0]])
        peak_of(["solve", self.input("fortran8.npy"), "-o", free[1]])
        self.assertEqual(self.content("d.npy"), self.content("d2.npy"))
        self.assertEqual(self.content("f.npy"), self.content("f2.npy"))

    def test_arcs_that_are_needed_beside_the_distances(self):
        _, _, said = self.within(50, self.input("f8.npy"), "--verify", codes=(5,))
        self.assertIn("f8.npy", said)
        # Every arc is a best path: links to find routes by take more than the matrices do.
        _, _, said = self.within(40, self.input("metric.npy"), "--paths", self.path("p.npy"),
                                 codes=(5,))
        self.assertIn("routes", said)
        self.within(120, self.input("metric.npy"), "--paths", self.path("p.npy"))

    def test_marked_cycles_while_rows_are_streamed(self):
        self.within(50, self.input("far.gr"), "--on-negative-cycle", "mark", "-o",
                    self.path("d.npy"))
        self.assertEqual(os.stat(self.path("d.npy")).st_size, 128 + 4 * 9000 * 9000)

    def test_packed_inputs(self):
        for name in ("f4.npy.gz", "wide.gr.gz", "packed.npz"):
            self.within(64, self.input(name), "--sources", "1,2,3")

    def test_limits_that_are_too_small(self):
        for limit in (1, 5):
            _, _, said = self.within(limit, self.input("road5000.gr"), codes=(5,))
            self.assertIn("the program alone takes", said)
        _, _, said = self.within(24, self.input("f8.npy"), codes=(5,))
        self.assertIn("f8.npy takes", said)


class Enough(Folder):
    """Where it is known what would do, the refusal names it, and that does."""

    def test_the_number_that_is_named(self):
        graph = self.path("g.gr")
        self.ok("generate", "road", "-n", 2500, "-o", graph)
        for more in ((), ("--method", "dense"), ("--paths", self.path("p.npy")), ("--verify",),
                     ("--kernel", "blocked")):
            command = ["solve", graph, "-o", self.path("d.npy"), "-q", "--force", *more]
            text = self.fails(5, *command, "--memory", "1M",
                              says=["the graph and its distances take memory, too"])
            limit = int(re.search(r"more than (\d+)M", text)[1])
            enough = None
            while not enough:  # what walks along the arcs is refused before there is a plan
                text = self.fails(5, *command, "--memory", f"{limit}M", says=["--memory"])
                self.assertNotIn("raise the memory limit", text)
                self.assertNotIn("solve_in_place", text)
                enough = re.search(r"allow --memory (\d+)M", text)
                limit += 1
            self.assertEqual("leave out " + " ".join(more) in text, more[:1] in
                             (("--method",), ("--kernel",)), text)
            self.ok(*command, "--memory", enough[1] + "M")

    def test_matrices(self):
        subprocess.run([sys.executable, "-c", "import numpy, sys; "
                        "numpy.save(sys.argv[1], numpy.ones((2000, 2000), 'f4'))", self.path("w.npy")],
                       check=True)
        for more in ([], ["--verify"], ["--stats"]):
            command = ["solve", self.path("w.npy"), "-q", *more, "--memory"]
            text = self.fails(5, *command, "20M")
            enough = re.search(r"allow --memory (\d+)M", text)
            self.assertTrue(enough, text)
            done = run(*command, enough[1] + "M")
            again = re.search(r"allow --memory (\d+)M", done.stderr.decode())  # for the proof, too
            self.assertTrue(done.returncode == 0 or again, done.stderr)


if __name__ == "__main__":
    unittest.main()
