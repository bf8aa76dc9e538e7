#!/usr/bin/env bash
# format.sh: formats all C++ of the project in place; --check: only says what is not formatted.
# Debian 12's clang-format 14 is the reference; versions differ in small things.
set -euo pipefail
cd "$(dirname "$0")/.."

clang_format=${CLANG_FORMAT:-}
for candidate in clang-format-14 clang-format; do
  [[ $clang_format ]] || clang_format=$(command -v "$candidate" || true)
done
if [[ ! $clang_format ]]; then
  printf 'format: clang-format is missing; scripts/setup.sh --dev installs it\n' >&2
  exit 1
fi

mapfile -d '' -t files < <(git ls-files -z --cached --others --exclude-standard -- \
  '*.cpp' '*.hpp' '*.cu' '*.cuh' | sort -zu)
existing=()
for file in "${files[@]}"; do
  [[ -f $file ]] && existing+=("$file")
done
((${#existing[@]})) || exit 0

case ${1:-} in
  '') "$clang_format" -i "${existing[@]}" ;;
  --check)
    if ! "$clang_format" --dry-run -Werror "${existing[@]}"; then
      printf 'format: run make format (%s)\n' "$("$clang_format" --version)" >&2
      exit 1
    fi
    printf 'format: %d files are in order\n' "${#existing[@]}"
    ;;
  *)
    printf 'usage: scripts/format.sh [--check]\n' >&2
    exit 2
    ;;
esac
