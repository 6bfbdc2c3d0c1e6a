#!/usr/bin/env bash
# Limiting cases of the galerkin solver: corners.sh PROGRAM ROOT. Provokes refusals, then makes runs whose answer is known:
# stability with noise just below the limit of each scheme, resumed runs, forces and momentum fluxes, the balance of momentum,
# sound in a closed and an open box, the dynamic model, oblique walls, a manufactured flow on warped hexahedra, waves of two
# elements, vortices whose energy is known.
# shellcheck disable=SC2154,SC1091  # of helper.sh
root=$2
source "$root/tests/app/helper.sh" "$1"

result() { sed -n "s/^ *\"$2\": \([-0-9.e+]*\),*$/\1/p" "$1/summary.json" | head -1; }
between() {  # FOLDER RESULT LOW HIGH
  awk -v a="$(result "$1" "$2")" -v low="$3" -v high="$4" 'BEGIN { exit !(a != "" && a >= low && a <= high) }' ||
    fault "$1: $2 = $(result "$1" "$2"), not between $3 and $4"
}
add_up() {  # FOLDER SUM SUM: both sums of results must be equal; a result may have a factor or a divisor
  python3 - "$@" <<'PY' || fault "$1: $2 is not $3"
import json, re, sys
results = json.load(open(sys.argv[1] + "/summary.json"))["results"]
value = [eval(re.sub(r"[a-z]\w*", lambda m: repr(results[m[0]]), s)) for s in sys.argv[2:]]
sys.exit(not abs(value[0] - value[1]) <= 1e-10 * abs(value[0]) or value[0] == 0)
PY
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
statistics = { start = 0 }
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
  refused "turbulence.wall has a meaning with" tower.toml -s 'turbulence={model="wale", wall="none"}'
  refused "the wind does not come in" tower.toml -s 'wind.direction=[-1, 0, 0]'
  refused "at 3 m no closed line leads around 'tower'" tower.toml -s 'surface.tower.heights=[1, 3]'
  refused "reference lies outside of the domain along y, which has 0 to 4 m" tower.toml -s 'surface.tower.reference=[0, -1, 0]'
  refused "\`local\` and \`velocity\` exclude one another" tower.toml -s 'surface.tower={local=true, velocity=2}'
  refused "surface.tower.local needs a boundary of kind" tower.toml -s 'surface.tower.local=true' -s 'boundary.left={kind="inflow", velocity=[1, 0, 0]}'
  refused "fluid.force cannot depend on t" tower.toml -s 'fluid.force=["t", 0, 0]'
  refused "wind.gusts.intensity is a formula of z alone" tower.toml -s 'wind.gusts={intensity="0.1*y", length=1}'
  refused "needs a length" tower.toml -s 'wind.gusts={intensity=0.1}'
  expect 0 "selective lumping" check tower.toml -s 'scheme.kind="tg2"'
}
test_speed() {  # the largest speed is checked at every hundredth step
  expect 4 "more than 5 times fluid.velocity = 1 m/s" run tower.toml -q --force -o fast -s run.steps=150 -s 'wind.speed=6'
  good tower.toml -o fast -s run.steps=150 -s 'wind.speed=6' -s fluid.velocity=6
}
test_tower() {
  good tower.toml -o once
  [[ -s once/surfaces/tower.csv && -s once/surfaces/tower.vtp && -s once/surfaces/tower-z1.csv ]] || fault "surfaces are missing: $(ls once/surfaces)"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) { if ($i == "cd_tower") a = i; if ($i == "cd_tower_1") b = i; if ($i == "cd_tower_2") c = i } }
    NR > 1 { d = $a - ($b + $c) / 2; if (d > 1e-9 || d < -1e-9) bad = 1 } END { exit bad || NR < 3 }' once/history.csv ||
    fault "strips do not add up to the whole force"
  good tower.toml -s surface.tower.local=true -o local
  python3 - <<'PY' || fault "cp by the wind at the height of the face is not cp by one speed over (z/2)^0.46"
import csv
one, local = ([[float(x) for x in row] for row in list(csv.reader(open(f"{f}/surfaces/tower.csv")))[1:]] for f in ("once", "local"))
assert len(one) == 56
for a, b in zip(one, local): assert abs(a[3] - b[3] * max(a[2] / 2, 0.25) ** 0.46) <= 1e-12 * abs(a[3]), (a, b)
PY
  good tower.toml -s run.steps=8 -o broken
  expect 0 "" resume broken -s run.steps=20 -q
  cmp -s once/history.csv broken/history.csv || fault "a resumed run has other bits: $(cmp once/history.csv broken/history.csv)"
  cmp -s once/surfaces/tower.csv broken/surfaces/tower.csv || fault "a resumed run has other statistics on its surfaces"
  [[ -s once/fields/step-000000020.vti ]] && grep -qa mean_u once/fields/step-000000020.vti || fault "no means at nodes: $(ls once/fields)"
  cmp -s {once,broken}/fields/step-000000020.vti || fault "a resumed run has other means at nodes"
  local part
  for part in mean_cd_pressure_tower mean_cd_viscous_tower mean_moment_pressure_tower_y mean_surface_cd_tower_2 mean_surface_cm_tower_z_1; do
    [[ $(result once $part) && $(result once $part) == "$(result broken $part)" ]] || fault "$part: '$(result once $part)', resumed '$(result broken $part)'"
  done
  between once mean_cd_pressure_tower 0.5 20
  add_up once mean_cd_pressure_tower+mean_cd_viscous_tower mean_surface_cd_tower_1/2+mean_surface_cd_tower_2/2
  add_up once cm_tower_z cm_tower_z_1/2+cm_tower_z_2/2
  add_up once mean_moment_pressure_tower_z -2*mean_force_pressure_tower_x   # the middle of the tower is at y = 2
  add_up once mean_moment_pressure_tower_z/4+mean_moment_viscous_tower_z/4 mean_surface_cm_tower_z_1/2+mean_surface_cm_tower_z_2/2
}

# The constant of the dynamic model: flow away from an axis has a/(24 |S|), that is ν_t = Δ² a/24; a resumed run has the same bits.
test_dynamic() {
  cat >strain.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, steps = 1, dt = 1e-6 }
mesh = { lower = [-2, -2, -2], upper = [2, 2, 2], cells = [8, 8, 8] }
fluid = { viscosity = 0.1 }
turbulence = { model = "dynamic" }
initial = { velocity = ["x", "y", "-2*z"] }
output = { line = [{ name = "axis", from = [-0.25, 0.25, 0.25], to = [0.25, 0.25, 0.25], fields = ["eddy_viscosity"], points = 2 }] }
[boundary]
right = { kind = "outflow" }
others = { kind = "inflow", velocity = ["x", "y", "-2*z"] }
TOML
  good strain.toml -o strain
  awk -F, 'NR > 1 { d = $NF - 0.25 / 24; if (d > 1e-6 || d < -1e-6) bad = 1 } END { exit bad || NR != 3 }' strain/lines/axis.csv ||
    fault "the dynamic model finds $(tail -1 strain/lines/axis.csv), not $(awk 'BEGIN { print 0.25 / 24 }')"
  refused "the dynamic model finds its constant itself" strain.toml -s turbulence.constant=0.1
  good tower.toml -s 'turbulence.model="dynamic"' -o dynamic
  good tower.toml -s 'turbulence.model="dynamic"' -s run.steps=7 -o broken
  expect 0 "" resume broken -s run.steps=20 -q
  cmp -s dynamic/history.csv broken/history.csv || fault "a resumed run with the dynamic model has other bits: $(cmp dynamic/history.csv broken/history.csv)"
  cmp -s once/history.csv dynamic/history.csv && fault "the dynamic model changes nothing"
}

# A periodic channel between walls, driven by a force, all of which acts on the walls.
test_balance() {
  cat >channel.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, steps = 200 }
mesh = { lower = [0, 0], upper = [4, 1], cells = [16, 8] }
fluid = { viscosity = 0.5, force = [4, 0] }
initial = { velocity = ["4*y*(1-y)", 0] }
forces = { walls = { patches = ["bottom", "top"] } }
[boundary]
left = { kind = "periodic" }
right = { kind = "periodic" }
others = { kind = "no-slip" }
TOML
  good channel.toml -o channel
  between channel force_walls_x 15.9999999999 16.0000000001
  between channel force_walls_y -1e-10 1e-10
  between channel mean_force_viscous_walls_x 13.9 14.1   # by the slopes of the elements at the walls, whose centres are 1/16 away from them
}

# The change of momentum in a step is the sum of inflow, walls, tractions, forces and the volume term; nothing is missing.
nothing_missing() {  # FOLDER
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) { if ($i ~ /^momentum_missing/) m[i] = 1; if ($i ~ /^momentum_(inflow|force)_x/) big[i] = 1 } }
    NR > 2 { for (i in m) { ++seen; if ($i > 1e-10 || $i < -1e-10) { print FNR ": " $i; bad = 1 } } for (i in big) if ($i > 0.1 || $i < -0.1) large = 1 }
    END { exit bad || !large || seen < 20 }' "$1/history.csv" >missing.txt || fault "$1: momentum is missing: $(head -3 missing.txt)"
}
test_momentum() {
  local kind
  for kind in lf tg2 tg3; do
    good tower.toml -s track.momentum=true -s scheme.kind=\"$kind\" -s 'fluid.force=[0.1, 0, 0.2]' -o momentum
    nothing_missing momentum
  done
  good tower.toml -s track.momentum=true -s 'scheme.advection="advective"' -s 'sponge={length=2, strength=1}' -s 'boundary.right.kind="outflow-absorbing"' -o momentum
  nothing_missing momentum
  good channel.toml -s track.momentum=true -o channel
  nothing_missing channel
  between channel momentum_walls_x -16.0000000001 -15.9999999999
}

# Sound in a closed box without damping keeps its energy over twenty periods; c = 10, a period takes 0.2.
test_sound() {
  cat >sound.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, end_time = 4, cfl = 0.5 }
mesh = { lower = [0, 0], upper = [1, 0.25], cells = [32, 4] }
fluid = { viscosity = 1e-12 }
scheme = { bulk = 0, hourglass_velocity = 0, hourglass_pressure = 0 }
initial = { velocity = [0, 0], pressure = "0.01*cos(pi*x)" }
track = { energy = true }
boundary = { others = { kind = "free-slip" } }
TOML
  good sound.toml -o sound
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) { if ($i ~ /^kinetic_energy/) e = i; if ($i ~ /^time/) t = i } }
    NR > 1 { if ($t < 0.4 && $e > first) first = $e; if ($t > 3.6 && $e > last) last = $e }
    END { print first, last; exit !(first > 0 && last / first > 0.995 && last / first < 1.005) }' sound/history.csv >sound.txt ||
    fault "sound in a closed box has the energies $(cat sound.txt) in the first and in the last period"
  # A pulse between an inflow and an outflow is reflected by a fixed pressure, and leaves through an absorbing boundary.
  cat >pulse.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, end_time = 1.2 }
mesh = { lower = [0, 0], upper = [4, 0.25], cells = [64, 4] }
fluid = { viscosity = 1e-6 }
initial = { velocity = [1, 0], pressure = "0.5*exp(-((x-2)/0.3)^2)" }
[boundary]
left = { kind = "inflow", velocity = [1, 0] }
right = { kind = "outflow" }
others = { kind = "free-slip" }
TOML
  good pulse.toml -o kept
  good pulse.toml -s 'boundary.right.kind="outflow-absorbing"' -o absorbed
  awk -v a="$(result absorbed pressure_max)" -v b="$(result absorbed pressure_min)" -v c="$(result kept pressure_max)" -v d="$(result kept pressure_min)" \
    'BEGIN { exit !(a != "" && c - d > 0.05 && a - b < 0.2 * (c - d)) }' ||
    fault "sound that is kept: $(result kept pressure_min) … $(result kept pressure_max), absorbed: $(result absorbed pressure_min) … $(result absorbed pressure_max)"
  sed -i 's/end_time = 1.2/steps = 60/' pulse.toml
  good pulse.toml -s 'boundary.right.kind="outflow-absorbing"' -o once
  good pulse.toml -s 'boundary.right.kind="outflow-absorbing"' -s run.steps=25 -o broken
  expect 0 "" resume broken -s run.steps=60 -q
  cmp -s once/history.csv broken/history.csv || fault "a resumed run with an absorbing outflow has other bits: $(cmp once/history.csv broken/history.csv)"
}

# A channel of hexahedra between free-slip walls, turned by 30 degrees: a uniform flow along it does not change.
hexahedra() {  # COLUMNS ROWS LAYERS: the file of a box of 2 × 1 × 0.5, turned about z
  awk -v nx="$1" -v ny="$2" -v nz="$3" 'function node(i, j, k) { return 1 + i + (nx + 1) * (j + (ny + 1) * k) }
    function quad(group, a, b, c, d) { lines = lines (++n) " 3 2 " group " " group " " a " " b " " c " " d "\n" }
    BEGIN { c = cos(0.5235987755982988); s = sin(0.5235987755982988)
      print "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n2 1 \"inlet\"\n2 2 \"outlet\"\n2 3 \"walls\"\n3 4 \"fluid\"\n$EndPhysicalNames\n$Nodes"
      print (nx + 1) * (ny + 1) * (nz + 1)
      for (k = 0; k <= nz; ++k) for (j = 0; j <= ny; ++j) for (i = 0; i <= nx; ++i) {
        x = 2 * i / nx; y = j / ny; printf "%d %.17g %.17g %.17g\n", node(i, j, k), c * x - s * y, s * x + c * y, 0.5 * k / nz }
      for (k = 0; k < nz; ++k) for (j = 0; j < ny; ++j) { quad(1, node(0, j, k), node(0, j + 1, k), node(0, j + 1, k + 1), node(0, j, k + 1))
        quad(2, node(nx, j, k), node(nx, j + 1, k), node(nx, j + 1, k + 1), node(nx, j, k + 1)) }
      for (k = 0; k < nz; ++k) for (i = 0; i < nx; ++i) for (j = 0; j <= ny; j += ny) quad(3, node(i, j, k), node(i + 1, j, k), node(i + 1, j, k + 1), node(i, j, k + 1))
      for (j = 0; j < ny; ++j) for (i = 0; i < nx; ++i) for (k = 0; k <= nz; k += nz) quad(3, node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k))
      for (k = 0; k < nz; ++k) for (j = 0; j < ny; ++j) for (i = 0; i < nx; ++i)
        lines = lines (++n) " 5 2 4 4 " node(i, j, k) " " node(i + 1, j, k) " " node(i + 1, j + 1, k) " " node(i, j + 1, k) " " node(i, j, k + 1) " " node(i + 1, j, k + 1) " " node(i + 1, j + 1, k + 1) " " node(i, j + 1, k + 1) "\n"
      printf "$EndNodes\n$Elements\n%d\n%s$EndElements\n", n, lines }'
}
test_aslant() {
  hexahedra 6 4 2 >aslant.msh
  cat >aslant.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, steps = 200 }
mesh = { kind = "gmsh", file = "aslant.msh" }
fluid = { viscosity = 0.01 }
initial = { velocity = ["cos(pi/6)", "sin(pi/6)", 0] }
exact = { velocity = ["cos(pi/6)", "sin(pi/6)", 0], pressure = 0 }
[boundary]
inlet = { kind = "inflow", velocity = ["cos(pi/6)", "sin(pi/6)", 0] }
outlet = { kind = "outflow" }
walls = { kind = "free-slip" }
TOML
  good aslant.toml -o aslant
  between aslant velocity.x.error_max 0 1e-12
  between aslant velocity.y.error_max 0 1e-12
  between aslant velocity.z.error_max 0 1e-12
  good aslant.toml -s 'initial.velocity=[1, "0.3*sin(3*x)", "0.1*cos(5*y)"]' -s track.momentum=true -s run.steps=30 -o momentum
  nothing_missing momentum
  # Bad meshes: an element turned inside out, tetrahedra, a patch without a condition.
  awk '$2 == 5 && !done { t = $6; $6 = $7; $7 = t; t = $10; $10 = $11; $11 = t; done = 1 } { print }' aslant.msh >inverted.msh
  refused "inverted or folded" aslant.toml -s 'mesh.file="inverted.msh"'
  awk '$2 == 5 && !done { $0 = $1 " 4 2 4 4 " $6 " " $7 " " $8 " " $10; done = 1 } { print }' aslant.msh >tetrahedra.msh
  refused "tetrahedra" aslant.toml -s 'mesh.file="tetrahedra.msh"'
  awk '$2 == 5 && !done { $0 = $1 " 6 2 4 4 " $6 " " $7 " " $8 " " $10 " " $11 " " $12; done = 1 } { print }' aslant.msh >prisms.msh
  refused "prisms" aslant.toml -s 'mesh.file="prisms.msh"'
  sed '/^walls/d' aslant.toml >open.toml
  refused "patch 'walls' has no condition" open.toml
}

# Noise in a periodic cube at 0.9 of the largest CFL number does not grow.
cat >noise.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, steps = 1000 }
mesh = { lower = [0, 0, 0], upper = [1, 1, 1], cells = [8, 8, 8] }
fluid = { viscosity = 1e-6 }
initial = { velocity = [0, 0, 0], noise = 0.01 }
track = { energy = true }
boundary = { others = { kind = "periodic" } }
TOML
# A manufactured flow, turned by 30 degrees about (1, 1, 1), in a cube of warped hexahedra: the error is of order h².
rotated() {  # ELEMENTS: a case for a cube from −1 to 1 with so many elements along each side
  hexahedra "$1" "$1" "$1" | awk -v n="$1" '/^\$Nodes/ { nodes = 1 } /^\$EndNodes/ { nodes = 0 }
    nodes && NF == 4 { m = $1 - 1; p = 3.141592653589793; x = 2 * (m % (n + 1)) / n - 1; m = int(m / (n + 1)); y = 2 * (m % (n + 1)) / n - 1; z = 2 * int(m / (n + 1)) / n - 1
      w = 0.06 * sin(p * x) * sin(p * y) * sin(p * z); printf "%d %.17g %.17g %.17g\n", $1, x + w, y - w, z + 0.5 * w; next } { print }' >rotated.msh
  local a=0.9106836025229592 b=-0.24401693585629242 c=0.3333333333333333 # of the rotation: a b c, c a b, b c a
  local q1="($a*x+$c*y+($b)*z)" q2="(($b)*x+$a*y+$c*z)"
  local v1="cos($q1)*cos($q2)" v2="sin($q1)*sin($q2)"
  local f1="(-sin($q1)*cos($q1)-0.5*cos($q1)*sin($q2)+0.4*$v1)" f2="(sin($q2)*cos($q2)-0.5*sin($q1)*cos($q2)+0.4*$v2)"
  local v="[\"$a*$v1+($b)*$v2\", \"$c*$v1+$a*$v2\", \"($b)*$v1+$c*$v2\"]"
  cat >rotated.toml <<TOML
solver = "galerkin"
run = { device = "cpu", threads = 1, end_time = 1.5 }
mesh = { kind = "gmsh", file = "rotated.msh" }
fluid = { viscosity = 0.2, force = ["$a*$f1+($b)*$f2", "$c*$f1+$a*$f2", "($b)*$f1+$c*$f2"] }
initial = { velocity = $v, pressure = "-0.5*sin($q1)*sin($q2)" }
exact = { velocity = $v }
boundary = { others = { kind = "inflow", velocity = $v } }
TOML
}
test_rotated() {
  local axis
  rotated 6
  good rotated.toml -o coarse
  rotated 12
  good rotated.toml -o fine
  for axis in x y z; do
    between fine "velocity.$axis.error_l2" 1e-5 3e-3
    awk -v a="$(result coarse "velocity.$axis.error_l2")" -v b="$(result fine "velocity.$axis.error_l2")" 'BEGIN { exit !(a / b > 3.25) }' ||
      fault "turned about (1, 1, 1): velocity.$axis is wrong by $(result coarse "velocity.$axis.error_l2") and $(result fine "velocity.$axis.error_l2") on half the width: not second order"
  done
}

# Waves of two elements in velocity and pressure never decay. With damping they decay at the known rate, and long waves do not.
test_waves() {
  cat >waves.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, end_time = 0.5 }
mesh = { lower = [0, 0], upper = [4, 1], cells = [32, 8] }
fluid = { viscosity = 1e-12 }
initial = { velocity = [1, "0.01*cos(8*pi*x)"], pressure = "0.01*cos(8*pi*y)" }
boundary = { others = { kind = "periodic" } }
TOML
  cat >checkers.toml <<'TOML'
solver = "galerkin"
run = { device = "cpu", threads = 1, steps = 200 }
mesh = { lower = [0, 0, 0], upper = [2, 2, 2], cells = [8, 8, 8] }
fluid = { viscosity = 1e-6 }
scheme = { wave_damping = 0.25, hourglass_pressure = 0 }
initial = { velocity = [1, 0, 0], pressure = "0.01*cos(4*pi*x)*cos(4*pi*y)*cos(4*pi*z)" }
boundary = { others = { kind = "periodic" } }
TOML
  good waves.toml -o waves
  between waves velocity.y_max 0.0099 0.0101
  between waves pressure_max 0.0099 0.0101
  good waves.toml -s scheme.wave_damping=0.1 -o waves
  between waves velocity.y_max 0.004 0.005 # exp(−2 ε t/h) = 0.449
  between waves pressure_max 0 0.0001 # exp(−8 √2 ε t/h) = 0.011, and less by finite turns
  good waves.toml -s scheme.wave_damping=0.1 -s 'initial.velocity=[1, "0.01*cos(pi*x)"]' -s initial.pressure=0 -o waves
  between waves velocity.y_max 0.0098 0.0102
  good waves.toml -s scheme.wave_damping=0.1 -s scheme.wave_damping_order=6 -o waves
  between waves velocity.y_max 0.004 0.005
  between waves pressure_max 0 0.0001
  local eight=(-s 'initial.velocity=[1, "0.1*cos(2*pi*x)"]' -s initial.pressure=0 -s track.energy=true -s scheme.wave_damping=0.1)
  good waves.toml "${eight[@]}" -o waves # a wave of eight elements: 0.0025 exp(−4 ε t/h sin⁴(π/8)) = 0.0025 × 0.966
  between waves kinetic_energy 0.50241 0.50243
  good waves.toml "${eight[@]}" -s scheme.wave_damping_order=6 -o waves # sin⁶: 0.0025 × 0.995
  between waves kinetic_energy 0.502484 0.502492
  local order
  for order in 4 6; do
    local damp=(-s scheme.wave_damping=0.2 -s scheme.wave_damping_order=$order)
    good tower.toml "${damp[@]}" -o damped
    cmp -s once/history.csv damped/history.csv && fault "scheme.wave_damping changes nothing"
    good tower.toml "${damp[@]}" -s run.steps=7 -o broken
    expect 0 "" resume broken -s run.steps=20 -q
    cmp -s damped/history.csv broken/history.csv || fault "a resumed run with wave_damping has other bits: $(cmp damped/history.csv broken/history.csv)"
    good checkers.toml -s scheme.wave_damping_order=$order -o checkers
    between checkers pressure_max 0 1e-6
  done
  refused "scheme.wave_damping" tower.toml -s scheme.wave_damping=0.7
  refused "scheme.wave_damping_order is 4 or 6" tower.toml -s scheme.wave_damping=0.1 -s scheme.wave_damping_order=5
}

# Taylor–Green vortices on 32³: the energy after 56, 112, … 560 steps of 0.9 h/c is that of a prototype, in all four digits.
test_energy() {
  good "$root/cases/galerkin/taylor-green-3d" -s run.threads=1 -s run.dt=0.017671458676442587 -s run.steps=560 -s run.end_time= \
    -s output.history_every=56 -s output.image=[] -s expect.kinetic_energy.between=[0.073,0.0731] -o energy
  awk -F, 'NR > 1 { printf "%s%.4f", (NR > 2 ? " " : ""), $4 }' energy/history.csv >energies
  [[ $(<energies) == "0.1242 0.1232 0.1216 0.1192 0.1152 0.1092 0.1011 0.0915 0.0820 0.0730" ]] || fault "energies: $(<energies)"
}

# Rows of history.csv and samples of surfaces are found many at a time, unless other numbers than forces are in the rows.
test_history() {
  local each=(-s statistics.every=7 -s output.history_every=1) often=(-s statistics.every=1 -s output.history_every=9) kind
  good tower.toml -s run.steps=100 "${each[@]}" -o many
  good tower.toml -s run.steps=100 "${each[@]}" -s track.energy=true -o single
  good tower.toml -s run.steps=100 "${often[@]}" -o many-samples
  good tower.toml -s run.steps=100 "${often[@]}" -s track.energy=true -o single-samples
  for kind in "" -samples; do
    python3 - many$kind/history.csv single$kind/history.csv <<'PY' || fault "rows of history.csv that are found together have other numbers"
import csv, sys
many, single = (list(csv.reader(open(name))) for name in sys.argv[1:])
places = [single[0].index(name) for name in many[0]]
sys.exit(len(many) not in (101, 13) or "cd_tower" not in many[0] or many != [[row[n] for n in places] for row in single])
PY
    cmp -s {many,single}$kind/surfaces/tower.csv || fault "samples of surfaces that are found together have other values"
  done
  good tower.toml -s run.steps=45 "${each[@]}" -o broken   # in the middle of rows that are found together
  expect 0 "" resume broken -s run.steps=100 -q
  cmp -s {many,broken}/history.csv || fault "rows that are found together differ after a resume: $(cmp {many,broken}/history.csv)"
  cmp -s {many,broken}/surfaces/tower.csv || fault "samples that are found together differ after a resume"
}

# A paused run has all rows in its file, however many are found together; one that is killed goes on with the same bits.
test_pause() {
  local patience before
  rows() { awk 'NR > 1' paused/history.csv | wc -l; }
  "$eddy" run tower.toml -q --out paused -s run.steps=4000000 -s output.history_every=1 >paused.txt 2>&1 </dev/null &
  for ((patience = 0; patience < 3000; ++patience)); do
    [[ -s paused/history.csv ]] && break
    sleep 0.01
  done
  expect 0 "pauses after step" control paused pause
  before=$(sed -n 's/.*pauses after step \([0-9]*\).*/\1/p' out.txt)
  (($(rows) == before)) || fault "paused after step $before with $(rows) rows"
  expect 0 "goes on for 5 steps" control paused step 5
  for ((patience = 0; patience < 300 && $(rows) < before + 5; ++patience)); do sleep 0.02; done
  (($(rows) == before + 5)) || fault "five steps gave $(($(rows) - before)) rows"
  expect 0 "paused/checkpoint-" control paused checkpoint
  kill -KILL %%
  wait %% 2>/dev/null
  expect 0 "" resume paused -s run.steps=$((before + 50)) -q
  good tower.toml -s run.steps=$((before + 50)) -s output.history_every=1 -o whole
  cmp -s {whole,paused}/history.csv || fault "a run that was paused and killed has other rows: $(cmp {whole,paused}/history.csv)"
}

test_stability() {
  local row steps=1000
  [[ $all ]] && steps=3000
  while read -r row; do
    # shellcheck disable=SC2086  # words
    set -- $row
    good noise.toml -s run.steps="$steps" -s scheme.kind=\""$1"\" -s scheme.bulk="$2" -s scheme.lumping="$3" -s run.cfl="$4" -o noise
    between noise kinetic_energy 0 6e-5
  done <<'ROWS'
lf 0 1 0.81
lf 0.05 1 1.62
lf 0.1 1 1.53
lf 0.2 1 1.35
tg2 0 0.99 0.45
tg2 0 0.9 0.72
tg2 0.1 1 1.08
tg2 0.25 1 1.62
tg3 0 1 1.53
tg3 0.1 1 1.89
ROWS
}

test_refusals
test_speed
test_tower
test_dynamic
test_balance
test_momentum
test_sound
test_aslant
test_rotated
test_waves
test_energy
test_history
test_pause
test_stability
ended
