#!/usr/bin/env bash
# Limiting cases of the projection solver: corners.sh PROGRAM ROOT. Provokes every refusal, then makes runs whose answer is known.
# shellcheck disable=SC2154,SC1091  # of helper.sh
root=$2
source "$root/tests/app/helper.sh" "$1"

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

# Refusals and their messages.
expect 0 "The case is good" check box.toml
expect 0 "diffusive limit" check box.toml
expect 0 "The case is good" check box.toml -s scheme.viscous=implicit -s fluid.reynolds=0.1 -s run.dt=0.01
expect 2 "which diffusion sets" check box.toml -s fluid.reynolds=0.1 -s run.dt=0.01
expect 2 "which convection sets" check box.toml -s scheme.viscous=implicit -s run.dt=1
expect 0 "The case is good" check box.toml -s scheme.viscous=implicit -s fluid.reynolds=0.1 -s run.dt=0.01 -s 'body.b={shape="box", lower=[0.3, 0.3], upper=[0.6, 0.6]}'
expect 0 "The case is good" check box.toml -s scheme.viscous=implicit -s scheme.bodies=sharp -s 'body.b={shape="box", lower=[0.3, 0.3], upper=[0.6, 0.6], motion={velocity=[0.1, 0]}}'
expect 2 "whose friction is of fourth order" check box.toml -s scheme.viscous=implicit -s scheme.convection=central4
expect 2 "Did you mean 'implicit'?" check box.toml -s scheme.viscous=implicite
expect 0 "The case is good" check box.toml -s scheme.viscous=auto -s scheme.convection=central4
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
expect 2 "at t = " check box.toml -s 'boundary.left={kind="inflow", velocity=["t", 0]}'
expect 2 "has no face" check box.toml -s 'boundary.right=[{kind="no-slip"}, {kind="outflow", where="y > 5"}]'
expect 2 "needs two or three dimensions" check box.toml -s mesh.lower=[0] -s mesh.upper=[1] -s mesh.cells=[8]
expect 2 "reaches over four cells; x has 3" check box.toml -s 'mesh.cells=[3, 12]'
expect 2 "say the same thing twice" check box.toml -s fluid.viscosity=0.1
grep -v reynolds box.toml >inviscid.toml
expect 2 "has no viscosity" check inviscid.toml
expect 0 "The case is good" check box.toml -s 'fluid.force=["x", "t"]'
expect 2 "fluid.force" check box.toml -s 'fluid.force=["x"]'
expect 2 "Did you mean 'smagorinsky'?" check box.toml -s turbulence.model=smagorinski
expect 2 "Did you mean 'koren'?" check box.toml -s scheme.convection=korren
expect 2 "is for uniform grids; mesh.stretch.x is not" check box.toml -s scheme.convection=central4 -s 'mesh.stretch.x={kind="tanh",factor=1}'
expect 2 "a patch stays where it is" check box.toml -s 'boundary.left=[{kind="no-slip"}, {kind="outflow", where="y > t"}]'
expect 2 "with donor-cell as scheme.convection or heat.convection alone" check box.toml -s scheme.gamma=0.5
expect 0 "The case is good" check box.toml -s scheme.gamma=0.5 -s heat.prandtl=1 -s heat.convection=donor-cell
for field in velocity.z wall_shear.z; do
  for list in "fields=[\"$field\"]" "image=[{field=\"$field\"}]" "probe=[{at=[0.1, 0.1], fields=[\"$field\"]}]" "line=[{name=\"l\", from=[0, 0], to=[1, 1], fields=[\"$field\"]}]"; do
    expect 2 "${field%.z} has no component z in two dimensions" check box.toml -s "output.$list"
  done
done
expect 2 "vorticity has one component in two dimensions" check box.toml -s 'output.image=[{field="vorticity.z"}]'
expect 2 "needs a side or a part of one with kind = \"no-slip\", or a body" check box.toml -s 'output.fields=["wall_shear"]' -s 'boundary={others={kind="free-slip"}}'
expect 2 "fluid.force = \"1/t\" gives inf" check box.toml -s 'fluid.force=["1/t", 0]'
expect 2 "fluid.force = \"sqrt(x-2)\" gives" check box.toml -s 'fluid.force=[0, "sqrt(x-2)"]'
expect 2 "heat.source = \"log(-x)\" gives" check box.toml -s heat.prandtl=1 -s 'heat.source="log(-x)"'
expect 2 "wall.hot.flux = \"1/t\" gives inf" check box.toml -s heat.prandtl=1 -s 'wall.hot={side="left", flux="1/t"}'
expect 2 "turbulence.prandtl needs the table [heat]" check box.toml -s turbulence.model=smagorinsky -s turbulence.prandtl=0.9
expect 0 "The case is good" check box.toml -s turbulence.model=smagorinsky -s turbulence.prandtl=0.9 -s heat.prandtl=1
expect 0 "Files: eddies" run box.toml --out eddies -s turbulence.model=smagorinsky -s run.end_time= -s run.steps=1
expect 0 "The case is good" check eddies/case.used.toml
printf '[signal.lift]\ncolumn = "force_y"\n[signal.drag]\ncolumn = "courants"\n[signal.right]\ncolumn = "pressure(0.5 0.5)"\n[output]\nprobe = [{ at = [0.5, 0.5] }]\n' | cat box.toml - >signals.toml
expect 2 "signals.toml:15:1 error: signal.lift: neither history.csv nor probes.csv has a column 'force_y'" check signals.toml
expect 2 "signals.toml:17:1 error: signal.drag: neither history.csv nor probes.csv has a column 'courants'. Did you mean 'courant'?" check signals.toml
expect 2 "2 errors. Nothing was run." run signals.toml
expect 2 "2 errors. Nothing was run." check signals.toml -s 'mesh.cells=[1200, 1600]'
expect 2 "Give exact.velocity" check box.toml -s 'output.image=[{field="error"}]'
expect 0 "'symmetry' is now called 'free-slip'" check box.toml -s 'boundary.left={kind="symmetry"}'
expect 2 "Kinds: free-slip, inflow, no-slip, outflow, periodic." check box.toml -s 'boundary.left={kind="slip"}'
expect 2 "transforms all axes but one" check box.toml -s linear.solver=fft -s 'mesh.stretch.x={kind="tanh", factor=2}' -s 'mesh.stretch.y={kind="tanh", factor=2}'

# Bodies, walls and forces, each with its place in the file.
cp box.toml bodies.toml
cat >>bodies.toml <<'END'
[body.block]
shape = "box"
lower = [0.4, 0.4]
upper = [0.7, 0.7]
[forces.block]
reference = { length = 0.3, velocity = 1 }
END
expect 0 "The case is good" check bodies.toml
sed '/^shape/,/^upper/d' bodies.toml | sed 's|^.body.block.|&\nshape = "polygon"\npoints = [[0.3, 0.3], [0.8, 0.3], [0.8, 0.8], [0.3, 0.8]]|' >wedge.toml
expect 0 "The case is good" check wedge.toml
expect 0 "done" run wedge.toml --out wedge -s run.end_time=0.05
expect 2 "body.block" check wedge.toml -s 'body.block.points=[[0.3, 0.3], [0.8, 0.8], [0.8, 0.3], [0.3, 0.8]]'
expect 2 "has no cell of the mesh" check bodies.toml -s 'body.block.lower=[2, 2]' -s 'body.block.upper=[3, 3]'
expect 2 "cover the whole domain" check bodies.toml -s 'body.block.lower=[-1, -1]' -s 'body.block.upper=[3, 3]'
expect 2 "is one cell thick at cell (" check bodies.toml -s 'body.block.upper=[0.5, 0.7]'
expect 2 "bodies.toml:14:7 error: body 'block' is one cell thick" check bodies.toml -s 'body.block.upper=[0.5, 0.7]'
# All at once, and on meshes of any size.
sed '/^top/d' box.toml >many.toml
cat >>many.toml <<'END'
[body.block]
shape = "box"
lower = [0.4, 0.4]
upper = [0.7, 0.7]
[body.far]
shape = "sphere"
centre = [5, 5]
radius = 1
[body.ball]
shape = "sphere"
centre = [0.7, 0.7]
radius = 0.2
[body.fin]
shape = "box"
lower = [0.1, 0.1]
upper = [0.3001, 0.1001]
[output]
probe = [
  { at = [0.5, 0.5] },
  { at = [0.05, 0.05] },
  { at = [0.7, 0.8] },
]
END
for cells in "12, 16" "3000, 2000" "4000, 1600"; do
  sed "s/cells = .*/cells = [$cells]/" many.toml >wide.toml
  for verb in check run; do
    expect 2 "5 errors. Nothing was run." $verb wide.toml
    for line in "17:7 error: body 'far' has no cell of the mesh" "21:7 error: body 'block' and body 'ball' overlap in cell" \
      "25:7 error: body 'fin'" "31:5 error: output.probe at (0.5, 0.5) lies inside body 'block'" "33:5 error: output.probe at (0.7, 0.8) lies inside body 'ball'"; do
      says out.txt "wide.toml:$line"
    done
  done
done
expect 2 "wide.toml:25:7 error: body 'fin' is one cell thick at cell (401, 160), x = 0.100375, y = 0.1003125" check wide.toml -s 'body.fin.upper=[0.3, 0.1007]'
sed 's/lower = .0.4, 0.4./lower = [0.1, 0.05]/; s/upper = .0.7, 0.7./upper = [0.9, 0.95]/; s/centre = .*/centre = [2, 2]/; s/cells = .*/cells = [2600, 2600]/; /^probe/,$d' many.toml >huge.toml
expect 2 "huge.toml:17:7 error: body 'far' has no cell of the mesh" check huge.toml   # the box around a body has more cells than the reader of a case checks
expect 2 "huge.toml:21:7 error: body 'ball' has no cell of the mesh" run huge.toml
for fin in "0.4,0.44 1,0.5" "0,0.44 0.6,0.5" "0.42,0.4 0.5,1" "0.42,0 0.5,0.6" "0.42,0 0.5,0.06"; do   # from each wall, and a single cell
  read -r lower upper <<<"$fin"
  expect 2 "is one cell thick at cell (" check bodies.toml -s "body.block.lower=[$lower]" -s "body.block.upper=[$upper]"
done
wind="-s boundary.left={kind=\"inflow\",velocity=[1,0]} -s boundary.right={kind=\"outflow\"}"
# shellcheck disable=SC2086  # several words
{
  expect 0 "The case is good" check bodies.toml $wind
  expect 2 "lies on the right side where the flow goes out, at cell (" check bodies.toml $wind -s 'body.block.upper=[2, 0.7]'
  expect 2 "lies on the left side where the flow comes in, at cell (" check bodies.toml $wind -s 'body.block.lower=[-1, 0.4]'
  expect 2 "bodies close the way of the flow: 1 m²/s go into" check bodies.toml $wind -s 'body.block.lower=[0.4, -1]' -s 'body.block.upper=[0.7, 2]'
}
# For a body that stands on a side the consequences are explained.
expect 0 "body 'block' stands on the bottom side" check bodies.toml -s scheme.bodies=sharp -s 'body.block.lower=[0.4, -1]'
expect 0 "its force is that on its surface within the domain" check bodies.toml -s 'body.block.lower=[0.4, -1]'
expect 2 "body 'block' and body 'ball' overlap in cell" check bodies.toml -s 'body.ball={shape="sphere", centre=[0.7, 0.7], radius=0.2}'
expect 2 "lies inside body 'block'" check bodies.toml -s 'output.probe=[{at=[0.5, 0.5]}]'
expect 2 "has no coefficients without reference values" check bodies.toml -s 'forces.block={centre=[0, 0]}'
expect 2 "forces.block" check bodies.toml -s 'forces.block={reference={length=0.3}}'
expect 2 "area = …" check bodies.toml -s 'mesh={lower=[0,0,0], upper=[1,1,1], cells=[12,16,12]}' -s 'body.block={shape="box", lower=[0.4,0.4,0.4], upper=[0.7,0.7,0.7]}' \
  -s 'boundary={others={kind="no-slip"}}'
sed 's/reference = .*/centre = [0, 0]/' bodies.toml >bare.toml
expect 2 "bare.toml:18:9 error: [forces.block] has no coefficients" check bare.toml
expect 2 "needs a body of that name" check bodies.toml -s 'forces.ball={reference={length=1, velocity=1}}'
expect 2 "cannot go around bodies" check bodies.toml -s linear.solver=fft
expect 2 "there is no table [heat]" check box.toml -s 'wall.hot={side="left", temperature=1}'
expect 2 "boundary.left.heat says what the temperature does, but there is no table [heat]" check box.toml -s 'boundary.left={kind="no-slip", heat={kind="temperature", temperature=1}}'
warmed='boundary.left={kind="no-slip", heat={kind="convection", coefficient=1, ambient=0}}'
expect 0 "The case is good" check box.toml -s heat.prandtl=1 -s "$warmed"
expect 2 "two conditions on one side" check box.toml -s heat.prandtl=1 -s "$warmed" -s 'wall.hot={side="left", temperature=1}'
expect 2 "boundary 'left': heat of kind 'convection' needs the key 'ambient'" check box.toml -s heat.prandtl=1 -s 'boundary.left={kind="no-slip", heat={kind="convection", coefficient=1}}'
expect 2 "boundary 'left': heat has kind 'warm'" check box.toml -s heat.prandtl=1 -s 'boundary.left={kind="no-slip", heat={kind="warm"}}'
expect 0 "[wall.hot] is now a part of [boundary]" check box.toml -s heat.prandtl=1 -s 'wall.hot={side="left", temperature=1}'
expect 2 "initial.temperature needs the table [heat]" check box.toml -s initial.temperature=1
expect 2 "exact.temperature needs the table [heat]" check box.toml -s exact.temperature=1
expect 2 "the field 'temperature' needs the table [heat]" check box.toml -s statistics.start=0.1 -s 'statistics.fields=["temperature"]'
expect 2 "Give heat.diffusivity or heat.prandtl" check box.toml -s heat.expansion=1
expect 2 "needs either temperature or flux" check box.toml -s heat.prandtl=1 -s 'wall.hot={side="left"}'
expect 2 "the field 'temperature' needs the table [heat]" check box.toml -s 'output.fields=["temperature"]'
expect 2 "-s run.dt=1 error: the step of 1 s" check box.toml -s run.dt=1

# The duration of a run is measured, and given with its basis.
expect 0 "steps of" check box.toml
expect 0 "at most" check box.toml -s run.steady=1e-3
expect 0 "on a coarser mesh" check box.toml -s 'mesh.cells=[400, 400]'

# Without the peer, the package is named.
command -v icoFoam >/dev/null || expect 3 "icoFoam is not installed: apt-get install openfoam" bench projection --sizes 16 --peer openfoam
expect 2 "there is no peer 'openfoan' of bench projection" bench projection --sizes 16 --peer openfoan

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
for scheme in "euler upwind3" "euler donor-cell" "rk3 donor-cell" "rk3 koren" "rk3 central4"; do
  read -r time convection <<<"$scheme"
  within=0.004; [[ $convection != central4 ]] || within=0.01   # the lid's corners, on 12 cells
  expect 0 "Files: $time-$convection" run box.toml --out "$time-$convection" -s scheme.time="$time" -s scheme.convection="$convection"
  near "$(number velocity.y_max "$time-$convection")" "$most" $within || fault "$scheme: another flow: $(number velocity.y_max "$time-$convection")"
done
if [[ $all ]]; then
  expect 0 "Files: single" run box.toml --out single -s run.precision=single
  near "$(number velocity.y_max single)" "$most" 1e-5 || fault "single precision: another flow"
fi

# From rest: the first steps fit the flow that boundaries, forces and buoyancy will cause.
for start in "boundary.left={kind=\"no-slip\"}" 'fluid.force=[1,"0.5"]' "boundary.top={kind=\"no-slip\",velocity=[\"5*t\",0]}" \
  'heat={prandtl=1,expansion=1,gravity=[0,-5]}'; do
  name=rest; extra=(); [[ $start != heat* ]] || extra=(-s 'wall.hot={side="left", temperature=1}' -s 'boundary.top={kind="no-slip"}')
  expect 0 "Files: $name" run box.toml --out $name --force -s fluid.reynolds=1e5 -s run.end_time=2 -s "$start" "${extra[@]}"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "courant") c = i } NR > 1 && $c > 1.3 { bad = 1 } END { exit bad || !c }' $name/history.csv || fault "from rest, $start: Courant number $(cut -d, -f1-8 $name/history.csv | head -3)"
done
# The force on a body at a periodic side is that of a body elsewhere.
sed 's/^top = .*//; s/others = .*/others = { kind = "periodic" }/; s/cells = .*/cells = [20, 20]/; s/reynolds = .*/viscosity = 0.05\nforce = [1, 0.3]/; s/end_time = .*/end_time = 0.3\ndt = 0.004/' bodies.toml >around.toml
for at in "0.4,0.4 0.7,0.7" "0.7,0.4 1,0.7" "0,0.7 0.3,1" "0.65,0 0.95,0.3"; do
  read -r lower upper <<<"$at"
  expect 0 "Files: at-$lower" run around.toml --out "at-$lower" -s linear.tolerance=1e-10 -s "body.block.lower=[$lower]" -s "body.block.upper=[$upper]"
  for number in force_block_x force_block_y force_viscous_block_x; do
    near "$(number $number "at-$lower")" "$(number $number at-0.4,0.4)" 1e-6 || fault "a body at $lower: $number $(number $number "at-$lower"), elsewhere $(number $number at-0.4,0.4)"
  done
done

# A lid at the bottom acts like a lid at the top.
expect 0 "Files: above" run box.toml --out above -s track.energy=true
expect 0 "Files: below" run box.toml --out below -s track.energy=true -s 'boundary.top={kind="no-slip"}' -s 'boundary.bottom={kind="no-slip", velocity=[1, 0]}'
near "$(number enstrophy below)" "$(number enstrophy above)" 1e-9 || fault "enstrophy $(number enstrophy below) with a lid below, $(number enstrophy above) above"

# Friction does not depend on the axis: a lid at the top and one at the right, at walls and beside an inflow.
expect 0 "Files: lid-x" run box.toml --out lid-x -s track.friction=true -s 'mesh.cells=[12, 12]'
expect 0 "Files: lid-y" run box.toml --out lid-y -s track.friction=true -s 'mesh.cells=[12, 12]' -s 'boundary.top={kind="no-slip"}' -s 'boundary.right={kind="no-slip", velocity=[0, 1]}'
jet="track.friction=true -s mesh.cells=[12,12] -s boundary.top={kind=\"no-slip\"}"
# shellcheck disable=SC2086  # several words
expect 0 "Files: jet-x" run box.toml --out jet-x -s $jet -s 'boundary.left={kind="inflow", velocity=["1+y", 0]}' -s 'boundary.right={kind="outflow"}'
expect 0 "Files: jet-y" run box.toml --out jet-y -s track.friction=true -s 'mesh.cells=[12, 12]' -s 'boundary.bottom={kind="inflow", velocity=[0, "1+x"]}' -s 'boundary.top={kind="outflow"}'
for pair in "top_x right_y" "bottom_x left_y" "right_y top_x" "left_y bottom_x"; do
  read -r x y <<<"$pair"
  for flow in lid jet; do
    [[ $flow-$x != jet-*_y ]] || continue   # no walls
    near "$(number "friction_$x" $flow-x)" "$(number "friction_$y" $flow-y)" 1e-9 || fault "$flow: friction_$x $(number "friction_$x" $flow-x), on its side friction_$y $(number "friction_$y" $flow-y)"
  done
done

# Lift and moment of a body on a wall do not depend on the level of the pressure, which solvers leave undefined.
sed 's/lower = .0.4, 0.4./lower = [0.4, -1]/; s/cells = .*/cells = [20, 20]/' bodies.toml >mounted.toml
expect 0 "Files: mounted" run mounted.toml --out mounted -s run.end_time=0.1 -s linear.tolerance=1e-9
for solver in gauss-seidel sor cg tdma; do
  expect 0 "Files: mounted-$solver" run mounted.toml --out mounted-$solver -s run.end_time=0.1 -s linear.tolerance=1e-9 -s linear.solver=$solver
  for number in force_block_y moment_block_z force_balance_block_y; do
    near "$(number $number mounted-$solver)" "$(number $number mounted)" 1e-6 || fault "$number by $solver $(number $number mounted-$solver), by multigrid $(number $number mounted)"
  done
done

# A table of equal widths is a uniform mesh.
expect 0 "Files: table" run box.toml --out table -s 'mesh.stretch.x={kind="geometric", factor=1}' -s 'mesh.stretch.y={kind="geometric", factor=1}'
near "$(number velocity.y_max table)" "$most" 1e-9 || fault "a table of equal widths: another flow"

# Broken off and resumed: the same bits; with bodies and a temperature, too.
warm="-s heat.prandtl=1 -s heat.expansion=1 -s heat.gravity=[0,-5] -s wall.hot={side=\"left\",temperature=1}"
for from in box bodies; do
  # shellcheck disable=SC2086  # several words
  for part in "7 part" "20 whole"; do
    read -r steps name <<<"$part"
    expect 0 "Files: $from-$name" run $from.toml --out "$from-$name" -s run.end_time= -s run.cfl=0.4 -s run.steps="$steps" $warm
  done
  expect 0 "Files: $from-part" resume "$from-part" -s run.steps=20
  cmp "$from-part/history.csv" "$from-whole/history.csv" || fault "$from: a run that was broken off and resumed differs"
done

# Inflow and outflow balance, also through a part of a side, with an inflow that starts slowly.
expect 0 "Files: jet" run box.toml --out jet -s 'boundary.right=[{kind="no-slip"}, {kind="outflow", where="y < 0.5"}]' \
  -s 'boundary.left=[{kind="no-slip"}, {kind="inflow", velocity=["min(t, 0.2)*16*(y-0.25)*(0.75-y)", 0], where="abs(y-0.5) < 0.25"}]'
near "$(number flow_left jet)" "$(awk -v r="$(number flow_right jet)" 'BEGIN { print -r }')" 1e-12 || fault "what flows in does not flow out"
near "$(number divergence jet)" 0 1e-9 || fault "the jet has a divergence of $(number divergence jet)"

# The speed of a steady run counts steps, not iterations of the pressure.
expect 0 "Files: quick" run box.toml --out quick -s run.steady=1e-3 -s run.end_time=50
awk -v rate="$(number cell_updates_per_second quick)" -v steps="$(number steps quick)" -v wall="$(number wall_time quick)" \
  'BEGIN { exit !(rate * wall > 0.999 * steps * 12 * 16) }' || fault "a steady run of $(number steps quick) steps says $(number cell_updates_per_second quick) cells/s"

# Values in a body's cells neither count as extremes nor affect the fluid.
for inside in 1 7000; do
  expect 0 "Files: body-$inside" run box.toml --out "body-$inside" -s heat.prandtl=1 -s 'body.hot={shape="box", lower=[0.25, 0.25], upper=[0.5, 0.5]}' \
    -s "initial.temperature=\"abs(x-0.375) < 0.125 && abs(y-0.375) < 0.125 ? $inside : 1 + 0.1*x\"" -s run.steps=20 -s run.end_time=
done
for most in min max; do
  [[ $(number temperature_$most body-1) == "$(number temperature_$most body-7000)" ]] ||
    fault "temperature_$most is $(number temperature_$most body-7000) instead of $(number temperature_$most body-1): that of a body"
done

# An inflow that grows without bound: the run stops when the step has fallen by a thousand, with a checkpoint.
expect 4 "the step has fallen from" run box.toml --out boom -s run.end_time=100 -s fluid.reynolds=1 -s run.checkpoint_minutes=0 \
  -s 'boundary.left={kind="inflow", velocity=["exp(100*t)", 0]}' -s 'boundary.right={kind="outflow"}'
grep -qF "Go on with: eddy resume boom" out.txt || fault "no way to go on: $(cat out.txt)"
compgen -G "boom/checkpoint-*.h5" >/dev/null || fault "no checkpoint of a run whose step has fallen"

if [[ $all ]]; then   # values beyond single precision are an error, not a result; a tolerance out of its reach is reported
  expect 4 "" run box.toml --out beyond -s run.precision=single -s 'boundary.top={kind="no-slip", velocity=[1e22, 0]}' -s fluid.reynolds= -s fluid.viscosity=1e22 -s run.end_time= -s run.steps=3
  expect 0 "single precision allows no better" run box.toml --out coarse -s run.precision=single -s linear.tolerance=1e-12 -s run.steps=20 -s run.end_time=
  expect 0 "single precision allows no better" report coarse
fi
# There are never more unsolved steps than steps.
expect 4 "This was so in 20 of 20 steps" run box.toml --out limited -s linear.solver=sor -s linear.max_iterations=10 -s linear.tolerance=1e-10 -s run.steps=20 -s run.end_time=
# A viscosity that is too small for the grid.
expect 0 "warning" check box.toml -s fluid.reynolds=1e9
expect 0 "does not see the viscosity" run box.toml --out thin -s fluid.reynolds=1e9 -s run.steps=2 -s run.end_time=
expect 0 "Files: thick" run box.toml --out thick -s run.steps=2 -s run.end_time=
grep -q warning thick/log.txt && fault "a warning without a reason: $(cat thick/log.txt)"
ended
