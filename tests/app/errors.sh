#!/usr/bin/env bash
# Exit codes and messages of wrong input and faults of the machine.   errors.sh PROGRAM
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"

# The command line.
expect 2 "what shall eddy do?"
expect 2 "Did you mean 'run'?" rnu plate.toml
expect 2 "CASE is required" run
expect 2 "not a duration" run plate.toml --wall soon
expect 2 "--help" run plate.toml --colour
expect 0 "eddy 0." --version
expect 0 "Example: eddy" --help
for verb in run resume check new list explain report plot doctor converge parity bench sweep python; do
  expect 0 "Example: eddy $verb" "$verb" --help
done

# The case.
mkdir folder
: >empty.toml
head -c 4096 /dev/zero >zeros.toml
printf '\x7fELF\x01\x02\xff\xfe = 3' >binary.toml
truncate -s 100M huge.toml
expect 2 "no such case. Name a folder" run nowhere.toml
expect 2 "there is no such case here. Eddy comes with projection/karman: 'eddy new projection/karman my-case' makes a copy" run karman
expect 2 "Eddy comes with heat/plate:" check cases/heat/plate
expect 2 "Eddy comes with artificial/cavity, galerkin/cavity, projection/cavity" sweep cavity -v run.steps=3
expect 2 "holds no case.toml" run folder
expect 2 "is empty" run empty.toml
expect 2 "binary" run zeros.toml
expect 2 "error: " run binary.toml
expect 2 "at most 1 MiB" run huge.toml
expect 2 "Did you mean 'cells'?" run plate.toml -s mesh.cels=3
expect 2 "2 errors. Nothing was run." check plate.toml -s 'mesh.cells=[0,-1]' -s run.theta=abc
expect 2 "finite" run plate.toml -s 'boundary.top.temperature="sqrt(-1-x)"'
expect 2 "outside of the mesh" run plate.toml -s 'output.probe=[{at=[3,3],fields=["temperature"]}]'
expect 2 "leaves the mesh" check plate.toml -s 'output.line=[{name="l",from=[0,0],to=[0,7],fields=["temperature"]}]'
expect 2 "there is no file" check plate.toml -s 'compare.l={file="no.csv",tolerance=1}' \
  -s 'output.line=[{name="l",from=[0,0],to=[0,1],fields=["temperature"]}]'
sed '/^.expect/,$d' plate.toml >tables.toml
printf '[compare.a]\nfile = "no.csv"\ntolerance = 1\n[compare.b]\nfile = "none.csv"\ntolerance = 1\n[output]\nline = [{ name = "a", from = [0, 0], to = [0, 1] }, { name = "b", from = [0, 0], to = [1, 0] }]\n' >>tables.toml
for verb in check run; do
  expect 2 "tables.toml:16:1 error: compare.a: there is no file" $verb tables.toml
  expect 2 "tables.toml:19:1 error: compare.b: there is no file" $verb tables.toml
done
[[ ! -e runs ]] || fault "a refused case left a run folder"

# The machine.
expect 2 "The largest mesh of this shape that fits: mesh.cells = [" run plate.toml -s 'mesh.cells=[900000,900000]'
expect 2 "does not fit into the memory" check plate.toml -s 'mesh.cells=[90000000,10000]'
expect 3 "no such device here" run plate.toml -s run.device=opencl:99
expect 3 "no such device here" run plate.toml -s run.device=cuda:99
expect 2 "CPU only" run plate.toml -s run.device=opencl -s linear.solver=gauss-seidel
expect 2 "CPU only" check plate.toml -s run.device=cuda -s linear.solver=gauss-seidel
: >file
expect 3 "cannot make folder" run plate.toml --out file/run
if [[ $(id -u) != 0 ]]; then
  mkdir locked; chmod 555 locked
  expect 3 "locked" run plate.toml --out locked/run
fi

# Runs that fail write all files, and the exit code tells the failure.
expect 4 "not converged" run plate.toml -s linear.max_iterations=2 --out short
[[ -e short/summary.json && -e short/history.csv ]] || fault "a run that did not converge wrote no files"
grep -q '"converged": false' short/summary.json || fault "summary.json does not say that the run did not converge"
expect 4 "is over: not converged" resume short
expect 0 "Files: short" resume short -s linear.max_iterations=5000
expect 4 "in 3 of 3 steps" run wave.toml -s run.steps=3 -s linear.solver=sor -s linear.max_iterations=1 --out slow
expect 4 "diverged at step" run plate.toml -s linear.solver=jacobi -s linear.omega=2 -s run.checkpoint_every=4 --out wild
grep -qE "temperature .* in cell \([0-9]+, [0-9]+\), x = 0\.[0-9]+, y = 0\.[0-9]+\." out.txt || fault "no place: $(cat out.txt)"
grep -qF "Picture: wild/diverged.png." out.txt || fault "no picture is named: $(cat out.txt)"
grep -qE "Last good state: wild/checkpoint-0000000[0-9]+.h5" out.txt || fault "no good state is named: $(cat out.txt)"
[[ -s wild/diverged.png && ! -e wild/summary.json ]] || fault "after a blow-up: $(ls wild)"
grep -q "diverged at step" wild/log.txt || fault "log.txt does not know of the blow-up"

# Folders.
expect 0 "temperature: error against the exact solution: L2" run plate.toml
grep -qE "temperature.error_max: .* PASS" out.txt || fault "no verdict: $(cat out.txt)"
expect 0 "runs/plate-002" run plate.toml
expect 0 "Files: runs/plate-001-001" run runs/plate-001/case.used.toml
expect 2 "holds files already" run plate.toml --out runs/plate-001
expect 0 "Files: runs/plate-001" run plate.toml --out runs/plate-001 --force
expect 0 "is finished" resume runs/plate-001
expect 3 "is not a folder" resume nowhere
expect 3 "is not the folder of a run" resume folder
expect 2 "would change it" resume runs/plate-001 -s 'mesh.cells=[8,8]'
"$eddy" run plate.toml -q --json --out json >json.txt 2>talk.txt || fault "--json failed"
cmp -s json.txt json/summary.json || fault "--json is not summary.json"
[[ ! -s talk.txt ]] || fault "-q talks: $(cat talk.txt)"

# A table that the case compares with is copied into the folder of the run.
printf 'y,temperature\n0.5,0.199\n' >profile.csv
line='output.line=[{name="l",from=[0.5,0.0],to=[0.5,1.0],fields=["temperature"]}]'
expect 0 "line l" run plate.toml -s 'compare.l={file="profile.csv",tolerance=0.5}' -s "$line" --out table
mkdir away && mv table profile.csv away && cp -r away/table copied && rm -r away
expect 0 "PASS" report copied

# A full disk.
mkdir disk
if mount -t tmpfs -o size=96k none disk 2>/dev/null; then
  expect 3 "No space left on device" run wave.toml -s run.checkpoint_every=5 --out disk/run
  grep -qF "eddy resume disk/run" out.txt || fault "nobody says how to go on after a full disk: $(cat out.txt)"
  mount -o remount,size=64m disk
  expect 0 "Files: disk/run" resume disk/run
  expect 0 "Files: full" run wave.toml -s run.checkpoint_every=5 --out full
  cmp disk/run/history.csv full/history.csv || fault "history after a full disk differs"
fi

# check must be quick.
start=$(date +%s%N)
"$eddy" check plate.toml >/dev/null
(($(date +%s%N) - start < 1000000000)) || fault "check took longer than a second"
ended
