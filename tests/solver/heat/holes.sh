#!/usr/bin/env bash
# Holes of the heat solver: holes.sh PROGRAM ROOT. Orders of accuracy by exact solutions, balances, and refusals.
. "$(dirname "$0")/tools.sh"
disc=$root/cases/heat/annulus

# The case expects an order of the L2 error from 1.8 to 2.4, or else converge fails.
order_holds() {
  local name=$1; shift
  "$program" converge "$@" --small --levels 4 -s run.device=cpu -s run.threads=1 >"$work/out" 2>&1; code=$?
  verdict "$name: the order holds" exits 0
}
# T = 400 − 100 ln(r/R) and k = 2: the heat flux out of the surface is 200/R per area.
test_orders() {
  order_holds "temperature" "$disc"
  order_holds "flux" "$disc" -s 'region.pipe.surface={ kind = "flux", flux = "200/0.41" }'
  order_holds "convection" "$disc" -s 'region.pipe.surface={ kind = "convection", coefficient = 10, ambient = "400 + 20/0.41" }'
}

# Around a sphere T = R/r: each doubling of the grid reduces the error to a quarter.
sphere_of() {
  cat >"$work/case.toml" <<END
solver = "heat"
run = { steady = 1e-10 }
mesh = { lower = [-1, -1, -1], upper = [1, 1, 1], cells = [$1, $1, $1] }
boundary = { others = { kind = "temperature", temperature = "0.52/sqrt((x-0.02)^2 + (y+0.03)^2 + z^2)" } }
exact = { temperature = "0.52/sqrt((x-0.02)^2 + (y+0.03)^2 + z^2)" }
[region.ball]
shape = "sphere"
centre = [0.02, -0.03, 0]
radius = 0.52
hole = true
surface = $2
END
}
test_sphere() {
  local surface coarse
  for surface in '{ kind = "temperature", temperature = 1 }' '{ kind = "flux", flux = "1/0.52" }' \
    '{ kind = "convection", coefficient = 4, ambient = "1 + 0.25/0.52" }'; do
    sphere_of 12 "$surface"; run "$work/case.toml"; coarse=$(result temperature.error_l2)
    sphere_of 24 "$surface"; run "$work/case.toml"
    verdict "sphere, $surface: runs" exits 0
    verdict "sphere, $surface: second order" awk -v c="$coarse" -v f="$(result temperature.error_l2)" 'BEGIN { exit !(f > 0 && c / f > 3.2) }'
    verdict "sphere, $surface: 4π R of heat" near heat_ball 6.5345 0.15
  done
}

# If cells end at the faces of a box, these act as sides: the numbers are those of the mesh without the box.
test_aligned() {
  local kind
  for kind in 'kind = "temperature", temperature = 7' 'kind = "flux", flux = 3' 'kind = "convection", coefficient = 2, ambient = 5'; do
    case_of 'steady = 1e-12' "left = { kind = \"temperature\", temperature = \"1 + y\" }
right = { $kind }
$closed"
    run "$work/case.toml" -s mesh.cells=[8,12] -s mesh.upper=[0.5,1]
    local wanted; wanted=$(result heat_left)
    case_of 'steady = 1e-12' "left = { kind = \"temperature\", temperature = \"1 + y\" }
$closed" "[region.rest]
shape = \"box\"
lower = [0.5, -1]
upper = [2, 2]
hole = true
surface = { $kind }"
    run "$work/case.toml"
    verdict "an aligned hole, $kind: runs" exits 0
    verdict "an aligned hole, $kind: is a side" near heat_left "$wanted" 1e-10
  done
}

hole='[region.pipe]
shape = "cylinder"
centre = [0.45, 0.52]
radius = 0.23
hole = true
surface = '
test_transient() {
  local theta steps surface
  for theta in 0 0.5 1; do
    steps=20; [[ $theta == 0 ]] && steps=4000
    for surface in '{ kind = "convection", coefficient = "2 + x", ambient = "3 + sin(9*t)" }' '{ kind = "temperature", temperature = "x + t" }' \
      '{ kind = "flux", flux = "y*t" }'; do
      case_of "end_time = 0.02
theta = $theta
steps = $steps" "$wall" "$hole$surface
[material]
source = \"1 + t\"
[linear]
tolerance = 1e-12"
      run "$work/case.toml" -s output.history_every=1
      verdict "theta $theta, $surface: runs" exits 0
      verdict "theta $theta, $surface: balance" balanced 1e-11
    done
  done
}

# A run that stops after seven of twenty steps and is resumed has the lines and the numbers of an unbroken run.
test_resume() {
  local surface
  for surface in '{ kind = "convection", coefficient = 2, ambient = "3 + sin(9*t)" }' '{ kind = "temperature", temperature = "x + t" }' '{ kind = "flux", flux = "y*t" }'; do
    case_of "dt = 0.001
theta = 0.5
steps = 20" "$wall" "$hole$surface"
    run "$work/case.toml" -s output.history_every=1
    verdict "$surface: unbroken" exits 0
    rm -rf "$work/whole" && mv "$work/run" "$work/whole"
    run "$work/case.toml" -s output.history_every=1 -s run.steps=7
    "$program" resume "$work/run" -s run.steps=20 -q >"$work/out" 2>&1; code=$?
    verdict "$surface: resumed" exits 0
    verdict "$surface: the same history" cmp "$work/whole/history.csv" "$work/run/history.csv"
    verdict "$surface: the same fields" cmp "$work"/whole/fields/*20.vti "$work"/run/fields/*20.vti
  done
}

test_solvers() {
  local solver wanted=""
  case_of 'steady = 1e-11' "$wall" "$hole"'{ kind = "convection", coefficient = 2, ambient = 3 }'
  for solver in multigrid cg sor jacobi gauss-seidel; do
    run "$work/case.toml" -s linear.solver=$solver
    verdict "$solver with a hole: runs" exits 0
    wanted=${wanted:-$(result heat_pipe)}
    verdict "$solver with a hole: the same answer" near heat_pipe "$wanted" 1e-8
  done
  refused "fft with a hole" 'does not know holes' -s linear.solver=fft
  refused "tdma with a hole" 'does not know holes' -s linear.solver=tdma
}

# Insulated sides and holes: only the mean of the material is fixed; a disconnected part is refused.
test_closed() {
  case_of 'steady = 1e-10' "$closed" "$hole"'{ kind = "insulated" }
[initial]
mean = 3'
  run "$work/case.toml"
  verdict "insulated within: the mean is fixed" near temperature_max 3 1e-12
  case_of 'steady = 1e-10' 'left = { kind = "temperature", temperature = 1 }
others = { kind = "insulated" }' '[region.gap]
shape = "box"
lower = [0.4, -1]
upper = [0.6, 2]
hole = true
surface = { kind = "insulated" }'
  refused "a part that is cut off" 'holes cut the material in 2 parts'
}

test_wrong() {
  local case='steady = 1e-8'
  case_of "$case" "$wall" '[region.pipe]
shape = "sphere"
centre = [0.5, 0.5]
radius = 0.2
hole = true'
  refused "a hole without a condition" 'a hole without a condition on its surface'
  case_of "$case" "$wall" '[region.pipe]
shape = "sphere"
centre = [0.5, 0.5]
radius = 0.2
conductivity = 2
surface = { kind = "insulated" }'
  refused "a condition without a hole" 'is no hole'
  case_of "$case" "$wall" "$hole"'{ kind = "insulated" }
conductivity = 2'
  refused "a hole with a material" 'there is no material in it'
  case_of "$case" "$wall" "$hole"'{ kind = "convektion", coefficient = 1, ambient = 2 }'
  refused "a kind that is none" "Did you mean 'convection'"
  case_of "$case" "$wall" "$hole"'{ kind = "convection", coefficient = 1 }'
  refused "a value that is missing" "needs the key 'ambient'"
  case_of "$case" "$wall" "$hole"'{ kind = "flux", flux = 1, ambient = 2 }'
  refused "a value too many" "has no key 'ambient'"
  case_of "$case" "$wall" "$hole"'{ kind = "convection", coefficient = "1 + t", ambient = 2 }'
  refused "a film that changes" 'cannot depend on t'
  case_of "$case" "$wall" '[region.all]
shape = "box"
lower = [-1, -1]
upper = [2, 2]
hole = true
surface = { kind = "insulated" }'
  refused "a hole that covers everything" 'no material is left'
  case_of "$case" "$wall" '[region.none]
shape = "sphere"
centre = [5, 5]
radius = 0.2
hole = true
surface = { kind = "insulated" }'
  refused "a hole beyond the mesh" 'takes nothing off the mesh'
  case_of "$case" "$wall" "$hole"'{ kind = "insulated" }
[region.other]
shape = "sphere"
centre = [0.5, 0.6]
radius = 0.2
hole = true
surface = { kind = "temperature", temperature = 1 }'
  refused "holes that overlap" 'holes that overlap'
  case_of "$case" "$wall" "$hole"'{ kind = "insulated" }
[output]
probe = [{ at = [0.45, 0.5], fields = ["temperature"] }]'
  refused "a probe in a hole" 'a hole. Move it.'
  case_of "$case" 'left = { kind = "periodic" }
right = { kind = "periodic" }
others = { kind = "temperature", temperature = 1 }' "${hole/0.45/0.05}"'{ kind = "insulated" }'
  refused "a hole at a periodic side" 'a hole reaches a periodic side'
}

# Lines have no values in a hole, and field files have a mask.
test_shown() {
  case_of 'steady = 1e-8' "$wall" "$hole"'{ kind = "temperature", temperature = 2 }
[output]
line = [{ name = "across", from = [0, 0.52], to = [1, 0.52], fields = ["temperature"] }]'
  run "$work/case.toml"
  verdict "a line through a hole" grep -q nan "$work/run/lines/across.csv"
  verdict "files have a mask" eval "grep -qa 'Name=\"body\"' '$work'/run/fields/*.vti"
}

for part in orders sphere aligned transient resume solvers closed wrong shown; do "test_$part"; done
echo "$passed passed, $failed failed"
((failed == 0))
