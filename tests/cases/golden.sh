#!/usr/bin/env bash
# Compares the bits of one case with tests/golden.csv: golden.sh PROGRAM CASES NAME PRECISION…
set -eu
program=$1 cases=$2 name=$3
shift 3
here=$(dirname "$(readlink -f "$0")")
precisions=$(IFS="|"; echo "$*")
found=$("$program" cpu "$precisions" "$cases" "$name")
expected=$(grep -E "^$name,($precisions)," "$here/../golden.csv") || { echo "golden: no rows of $name. Renew the file: tools/golden"; exit 1; }
[[ $found == "$expected" ]] && exit
diff <(echo "$expected") <(echo "$found") || true
echo "golden: the bits of $name have changed. If this is meant, run tools/golden and say why in CHANGELOG.md."
exit 1
