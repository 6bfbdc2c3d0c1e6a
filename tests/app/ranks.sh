#!/usr/bin/env bash
# Any number of ranks gives the same bits, whatever the case and solver; a fault of one rank ends all.
# PROGRAM ROOT PYTHON
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"
command -v mpirun >/dev/null || { echo "no mpirun: nothing is tested"; exit 0; }
root=$2 python=$3
allow_ranks

together() {  # RANKS CODE 'part of the output' ARGUMENTS
  local n=$1 code=$2 part=$3 got; shift 3
  timeout 100 mpirun -n "$n" "$eddy" "$@" >out.txt 2>&1 </dev/null
  got=$?
  ((got == code)) || fault "$n ranks: eddy $*: exit code $got instead of $code: $(head -c 900 out.txt)"
  grep -qF -- "$part" out.txt || fault "$n ranks: eddy $*: no '$part' in: $(head -c 900 out.txt)"
}
# Starts two ranks with different arguments of eddy; $got is the exit code. (mpirun A : B crashes in OpenMPI 5.0.7.)
differing() {  # 'ARGUMENTS of the first' 'COMMAND of the second' [OPTIONS OF MPIRUN…]
  local first=$1 second=$2; shift 2
  # shellcheck disable=SC2016  # expanded by the ranks
  timeout 60 mpirun "$@" -n 2 bash -c 'if ((OMPI_COMM_WORLD_RANK)); then eval "$2"; else eval "$1"; fi' rank \
    "exec '$eddy' $first" "$second" >out.txt 2>&1 </dev/null
  got=$?
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

# A first guess from coarser grids, of which the first, second or third is the first that is not distributed.
sed -e '/^steps/d' -e '/^dt/d' -e '/^theta/d' -e '/^checkpoint_every/d' -e 's/^device.*/device = "cpu"\nsteady = 1e-8/' \
  -e '/^\[initial\]/,/^temperature/d' -e '/^check_every/d' -e '/^tolerance/d' -e 's/\*exp(-t)//; s/y\*t/y/' flat.toml >guess.toml
sed -e '/^stretch/d' -e 's/cells = .*/cells = [400, 96]/' -e 's/^left.*/left = { kind = "periodic" }/' \
  -e 's/^right.*/right = { kind = "periodic" }/' -e 's/^top.*/top = { kind = "temperature", temperature = "x" }/' guess.toml >round.toml

# Linear solvers, with cuts through a stretched grid, varying coefficients, a periodic axis, three dimensions.
same 1,3 flat.toml -s 'linear.solver="multigrid"'
same 1,4 varied.toml -s 'linear.solver="sor"'
same 1,3 varied.toml -s 'linear.solver="cg"'
same 1,4 solid.toml -s 'linear.solver="jacobi"'
same 1,2 guess.toml
flow=(--small -s run.device=cpu)
more_of_the_same() {  # flow among others, whose recorded modules take minutes to compile
  local solver case
  same 1,3 ring.toml -s 'linear.solver="fft"'
  same 1,6 solid.toml -s 'linear.solver="tdma"'
  same 1,4 "$root/cases/artificial/cavity" "${flow[@]}" -s pseudo.max_iterations=90
  same 1,4 "$root/cases/projection/karman" "${flow[@]}" -s run.steps=4 -s run.dt=1e-3
  same 1,2,3,6 flat.toml -s 'linear.solver="multigrid"'
  same 1,4 flat.toml -s 'linear.solver="jacobi"'
  same 1,6 varied.toml -s 'linear.solver="multigrid"'
  same 1,4 ring.toml -s 'linear.solver="multigrid"'
  same 1,3 solid.toml -s run.theta=0 -s run.dt=1e-5
  same 1,2 flat.toml -s run.device=opencl -s 'linear.solver="sor"'
  export EDDY_TILES=1  # several sweeps per launch, whose inner part starts before the halos have arrived
  for solver in jacobi sor; do same 1,4 flat.toml -s run.device=opencl -s "linear.solver=\"$solver\""; done
  same 1,3 solid.toml -s run.device=opencl -s 'linear.solver="jacobi"'
  unset EDDY_TILES
  same 1,3 guess.toml
  same 1,4 guess.toml -s 'mesh.cells=[200,160]'
  same 1,3 guess.toml -s 'mesh.cells=[360,300]' -s 'linear.solver="cg"' -s 'linear.precision="mixed"'
  same 1,3 round.toml
  same 1,4 "$root/cases/artificial/mms-3d" "${flow[@]}" -s pseudo.max_iterations=90
  for case in taylor-green rayleigh-benard cavity-3d; do
    same 1,4 "$root/cases/projection/$case" "${flow[@]}" -s run.steps=4 -s run.dt=1e-3
  done
}
[[ ! $all ]] || more_of_the_same

# The cost of messages is measured, and refused on one rank.
if [[ $all ]]; then
  together 2 0 'multigrid' bench ranks --device cpu --sizes 64
  together 1 2 'mpirun -n 2 eddy bench ranks' bench ranks --device cpu
fi

# Refusals are printed by one rank only.
together 2 2 'runs on one rank only' run flat.toml -s 'linear.solver="gauss-seidel"'
said_once 'runs on one rank only'
together 3 2 'makes 4 parts, and 3 ranks were started' run flat.toml -s 'run.ranks=[2,2]'
together 2 2 'has 3 numbers, and the mesh has 2 axes' run flat.toml -s 'run.ranks=[2,1,1]'
together 4 2 'is too many for 8 × 38 cells' run flat.toml -s 'run.ranks=[4,1]' -s 'mesh.cells=[8,38]'
together 6 2 'Start 4.' run plate.toml -s 'mesh.cells=[8,8]'
sed 's/0.01/0.02/' flat.toml >other.toml
differing 'run flat.toml --out mixed' "exec '$eddy' run other.toml --out mixed"
((got == 2)) || fault "two cases in one run: exit code $got instead of 2: $(head -c 900 out.txt)"
said_once 'has read another case than rank 0'
differing 'run flat.toml --out alone' "exec '$eddy' run nowhere.toml --out alone"
((got == 2 || got == 3)) || fault "a case that one rank has not: exit code $got: $(head -c 900 out.txt)"
grep -q 'rank 1 of 2: .*nowhere.toml' out.txt || fault "a case that one rank has not: $(head -c 900 out.txt)"
together 2 3 'flat.toml/out' run flat.toml --out flat.toml/out
differing 'run flat.toml --out verbs' "exec '$eddy' check flat.toml"
((got == 2)) || fault "two verbs in one run: exit code $got instead of 2: $(head -c 900 out.txt)"
said_once 'rank 1 was started with another verb than rank 0'
"$eddy" run flat.toml --out first -q >/dev/null && "$eddy" run flat.toml --out second -q -s run.steps=4 >/dev/null
differing 'resume first -s run.steps=9' "exec '$eddy' resume second -s run.steps=9"
((got == 2)) || fault "two checkpoints in one run: exit code $got instead of 2: $(head -c 900 out.txt)"
said_once 'rank 1 has read another checkpoint than rank 0'
together 2 2 'makes far too many parts' run flat.toml -s 'run.ranks=[3,1431655766]'
expect 2 "Give two or more" parity flat.toml --ranks 1
expect 2 "cannot be cut for 999 ranks" parity flat.toml --ranks 1,999

# All verbs but runs are done by one rank, so their output appears once.
together 2 0 'eddy' --version
said_once 'eddy'
together 2 0 'equal' parity flat.toml -s run.steps=2 -s run.precision=single
together 2 0 'temperature.png' plot first temperature
together 2 2 'parity --ranks starts mpirun itself' parity flat.toml --ranks 1,2
OMPI_COMM_WORLD_SIZE=4 expect 3 "4 MPI ranks" run plate.toml

# A rank that cannot write its files ends all with its message: a limit on the size of files, a read-only folder.
alone() {  # FOLDER WORDS: the words before eddy on the second rank
  differing "run wave.toml --out $1" "$2 '$eddy' run wave.toml --out $1" --mca btl self,tcp --mca btl_tcp_if_include lo
  ((got == 3)) || fault "$1: exit code $got instead of 3: $(head -c 900 out.txt)"
  said_once "rank 1 of 2: cannot write '$1/fields/step-000000000.1.vti'"
  ! grep -q 'step-' "$1/fields.pvd" 2>/dev/null || fault "$1: fields.pvd names a state that is not whole"
}
alone limited 'ulimit -f 2; exec'
grep -q 'File too large' out.txt || fault "a limit on files: $(head -c 900 out.txt)"
if unshare -m true 2>/dev/null; then
  mkdir locked
  alone locked 'exec unshare -m bash -c "mount --bind locked locked && mount -o remount,bind,ro locked && exec \"\$@\"" rank'
  grep -q 'Read-only file system' out.txt || fault "a folder that is read-only: $(head -c 900 out.txt)"
fi

# Three ranks write the same files as one, and the same fields, as VTK reads them; a checkpoint can be resumed on another
# number of ranks.
brief=(-s run.end_time=0.004 -s run.steps=32 -s run.checkpoint_every=8)
alike() {  # RUN RUN CELL_FIELD…
  diff -rq -x log.txt -x summary.json -x case.used.toml -x fields -x fields.pvd "$1" "$2" ||
    fault "$2: the files differ from those of one rank"
  "$python" "$root/tests/output/vtk_read.py" "$@" >out.txt 2>&1
  local got=$?
  ((got == 0 || got == 77)) || fault "$2: the fields differ from those of one rank: $(tail -c 600 out.txt)"
}
expect 0 "Files: whole" run wave.toml --out whole "${brief[@]}"
together 3 0 'Files: three' run wave.toml --out three "${brief[@]}"
alike whole three
[[ -f three/fields/step-000000032.pvti && -f three/fields/step-000000032.2.vti ]] || fault "no pieces of three ranks"
(($(find three/fields -name '*.vti' | wc -l) == 3 * $(find three/fields -name '*.pvti' | wc -l))) || fault "pieces are missing"

# Bodies are marked in the pieces, too.
cat >block.toml <<'END'
solver = "projection"
run = { device = "cpu", dt = 0.004, steps = 4 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [32, 32] }
fluid = { reynolds = 20 }
boundary.top = { kind = "no-slip", velocity = [1, 0] }
boundary.others = { kind = "no-slip" }
body.block = { shape = "box", lower = [0.25, 0], upper = [0.75, 0.5] }
END
if [[ $all ]]; then
  expect 0 "Files: block" run block.toml --out block
  together 3 0 'Files: blocks' run block.toml --out blocks
  alike block blocks body
  # Hexahedra: each rank has a .vtu of its own elements under a .pvtu.
  expect 0 "Files: cylinder" run "$root/cases/galerkin/gmsh-cylinder" "${flow[@]}" --out cylinder
  together 3 0 'Files: cylinders' run "$root/cases/galerkin/gmsh-cylinder" "${flow[@]}" --out cylinders
  alike cylinder cylinders
  (($(find cylinders/fields -name '*.[012].vtu' | wc -l) == 3 * $(find cylinders/fields -name '*.pvtu' | wc -l))) || fault "pieces of hexahedra are missing: $(ls cylinders/fields)"
fi

# A rank that is asked to stop stops all, with a checkpoint.
ranks_of() {  # FOLDER: ids of the processes that run wave.toml into it
  local program p
  program=$(readlink -f "$eddy")
  pgrep -f -- "run wave.toml --out $1" | while read -r p; do [[ $(readlink "/proc/$p/exe") == "$program" ]] && echo "$p"; done
}
wait_for() {  # FOLDER: waits for its first checkpoint
  local patience
  for ((patience = 0; patience < 6000; ++patience)); do
    compgen -G "$1/checkpoint-*.h5" >/dev/null && return
    sleep 0.01
  done
}
timeout 100 mpirun -n 3 "$eddy" run wave.toml --out asked -s run.checkpoint_every=8 >asked.txt 2>&1 </dev/null &
process=$!
wait_for asked
for p in $(ranks_of asked); do
  tr '\0' '\n' <"/proc/$p/environ" | grep -qx OMPI_COMM_WORLD_RANK=2 && kill -TERM "$p"
done
wait $process
got=$?
((got == 75)) || fault "a rank that is asked to stop: exit code $got instead of 75: $(head -c 900 asked.txt)"
grep -q 'stopped (terminated)' asked.txt || fault "a rank that is asked to stop: $(head -c 900 asked.txt)"

# A rank that is killed soon ends the others, too, and the last checkpoint is good.
timeout 100 mpirun -n 3 "$eddy" run wave.toml --out killed -s run.checkpoint_every=8 >killed.txt 2>&1 </dev/null &
process=$!
wait_for killed
ranks=$(ranks_of killed)
kill -KILL "$(tail -n 1 <<<"$ranks")" || fault "no rank to kill among '$ranks'"
SECONDS=0
wait $process
got=$?
for p in $ranks; do
  while kill -0 "$p" 2>/dev/null && ((SECONDS <= 10)); do sleep 0.1; done
done
((got != 0 && SECONDS <= 10)) || fault "a killed rank: exit code $got, the others end after $SECONDS s: $(head -c 900 killed.txt)"
grep -q . killed.txt || fault "a killed rank: nobody says so"
last=$(basename "$(printf '%s\n' killed/checkpoint-*.h5 | tail -n 1)" .h5)
steps=$((10#${last#checkpoint-} + 5))
cp -r killed alone
expect 0 'Files: alone' resume alone -s run.steps=$steps
together 2 0 'Files: killed' resume killed -s run.steps=$steps
alike alone killed

# A sweep whose members have ranks.
expect 0 "2 members, 1 at once" sweep plate.toml -v mesh.cells=[8,8],[16,16] --out swept --jobs 1 --ranks 2
(($(grep -l '"ranks": 2' swept/*/summary.json | wc -l) == 2)) || fault "members of a sweep did not run on two ranks"
expect 0 "cells=8x8: was there" sweep plate.toml -v mesh.cells=[8,8],[16,16] --out swept --jobs 1 --ranks 2
ended
