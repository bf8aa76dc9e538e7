#!/usr/bin/env bash
# paper_counters.sh PROGRAM [OUT.json]: what the device counts while the paper's kernels run.
# Profiles three launches, after the first twenty, of a solve of each, with Nsight Compute, which needs the
# right to read counters (root, or the driver's NVreg_RestrictProfilingToAdminUsers=0).
set -euo pipefail

program=${1:?usage: scripts/figures/paper_counters.sh PROGRAM [OUT.json]}
out=${2:-/dev/stdout}
n=4096
here=$(cd "$(dirname "$0")" && pwd)
python=python3
[[ -x /usr/bin/python3 ]] && python=/usr/bin/python3

ncu=${NCU:-}
for candidate in ncu /usr/local/cuda/bin/ncu; do
  [[ $ncu ]] || ncu=$(command -v "$candidate" || true)
done
if [[ ! $ncu ]]; then
  printf 'paper_counters: ncu (Nsight Compute) is missing; NCU=/path/to/ncu names it\n' >&2
  exit 1
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" info --json >"$folder/info.json"
metrics=$("$python" "$here/paper_counters.py" --metrics)
mapfile -t kernels < <("$python" "$here/paper_counters.py" --kernels "$folder/info.json")

files=()
for kernel in "${kernels[@]}"; do
  printf 'paper_counters: %s\n' "$kernel" >&2
  # The longest part alone: a solve has 128 launches of interior, or 4096 of relax. The caches stay
  # as the launch before left them, as they do in a solve.
  if ! "$ncu" --csv --print-units base --metrics "$metrics" --clock-control none --cache-control none \
    --kernel-name 'regex:^(interior|relax)$' --launch-skip 20 --launch-count 3 \
    --log-file "$folder/$kernel.csv" \
    "$program" bench --kernels "$kernel" --sizes "$n" --repeat 1 >"$folder/$kernel.log" 2>&1; then
    cat "$folder/$kernel".* >&2
    printf 'paper_counters: ncu failed on %s\n' "$kernel" >&2
    exit 1
  fi
  files+=("$kernel=$folder/$kernel.csv")
done

"$python" "$here/paper_counters.py" --n "$n" --info "$folder/info.json" "${files[@]}" >"$folder/out.json"
cat "$folder/out.json" >"$out"
