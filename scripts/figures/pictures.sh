#!/usr/bin/env bash
# pictures.sh [PROGRAM]: draws the pictures that the documentation shows.
set -euo pipefail
cd "$(dirname "$0")/../.."

program=${1:-build/release/warpath}
"$program" path examples/cities.csv Hamburg München --undirected --coordinates examples/places.csv \
  --svg docs/images/cities.svg --force --quiet
