#!/usr/bin/env bash
# Corners of the galerkin solver: corners.sh PROGRAM ROOT. Refusals by provoking them, then runs whose answer is known:
# stability with noise just below the limit of each scheme, resumed runs, forces against what flows in and out.
# shellcheck disable=SC2154,SC1091  # of helper.sh
root=$2
source "$root/tests/app/helper.sh" "$1"

result() { sed -n "s/^ *\"$2\": \([-0-9.e+]*\),*$/\1/p" "$1/summary.json" | head -1; }
between() {  # FOLDER RESULT LOW HIGH
  awk -v a="$(result "$1" "$2")" -v low="$3" -v high="$4" 'BEGIN { exit !(a != "" && a >= low && a <= high) }' ||
    fault "$1: $2 = $(result "$1" "$2"), not between $3 and $4"
}
good() { expect 0 "" run "$@" -q --force; }
refused() { expect 2 "$1" check "${@:2}"; expect 2 "$1" run "${@:2}" -q --force; }

cat >tower.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, steps = 20 }
mesh = { lower = [0, 0, 0], upper = [8, 4, 4], cells = [16, 8, 8] }
fluid = { viscosity = 0.05 }
turbulence = { model = "smagorinsky" }
forces = { tower = { length = 2, strips = 2 } }
surface = { tower = { heights = [1] } }
[boundary]
left = { kind = "wind" }
right = { kind = "outflow" }
front = { kind = "no-slip" }
others = { kind = "free-slip" }
[wind]
profile = "power"
height = 2
[body.tower]
shape = "box"
lower = [2, 1, 0]
upper = [3, 3, 2]
TOML
test_refusals() {
  expect 0 "The case is good" check tower.toml
  refused "scheme.mach = 0.3 is above 0.2" tower.toml -s scheme.mach=0.3
  refused "is above the stable limit" tower.toml -s run.dt=0.2
  refused "up to which scheme 'lf' is stable" tower.toml -s run.cfl=1.8
  refused "there is no body or patch 'house'" tower.toml -s 'forces.house={}'
  refused "the fluid is in 2 pieces" tower.toml -s 'body.tower.lower=[2, -1, -1]' -s 'body.tower.upper=[3, 5, 5]'
  refused "nothing would be averaged" tower.toml -s statistics.start=100
  sed -e '/^right/d' -e '/^others/d' tower.toml >without.toml
  refused "patch 'right' has no condition" without.toml
  refused "what comes in does not leave" tower.toml -s 'boundary.right={kind="free-slip"}'
  printf 'height,speed\n0,1\n3,2\n' >low.csv
  refused "does not cover the inlet" tower.toml -s 'wind.profile="file"' -s 'wind.file="low.csv"'
  refused "needs a length" tower.toml -s 'wind.gusts={intensity=0.1}'
  expect 0 "selective lumping" check tower.toml -s 'scheme.kind="tg2"'
}
test_tower() {
  good tower.toml -o once
  [[ -s once/surfaces/tower.csv && -s once/surfaces/tower.vtp && -s once/surfaces/tower-z1.csv ]] || fault "surfaces are missing: $(ls once/surfaces)"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) { if ($i == "cd_tower") a = i; if ($i == "cd_tower_1") b = i; if ($i == "cd_tower_2") c = i } }
    NR > 1 { d = $a - ($b + $c) / 2; if (d > 1e-9 || d < -1e-9) bad = 1 } END { exit bad || NR < 3 }' once/history.csv ||
    fault "strips do not add up to the whole force"
  good tower.toml -s run.steps=8 -o broken
  expect 0 "" resume broken -s run.steps=20 -q
  cmp -s once/history.csv broken/history.csv || fault "a resumed run has other bits: $(cmp once/history.csv broken/history.csv)"
  cmp -s once/surfaces/tower.csv broken/surfaces/tower.csv || fault "a resumed run has other statistics on its surfaces"
}

# Noise in a periodic cube, at 0.9 of the largest CFL number: it stays below what it was.
cat >noise.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, steps = 1000 }
mesh = { lower = [0, 0, 0], upper = [1, 1, 1], cells = [8, 8, 8] }
fluid = { viscosity = 1e-6 }
initial = { velocity = [0, 0, 0], noise = 0.01 }
track = { energy = true }
boundary = { others = { kind = "periodic" } }
TOML
test_stability() {
  local row steps=1000
  [[ $all ]] && steps=3000
  while read -r row; do
    # shellcheck disable=SC2086  # words
    set -- $row
    good noise.toml -s run.steps="$steps" -s scheme.kind=\""$1"\" -s scheme.bulk="$2" -s scheme.lumping="$3" -s run.cfl="$4" -o noise
    between noise kinetic_energy 0 6e-5
  done <<'ROWS'
lf 0.05 1 1.62
lf 0.1 1 1.53
lf 0.2 1 1.35
tg2 0 0.99 0.45
tg2 0 0.9 0.72
tg2 0.1 1 1.08
tg3 0 1 1.53
tg3 0.1 1 1.89
ROWS
}

test_refusals
test_tower
test_stability
ended
