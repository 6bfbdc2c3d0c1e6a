#!/usr/bin/env bash
# `eddy sweep`: its members, its table, its continuation, and its messages about failed members.   sweep.sh PROGRAM
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"

expect 0 "2 members, 1 at once" sweep plate.toml -v mesh.cells=[8,8],[16,16] --out cells --jobs 1
says cells/sweep.csv 'member,state,mesh.cells,'
says cells/sweep.csv 'cells=8x8,done,"[8,8]",'
[[ -e cells/cells=16x16/summary.json ]] || fault "a member has left no summary.json"
touch -d '1 hour ago' cells/*/summary.json
expect 0 "cells=8x8: was there" sweep plate.toml -v mesh.cells=[8,8],[12,12],[16,16] --out cells
says cells/sweep.csv 'cells=12x12,done,'
[[ $(find cells -name summary.json -mmin -30 | wc -l) == 1 ]] || fault "what was finished was run again"
rm cells/cells=8x8/summary.json   # like a run that was stopped before its end: it is resumed
expect 0 "cells=8x8: done" sweep plate.toml -v mesh.cells=[8,8] --out cells

expect 0 "material.conductivity" sweep plate.toml -v material.conductivity=1,2 -v linear.solver=cg,multigrid --out two -q
[[ $(wc -l <two/sweep.csv) == 5 ]] || fault "two keys with two values each are four members"
"$eddy" sweep plate.toml -v mesh.cells=[8,8] --out json --json -q 2>/dev/null | grep -q '"state": "done"' || fault "no JSON"

# A member that does not converge gives 4, another failure 5. The other members are run nevertheless.
expect 4 "1 of 2 members failed" sweep plate.toml -v linear.max_iterations=3,1000 -s linear.solver=jacobi -s mesh.cells=[4,4] -s run.steady=1e-6 --out few
says few/sweep.csv 'max_iterations=3,diverged'
says few/sweep.csv 'max_iterations=1000,done'
expect 5 "1 of 2 members failed" sweep plate.toml -v run.device=cpu,opencl:77 --out devices

# Wrong input is refused before anything is run.
expect 2 "what is varied is written key=a,b,c" sweep plate.toml -v mesh.cells --out wrong
expect 2 "what is varied is written key=a,b,c" sweep plate.toml -v mesh.cells=[8,8],, --out wrong
expect 2 "is there twice" sweep plate.toml -v run.steady=1e-8,1e-8 --out wrong
expect 2 "is given twice" sweep plate.toml -v run.steady=1e-8 -v run.steady=1e-7 --out wrong
expect 2 "Did you mean 'cells'?" sweep plate.toml -v mesh.cels=[8,8],[4,4] --out wrong
expect 2 "--vary is required" sweep plate.toml
expect 2 "holds a sweep of another case" sweep plate.toml -s run.steady=1e-6 -v mesh.cells=[8,8] --out cells
[[ ! -e wrong ]] || fault "a folder was made although nothing can be run"
ended
