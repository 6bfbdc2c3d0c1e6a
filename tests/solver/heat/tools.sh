# Shared by the tests of the heat solver: sourced by SCRIPT PROGRAM ROOT.
# shellcheck shell=bash
set -u
program=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

verdict() {
  local name=$1; shift
  if "$@"; then passed=$((passed + 1)); echo "ok   $name"; return; fi
  failed=$((failed + 1))
  echo "FAIL $name: $* (exit code $code)"
  sed 's/^/     | /' "$work/out"
}
run() { "$program" run "$@" -q --force --out "$work/run" -s run.device=cpu -s run.threads=1 >"$work/out" 2>&1; code=$?; }
exits() { [[ $code == "$1" ]]; }
says() { grep -qF -- "$1" "$work/out"; }
balanced() { awk -v limit="$1" -f "$root/tests/cases/history_balance.awk" "$work/run/history.csv"; }
result() { sed -n "s/^ *\"$1\": \([-0-9.e+]*\),*$/\1/p" "$work/run/summary.json" | head -1; }
has_checkpoint() { compgen -G "$work/run/checkpoint-*.h5" >/dev/null; }
near() { awk -v a="$(result "$1")" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && d <= t && -d <= t) }'; }
# case_of RUN BOUNDARY [OTHER TABLES]: a square of 16 × 12 cells.
case_of() {
  printf '%s\n' 'solver = "heat"' '[run]' "$1" '[mesh]' 'lower = [0, 0]' 'upper = [1, 1]' 'cells = [16, 12]' '[boundary]' "$2" \
    "${3:-}" >"$work/case.toml"
}
# `check` refuses whatever `run` refuses, with the same message.
refused() {
  local name=$1 text=$2; shift 2
  run "$work/case.toml" "$@"
  verdict "$name: run refuses" exits 2
  verdict "$name: run says why" says "$text"
  "$program" check "$work/case.toml" -s run.device=cpu "$@" >"$work/out" 2>&1; code=$?
  verdict "$name: check refuses" exits 2
  verdict "$name: check says why" says "$text"
}
wall='top = { kind = "temperature", temperature = "sin(pi*x)" }
others = { kind = "temperature", temperature = 0 }'
closed='others = { kind = "insulated" }'
