#!/usr/bin/env python3
"""Checks that every #include follows the layers, and that special things stay in their places.

The tables below are the architecture. A message is `file:line: what: why`; exit 1 when there is one.

  check_layers.py [ROOT]        check the project (default: the one this script is in)
  check_layers.py --self-test   plant a violation of every rule and see that it is found
"""

import argparse
import pathlib
import re
import sys
import tempfile

SUFFIXES = {".hpp", ".cpp", ".h", ".cuh", ".cu"}

# A file belongs to the layer with the longest matching folder. It may include its own layer, and:
MAY_INCLUDE = {
    "include/warpath": [],
    "src/base": ["include/warpath"],
    "src/generate": ["include/warpath", "src/base"],
    "src/io": ["include/warpath", "src/base", "src/numerics"],
    "src/verify": ["include/warpath", "src/base", "src/numerics"],
    "src/numerics": ["include/warpath", "src/base"],
    "src/kernels": ["include/warpath", "src/base", "src/numerics"],
    "src/routes": ["include/warpath", "src/base", "src/numerics"],
    "src/sparse": ["include/warpath", "src/base", "src/numerics"],
    "src/cpu": ["include/warpath", "src/base", "src/numerics", "src/kernels", "src/sparse"],
    "src/cuda": ["include/warpath", "src/base", "src/numerics", "src/kernels", "src/routes",
                 "src/sparse", "src/cuda/device"],
    "src/cuda/device": ["include/warpath", "src/base"],
    "src/paper": ["include/warpath", "src/base", "src/numerics", "src/kernels", "src/cuda/device"],
    "src/solve": ["include/warpath", "src/base", "src/numerics", "src/kernels", "src/routes",
                  "src/sparse"],
    "src/bench": ["include/warpath", "src/base", "src/kernels", "src/routes", "src/verify"],
    "src/cli": ["include/warpath", "src/base", "src/generate", "src/io", "src/routes", "src/verify",
                "src/bench"],
    "tests/oracle": [],
}

WHY = {
    "include/warpath": "public headers include only each other and the standard library",
    "src/base": "the base knows the public headers only",
    "src/generate": "generators know the base and the public headers",
    "src/io": "formats know base, numerics and the public headers",
    "src/verify": "a certificate must not trust what it certifies: only base, numerics and the public headers",
    "src/numerics": "numerics know base and the public headers, no kernel",
    "src/kernels": "the contract of kernels knows no kernel; only the files in ENTRY_POINTS do",
    "src/routes": "routes come from distances and arcs, whoever computed them: no backend, no engine",
    "src/sparse": "the sparse engine is backend-neutral: it knows base, numerics and the public headers",
    "src/cpu": "backends know what lies below kernels, and sparse, never each other",
    "src/cuda": "backends know what lies below kernels, routes and sparse, never each other",
    "src/cuda/device": "the wrappers of CUDA know base and the public headers, no kernel",
    "src/paper": "the paper's kernels know what lies below kernels, and cuda/device, no backend",
    "src/solve": "a solve calls kernels by the table alone: it knows no backend",
    "src/bench": "measurements use the public headers, routes, verify, and what kernels say of limits",
    "src/cli": "the program uses the public headers, base, generate, io, routes and verify, as any user would",
    "tests/oracle": "the oracle must share nothing with what it judges: standard headers only",
}

# The few files that know which backends there are, and the folders whose entry headers (those
# directly in the folder, not in a subfolder) they include.
ENTRY_POINTS = {
    "src/kernels/table.cpp": ["src/cpu", "src/cpu/sparse", "src/cuda", "src/cuda/dense",
                              "src/cuda/sparse", "src/paper"],
    "src/kernels/machine.cpp": ["src/cpu", "src/cuda"],
}

# Single headers that another layer shares.
SHARED_HEADERS = {
    "src/cuda/memory.hpp": ["src/bench"],  # how bench holds a matrix
    "src/cpu/sparse/factor.hpp": ["src/cuda"],  # elimination is the host's, wherever the sweep runs
    "src/cpu/isa.hpp": ["src/cuda"],
}

# The only files with #if on optional parts.
CONDITIONAL_FILES = {"src/kernels/table.cpp"}

# Third-party headers: pattern, name, and where they may be included.
THIRD_PARTY = [
    (r"hwy/", "Highway", ["src/cpu", "src/numerics/tile_look.cpp", "src/numerics/targets.hpp"]),
    (r"(one)?(tbb|oneapi)[/.]", "oneTBB", ["src/base/crew.cpp"]),
    (r"fast_float/", "fast_float", ["src/io", "src/cli"]),
    (r"zlib\.h", "zlib", ["src/io"]),
    (r"expat\.h", "Expat", ["src/io/xml.cpp"]),
    (r"amd\.h", "AMD", ["src/sparse/order.cpp"]),
    (r"fmt/", "fmt", ["src"]),
    (r"(cuda|cu_|cooperative_groups|mma\.h|nv/|cub/|thrust/)", "CUDA", ["src/cuda"]),
    (r"(\w+intrin\.h|arm_neon\.h|arm_sve\.h|cpuid\.h)", "an intrinsics header",
     ["src/cpu", "src/cuda/device"]),
    # The operating system: memory limits, affinity, mapped files, terminals.
    (r"(sys/|unistd\.h|fcntl\.h|malloc\.h|sched\.h|pthread\.h|signal\.h|dlfcn\.h|linux/)", "a system header",
     ["src"]),
]

# Text that may stand in certain folders only.
PLACES = [
    (r"\b_mm\d*_\w+|\b__m(128|256|512)[di]?\b|\b__builtin_ia32_\w+|\bv(add|min)q_\w+", "an intrinsic",
     ["src/cpu", "src/cuda/device"],
     "intrinsics live in the cpu tiles or cuda/device"),
    (r"\b(asm|__asm__)\b", "assembly or PTX", ["src/cpu", "src/cuda/device"],
     "assembly lives in the cpu tiles, PTX in cuda/device"),
    (r"\b(exit|_exit|quick_exit|abort)\s*\(", "ending the process", ["src/cli"],
     "a library never exits"),
    (r"\bstd::(cout|cerr|clog)\b|\b(printf|puts|putchar)\s*\(|\bfmt::print\b", "printing",
     ["src/cli"], "a library never prints"),
]

STANDARD = set("""
algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
cinttypes climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp
csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception
execution expected filesystem format forward_list fstream functional future initializer_list iomanip
ios iosfwd iostream istream iterator latch limits list locale map mdspan memory memory_resource mutex
new numbers numeric optional ostream print queue random ranges ratio regex scoped_allocator
semaphore set shared_mutex source_location span spanstream sstream stack stacktrace stdexcept stop_token
streambuf string string_view strstream syncstream system_error thread tuple type_traits typeindex
typeinfo unordered_map unordered_set utility valarray variant vector version
assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h stdarg.h
stddef.h stdint.h stdio.h stdlib.h string.h time.h
""".split())

# The oracle's own tests judge nothing else.
NOT_CHECKED = re.compile(r"tests/oracle/\w+_test\.cpp$")

# Names by which a build, not a source file, provides a header.
GENERATED = {"warpath/version.hpp": "include/warpath"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
CONDITION = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef)\b.*\bWARPATH_HAS_")
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\\\s]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'", re.DOTALL)


def without_comments(text, keep_strings):
    """The text with comments (and strings, unless kept) blanked, line for line."""
    def blank(match):
        token = match.group(0)
        if token[0] != "/" and keep_strings:
            return token
        return re.sub(r"[^\n]", " ", token)
    return TOKEN.sub(blank, text)


def inside(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def layer_of(path):
    layers = [layer for layer in MAY_INCLUDE if inside(path, [layer])]
    return max(layers, key=len) if layers else None


def resolve(root, path, name):
    """The project file that `name` means when included from `path`, or None."""
    if name in GENERATED:
        return GENERATED[name] + "/" + pathlib.PurePosixPath(name).name
    for base in (pathlib.PurePosixPath(path).parent, "src", "include", "tests", "."):
        candidate = root / base / name
        if candidate.is_file():
            try:
                return candidate.resolve().relative_to(root.resolve()).as_posix()
            except ValueError:
                return None
    return None


def check_include(root, path, layer, name):
    """None, or what is wrong with `#include name` in `path`."""
    target = resolve(root, path, name)
    if target is not None:
        target_layer = layer_of(target)
        if target_layer == layer or target_layer in MAY_INCLUDE[layer]:
            return None
        if layer in SHARED_HEADERS.get(target, []):
            return None
        entry = pathlib.PurePosixPath(target)
        if path in ENTRY_POINTS and entry.suffix == ".hpp" and \
                entry.parent.as_posix() in ENTRY_POINTS[path]:
            return None
        return f"includes {target}: {WHY[layer]}"
    if name in STANDARD:
        return None
    if layer in ("include/warpath", "tests/oracle"):
        return f"includes <{name}>: {WHY[layer]}"
    for pattern, title, places in THIRD_PARTY:
        if re.match(pattern, name):
            if inside(path, places):
                return None
            return f"includes <{name}>: {title} belongs in {' and '.join(places)} only"
    return (f"includes <{name}>: neither a standard header, nor ours, nor in THIRD_PARTY of "
            "scripts/check_layers.py")


def check_file(root, path):
    layer = layer_of(path)
    if layer is None:
        if inside(path, ["src", "include"]):
            yield 1, "lies in no layer: add its folder to MAY_INCLUDE in scripts/check_layers.py"
        return
    text = (root / path).read_text(encoding="utf-8")
    for number, line in enumerate(without_comments(text, True).split("\n"), 1):
        match = INCLUDE.match(line)
        if match:
            message = check_include(root, path, layer, match.group(1) or match.group(2))
            if message:
                yield number, message
        if CONDITION.match(line) and path not in CONDITIONAL_FILES:
            yield number, ("#if on an optional part: these stand in "
                           f"{' and '.join(sorted(CONDITIONAL_FILES))} only")
    if layer == "tests/oracle":
        return
    for number, line in enumerate(without_comments(text, False).split("\n"), 1):
        for pattern, what, places, why in PLACES:
            match = re.search(pattern, line)
            if match and not inside(path, places):
                yield number, f"{what} ({match.group(0).strip()}): {why}"


def check(root):
    messages, count = [], 0
    for folder in ("include", "src", "tests/oracle"):
        for file in sorted((root / folder).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.suffix in SUFFIXES and file.is_file() and not NOT_CHECKED.match(path):
                count += 1
                messages += [f"{path}:{n}: {what}" for n, what in check_file(root, path)]
    return messages, count


# --- self-test -----------------------------------------------------------------------------------

CLEAN = {
    "include/warpath/graph.hpp": '#include <vector>\n#include "warpath/types.hpp"\n',
    "include/warpath/types.hpp": "#include <cstdint>\n",
    "include/warpath/all.hpp": '#include "warpath/version.hpp"\n',
    "src/base/plan.hpp": "#include <warpath/graph.hpp>\n",
    "src/kernels/table.cpp": '#include "base/plan.hpp"\n#include "cpu/engine.hpp"\n'
                            '#if WARPATH_HAS_CUDA\n#include "cuda/engine.hpp"\n#endif\n',
    "src/kernels/machine.cpp": "#include <sched.h>\n",
    "src/base/text.cpp": '#include <fmt/format.h>\n// std::cout << "#include <hwy/highway.h>"\n'
                         'const char* s = "asm volatile, _mm256_add_ps";\n/*\n#include "io/npy.hpp"\n*/\n',
    "src/cpu/engine.hpp": '#include "base/plan.hpp"\n',
    "src/cpu/tile.cpp": '#include <hwy/highway.h>\n'
                        '#include <immintrin.h>\n#include "engine.hpp"\n__m256 x;\n',
    "src/cpu/detail/pack.hpp": "",
    "src/cuda/engine.hpp": "#include <cuda_runtime_api.h>\n",
    "src/cuda/device/ptx.cuh": 'asm volatile("mov");\n',
    "src/io/npy.hpp": "#include <fast_float/fast_float.h>\n#include <warpath/graph.hpp>\n",
    "src/base/crew.cpp": "#include <oneapi/tbb/parallel_for.h>\n",
    "src/cli/main.cpp": '#include "io/npy.hpp"\nstd::cout << 1;\n',
    "tests/oracle/oracle.hpp": "#include <vector>\n",
    "tests/oracle/oracle.cpp": '#include "oracle/oracle.hpp"\n',
}

# file, text, and the line and words of the message that must come.
PLANTED = [
    ("include/warpath/bad.hpp", '\n#include "base/plan.hpp"\n', 2, "public headers"),
    ("include/warpath/bad.hpp", "#include <tbb/tbb.h>\n", 1, "public headers"),
    ("include/warpath/bad.hpp", "#include <unistd.h>\n", 1, "public headers"),
    ("src/base/bad.cpp", '#include "cpu/engine.hpp"\n', 1, "knows no kernel|the base knows"),
    ("src/base/bad.cpp", '#include "io/npy.hpp"\n', 1, "knows no kernel|the base knows"),
    ("src/kernels/table.cpp", '#include "cpu/detail/pack.hpp"\n', 1, "knows no kernel|the base knows"),
    ("src/kernels/machine.cpp", '#include "io/npy.hpp"\n', 1, "knows no kernel|the base knows"),
    ("src/base/bad.cpp", "/* a\n*/ #include <hwy/highway.h>\n", 2, "Highway"),
    ("src/base/bad.cpp", "# include <tbb/parallel_for.h>\n", 1, "oneTBB"),
    ("src/base/bad.cpp", "int i;\n\n#if defined(WARPATH_HAS_CUDA)\n#endif\n", 3, "optional part"),
    ("src/base/bad.cpp", "auto v = _mm256_min_ps(a, b);\n", 1, "an intrinsic"),
    ("src/base/bad.cpp", "#include <immintrin.h>\n", 1, "intrinsics header"),
    ("src/base/bad.cpp", "#include <boost/graph.hpp>\n", 1, "neither a standard header"),
    ("src/base/bad.cpp", "std::cerr << 1;\n", 1, "never prints"),
    ("src/base/bad.cpp", "std::exit(1);\n", 1, "never exits"),
    ("src/cpu/bad.cpp", '#include "cuda/engine.hpp"\n', 1, "never each other"),
    ("src/cpu/bad.cpp", "#include <cuda_runtime.h>\n", 1, "CUDA"),
    ("src/cuda/bad.cpp", '#include "cpu/engine.hpp"\n', 1, "never each other"),
    ("src/cuda/dense/bad.cuh", 'asm volatile("mov");\n', 1, "PTX"),
    ("src/sparse/bad.cpp", '#include "cpu/engine.hpp"\n', 1, "backend-neutral"),
    ("src/paper/bad.cpp", '#include "../cpu/engine.hpp"\n', 1, "no backend"),
    ("src/verify/bad.cpp", '#include "cpu/engine.hpp"\n', 1, "certificate"),
    ("src/verify/bad.cpp", "#include <zlib.h>\n", 1, "zlib"),
    ("src/io/bad.cpp", '#include "cpu/engine.hpp"\n', 1, "formats know base"),
    ("src/io/bad.cpp", "#include <tbb/tbb.h>\n", 1, "oneTBB"),
    ("src/io/bad.cpp", "#include <expat.h>\n", 1, "Expat"),
    ("src/solve/bad.cpp", '#include "cpu/engine.hpp"\n', 1, "by the table alone"),
    ("src/cli/bad.cpp", '#include "cpu/engine.hpp"\n', 1, "as any user would"),
    ("src/cli/bad.cpp", "#include <zlib.h>\n", 1, "zlib"),
    ("src/mpi/bad.cpp", "\n", 1, "lies in no layer"),
    ("tests/oracle/bad.cpp", "#include <warpath/graph.hpp>\n", 1, "shares? nothing"),
    ("tests/oracle/bad.cpp", "#include <fmt/format.h>\n", 1, "share nothing"),
]


def write_tree(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def self_test():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        write_tree(root, CLEAN)
        messages, count = check(root)
        if messages or count != len(CLEAN):
            failures.append(f"a clean tree of {len(CLEAN)} files: {count} checked, {messages}")
    for path, text, line, words in PLANTED:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            write_tree(root, {**CLEAN, path: text})
            messages, _ = check(root)
            if len(messages) != 1 or not messages[0].startswith(f"{path}:{line}: ") \
                    or not re.search(words, messages[0]):
                failures.append(f"{path} with {text!r}: expected one message at line {line} with "
                                f"{words!r}, got {messages}")
    for failure in failures:
        print(f"self-test: {failure}", file=sys.stderr)
    print(f"layers: self-test, {len(PLANTED) + 1} cases, {len(failures)} failed")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    messages, count = check(arguments.root)
    for message in messages:
        print(message, file=sys.stderr)
    if not messages:
        print(f"layers: {count} files are in order")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
