#!/usr/bin/env bash
# quietly.sh LABEL LOG COMMAND...: runs COMMAND with its output in LOG and prints one line. When it
# fails, prints the end of the log and its path, and fails likewise.
set -euo pipefail

label=$1 log=$2
shift 2
mkdir -p "$(dirname "$log")"
printf '%-12s ' "$label" >&2
start=${EPOCHREALTIME/[.,]/}
if "$@" >"$log" 2>&1 </dev/null; then
  elapsed=$((${EPOCHREALTIME/[.,]/} - start))
  printf 'done (%d.%d s)\n' $((elapsed / 1000000)) $((elapsed / 100000 % 10)) >&2
else
  status=$?
  # The first error tells more than the last: later ones often follow from it.
  {
    printf 'FAILED\n\n'
    grep -n -m 5 -E '(error|Error|FAILED)[: ]' "$log" || true
    printf '\n--- end of %s\n' "$log"
    tail -n 40 "$log"
    printf -- '---\n%s failed (exit %d); the whole log: %s\n' "$label" "$status" "$log"
  } >&2
  exit "$status"
fi
