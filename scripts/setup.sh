#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that Warpath needs. This is the one list of them.
#
#   scripts/setup.sh         what building, testing and the demo need
#   scripts/setup.sh --dev   also clang, sanitizer runtimes, coverage and the checkers
#   scripts/setup.sh --list  print the list and install nothing
#
# Does nothing, silently, when all is there. WARPATH_SKIP_SETUP=1 makes it trust you.
set -euo pipefail

packages=(
  build-essential cmake ninja-build ccache pkg-config git time  # tools
  libhwy-dev            # Highway: SIMD with run-time dispatch
  libtbb-dev            # oneTBB: threads
  libcli11-dev          # CLI11: the command line
  libfmt-dev            # fmt: text
  nlohmann-json3-dev    # nlohmann-json: --json
  libfast-float-dev     # fast_float: numbers in text files
  zlib1g-dev            # zlib: gzipped files, .npz
  libmetis-dev          # METIS: the order of elimination
  libgtest-dev          # GoogleTest
  libbenchmark-dev      # Google Benchmark
  python3 python3-numpy # tests and the demo read the results with them
)
dev_packages=(clang clang-format libclang-rt-dev gcovr shellcheck python3-scipy)

# The same, for systems without these package names: a program or a header that must be there.
programs=(c++ cmake ninja python3)
headers=(hwy/highway.h tbb/tbb.h CLI/CLI.hpp fmt/format.h nlohmann/json.hpp
  fast_float/fast_float.h zlib.h metis.h gtest/gtest.h benchmark/benchmark.h)
dev_programs=(clang++ clang-format gcovr shellcheck)

die() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

for arg in "$@"; do
  case $arg in
    --dev)
      packages+=("${dev_packages[@]}")
      programs+=("${dev_programs[@]}")
      ;;
    --list) list=1 ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) die "unknown argument '$arg'; see scripts/setup.sh --help" ;;
  esac
done

if [[ ${list:-} ]]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi
[[ ${WARPATH_SKIP_SETUP:-} ]] && exit 0

# Another system: look for the things themselves, and install nothing.
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  missing=()
  for program in "${programs[@]}"; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  if command -v c++ >/dev/null; then
    for header in "${headers[@]}"; do
      printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$header" |
        c++ -E -x c++ - >/dev/null 2>&1 || missing+=("<$header>")
    done
  fi
  ((${#missing[@]} == 0)) && exit 0
  die "not found on this system: ${missing[*]}" \
    "please install a C++20 compiler, CMake 3.22 or newer, Ninja, Python 3 with NumPy, and the" \
    "libraries Highway, oneTBB, CLI11, fmt, nlohmann-json, fast_float, zlib, METIS, GoogleTest, Google" \
    "Benchmark" \
    "(on Debian and Ubuntu: ${packages[*]})" \
    "if they are there, in a place that only CMake knows, set WARPATH_SKIP_SETUP=1"
fi

declare -A installed=()
while read -r name status; do
  [[ $status == installed ]] && installed[$name]=1
done < <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null || true)

missing=()
for name in "${packages[@]}"; do
  [[ ${installed[$name]:-} ]] || missing+=("$name")
done
((${#missing[@]} == 0)) && exit 0

as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null ||
    die "packages are missing, and there is neither root nor sudo here; as root, please run:" \
      "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
  as_root=(sudo)
fi

log=$(mktemp "${TMPDIR:-/tmp}/warpath-setup.XXXXXX.log")
apt_get() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" </dev/null >>"$log" 2>&1
}

printf 'setup: installing %s\n' "${missing[*]}" >&2
# A repository that has nothing to do with us may be unreachable: only the install itself decides.
apt_get update || printf 'setup: apt-get update reported problems, see %s\n' "$log" >&2
if ! apt_get install --no-install-recommends "${missing[@]}"; then
  tail -n 20 "$log" >&2
  die "apt-get install failed; the whole log is $log"
fi
rm -f "$log"
