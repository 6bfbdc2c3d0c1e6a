#!/usr/bin/env bash
# Limiting cases of the heat solver: corners.sh PROGRAM ROOT. Each check writes a case, runs it and checks its results.
. "$(dirname "$0")/tools.sh"

test_balance() {
  local theta steps
  for theta in 0 0.25 0.5 0.75 1; do
    steps=20; [[ $theta == 0* && $theta != 0.[57]* ]] && steps=8001
    run "$root/cases/heat/mms-transient" --small -s run.theta=$theta -s run.steps=$steps -s mesh.cells=[12,12] -s output.history_every=1
    verdict "theta $theta, everything varies: runs" exits 0
    verdict "theta $theta, everything varies: balance" balanced 1e-12
    run "$root/cases/heat/davis-nonuniform" --small -s run.theta=$theta -s run.steps=$steps -s mesh.cells=[12,12] \
      -s mesh.stretch.x.factor=2 -s mesh.stretch.y.factor=1 -s material.source='sin(3*t)*x'
    verdict "theta $theta, separable: runs" exits 0
    verdict "theta $theta, separable: balance" balanced 1e-12
  done
}

test_solvers_agree() {
  local solver
  for solver in jacobi gauss-seidel sor tdma cg multigrid; do
    run "$root/cases/heat/mms-2d" --small -s linear.solver="$solver"
    verdict "$solver: converges" exits 0
    verdict "$solver: the same answer" near temperature.error_l2 0.01610708 1e-8
  done
}

# The residual at the start of each step is only rounding, which nothing can reduce.
test_settled() {
  case_of $'dt = 0.5\nend_time = 20' "$wall"
  run "$work/case.toml"
  verdict "a transient that settles goes on" exits 0
  verdict "and does not sweep for nothing" near iterations 150 150
  case_of 'steady = 1e-8' $'left = { kind = "temperature", temperature = 1 }\nright = { kind = "temperature", temperature = 2 }\n'"$closed" \
    $'[initial]\ntemperature = "1 + x"'
  run "$work/case.toml"
  verdict "a first guess that is the solution" exits 0
  case_of 'steady = 1e-8' "$wall"
  run "$work/case.toml" -s run.precision=single
  verdict "single precision: as far as it goes" exits 0
  run "$work/case.toml" -s linear.solver=sor -s linear.max_iterations=20
  verdict "the limit of sweeps is still an error" exits 4
  verdict "and says so" says 'not converged'
}

test_closed() {
  case_of 'steady = 1e-8' "$closed" $'[initial]\nmean = 3'
  run "$work/case.toml"
  verdict "closed, nothing to do" exits 0
  verdict "closed, nothing to do: the mean is fixed" near temperature_max 3 1e-14
  case_of 'steady = 1e-8' "$closed" $'[material]\nsource = "cos(pi*x)"\n[initial]\nmean = 5\n[exact]\ntemperature = "5 + cos(pi*x)/pi^2"'
  run "$work/case.toml"
  verdict "closed, balanced source" near temperature.error_max 0 1e-3
  case_of 'steady = 1e-8' "$closed" $'[material]\nsource = 1'
  run "$work/case.toml"
  verdict "closed, unbalanced source: refused" exits 2
  verdict "closed, unbalanced source: why" says 'there is no steady state'
  case_of 'steady = 1e-8' 'others = { kind = "periodic" }' $'[material]\nsource = "cos(2*pi*x)"\n[exact]\ntemperature = "cos(2*pi*x)/(4*pi^2)"'
  run "$work/case.toml"
  verdict "periodic all around" near temperature.error_max 0 4e-4
}

# k T′ = h (T∞ − T) at both ends of a slab with q = 1: T = 1/(2h) + x (1 − x)/2 where T∞ = 0.
test_convection() {
  local h
  for h in 0.01 1 1e9; do
    case_of 'steady = 1e-12' "left = { kind = \"convection\", coefficient = $h, ambient = 0 }
right = { kind = \"convection\", coefficient = $h, ambient = 0 }
$closed" "[material]
source = 1
[initial]
temperature = \"1/(2*$h)\"
[exact]
temperature = \"1/(2*$h) + x*(1 - x)/2\""
    run "$work/case.toml"
    verdict "convection, h = $h: converges" exits 0
    verdict "convection, h = $h: h²/8 off, as it must be" near temperature.error_max 4.8828125e-4 1e-6
  done
}

test_patches() {
  case_of 'steady = 1e-8' 'left = { kind = "periodic" }
right = { kind = "periodic" }
bottom = [{ kind = "temperature", temperature = 0 }, { kind = "flux", flux = 1, where = "x > 0.25 && x < 0.5" }]
top = [{ kind = "insulated" }, { kind = "convection", coefficient = 5, ambient = 2, where = "x > 0.75" }]'
  run "$work/case.toml"
  verdict "patches beside a periodic axis" exits 0
  verdict "patches: balance" balanced 1e-12
  case_of $'dt = 0.1\nsteps = 2' "left = [{ kind = \"insulated\" }, { kind = \"temperature\", temperature = 1, where = \"t > 0.1\" }]
$closed"
  run "$work/case.toml"
  verdict "a patch that moves: refused" exits 2
  verdict "a patch that moves: why" says 'boundary.left.where cannot depend on t'
  case_of $'dt = 0.1\nsteps = 2' "left = { kind = \"convection\", coefficient = \"1 + t\", ambient = 0 }
$closed"
  run "$work/case.toml"
  verdict "a coefficient that changes: refused" exits 2
  verdict "a coefficient that changes: why" says 'boundary.left.coefficient cannot depend on t'
}

# Explicit steps swap two fields; after an odd number of them the checkpoint must still name both.
test_explicit() {
  case_of $'theta = 0\nsteps = 3' "$wall"
  run "$work/case.toml"
  verdict "three explicit steps" exits 0
  verdict "three explicit steps: a checkpoint" has_checkpoint
  case_of $'theta = 0\nsteps = 3\ndt = 1' "$wall"
  run "$work/case.toml"
  verdict "an unstable step: refused" exits 2
  verdict "an unstable step: why" says 'above the stable limit'
}

test_check() {
  local ring='left = { kind = "periodic" }
right = { kind = "periodic" }
others = { kind = "insulated" }'
  case_of $'theta = 0\nsteps = 3\ndt = 1' "$wall"
  refused "unstable" 'above the stable limit'
  case_of 'steady = 1e-8' "$closed" $'[material]\nsource = 1'
  refused "unbalanced" 'there is no steady state'
  case_of 'steady = 1e-8' "$wall" $'[material]\nconductivity = "x - 0.5"'
  refused "negative conductivity" 'is not positive'
  case_of 'steady = 1e-8' "$wall" $'[material]\nsource = "log(x - 0.5)"'
  refused "a source that is no number" 'finite number'
  case_of 'steady = 1e-8' "$wall" $'[linear]\nnorm = "source"'
  refused "a norm without a source" 'linear.norm = "relative"'
  case_of $'steps = 2\ndt = 1' "$ring"
  refused "an odd ring" 'even number of cells' -s mesh.cells=[15,12] -s linear.solver=sor
  case_of $'steps = 2\ndt = 1' "$wall" $'[linear]\nnorm = "source"'
  run "$work/case.toml"
  verdict "a transient norm without a source: refused" exits 2
  verdict "a transient norm without a source: why" says 'linear.norm = "relative"'
  case_of $'theta = 0\nend_time = 1' "$wall"
  "$program" check "$work/case.toml" -s run.device=cpu >"$work/out" 2>&1; code=$?
  verdict "check of a transient" exits 0
  verdict "check says how long" says 'about'
  verdict "check knows the step" says 'explicit step limit'
}

# A region's formulas hold in the region, and need not make sense elsewhere.
test_regions() {
  case_of 'steady = 1e-8' "$wall" '[region.hot]
shape = "box"
lower = [0.5, 0]
upper = [1, 1]
conductivity = "sqrt(x - 0.5)"
heat_capacity = "sqrt(x - 0.5)"
source = "log(x - 0.5)"'
  run "$work/case.toml"
  verdict "formulas of a region, elsewhere no numbers" exits 0
}

# A residual that falls slowly from check to check still falls: the run is neither converged nor stuck before its target.
test_slow() {
  local word
  for word in "jacobi 64 1" "gauss-seidel 96 1" "sor 96 10"; do
    read -r solver cells every <<<"$word"
    case_of 'steady = 1e-4' "$wall"
    run "$work/case.toml" -s run.precision=single -s "mesh.cells=[$cells,$cells]" -s "linear.solver=$solver" -s "linear.check_every=$every" -s linear.max_iterations=100000
    verdict "$solver in single precision gets there" exits 0
    verdict "$solver in single precision is there" awk -v r="$(result residual)" 'BEGIN { exit !(r != "" && r <= 1e-4) }'
  done
}

# The tolerance is relative to differences between boundary values, not to their distance from the initial value.
test_level() {
  local solver length='-s mesh.upper=[10,0.1] -s mesh.cells=[200,8]'
  case_of 'steady = 1e-8' $'left = { kind = "temperature", temperature = 300.001 }\nright = { kind = "temperature", temperature = 300.002 }\n'"$closed"
  for solver in multigrid cg sor; do
    # shellcheck disable=SC2086  # several words
    run "$work/case.toml" $length -s linear.solver=$solver
    verdict "$solver: a small difference far from the start: runs" exits 0
    verdict "$solver: a small difference far from the start: the flow" near heat_right 1e-5 1e-9
  done
  verdict "the balance tells what the linear solver leaves" near heat_imbalance "$(result linear_residual)" 1e-16
  # shellcheck disable=SC2086
  run "$work/case.toml" $length -s run.precision=single
  verdict "a difference that is lost in single precision: an error" exits 4
  verdict "a difference that is lost in single precision: why" says 'lost in the rounding'
  # shellcheck disable=SC2086
  run "$work/case.toml" $length -s run.precision=single -s boundary.right.temperature=300.0010001
  verdict "a difference below the last digit: an error" exits 4
  case_of 'steady = 1e-8' 'others = { kind = "temperature", temperature = 300 }'
  run "$work/case.toml"
  verdict "the same temperature everywhere" near temperature_min 300 1e-5
}

# A residual that is not a finite number is a failure, at the first step or later.
test_not_finite() {
  run "$root/cases/heat/plate" --small -s run.precision=single -s material.conductivity=1e20
  verdict "steady, beyond single precision: an error" exits 4
  verdict "steady, beyond single precision: why" says 'nothing was solved'
  run "$root/cases/heat/slab-transient" --small -s run.precision=single -s initial.temperature=1e24
  verdict "transient, beyond single precision: an error" exits 4
  verdict "transient, beyond single precision: why" says 'nothing was solved'
  case_of 'steady = 1e-8' "$wall" $'[material]\nsource = 1e30\n[linear]\nnorm = "source"'
  run "$work/case.toml" -s run.precision=single -s material.conductivity=1e30
  verdict "norm of the source, beyond single precision: an error" exits 4
}

# A tolerance that a precision cannot reach is reported in the log, in summary.json and by report.
test_short() {
  run "$root/cases/heat/plate" --small -s run.precision=single -s run.steady=1e-12
  verdict "1e-12 in single precision: runs" exits 0
  verdict "1e-12 in single precision: the log" grep -q 'single precision allows no better' "$work/run/log.txt"
  verdict "1e-12 in single precision: summary.json" grep -q '"note": "the residual of the linear system came to' "$work/run/summary.json"
  "$program" report "$work/run" >"$work/out" 2>&1
  verdict "1e-12 in single precision: report" says 'single precision allows no better'
  run "$root/cases/heat/plate" --small
  verdict "no such note in double precision" eval "! grep -q '\"note\"' '$work/run/summary.json'"
}

# Crank–Nicolson oscillates after a jump if steps are long.
test_swings() {
  run "$root/cases/heat/slab-transient" --small -s run.steps=4
  verdict "long steps after a jump: a warning" grep -q 'warning: the start jumps' "$work/run/log.txt"
  run "$root/cases/heat/slab-transient" --small -s run.steps=4 -s run.theta=1
  verdict "implicit Euler: none" eval "! grep -q warning '$work/run/log.txt'"
  run "$root/cases/heat/mms-transient" --small
  verdict "a smooth start: none" eval "! grep -q warning '$work/run/log.txt'"
}

test_units() {
  case_of 'steady = 1e-8' "$wall"
  run "$work/case.toml"
  verdict "heat of a plate is per depth" grep -q '^[^ ]*heat_left\[W/m\]' "$work/run/history.csv"
}

for part in level not_finite short swings units slow check regions balance solvers_agree settled closed convection patches explicit; do "test_$part"; done
echo "$passed passed, $failed failed"
((failed == 0))
