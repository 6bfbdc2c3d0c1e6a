#!/usr/bin/env bash
# Limiting cases of the artificial-compressibility solver: corners.sh PROGRAM ROOT. Provokes every refusal, then makes
# runs whose answer is known.
# shellcheck disable=SC2154,SC1091  # of helper.sh
root=$2
source "$root/tests/app/helper.sh" "$1"

cat >box.toml <<'END'
solver = "artificial"
[run]
device = "cpu"
steady = 1e-6
cfl = 0.9
[mesh]
lower = [0, 0]
upper = [1, 1]
cells = [12, 12]
[fluid]
reynolds = 20
[pseudo]
reference = [0.5, 0.5]
[boundary]
top = { kind = "no-slip", velocity = [1, 0] }
others = { kind = "no-slip" }
END
grep -v '^reference' box.toml >free.toml

# Refusals and their messages.
expect 0 "The case is good" check box.toml
expect 2 "run.cfl = 1.5 is above the stable limit of 1" check box.toml -s run.cfl=1.5
expect 2 "above the stable limit of" check box.toml -s run.dt=1
expect 2 "above the stable limit of" run box.toml -s run.dt=1
expect 0 "The case is good" check box.toml -s run.dt=1e-4
expect 2 "too high for pseudo.scheme = \"euler\"" check box.toml -s fluid.reynolds=1e5
expect 2 "pseudo.scheme = \"stages\". Take that." run box.toml -s fluid.reynolds=1e5
expect 0 "The case is good" check box.toml -s fluid.reynolds=1e5 -s pseudo.scheme=stages
expect 2 "Choose other units of length and time" check box.toml -s fluid.velocity=1e-20
expect 2 "Give pseudo.reference, a point where it is 0" check free.toml
expect 2 "an outflow gives the pressure" check box.toml -s 'boundary.right={kind="outflow"}'
expect 0 "The case is good" check free.toml -s 'boundary.right={kind="outflow"}'
expect 2 "lies outside of the mesh" check box.toml -s 'pseudo.reference=[2, 0]'
expect 2 "needs 5 nodes in each direction; x has 4" check box.toml -s 'mesh.cells=[3, 12]'
expect 0 "The case is good" check box.toml -s 'mesh.cells=[4, 4]'
expect 2 "needs two or three dimensions" check box.toml -s mesh.lower=[0] -s mesh.upper=[1] -s mesh.cells=[8]
expect 2 "needs a uniform mesh" check box.toml -s 'mesh.stretch.x={kind="tanh", factor=2}'
expect 2 "say the same thing twice" check box.toml -s fluid.viscosity=0.1
grep -v reynolds box.toml >inviscid.toml
expect 2 "has no viscosity" check inviscid.toml
expect 2 "the march has no time" check box.toml -s run.end_time=3
expect 2 "pseudo.max_iterations to limit the march" check box.toml -s run.steps=3
expect 2 "the flow is steady" check box.toml -s 'boundary.top={kind="no-slip", velocity=["t", 0]}'
expect 2 "holds for a whole side" check free.toml \
  -s 'boundary.right=[{kind="no-slip"}, {kind="outflow", where="y > 0.5"}]'
expect 2 "there is no steady state. Balance the velocities" check box.toml -s 'boundary.left={kind="inflow", velocity=[1, 0]}'
expect 2 "has no component z" check box.toml -s 'output.image=[{field="velocity.z"}]'
expect 2 "Give exact.velocity" check box.toml -s 'output.image=[{field="error"}]'
expect 2 "Kinds: free-slip, inflow, no-slip, outflow, periodic." check box.toml -s 'boundary.left={kind="slip"}'
expect 0 "'symmetry' is now called 'free-slip'" check free.toml -s 'boundary.right={kind="outflow"}' -s 'boundary.top={kind="symmetry"}'
expect 0 "Reynolds number" check box.toml

# Runs.
expect 4 "Raise pseudo.max_iterations" run box.toml -s pseudo.max_iterations=200 --out short
expect 0 "Files: short" resume short -s pseudo.max_iterations=100000
expect 0 "Files: whole" run box.toml --out whole
cmp short/history.csv whole/history.csv || fault "a march that was broken off and resumed differs"
if [[ $all ]]; then
  expect 0 "the residuals no longer fall" run box.toml -s run.precision=single -s run.steady=1e-14 --out single
  grep -q '"stagnated": 1' single/summary.json || fault "summary.json does not say that the residuals stagnated"
fi

# An inflow through a part of a wall, and an outflow: the flow rates agree up to the error of so coarse a mesh in the jet.
expect 0 "Files: jet" run free.toml -s 'mesh.cells=[40, 40]' -s 'boundary.right={kind="outflow"}' --out jet \
  -s 'boundary.left=[{kind="no-slip"}, {kind="inflow", velocity=["16*(y-0.25)*(0.75-y)", 0], where="abs(y-0.5) < 0.25"}]'
awk -F'[ :,]+' '/"flow_left"/ && !l { l = $3 } /"flow_right"/ && !r { r = -$3 } END { d = l - r; exit !(l > 0.3 && d*d < 0.0025*l*l) }' \
  jet/summary.json || fault "what flows in does not flow out: $(grep flow_ jet/summary.json)"

# Any number of steps per pass and of threads gives the same bits. (The level of the pressure is fixed here, so that checks
# of the residuals change nothing.)
for how in "1 1" "7 2" "100 2"; do
  read -r every threads <<<"$how"
  "$eddy" run "$root/cases/artificial/channel" -q --out "bits-$every" -s run.device=cpu -s 'mesh.cells=[600, 70]' \
    -s pseudo.check_every="$every" -s pseudo.max_iterations=100 -s run.threads="$threads" >/dev/null 2>&1
  for vtk in "bits-$every"/fields/*.vti; do tail -c 2380000 "$vtk" | cksum >"sum-$every"; done
done
cmp sum-1 sum-7 && cmp sum-1 sum-100 || fault "one and several steps per pass differ"
ended
