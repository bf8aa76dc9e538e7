#!/usr/bin/env bash
# Runs the kernels for CUDA under compute-sanitizer: out-of-bounds and leaks (memcheck), races in shared
# memory (racecheck), reads of memory that nobody wrote (initcheck), barriers (synccheck).
#
#   scripts/sanitize_gpu.sh [PROGRAM]   PROGRAM: test_gpu; default: the one in build/release, else in
#                                       build/portable/bundle
#
# Prints a line per tool. Exit 1 when one is not clean, 77 when compute-sanitizer is not there or cannot
# watch the device. The tools cost a factor of 100 and more, so they see few families, small sizes
# (WARPATH_TEST_LARGEST, default 70: two tiles of 32 and a rest; racecheck, the slowest, 37) and no test of
# speed; negative cycles are among them. The kernel `cuda` needs three tiles of 64 or 128 to do all that it
# does, and gets them in a few solves (DenseUnderTools); the kernel `sparse-cuda` needs a deep tree and two tiles of
# columns (SparseUnderTools). initcheck does not see what the copy engine stores,
# not even in a program of one such store and one read: it gets one tile where others get three of 64. Logs are in SANITIZE_LOGS (default build/logs); a
# tool has SANITIZE_SECONDS (default 240). SANITIZE_TOOLS names some of the tools.
set -uo pipefail
if [[ ${1:-} == -h || ${1:-} == --help ]]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
  exit 0
fi
root=$(cd "$(dirname "$0")/.." && pwd)
logs=${SANITIZE_LOGS:-$root/build/logs}
seconds=${SANITIZE_SECONDS:-240}

program=${1:-}
if [[ ! $program ]]; then
  for program in "$root"/build/release/tests/test_gpu "$root"/build/portable/bundle/test_gpu; do
    [[ ! -x $program ]] || break
  done
fi
if [[ ! -x $program ]]; then
  echo "sanitize_gpu: no program $program; build the target test_gpu first" >&2
  exit 1
fi

sanitizer=$(command -v compute-sanitizer || true)
for folder in "${CUDA_HOME:-/usr/local/cuda}"/{bin,compute-sanitizer}; do
  [[ $sanitizer || ! -x $folder/compute-sanitizer ]] || sanitizer=$folder/compute-sanitizer
done
if [[ ! $sanitizer ]]; then
  echo "sanitize_gpu: SKIPPED: compute-sanitizer is not installed (it comes with the CUDA toolkit)" >&2
  exit 77
fi

# Without WrapperErrors, whose failing calls are meant, and without what runs at fixed large sizes.
families=(sparse negative_sparse negative_hidden near_overflow)
cases=$(printf 'All/Families.MatchTheOracle/%s:' "${families[@]}")
others='ResidentCycles.*:DeviceCycles.*:Layouts.NothingBesideTheMatrixIsReadOrWritten:Wrappers.*:DenseUnderTools.*'
sparse='SparseUnderTools.*:All/RoutesOfFamilies.AreWalked/zero_cycles:All/RoutesOfFamilies.AreWalked/ties'
sparse+=':All/RoutesOfRealWeights.AreWalked/magnitudes'
export WARPATH_EXPECT_BACKENDS=cuda

mkdir -p "$logs"
failed=0 skipped=0
for tool in ${SANITIZE_TOOLS:-memcheck racecheck initcheck synccheck}; do
  log=$logs/sanitize-$tool.log
  options=(--tool "$tool" --error-exitcode 9)
  [[ $tool != memcheck ]] || options+=(--leak-check full)
  tests=$cases$others:$sparse largest=70
  [[ $tool != racecheck ]] || tests=$cases$sparse largest=37
  [[ $tool != initcheck ]] || tests="$cases$others:$sparse:-*WithACloser" largest=64
  began=$SECONDS
  WARPATH_TEST_LARGEST=${WARPATH_TEST_LARGEST:-$largest} \
    timeout --kill-after=10 "$seconds" "$sanitizer" "${options[@]}" \
    "$program" --gtest_brief=1 --gtest_filter="$tests" >"$log" 2>&1 </dev/null
  status=$?
  took=$((SECONDS - began))
  ran=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log")
  if grep -q 'Device not supported' "$log"; then
    printf '%-10s SKIPPED: compute-sanitizer cannot watch this device here\n' "$tool"
    skipped=1
  elif ((status == 0)) && [[ ${ran:-0} -gt 0 ]] && grep -q 'SUMMARY: 0 ' "$log"; then
    printf '%-10s clean: %d tests in %d s\n' "$tool" "$ran" "$took"
  else
    failed=1
    reason="exit $status"
    ((status != 124)) || reason="stopped after $seconds s"
    printf '%-10s NOT CLEAN (%s); the end of %s:\n' "$tool" "$reason" "$log"
    tail -n 40 "$log"
  fi
done
((failed == 0)) || exit 1
((skipped == 0)) || exit 77
