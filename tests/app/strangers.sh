#!/usr/bin/env bash
# Cases from strangers must do no harm to terminal, disk and time limit, and check must predict runs.
#   strangers.sh PROGRAM
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"

# Control characters of a case never reach the terminal or the log.
escape=$'\033'
raw() { LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$1"; }
valid_json() { python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$1"; }
sed 's/^title = .*/title = "\\u001b]0;owned\\u0007\\u009b2J\\nFiles: nowhere"/; s/"temperature.error_max"/"temperature.error_max", "a\\u001b[31mb"/' \
  plate.toml | sed '/^"temp/d' >steer.toml
printf '"a\\u001b[31mb" = { below = 1 }\n' >>steer.toml
for call in "check steer.toml" "check steer.toml --json" "run steer.toml --out steer" "report steer" "report steer --json" \
  "check steer.toml -s run.a${escape}[2J=1" "explain ${escape}[2J" "list ${escape}[2J" "${escape}[2J" "new ${escape}c x" \
  "resume steer"; do
  read -ra words <<<"$call"
  "$eddy" "${words[@]}" >out.txt 2>&1 </dev/null
  raw out.txt && fault "eddy $call: control characters on the terminal: $(cat -v out.txt | head -c 300)"
done
raw steer/log.txt && fault "control characters in log.txt"
raw steer/case.used.toml && fault "control characters in case.used.toml"
grep -q '^Files: nowhere' steer/log.txt && fault "a title makes lines of its own"
"$eddy" check steer.toml --json >check.json && valid_json check.json || fault "check --json is not JSON"
valid_json steer/summary.json || fault "summary.json is not JSON"
python3 - <<'END2' || fault "the title changed on its way into the files"
import json, tomllib
title = "\x1b]0;owned\x07\x9b2J\nFiles: nowhere"
assert json.load(open("steer/summary.json"))["title"] == title
assert json.load(open("check.json"))["title"] == title
assert tomllib.load(open("steer/case.used.toml", "rb"))["title"] == title
END2

# Keys that are nested deeper than any parser's stack.
python3 -c 'print(".".join(["\"(\""] * 40000) + " = 1")' >deep.toml
expect 2 "a key with more than 16 dots" check deep.toml

# More points along lines than memory holds are refused; with fewer, which still take long, a time limit holds.
many() {
  sed '/^.expect/,$d' plate.toml
  printf '[output]\n'
  for ((n = 0; n < $1; ++n)); do
    printf '[[output.line]]\nname = "l%s"\nfrom = [0, 0]\nto = [1, 1]\npoints = %s\n' "$n" "$2"
  done
}
many 10000 10000000 >endless.toml
expect 2 "10000 lines have 1e+11 points in all" check endless.toml
many 30 300000 >long.toml
start=$(date +%s)
expect 75 "stopped (time limit)" run long.toml --wall 2s --out long
(($(date +%s) - start < 12)) || fault "--wall 2s took $(($(date +%s) - start)) s"
[[ ! -e long/summary.json ]] || fault "a run whose output was cut short calls itself finished"
many 2 1000 >short.toml
expect 0 "Files: short" run short.toml --out short

# Files that are not beside the case.
mkdir -p home/case && echo secret >home/secret.csv
sed '/^.expect/,$d' plate.toml >home/case/case.toml
printf '[compare]\nl = { file = "../secret.csv", tolerance = 1 }\n[output]\nline = [{ name = "l", from = [0, 0], to = [0, 1] }]\n' >>home/case/case.toml
expect 2 "leaves the folder of the case" run home/case --out stolen
[[ ! -e stolen ]] || fault "a refused case left a run folder"
printf 'y,temperature\n0.5,0.1\n' >home/secret.csv
expect 0 "line l" run home/case -s 'compare.l.file=../secret.csv' --out said

# Suggestions of the word that was meant.
expect 2 "Did you mean 'plate'?" new plat mine
expect 2 "Did you mean 'boundaries'?" list boundary
expect 2 "Did you mean 'multigrid'?" explain multigird
expect 2 "Did you mean '--wall'?" run plate.toml --wal 3s

# There are never more unsolved steps than steps.
cat >flow.toml <<'END2'
title = "flow"
solver = "projection"
[run]
device = "cpu"
end_time = 0.1
[mesh]
lower = [0, 0]
upper = [1, 1]
cells = [24, 24]
[fluid]
viscosity = 0.01
[boundary]
top = { kind = "no-slip", velocity = [1, 0] }
others = { kind = "no-slip" }
END2
solver='linear.solver=sor'
expect 4 "This was so in 3 of 3 steps, first in step 1." run flow.toml -s run.end_time= -s run.steps=3 -s $solver -s linear.max_iterations=1 --out three
expect 4 "in 3 of 3 steps" run flow.toml -s run.end_time= -s run.steps=3 -s run.steady=1e-9 -s $solver -s linear.max_iterations=1 --out steady

# Waiting threads sleep after a while, unless the user has set how long they spin.
spins() { tr '\0' '\n' <"/proc/$1/environ" | sed -n 's/^GOMP_SPINCOUNT=//p'; }
spinning() {
  local wanted=$1 got; shift
  env "$@" "$eddy" run wave.toml -q --force --out spin -s run.end_time=1000 -s run.steps=1000000 >/dev/null 2>&1 &
  local pid=$!
  for _ in {1..100}; do [[ -e spin/history.csv ]] && break; sleep 0.1; done
  got=$(spins $pid)
  kill -TERM $pid
  wait $pid
  rm -rf spin
  [[ $got == "$wanted" ]] || fault "waiting threads spin '$got' times instead of '$wanted'"
}
spinning 2000 -u GOMP_SPINCOUNT -u OMP_WAIT_POLICY
spinning 7 GOMP_SPINCOUNT=7
spinning '' -u GOMP_SPINCOUNT OMP_WAIT_POLICY=active

# The first step is the one that check predicts, whatever sets it.
same_step() {
  local name=$1 told taken; shift
  "$eddy" check "$@" --json >told.json 2>err.txt || fault "check $*: $(cat err.txt)"
  "$eddy" run "$@" -q --out "first-$name" >/dev/null 2>err.txt || fault "run $*: $(cat err.txt)"
  told=$(python3 -c 'import json; print(repr(json.load(open("told.json"))["facts"]["first step"]))')
  taken=$(python3 -c 'import csv, sys; print(repr(float(list(csv.DictReader(open(sys.argv[1])))[0]["dt[s]"])))' "first-$name/history.csv")
  [[ $told == "$taken" ]] || fault "$name: check tells a first step of $told, the run takes $taken"
}
same_step rest flow.toml
same_step swirl flow.toml -s 'initial.velocity=["-sin(pi*x)*cos(pi*y)*3", "2*x"]'
same_step eddies flow.toml -s turbulence.model=smagorinsky -s 'initial.velocity=["sin(9*y)", 0]'
same_step short flow.toml -s run.end_time=1e-5
same_step heat wave.toml -s run.steps= -s run.end_time=0.01
same_step given flow.toml -s run.dt=1e-4

# The duration of a run: steps and outputs are counted, and an unknown duration is not guessed.
expect 0 "not known: the run ends when it is steady." check plate.toml
expect 0 "about 100 steps of" check flow.toml -s run.dt=1e-3
expect 0 "11 outputs of" check flow.toml -s run.dt=1e-3 -s output.every=0.01
expect 0 "3 outputs of" check flow.toml -s run.end_time= -s run.steps=10 -s output.every_steps=5
expect 0 "as on a coarser mesh" check flow.toml -s 'mesh.cells=[400,400]'
ended
