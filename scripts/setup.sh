#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that Warpath needs. This is the one list of them.
#
#   scripts/setup.sh         what building and running the program needs (make demo)
#   scripts/setup.sh --test  also what the tests need (make test)
#   scripts/setup.sh --dev   also clang, sanitizer runtimes, coverage and the checkers
#   scripts/setup.sh --list  print the list and install nothing; also with --test or --dev
#
# Does nothing, silently, when all is there. WARPATH_SKIP_SETUP=1 makes it trust you.
set -euo pipefail

packages=(
  g++ make cmake ninja-build pkg-config  # tools
  libhwy-dev            # Highway: SIMD with run-time dispatch
  libtbb-dev            # oneTBB: threads
  libfmt-dev            # fmt: text
  libfast-float-dev     # fast_float: numbers in text files
  zlib1g-dev            # zlib: gzipped files, .npz
  libexpat1-dev         # Expat: XML, for GraphML
  libsuitesparse-dev    # AMD: the order of elimination
)
test_packages=(libgtest-dev libbenchmark-dev python3 python3-numpy)
dev_packages=(git ccache clang clang-format libclang-rt-dev gcovr shellcheck python3-scipy)

# The same, for systems without these package names: a program or a header that must be there.
programs=(c++ make cmake ninja)
headers=(hwy/highway.h tbb/tbb.h fmt/format.h
  fast_float/fast_float.h zlib.h expat.h)
libraries='Highway, oneTBB, fmt, fast_float, zlib, Expat, AMD (SuiteSparse)'

want_test() {
  packages+=("${test_packages[@]}")
  programs+=(python3)
  headers+=(gtest/gtest.h benchmark/benchmark.h)
  libraries+=', GoogleTest, Google Benchmark, Python 3 with NumPy'
}

want_dev() {
  want_test
  packages+=("${dev_packages[@]}")
  programs+=(clang++ clang-format gcovr shellcheck)
}

die() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

list='' level=''
for arg in "$@"; do
  case $arg in
    --test | --dev) level=$arg ;;
    --list) list=1 ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) die "unknown argument '$arg'; see scripts/setup.sh --help" ;;
  esac
done
[[ ! $level ]] || "want_${level#--}"

if [[ $list ]]; then
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
    "please install a C++20 compiler, CMake 3.22 or newer, Ninja, and $libraries" \
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
    apt-get -qq -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -o Acquire::Languages=none \
    "$@" </dev/null >>"$log" 2>&1
}

# Half of the time goes into syncing file after file. Where no package is replaced, whose files must be there
# after a crash, they are synced together at the end.
install() {
  local replaced quick=()
  replaced=$(apt-get -s install --no-install-recommends "${missing[@]}" 2>/dev/null |
    grep '^Inst [^ ]* \[' || true)
  [[ $replaced ]] || quick=(-o DPkg::Options::=--force-unsafe-io)
  apt_get install --no-install-recommends "${quick[@]}" "${missing[@]}" && sync
}

printf 'setup: installing %s\n' "${missing[*]}" >&2
# The lists of packages that are there may do. If not, a repository that has nothing to do with us may
# be unreachable: only the install itself decides.
if ! install; then
  apt_get update || printf 'setup: apt-get update reported problems, see %s\n' "$log" >&2
  if ! install; then
    tail -n 20 "$log" >&2
    die "apt-get install failed; the whole log is $log"
  fi
fi
rm -f "$log"
