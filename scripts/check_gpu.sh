#!/usr/bin/env bash
# Checks and measures everything that needs a GPU, in one go: the tests, compute-sanitizer, the suites.
#
#   scripts/check_gpu.sh [FOLDER [LOGS]]   FOLDER: where test_gpu and warpath are; default
#                                          build/portable/bundle (preset portable)
#                                          LOGS: for logs, suite-cuda.json and suite-sparse-cuda.json; default
#                                          build/logs
#
# The tests run in CHECK_SHARDS processes side by side (default 5), because most of their time is the host's;
# those that measure memory or time run alone, with 1,000 random solves. The tools run side by side, too, but for
# racecheck, which takes all that there is.
# CHECK_PARTS says which parts: tests, tools, suite. About eight minutes. Exit 1 when something failed.
set -uo pipefail
if [[ ${1:-} == -h || ${1:-} == --help ]]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
  exit 0
fi
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/build/portable/bundle}
logs=${2:-$root/build/logs}
parts=${CHECK_PARTS:-tests tools suite}
shards=${CHECK_SHARDS:-5}
mkdir -p "$logs"
for program in test_gpu warpath; do
  [[ -x $folder/$program ]] || { echo "check_gpu: no program $folder/$program" >&2; exit 1; }
done

failed=0
report() {  # name, status, log
  if (($2 == 0)); then
    printf '%-12s ok, %d s so far\n' "$1" "$SECONDS"
    return
  fi
  failed=1
  printf '%-12s FAILED (exit %d); the end of %s:\n' "$1" "$2" "$3"
  tail -n 15 "$3"
}

if [[ " $parts " == *' tests '* ]]; then
  export WARPATH_EXPECT_BACKENDS=cpu,cuda
  alone='DeviceRuns.GiveTheirMemoryBack:Wrapper*:Device.*:DeviceProgress.*:DenseRuns.*:Dense.AtRandom'
  alone+=':SparseRuns.*:DeviceFailures*'
  pids=()
  for ((shard = 0; shard < shards; ++shard)); do
    GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard timeout -s KILL 300 \
      "$folder/test_gpu" --gtest_filter="-$alone" >"$logs/test_gpu-$shard.log" 2>&1 &
    pids+=($!)
  done
  for ((shard = 0; shard < shards; ++shard)); do
    wait "${pids[shard]}"
    report "shard $shard" $? "$logs/test_gpu-$shard.log"
  done
  WARPATH_TEST_RANDOM_SOLVES=1000 timeout -s KILL 200 \
    "$folder/test_gpu" --gtest_filter="$alone" >"$logs/test_gpu-alone.log" 2>&1
  report alone $? "$logs/test_gpu-alone.log"
fi

if [[ " $parts " == *' tools '* ]]; then
  sanitize() {  # tool
    SANITIZE_TOOLS=$1 SANITIZE_LOGS=$logs "$root/scripts/sanitize_gpu.sh" "$folder/test_gpu" \
      >"$logs/tool-$1.log" 2>&1
  }
  tools=(memcheck initcheck synccheck)
  pids=()
  for tool in "${tools[@]}"; do
    sanitize "$tool" &
    pids+=($!)
  done
  for ((tool = 0; tool < ${#tools[@]}; ++tool)); do
    wait "${pids[tool]}"
    report "${tools[tool]}" $? "$logs/tool-${tools[tool]}.log"
  done
  sanitize racecheck
  report racecheck $? "$logs/tool-racecheck.log"
fi

if [[ " $parts " == *' suite '* ]]; then
  for suite in cuda sparse-cuda; do
    log=$logs/suite-$suite.log
    "$folder/warpath" bench --suite "$suite" --force --json "$logs/suite-$suite.json" >"$log" 2>&1
    report "$suite" $? "$log"
    cat "$log"
  done
fi
exit "$failed"
