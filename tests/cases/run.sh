#!/usr/bin/env bash
# Tests one case: run.sh run|parity|ranks PROGRAM CASE [OPTION…]. Prints its steps; any that fails ends it.
set -eu
what=$1 program=$2 folder=$3
shift 3
here=$(dirname "$(readlink -f "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL $folder: $*" >&2; exit 1; }

# A case needs a README.md, and no picture may be too large.
documented() {
  [[ -s $folder/README.md ]] || fail "no README.md"
  local picture
  for picture in $(grep -o '[A-Za-z0-9_.-]*\.png' "$folder/README.md" | sort -u); do
    [[ -s $folder/$picture ]] || fail "README.md shows $picture, which is not there"
    (($(stat -c %s "$folder/$picture") < 200000)) || fail "$picture has more than 200 kB"
  done
}

# Every kernel must be in the list, else it was not analysed. The list needs the recorded form of all kernels, hence only with --all.
listed() {
  awk -f "$here/kernels_of.awk" "$1" | sort -u >"$work/launched"
  "$program" list kernels --json | awk -f "$here/kernels_of.awk" | sort -u >"$work/listed"
  [[ -s $work/launched && -s $work/listed ]] || fail "no kernels: neither launched nor listed can be empty"
  local strangers
  strangers=$(comm -23 "$work/launched" "$work/listed")
  [[ ! $strangers ]] || fail "launched, but not in the list of kernels: $strangers"
  ! grep -q '"gb_per_s": null' "$1" || fail "summary.json does not know its GB/s"
}

run() {
  documented
  "$program" check "$folder" -s run.device=cpu
  "$program" run "$folder" --small -q --out "$work/run" -s run.device=cpu -s run.threads=1
  [[ ! ${EDDY_TESTS_ALL:-} ]] || listed "$work/run/summary.json"
  "$program" report "$work/run" | tee "$work/report"
  grep -q PASS "$work/report" || fail "nothing is expected of the run"
  grep -q '^heat_imbalance\|,heat_imbalance' "$work/run/history.csv" || return 0
  awk -f "$here/history_balance.awk" "$work/run/history.csv"
}

parity() { "$program" parity "$folder" --small "$@"; }
# On one, two and three ranks; a case that cannot run there fails.
ranks() {
  # shellcheck disable=SC1091
  source "$here/../app/helper.sh" "$program"
  trap 'set +e; finish; rm -rf "$work"' EXIT
  allow_ranks
  "$program" parity "$folder" --small --ranks 1,2,3 "$@" | tee "$work/ranks"
  ! grep -q 'not run' "$work/ranks" || fail "ranks were not run"
}

"$what" "$@"
