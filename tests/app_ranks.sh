#!/usr/bin/env bash
# Many ranks: the same bits on any number of them, whatever is solved how; faults of one rank end all. PROGRAM ROOT
# shellcheck source=tests/app_helper.sh
source "$(dirname "$(readlink -f "$0")")/app_helper.sh" "$1"
root=$2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_vader_single_copy_mechanism=none

together() {  # RANKS CODE 'part of the output' ARGUMENTS
  local n=$1 code=$2 part=$3 got; shift 3
  timeout 100 mpirun -n "$n" "$eddy" "$@" >out.txt 2>&1 </dev/null
  got=$?
  ((got == code)) || fault "$n ranks: eddy $*: exit code $got instead of $code: $(head -c 900 out.txt)"
  grep -qF -- "$part" out.txt || fault "$n ranks: eddy $*: no '$part' in: $(head -c 900 out.txt)"
}
said_once() { (($(grep -cF -- "$1" out.txt) == 1)) || fault "'$1' was not said once: $(head -c 900 out.txt)"; }

same() {  # RANKS CASE ARGUMENTS: all ranks give the bits of the first
  local ranks=$1; shift
  "$eddy" parity "$@" --ranks "$ranks" -q >out.txt 2>&1 || fault "parity $* --ranks $ranks: $(tail -c 1500 out.txt)"
  ! grep -q 'not run' out.txt || fault "parity $* --ranks $ranks: $(cat out.txt)"
}

cat >flat.toml <<'END'
solver = "heat"
[run]
device = "cpu"
steps = 7
dt = 0.01
theta = 0.5
checkpoint_every = 3
[mesh]
lower = [0, 0]
upper = [2, 1]
cells = [45, 38]
stretch.x = { kind = "geometric", factor = 3 }
[material]
conductivity = 1.0
source = "sin(7*x)*y*exp(-t)"
[linear]
tolerance = 1e-7
check_every = 3
[initial]
temperature = "sin(5*x)+y*y"
[boundary]
left = { kind = "temperature", temperature = "y*t" }
right = { kind = "convection", coefficient = 3, ambient = 2 }
bottom = { kind = "flux", flux = "x" }
top = { kind = "insulated" }
[output]
probe = [{ at = [0.5, 0.5], fields = ["temperature"] }]
line = [{ name = "middle", from = [0.5, 0.0], to = [0.5, 1.0], fields = ["temperature"] }]
END
sed -e 's/^conductivity.*/conductivity = "1+x*y"/' flat.toml >varied.toml
sed -e 's/cells = .*/cells = [32, 40]/' -e '/^stretch/d' -e 's/^left.*/left = { kind = "periodic" }/' \
  -e 's/^right.*/right = { kind = "periodic" }/' flat.toml >ring.toml
sed -e 's/lower.*/lower = [0, 0, 0]/' -e 's/upper.*/upper = [1, 1, 1]/' -e 's/cells = .*/cells = [24, 16, 20]/' \
  -e '/^stretch/d' -e 's/^line.*//' -e 's/at = .*], f/at = [0.5, 0.5, 0.5], f/' flat.toml >solid.toml
sed -i -e '/^top/a front = { kind = "temperature", temperature = "x" }\nback = { kind = "insulated" }' solid.toml
