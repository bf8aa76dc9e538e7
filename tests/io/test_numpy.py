#!/usr/bin/env python3
"""NumPy and SciPy open what we write, and we open what they write."""

import gzip
import itertools
import os
import subprocess
import tempfile
import unittest

import numpy

try:
    import scipy.sparse
except ImportError:
    scipy = None

PROGRAM = os.environ["WARPATH_PROGRAM"]
N = 9
VERSIONS = ((1, 0), (2, 0), (3, 0))
NUMBERS = ("f4", "f8", "i1", "i2", "i4", "i8", "u2", "u4", "u8")
BECOMES = {"f4": "float32", "f8": "float64", "i1": "int16", "i2": "int16", "u1": "int16"}


def shortest(weights):
    """Floyd and Warshall; +inf where there is no arc or path."""
    best = weights.astype("float64")
    best[numpy.diag_indices(len(best))] = numpy.minimum(numpy.diagonal(best), 0)
    for k in range(len(best)):
        best = numpy.minimum(best, best[:, k:k + 1] + best[k:k + 1, :])
    return best


def with_infinity(distances):
    """Distances as float64; integers have a stand-in for +inf."""
    result = distances.astype("float64")
    if distances.dtype.kind == "i":
        result[distances == numpy.iinfo(distances.dtype).max // 2] = numpy.inf
    return result


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.random = numpy.random.default_rng(1)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60)

    def solve(self, name, *options, out="out.npy"):
        done = self.run_program("solve", self.path(name), "-o", self.path(out), "--force",
                                "--quiet", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        if out.endswith(".gz"):
            with gzip.open(self.path(out)) as file:
                return numpy.load(file)
        return numpy.load(self.path(out), mmap_mode="r")

    def refused(self, name, *words):
        done = self.run_program("solve", self.path(name))
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def gzipped(self, name):
        with open(self.path(name), "rb") as plain, gzip.open(self.path(name + ".gz"), "wb") as file:
            file.write(plain.read())
        return name + ".gz"

    def weights(self, kind):
        if kind in ("f4", "f8"):
            # Quarters add up without rounding.
            weights = self.random.integers(1, 400, (N, N)) / 4
            weights[self.random.random((N, N)) < 0.5] = numpy.inf
            return weights
        return self.random.integers(1, 100, (N, N))

    def check(self, found, expected, kind):
        self.assertEqual(found.dtype, BECOMES.get(kind, "int32"))
        numpy.testing.assert_array_equal(with_infinity(found), expected)


class Dense(Files):
    def save(self, array, version):
        with open(self.path("in.npy"), "wb") as file:
            numpy.lib.format.write_array(file, array, version=version)

    def test_every_type_order_and_version(self):
        for kind, order, ends, version in itertools.product(NUMBERS, "CF", "<>", VERSIONS):
            with self.subTest(kind=kind, order=order, ends=ends, version=version):
                weights = self.weights(kind)
                self.save(numpy.array(weights, dtype=ends + kind, order=order), version)
                self.check(self.solve("in.npy"), shortest(weights), kind)

    def test_truths(self):
        for kind, order, version in itertools.product(("b1", "u1"), "CF", VERSIONS):
            with self.subTest(kind=kind, order=order, version=version):
                arcs = self.random.random((N, N)) < 0.2
                self.save(numpy.array(arcs, dtype=kind, order=order), version)
                found = self.solve("in.npy", "--semiring", "reachability")
                self.assertEqual(found.dtype, bool)
                expected = shortest(numpy.where(arcs, 1.0, numpy.inf)) < numpy.inf
                numpy.testing.assert_array_equal(found, expected)

    def test_gzipped_both_ways(self):
        for kind in NUMBERS:
            with self.subTest(kind=kind):
                weights = self.weights(kind)
                self.save(weights.astype(kind), None)
                self.check(self.solve(self.gzipped("in.npy"), out="out.npy.gz"),
                           shortest(weights), kind)

    def test_the_same_distances_are_the_same_file(self):
        self.save(self.weights("f4").astype("f4"), None)
        files = []
        for out in ("a.npy.gz", "b.npy.gz"):
            self.solve("in.npy", out=out)
            with open(self.path(out), "rb") as file:
                files.append(file.read())
        self.assertEqual(*files)
        self.assertEqual(files[0][3:10], bytes([0, 0, 0, 0, 0, 0, 255]))  # no name, no time

    def test_a_gzipped_graph_is_written_and_read(self):
        for name in ("g.gr", "g.gr.gz"):
            done = self.run_program("generate", "gnp", "-n", "40", "-o", self.path(name))
            self.assertEqual(done.returncode, 0, done.stderr)
        with gzip.open(self.path("g.gr.gz")) as packed, open(self.path("g.gr"), "rb") as plain:
            self.assertEqual(packed.read(), plain.read())
        numpy.testing.assert_array_equal(numpy.array(self.solve("g.gr")), self.solve("g.gr.gz"))

    def test_values_that_do_not_fit_are_named(self):
        for order, ends in itertools.product("CF", "<>"):
            array = numpy.ones((N, N), dtype=ends + "u8", order=order)
            array[3, 5] = 2**64 - 1
            self.save(array, None)
            self.refused("in.npy", f"found {2**64 - 1} in row 3, column 5", "float64")
        self.save(numpy.full((2, 2), 2, dtype="u1"), None)
        self.refused("in.npy", "found 2 in row 0, column 0")

    def test_values_beyond_int32_are_int64(self):
        for kind, value in (("i8", 2**31), ("i8", 2**61 + 1), ("u4", 2**31), ("u8", 2**61 + 1)):
            for order, ends in itertools.product("CF", "<>"):
                array = numpy.full((3, 3), 2**61 if value > 2**32 else 2**30, dtype=ends + kind,
                                   order=order)
                array[0, 1] = array[1, 2] = 1
                array[1, 0] = value
                self.save(array, None)
                found = self.solve("in.npy")
                self.assertEqual(found.dtype, "int64")
                self.assertEqual(found[0, 2], 2)
                self.assertEqual(int(found[1, 0]), min(value, int(array[2, 0]) + 1))

    def test_other_arrays_are_refused(self):
        for array, words in ((numpy.eye(3, dtype="f2"), ("'f2' (half precision)", "astype")),
                             (numpy.eye(3, dtype="c8"), ("'c8'", "astype")),
                             (numpy.ones(3), ("1 dimensions", "expected a matrix")),
                             (numpy.ones(()), ("0 dimensions", "expected a matrix")),
                             (numpy.ones((2, 2, 2)), ("3 dimensions", "expected a matrix")),
                             (numpy.ones((2, 3)), ("square",))):
            self.save(array, None)
            self.refused("in.npy", *words)


@unittest.skipUnless(scipy, "SciPy is missing")
class Sparse(Files):
    def matrix(self, kind, form):
        present = self.random.random((N, N)) < 0.3
        weights = self.random.integers(0, 100, (N, N))
        if kind == "b1":
            weights[:] = 1
        rows, columns = numpy.nonzero(present)
        entries = weights[present].astype(kind)  # with zeros among them, which are arcs
        shuffle = self.random.permutation(len(rows))
        matrix = scipy.sparse.coo_matrix(
            (entries[shuffle], (rows[shuffle], columns[shuffle])), shape=(N, N)).asformat(form)
        return matrix, shortest(numpy.where(present, weights, numpy.inf))

    def test_every_type_and_format(self):
        for kind, form, packed in itertools.product((*NUMBERS, "u1", "b1"), ("csr", "csc", "coo"),
                                                    (False, True)):
            with self.subTest(kind=kind, form=form, packed=packed):
                matrix, expected = self.matrix(kind, form)
                scipy.sparse.save_npz(self.path("in.npz"), matrix, compressed=packed)
                self.check(self.solve("in.npz"), expected, kind)

    def test_gzipped(self):
        for form in ("csr", "csc", "coo"):
            matrix, expected = self.matrix("f8", form)
            scipy.sparse.save_npz(self.path("in.npz"), matrix)
            self.check(self.solve(self.gzipped("in.npz"), out="out.npy.gz"), expected, "f8")

    def test_other_byte_orders_and_wide_indices(self):
        for form, ends, width in itertools.product(("csr", "csc", "coo"), "<>", ("i4", "i8")):
            matrix, expected = self.matrix("f4", form)
            names = ("row", "col") if form == "coo" else ("indices", "indptr")
            arrays = {name: getattr(matrix, name).astype(ends + width) for name in names}
            for text in (form, form.encode()):
                with self.subTest(form=form, ends=ends, width=width, text=text):
                    numpy.savez(self.path("in.npz"), format=text, shape=matrix.shape,
                                data=matrix.data.astype(ends + "f4"), **arrays)
                    self.check(self.solve("in.npz"), expected, "f4")

    def test_undirected_and_another_type(self):
        matrix, _ = self.matrix("i8", "csr")
        scipy.sparse.save_npz(self.path("in.npz"), matrix)
        weights = numpy.full((N, N), numpy.inf)
        coo = matrix.tocoo()
        for row, column, weight in zip(coo.row, coo.col, coo.data):
            weights[row, column] = min(weights[row, column], weight)
            weights[column, row] = min(weights[column, row], weight)
        found = self.solve("in.npz", "--undirected", "--weights", "float32")
        self.check(found, shortest(weights), "f4")

    def test_an_empty_matrix_has_no_paths(self):
        scipy.sparse.save_npz(self.path("in.npz"), scipy.sparse.csr_matrix((N, N)))
        found = self.solve("in.npz")
        numpy.testing.assert_array_equal(found == 0, numpy.eye(N, dtype=bool))

    def test_what_cannot_be_meant_is_refused(self):
        eye = scipy.sparse.eye(4)
        twice = scipy.sparse.coo_matrix(([1, 2], ([0, 0], [1, 1])), shape=(4, 4))
        hidden = scipy.sparse.csr_matrix(numpy.array([[0.0, numpy.nan], [1.0, 0.0]]))
        false = scipy.sparse.csr_matrix(([True, False], ([0, 1], [1, 0])), shape=(4, 4))
        for matrix, words in ((eye.todia(), ("'dia'", ".tocsr()")),
                              (eye.tobsr(), ("'bsr'", ".tocsr()")),
                              (twice, ("row 0, column 1 twice", "sum_duplicates()")),
                              (hidden, ("nan in row 0, column 1",)),
                              (false, ("row 1, column 0", "eliminate_zeros()")),
                              (eye.tocsr()[:3], ("3 rows and 4 columns", "square"))):
            scipy.sparse.save_npz(self.path("in.npz"), matrix)
            self.refused("in.npz", *words)

    def test_a_dense_archive_is_explained(self):
        numpy.savez(self.path("in.npz"), first=numpy.eye(3), second=numpy.eye(2))
        self.refused("in.npz", "'first.npy', 'second.npy'", "scipy.sparse.save_npz")


if __name__ == "__main__":
    unittest.main()
