#!/usr/bin/env bash
# Runs every reader of files under libFuzzer.
#
#   scripts/fuzz.sh [SECONDS]      build (preset fuzz) and run each for SECONDS, default 600
#   scripts/fuzz.sh --bundle DIR   build, and gather in DIR what DIR/fuzz.sh [SECONDS] needs to run
#                                  all of it on a machine without a compiler
#
# JOBS readers run at a time (default: one per core). Beside the programs (build/fuzz or DIR) lie
# seeds/, what was found to be of interest in corpus/, logs/, and in crashes/ the inputs that fail;
# `fuzz_READER FILE` runs one of them again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
jobs=${JOBS:-$(nproc)}

# build_here: the programs in build/fuzz, and their seeds beside them.
build_here() {
  local reader patterns pattern
  cd "$here/.."
  scripts/quietly.sh configuring build/logs/fuzz-configure.log cmake --preset fuzz
  scripts/quietly.sh building build/logs/fuzz-build.log cmake --build --preset fuzz --parallel "$jobs"
  here=$PWD/build/fuzz
  rm -rf "$here/seeds"
  while read -r reader patterns; do
    mkdir -p "$here/seeds/$reader"
    set -f
    for pattern in $patterns; do
      find tests/data/valid tests/data/malformed -name "$pattern" ! -name '*.expected' -type f \
        -exec cp -t "$here/seeds/$reader" {} +
    done
    set +f
  done <tests/fuzz/readers
}

# fuzz READER SECONDS: one of them; prints a line.
fuzz() {
  local reader=$1 seconds=$2 log=logs/$1.log
  mkdir -p "corpus/$reader" crashes logs
  if "./fuzz_$reader" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -print_final_stats=1 -artifact_prefix="crashes/$reader-" \
    "corpus/$reader" "seeds/$reader" >"$log" 2>&1; then
    printf '%-12s %s runs, nothing found\n' "$reader" \
      "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  else
    printf '%-12s FAILED; the end of %s:\n' "$reader" "$PWD/$log"
    grep -E 'fuzz: |ERROR|SUMMARY|runtime error|Test unit written' "$log" || tail -n 20 "$log"
    return 1
  fi
}

if [[ ${1:-} == -h || ${1:-} == --help ]]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' "$0" | sed '$d'
  exit 0
fi
[[ ${1:-} != --bundle ]] || bundle=$(realpath -m "${2:?where to}")
[[ -d $here/seeds ]] || build_here
cd "$here"
if [[ ${bundle:-} ]]; then
  mkdir -p "$bundle"
  cp -r ../../scripts/fuzz.sh seeds fuzz_* "$bundle"
  strip -g "$bundle"/fuzz_*
  cmake -D PROGRAM="$here/fuzz_any" -D FOLDER="$bundle" -P ../../cmake/bundle.cmake
  exit 0
fi
export -f fuzz
# xargs fails when one of them does, after all have run.
printf '%s\n' fuzz_* | sed 's/^fuzz_//' |
  xargs -P "$jobs" -I '{}' bash -c "fuzz {} ${1:-600}"
