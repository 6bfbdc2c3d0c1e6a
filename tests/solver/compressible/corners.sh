#!/usr/bin/env bash
# Limiting cases of the compressible solver: corners.sh PROGRAM ROOT. Provokes every refusal, then makes runs whose answer
# is known: free stream, conservation, turned blocks, ranks, resumed runs.
# shellcheck disable=SC2154,SC1091  # of helper.sh
root=$2
source "$root/tests/app/helper.sh" "$1"
source "$root/tests/solver/compressible/blocks.sh"

result() { sed -n "s/^ *\"$2\": \([-0-9.e+]*\),*$/\1/p" "$1/summary.json" | head -1; }
below() {  # FOLDER RESULT LIMIT: the magnitude of a result is at most the limit
  awk -v a="$(result "$1" "$2")" -v limit="$3" 'BEGIN { exit !(a != "" && a <= limit && -a <= limit) }' ||
    fault "$1: $2 = $(result "$1" "$2"), more than $3"
}
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) if (index($i, name) == 1) c = i } NR > 1 { print $c }' "$1/history.csv"; }
good() { expect 0 "" run "$@" -q --force; }
constant() {  # FOLDER COLUMN PART: the relative change of a column from its first row is at most PART
  column "$1" "$2" | awk -v part="$3" '{ if (NR == 1) a = $1; d = ($1 - a) / a; if (d < 0) d = -d; if (d > most) most = d }
    END { exit !(NR > 1 && most <= part) }' || fault "$1: $2 changes: $(column "$1" "$2" | sed -n '1p;$p' | tr '\n' ' ')"
}
same_to() {  # LIMIT FILE FILE: the numbers of two tables agree within the limit
  paste -d, "$2" "$3" | awk -F, -v limit="$1" 'NR > 1 { for (i = 1; i <= NF / 2; ++i) { d = $i - $(i + NF / 2); if (d < 0) d = -d
    if (!(d <= limit)) { print "row " NR ", column " i ": " $i ", " $(i + NF / 2); bad = 1; exit } } } END { exit bad || NR < 3 }' >out.txt ||
    fault "$2 and $3 are not the same: $(head -1 out.txt)"
}
same_bytes() { cmp -s "$1" "$2" || fault "$1 and $2 are not the same: $(cmp "$1" "$2" 2>&1)"; }

# Refusals and their messages.
cat >channel.toml <<'TOML'
solver = "compressible"
run = { device = "cpu", threads = 1, steps = 3 }
mesh = { lower = [0, 0], upper = [2, 1], cells = [16, 8] }
[freestream]
pressure = 1e5
temperature = 300
mach = 0.3
[boundary]
left = { kind = "subsonic-inflow", total_pressure = 1.06e5, total_temperature = 305, direction = [1, 0] }
right = { kind = "subsonic-outflow", pressure = 1e5 }
others = { kind = "free-slip" }
TOML
grep -v -e '^.freestream' -e '^pressure' -e '^temperature' -e '^mach' channel.toml >bare.toml
initial='initial={density=1, pressure=1e5, velocity=[1, 0]}'
without() { grep -v "^$1" channel.toml >without.toml; }
refused() { expect 2 "$1" check "${@:2}"; expect 2 "$1" run "${@:2}" -q --force; }
test_keys() {
  expect 0 "The case is good" check channel.toml
  expect 0 "Mach number" check channel.toml
  without temperature
  refused "gives 1 of density, pressure and temperature. Give two" without.toml
  refused "gives 3 of density, pressure and temperature. Give two" channel.toml -s freestream.density=1
  refused "freestream.mach and freestream.velocity are both given" channel.toml -s 'freestream.velocity=[1, 0]'
  without mach
  refused "[freestream] has no speed" without.toml
  refused "gas.viscosity and gas.reynolds are both given" channel.toml -s gas.viscosity=1e-5 -s gas.reynolds=100
  refused "gas.reynolds needs a free stream" bare.toml -s "$initial" -s gas.reynolds=100
  refused "a far field needs [freestream]" bare.toml -s "$initial" -s 'boundary.right={kind="far-field"}'
  refused "the initial state is not known" bare.toml
  refused "initial.density and initial.temperature are both given" channel.toml -s initial.density=1 -s initial.temperature=300
  refused "'no-slip' needs friction" channel.toml -s 'boundary.top={kind="no-slip"}'
  refused "'isothermal' needs friction" channel.toml -s 'boundary.top={kind="isothermal", temperature=300}'
  expect 0 "Reynolds number" check channel.toml -s 'boundary.top={kind="no-slip"}' -s gas.reynolds=100
  expect 0 "and the free stream has Mach number 3: scheme 'ni' may diverge at shocks" check channel.toml -s scheme.kind=ni -s freestream.mach=3 -s 'boundary.left={kind="far-field"}'
  refused "nothing would flow" channel.toml -s boundary.right.pressure=1.07e5
  refused "both sides of an axis are periodic, or neither" channel.toml -s 'boundary.top={kind="periodic"}'
  refused "remove run.end_time and run.steps" channel.toml -s run.steady=1e-6 -s run.end_time=1
  sed 's/, steps = 3//' channel.toml >endless.toml
  refused "does not say when to stop" endless.toml
  refused 'Give run.dt' channel.toml -s scheme.time=dual
  refused "run.cfl = 1.2 is above the stable limit of scheme 'ni', 1." channel.toml -s scheme.kind=ni -s run.cfl=1.2
  refused "needs two or three dimensions" channel.toml -s mesh.lower=[0] -s mesh.upper=[1] -s mesh.cells=[8]
  sed 's/total_pressure/total_presure/' channel.toml >misspelt.toml
  refused "Did you mean 'total_pressure'" misspelt.toml
  refused "free-slip" channel.toml -s 'boundary.top={kind="slip"}'
  refused "needs exact.density" channel.toml -s 'output.image=[{field="error"}]'
  refused "has no component z" channel.toml -s 'output.image=[{field="velocity.z"}]'
}
test_initial() {
  refused "the initial density is not positive everywhere" channel.toml -s 'initial.density="x - 1"'
  refused "the initial pressure is not positive everywhere" channel.toml -s 'initial.pressure="1e5*(1 - y)*(0.5 - y)"'
  refused "initial.density" channel.toml -s 'initial.density="sqrt(x - 1)"'
}
# Values of conditions, and whether they fit the flow.
test_conditions() {
  local inflow='kind="subsonic-inflow", total_temperature=305'
  refused "'subsonic-inflow', but the initial state enters at Mach number 2" channel.toml -s freestream.mach=2
  refused "Take 'supersonic-inflow'" channel.toml -s freestream.mach=2 -s scheme.kind=ni
  refused "boundary.left: the total pressure is not positive: " channel.toml \
    -s "boundary.left={$inflow, total_pressure=\"1e5*(0.5 - y)\", direction=[1, 0]}"
  refused "the direction does not point into the domain" channel.toml -s "boundary.left={$inflow, total_pressure=1.06e5, direction=[-1, 0]}"
  refused "boundary.right: the pressure is not positive" channel.toml -s 'boundary.right.pressure="1e5*(y - 0.5)"'
  refused "nothing would flow" channel.toml -s 'boundary.right.pressure="1.07e5 + y"'
  refused "boundary.top: the temperature is not positive" channel.toml -s gas.viscosity=1e-5 -s 'boundary.top={kind="isothermal", temperature="x - 1"}'
  refused "boundary.left: the density is not positive" channel.toml \
    -s 'boundary.left={kind="supersonic-inflow", density="y - 0.5", velocity=[800, 0], pressure=1e5}'
  refused "'supersonic-inflow', but its state leaves the domain at Mach number 2.14 at x = 0, y = 0.0625. Take 'supersonic-outflow'" channel.toml \
    -s 'boundary.left={kind="supersonic-inflow", density=1, velocity=[-800, 0], pressure=1e5}'
  expect 0 "boundary.left: 'supersonic-inflow' of Mach number 0.535 holds a state" check channel.toml \
    -s 'boundary.left={kind="supersonic-inflow", density=1, velocity=[200, 0], pressure=1e5}'
}

two_blocks() {  # HEIGHT OF THE SECOND'S LEFT SIDE IN THE MIDDLE, BOUNDARY
  cat <<TOML
solver = "compressible"
run = { device = "cpu", threads = 1, steps = 3 }
mesh = { kind = "blocks" }
gas = { constant = 1 }
[freestream]
density = 1
pressure = 1
mach = 0.5
[block.one]
cells = [6, 6]
x = "xi"
y = "eta"
[block.two]
cells = [6, 6]
x = "1 + xi"
y = "eta + $1*sin(pi*eta)"
[boundary]
$2
TOML
}
test_meshes() {
  local far='others = { kind = "far-field" }'
  two_blocks 0 "$far" >two.toml
  expect 0 "The case is good" check two.toml
  good two.toml --out two
  two_blocks 0.02 "$far" >gap.toml
  refused "have the same ends, but do not meet: the largest gap is" gap.toml
  refused "0.5" gap.toml
  two_blocks 0 "$far" | sed 's/^x = "1 + xi"/x = "1 + xi - 3*xi*(1-xi)"/' >folded.toml
  refused "block 'two'" folded.toml
  refused "fold" folded.toml
  refused "near (0.875, 0.083" folded.toml
  expect 2 "mesh.png" check folded.toml --picture
  [[ -s mesh.png ]] || fault "no picture of a folded mesh"
  two_blocks 0 'one.left = { kind = "far-field" }' | sed 's/^one.left/"one.left"/' >open.toml
  refused "patch 'two.top' has no condition" open.toml
  refused "patch 'one.bottom' has no condition" open.toml
  two_blocks 0 "$far"$'\n"two.tpo" = { kind = "free-slip" }' >unknown.toml
  refused "the mesh has no patch 'two.tpo'. Did you mean 'two.top'?" unknown.toml
  two_blocks 0 "$far"$'\n"two.top" = { kind = "periodic" }' >periodic.toml
  refused "name both patches in [seam]" periodic.toml
  two_blocks 0 "$far"$'\n"two.top" = { kind = "free-slip" }\n"two.top" = { kind = "symmetry" }' >double.toml
  refused "cannot redefine existing table" double.toml
  two_blocks 0 "$far"$'\nwall = { kind = "free-slip" }\n"two.top" = { kind = "symmetry" }' | sed '/block.two/a sides = { top = "wall" }' >second.toml
  refused "the mesh has no patch 'two.top'. Patches: " second.toml  # it has a name already, and one condition
}
test_plot3d() {
  local n i j
  { echo 1; echo 5 5
    for j in 0 1 2 3 4; do for i in 0 1 2 3 4; do echo $i; done; done
    for j in 0 1 2 3 4; do for i in 0 1 2 3 4; do echo $j; done; done; } >whole.xyz
  head -n 30 whole.xyz >cut.xyz
  for n in whole cut; do
    printf '%s\n' 'solver = "compressible"' 'run = { device = "cpu", steps = 2 }' 'gas = { constant = 1 }' \
      "mesh = { kind = \"plot3d\", file = \"$n.xyz\", dimensions = 2 }" 'freestream = { density = 1, pressure = 1, mach = 0.5 }' \
      'boundary = { others = { kind = "far-field" } }' >$n.toml
  done
  expect 0 "The case is good" check whole.toml
  refused "cut.xyz" cut.toml
  grep -qiE 'cut|short|missing|ends' out.txt || fault "a cut file: $(cat out.txt)"
}

# A blow-up is reported with its place; a near vacuum is mended, and reported.
test_positivity() {
  cat >apart.toml <<'TOML'
solver = "compressible"
run = { device = "cpu", threads = 1, end_time = 0.01, cfl = 0.8 }
mesh = { lower = [0, 0], upper = [1, 0.1], cells = [50, 5] }
gas = { constant = 1 }
scheme = { flux = "roe" }
output = { history_every = 1 }
boundary = { left = { kind = "supersonic-outflow" }, right = { kind = "supersonic-outflow" }, others = { kind = "free-slip" } }
[initial]
density = 1
velocity = ["if(x < 0.5, -20, 20)", 0]
pressure = 0.4
TOML
  good apart.toml --out apart
  awk 'BEGIN { exit !('"$(column apart mended | sort -g | tail -1)"' > 0) }' || fault "a near vacuum: nothing was mended"
  grep -q 'was mended (column mended)' apart/summary.json || fault "a near vacuum: no note in summary.json"
  grep -q 'was mended (column mended)' apart/log.txt || fault "a near vacuum: no note in the log"
  awk 'BEGIN { exit !('"$(result apart density_min)"' > 0 && '"$(result apart pressure_min)"' > 0) }' || fault "a near vacuum: not positive"
  good apart.toml --out seldom -s output.history_every=1000
  [[ $(result seldom mended) == "$(result apart mended)" ]] ||
    fault "what was mended between two rows is not counted: $(result seldom mended), not $(result apart mended)"
  awk 'BEGIN { exit !('"$(result apart mended)"' > '"$(column apart mended | sed -n 3p)"') }' || fault "a near vacuum: the count does not go on"
  good apart.toml --out broken -s run.steps=9 -s run.end_time=1 -s run.checkpoint_every=9
  expect 0 "" resume broken -q -s run.steps=20
  good apart.toml --out unbroken -s run.steps=20 -s run.end_time=1
  same_bytes {unbroken,broken}/history.csv
  grep -q 'was mended (column mended)' seldom/log.txt || fault "a near vacuum between two rows: no note in the log"
  expect 4 "the step has fallen" run apart.toml -q --force --out vacuum-ni -s scheme.kind=ni -s scheme.second=2 -s run.cfl=0.4  # ni is not made for it,
  awk 'BEGIN { exit !('"$(column vacuum-ni mended | sort -g | tail -1)"' > 0) }' || fault "ni: a near vacuum: nothing was mended"  # but never silent
  good apart.toml --out gently -s 'initial.velocity=["if(x < 0.5, -0.1, 0.1)", 0]'
  grep -q 'was mended' gently/log.txt && fault "nothing is mended, and something is said"
  two_blocks 0 'others = { kind = "free-slip" }' >burst.toml
  local burst='initial={density=1, pressure="1 + 1e3*exp(-50*((x-1.6)^2+(y-0.5)^2))"}'
  expect 2 "the step of 0.0041 s is above the stable limit of 0.00396149 s at the start" run burst.toml -q --force --out burst -s run.dt=4.1e-3 -s "$burst"
  expect 4 "in block '" run burst.toml -q --force --out burst -s run.dt=2.6e-3 -s run.steps=500 -s scheme.kind=ni -s "$burst"
  grep -q 'run.dt = 0.0026. Try half of it' out.txt || fault "a blow-up without advice: $(cat out.txt)"
  grep -qE 'There: .*(velocity \(|pressure )' out.txt || fault "a blow-up without the state: $(cat out.txt)"
}

# Runs whose answer is known.
stays() {  # ARGUMENTS: the free stream does not change, with and without friction
  local field friction
  for friction in "" 0.01; do
    good stream.toml --out stream "$@" ${friction:+-s gas.viscosity=$friction}
    for field in density velocity.x velocity.y pressure; do below stream $field.error_max 1e-13; done
  done
}
test_free_stream() {
  local kind sides count
  for kind in muscl ni; do
    for sides in seams far; do
      stream_case $sides wheel >stream.toml
      stays -s scheme.kind=$kind
    done
    stream_case_3d >stream.toml
    stays -s scheme.kind=$kind
    below stream velocity.z.error_max 1e-13
  done
  for kind in muscl ni; do
    for count in 3 5 6; do
      stream_case far star $count >stream.toml
      stays -s scheme.kind=$kind
    done
    for count in c h; do
      round_case $count "others = { kind = \"far-field\" }" "$stream" >stream.toml
      stays -s scheme.kind=$kind
    done
  done
}
blast='[initial]
density = 1
velocity = [0, 0]
pressure = "if((x-0.3)^2+(y+1)^2 < 1, 100, 0.1)"'
burst_in() {  # COMMAND THAT PRINTS BLOCKS: a burst in a closed box of these blocks
  cat <<'TOML'
solver = "compressible"
run = { device = "cpu", threads = 1, dt = 0.002, steps = 60 }
mesh = { kind = "blocks" }
gas = { constant = 1 }
output = { history_every = 1 }
boundary = { others = { kind = "free-slip" } }
[initial]
density = 1
velocity = [0, 0]
pressure = "if((x-0.3)^2+(y-0.2)^2 < 0.1, 3, 1)"
TOML
  "$@"
}
test_conservation() {
  local what form file
  { vortex_head "dt = 0.01, steps = 60"; echo 'others = { kind = "free-slip" }'; wheel; echo "$blast"; } >blast.toml
  { vortex_head "dt = 0.01, steps = 60"; wheel; seams; echo "$blast"; } >ring.toml
  for form in "scheme.flux=hllc" "scheme.flux=roe" "scheme.limiter=minmod" "gas.viscosity=0.05"; do
    for file in blast ring; do
      good $file.toml --out blast -s "$form"
      for what in mass energy; do constant blast $what 1e-14; done
    done
  done
  for file in blast ring; do
    for form in "" -sgas.viscosity=0.01; do
      good $file.toml --out blast -s scheme.kind=ni -s scheme.second=1 -s run.dt=0.005 ${form:+"$form"}
      for what in mass energy; do constant blast $what 1e-14; done
    done
  done
  # five blocks at a corner; walls that the gas sticks to; walls of a given temperature, which take and give heat
  burst_in star 5 >star.toml
  for form in muscl ni; do
    good star.toml --out star -s scheme.kind=$form -s scheme.second=1
    for what in mass energy; do constant star $what 1e-14; done
    good star.toml --out star -s scheme.kind=$form -s scheme.second=1 -s gas.viscosity=0.01 -s 'boundary.others={kind="no-slip"}'
    for what in mass energy; do constant star $what 1e-14; done
    good star.toml --out star -s scheme.kind=$form -s scheme.second=1 -s gas.viscosity=0.01 -s 'boundary.others={kind="isothermal", temperature=1.2}'
    constant star mass 1e-14
  done
  for file in c h; do  # around a circle, with the gas in a box
    round_case $file "others = { kind = \"free-slip\" }" "${blast/if*0.1)/if((x-0.7)^2+(y-0.5)^2 < 0.1, 3, 1)}" >round.toml
    for form in muscl ni; do
      good round.toml --out round -s scheme.kind=$form -s scheme.second=1
      for what in mass energy; do constant round $what 1e-14; done
    done
  done
  burst_in around_a_bend >bend.toml  # three blocks around the corner of a wall
  good bend.toml --out bend -s gas.viscosity=0.01 -s 'boundary.others={kind="no-slip"}'
  for what in mass energy; do constant bend $what 1e-14; done
  sed 's/\"blocks\" }/"blocks", extrude = { to = 0.5, cells = 3 } }/; s/velocity = .*/velocity = [0, 0, 0]/; s/< 0.1, 3/< 0.1 \&\& z < 0.3, 3/' bend.toml >bend-3d.toml
  for file in bend bend-3d; do
    for form in "" -sgas.viscosity=0.01; do
      good $file.toml --out bend -s scheme.kind=ni -s scheme.second=1 ${form:+$form -sboundary.others.kind=no-slip}
      for what in mass energy; do constant bend $what 1e-14; done
    done
  done
}
# Three blocks around the corner of a body: the flow does not depend on their order.
test_order_of_blocks() {
  local order form
  for order in "a b c" "b a c" "c b a"; do
    # shellcheck disable=SC2086  # three names
    burst_in around_a_step $order | sed 's/history_every = 1 }/history_every = 1, line = [{ name = "across", from = [-0.9, 0.9], to = [0.9, -0.5], fields = ["density", "velocity"] }] }/' >"step-${order::1}.toml"
    for form in muscl ni; do good "step-${order::1}.toml" --out "step-${order::1}-$form" -s scheme.kind=$form -s scheme.second=1; done
  done
  for form in muscl ni; do
    for order in b c; do
      same_to 1e-13 step-{a,$order}-$form/lines/across.csv
      same_to 1e-12 step-{a,$order}-$form/history.csv
    done
  done
}
test_turned_blocks() {
  local kind
  vortex_case whole >whole.toml
  vortex_case wheel >wheel.toml
  for kind in muscl ni; do
    good whole.toml --out "whole-$kind" -s scheme.kind=$kind
    good wheel.toml --out "wheel-$kind" -s scheme.kind=$kind
    same_to 1e-12 {whole,wheel}-$kind/lines/middle.csv
    same_to 1e-12 {whole,wheel}-$kind/lines/across.csv
    same_to 1e-11 {whole,wheel}-$kind/history.csv
    good whole.toml --out whole-friction -s scheme.kind=$kind -s gas.viscosity=0.01
    good wheel.toml --out wheel-friction -s scheme.kind=$kind -s gas.viscosity=0.01
    same_to 1e-12 {whole,wheel}-friction/lines/middle.csv
    same_to 1e-11 {whole,wheel}-friction/history.csv
  done
}
test_resume() {
  local form name args
  vortex_case wheel >wheel.toml
  for form in muscl ni muscl-dual ni-dual; do
    args=(-s "scheme.kind=${form%-dual}")
    [[ $form == *-dual ]] && args+=(-s scheme.time=dual -s run.dt=0.1)
    good wheel.toml --out "unbroken-$form" "${args[@]}"
    good wheel.toml --out "broken-$form" "${args[@]}" -s run.steps=9
    expect 0 "" resume "broken-$form" -q -s run.steps=20
    same_bytes {unbroken,broken}-$form/history.csv
    for name in middle across; do same_bytes {unbroken,broken}-$form/lines/$name.csv; done
    for name in "unbroken-$form"/fields/step-000000020.*; do same_bytes "$name" "broken-$form/fields/${name##*/}"; done
  done
}
# Resumes from an older checkpoint, as if the newest one had never been written.
test_resume_steady() {
  local kind
  sed 's/, steps = 3//' channel.toml >endless.toml
  for kind in muscl ni; do
    good endless.toml --out "steady-$kind" -s scheme.kind=$kind -s run.steady=1e-5 -s scheme.check_every=20 -s output.history_every=1 -s run.checkpoint_every=5
    cp -r "steady-$kind" "again-$kind"
    find "again-$kind" -name 'checkpoint-*.h5' | sort | tail -n 1 | xargs rm
    rm "again-$kind/summary.json"
    expect 0 "" resume "again-$kind"
    grep -q "going on from step" out.txt || fault "nothing was resumed: $(cat out.txt)"
    same_bytes {steady,again}-$kind/history.csv
  done
}
test_ranks() {  # they need the recorded modules, which take minutes to build
  [[ $all ]] && command -v mpirun >/dev/null || return
  local form n name
  allow_ranks
  vortex_case wheel | sed '/^line/i probe = [{ at = [0.1, 0.2], fields = ["density", "mach"] }, { at = [-4, 3], fields = ["velocity", "vorticity"] }]' >wheel.toml
  for form in muscl ni; do
    good wheel.toml --out serial -s scheme.kind=$form -s exact.density=1
    for n in 2 3; do
      mpirun -n $n "$eddy" run wheel.toml -q --force --out "ranks-$n" -s scheme.kind=$form -s exact.density=1 >out.txt 2>&1 || fault "$n ranks, $form: $(cat out.txt)"
      for name in history.csv lines/middle.csv lines/across.csv density.png probes.csv; do same_bytes serial/$name "ranks-$n/$name"; done
      for name in density.error_l2 density.error_l1 pressure_max; do
        [[ $(result serial $name) && $(result serial $name) == "$(result "ranks-$n" $name)" ]] ||
          fault "$n ranks, $form: $name is $(result "ranks-$n" $name), not $(result serial $name)"
      done
    done
    same_on_ranks nozzle -s scheme.kind=$form -s scheme.max_iterations=60 -s scheme.check_every=20
    same_on_ranks naca0012 -s scheme.kind=$form -s scheme.max_iterations=60 -s scheme.check_every=20
    same_on_ranks forward-step -s scheme.kind=$form -s scheme.second=2 -s run.steps=20 -s run.cfl=0.3
  done
}
same_on_ranks() {  # CASE ARGUMENTS: cuts go through sides of bodies and around corners; few iterations do not converge (4)
  local case=$root/cases/compressible/$1 n name; shift
  local args=("$case" --small -q --force -s run.device=cpu "$@")
  "$eddy" run "${args[@]}" --out serial >out.txt 2>&1
  for n in 2 3; do
    mpirun -n $n "$eddy" run "${args[@]}" --out "ranks-$n" >out.txt 2>&1
    [[ $? == [04] ]] || fault "$n ranks, ${case##*/}: $(cat out.txt)"
    for name in history.csv $(cd serial && ls surfaces/*.csv lines/*.csv ./*.png 2>/dev/null); do same_bytes serial/$name "ranks-$n/$name"; done
    rm -r "ranks-$n"
  done
  rm -r serial
}

parts=(keys initial conditions meshes plot3d positivity free_stream conservation order_of_blocks turned_blocks resume resume_steady ranks)
[[ ${3:-} ]] && parts=("$3")
for part in "${parts[@]}"; do "test_$part"; done
ended
