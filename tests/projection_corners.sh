#!/usr/bin/env bash
# Corners of the projection solver: projection_corners.sh PROGRAM ROOT. Every refusal by provoking it, then runs whose answer is known.
# shellcheck disable=SC2154,SC1091  # of app_helper.sh
root=$2
source "$(dirname "${BASH_SOURCE[0]}")/app_helper.sh" "$1"

cat >box.toml <<'END'
solver = "projection"
[run]
device = "cpu"
end_time = 0.5
[mesh]
lower = [0, 0]
upper = [1, 1]
cells = [12, 16]
[fluid]
reynolds = 20
[boundary]
top = { kind = "no-slip", velocity = [1, 0] }
others = { kind = "no-slip" }
END

# What is refused, and in which words.
expect 0 "The case is good" check box.toml
expect 0 "diffusive limit" check box.toml
expect 2 "run.cfl = 1.5 is above the stable limit of 1" check box.toml -s run.cfl=1.5
expect 2 "above the stable limit of" check box.toml -s run.dt=1
expect 2 "above the stable limit of" run box.toml -s run.dt=1
expect 2 "which diffusion sets" check box.toml -s run.dt=1 -s fluid.reynolds=1
expect 2 "which convection sets" check box.toml -s run.dt=1 -s fluid.reynolds=1e6
expect 2 "above the stable limit of" check box.toml -s run.steps=2
expect 0 "The case is good" check box.toml -s run.dt=1e-3
expect 2 "let in 1 m²/s more than they let out" check box.toml -s 'boundary.left={kind="inflow", velocity=[1, 0]}'
expect 0 "The case is good" check box.toml -s 'boundary.left={kind="inflow", velocity=[1, 0]}' -s 'boundary.right={kind="outflow"}'
expect 0 "The case is good" check box.toml -s 'boundary.left={kind="inflow", velocity=[1, 0]}' -s 'boundary.right={kind="inflow", velocity=[1, 0]}'
expect 2 "needs two or three dimensions" check box.toml -s mesh.lower=[0] -s mesh.upper=[1] -s mesh.cells=[8]
expect 2 "reaches over four cells; x has 3" check box.toml -s 'mesh.cells=[3, 12]'
expect 2 "say the same thing twice" check box.toml -s fluid.viscosity=0.1
grep -v reynolds box.toml >inviscid.toml
expect 2 "has no viscosity" check inviscid.toml
expect 2 "may depend on t alone" check box.toml -s 'fluid.force=["x", 0]'
expect 2 "a patch stays where it is" check box.toml -s 'boundary.left=[{kind="no-slip"}, {kind="outflow", where="y > t"}]'
expect 2 "with scheme.convection = \"donor-cell\" alone" check box.toml -s scheme.gamma=0.5
expect 2 "has no component z" check box.toml -s 'output.image=[{field="velocity.z"}]'
expect 2 "Give exact.velocity" check box.toml -s 'output.image=[{field="error"}]'
expect 2 "Kinds: free-slip, inflow, no-slip, outflow, periodic." check box.toml -s 'boundary.left={kind="slip"}'
expect 2 "transforms all axes but one" check box.toml -s linear.solver=fft -s 'mesh.stretch.x={kind="tanh", factor=2}' -s 'mesh.stretch.y={kind="tanh", factor=2}'

# Every scheme and every solver of the pressure: the same flow, and no divergence.
number() { awk -F'[ :,]+' -v key="\"$1\"" '$2 == key && !n++ { print $3 }' "$2/summary.json"; }
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && b != "" && d <= t && -d <= t) }'; }
expect 0 "Files: whole" run box.toml --out whole
most=$(number velocity.y_max whole)
for solver in jacobi gauss-seidel sor tdma cg multigrid; do
  expect 0 "Files: $solver" run box.toml --out "$solver" -s linear.solver="$solver" -s linear.tolerance=1e-9
  near "$(number velocity.y_max "$solver")" "$most" 1e-7 || fault "$solver: another flow: $(number velocity.y_max "$solver"), fft $most"
  near "$(number divergence "$solver")" 0 1e-7 || fault "$solver leaves a divergence of $(number divergence "$solver")"
done
for scheme in "euler upwind3" "euler donor-cell" "rk3 donor-cell"; do
  read -r time convection <<<"$scheme"
  expect 0 "Files: $time-$convection" run box.toml --out "$time-$convection" -s scheme.time="$time" -s scheme.convection="$convection"
  near "$(number velocity.y_max "$time-$convection")" "$most" 0.004 || fault "$scheme: another flow: $(number velocity.y_max "$time-$convection")"
done
expect 0 "Files: single" run box.toml --out single -s run.precision=single
near "$(number velocity.y_max single)" "$most" 1e-5 || fault "single precision: another flow"

# A table of equal widths is a uniform mesh.
expect 0 "Files: table" run box.toml --out table -s 'mesh.stretch.x={kind="geometric", factor=1}' -s 'mesh.stretch.y={kind="geometric", factor=1}'
near "$(number velocity.y_max table)" "$most" 1e-10 || fault "a table of equal widths: another flow"

# Broken off and resumed: the same bits; steps of any length.
expect 0 "Files: short" run box.toml --out short -s run.end_time=0.2
expect 0 "Files: unbroken" run box.toml --out unbroken -s run.end_time=0.2
cmp short/history.csv unbroken/history.csv || fault "two runs differ"
expect 0 "Files: steps" run box.toml --out steps -s run.steps=7 -s run.end_time=0.02
expect 0 "Files: steps" resume steps -s run.steps=20 -s run.end_time=0.0571428571428571428

# What enters leaves, through a patch too; an inflow that starts slowly.
expect 0 "Files: jet" run box.toml --out jet -s 'boundary.right=[{kind="no-slip"}, {kind="outflow", where="y < 0.5"}]' \
  -s 'boundary.left=[{kind="no-slip"}, {kind="inflow", velocity=["min(t, 0.2)*16*(y-0.25)*(0.75-y)", 0], where="abs(y-0.5) < 0.25"}]'
near "$(number flow_left jet)" "$(awk -v r="$(number flow_right jet)" 'BEGIN { print -r }')" 1e-12 || fault "what flows in does not flow out"
near "$(number divergence jet)" 0 1e-9 || fault "the jet has a divergence of $(number divergence jet)"
ended
