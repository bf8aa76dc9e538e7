#!/usr/bin/env bash
# demo.sh PROGRAM [VERTICES]: the main job. Makes a road-like graph, computes every distance in it,
# and leaves them in distances.npy.
set -euo pipefail

program=${1:?usage: demo.sh PROGRAM [VERTICES]}
n=${2:-4096}
graph=build/demo/road.gr
out=distances.npy

run() {
  printf '\n$ %s\n' "$*"
  "$@"
}

mkdir -p "$(dirname "$graph")"
run "$program" generate road -n "$n" --seed 1 -o "$graph" --force
run "$program" solve "$graph" -o "$out" --force

printf '\nEvery distance is now in %s, a matrix for numpy.load.\n' "$out"
python=python3
[[ -x /usr/bin/python3 ]] && python=/usr/bin/python3
if "$python" -c 'import numpy' 2>/dev/null; then
  printf '\n  %s\n' "$python -c 'import numpy; d = numpy.load(\"$out\", mmap_mode=\"r\"); print(d.shape, d[0, :8])'"
fi
cat <<END

One route, as a picture:

  $program path $graph 1 $n --svg route.svg

More: README.md, $program --help; another size: make demo N=2000
END
