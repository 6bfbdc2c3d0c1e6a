#!/usr/bin/env bash
# OpenFOAM's icoFoam on the lid-driven cavity at Re 1000: openfoam.sh SIDE STEPS RANKS. Says one line of JSON with the seconds of a
# step, without those of the start. Without arguments: is it there? (exit code 3: no) The pressure is solved to 1e-6 by multigrid, as OpenFOAM's users do; steps have a Courant number of 0.5.
set -euo pipefail
for place in /usr/lib/openfoam/*/etc/bashrc /usr/share/openfoam/etc/bashrc /opt/openfoam*/etc/bashrc; do
  if [[ -f $place ]]; then set +eu; source "$place" 2>/dev/null; set -eu; break; fi
done
command -v icoFoam >/dev/null || exit 3
(($#)) || exit 0
side=$1 steps=$2 ranks=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p 0 constant system
head_of() { printf 'FoamFile { version 2.0; format ascii; class %s; object %s; }\n' "$1" "$2"; }
{ head_of dictionary blockMeshDict
  echo "vertices ( (0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 0.1) (1 0 0.1) (1 1 0.1) (0 1 0.1) );"
  echo "blocks ( hex (0 1 2 3 4 5 6 7) ($side $side 1) simpleGrading (1 1 1) );"
  echo "boundary ( lid { type wall; faces ((3 7 6 2)); } walls { type wall; faces ((0 4 7 3) (2 6 5 1) (1 5 4 0)); }"
  echo "sheet { type empty; faces ((0 3 2 1) (4 5 6 7)); } );"; } >system/blockMeshDict
dt=$(awk -v n="$side" 'BEGIN { printf "%.9g", 0.5 / n }')
end=$(awk -v n="$steps" -v dt="$dt" 'BEGIN { printf "%.9g", (n + 0.5) * dt }')
{ head_of dictionary controlDict
  echo "application icoFoam; startFrom startTime; startTime 0; stopAt endTime; endTime $end; deltaT $dt;"
  echo "writeControl timeStep; writeInterval 1000000; runTimeModifiable false;"; } >system/controlDict
{ head_of dictionary fvSchemes
  echo "ddtSchemes { default Euler; } gradSchemes { default Gauss linear; } divSchemes { default Gauss linear; }"
  echo "laplacianSchemes { default Gauss linear orthogonal; } interpolationSchemes { default linear; } snGradSchemes { default orthogonal; }"
} >system/fvSchemes
{ head_of dictionary fvSolution
  echo "solvers { p { solver GAMG; smoother GaussSeidel; tolerance 1e-6; relTol 0; } pFinal { \$p; }"
  echo "U { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-6; relTol 0; } }"
  echo "PISO { nCorrectors 2; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }"; } >system/fvSolution
{ head_of dictionary transportProperties; echo "nu 0.001;"; } >constant/transportProperties
{ head_of volVectorField U; echo "dimensions [0 1 -1 0 0 0 0]; internalField uniform (0 0 0);"
  echo "boundaryField { lid { type fixedValue; value uniform (1 0 0); } walls { type noSlip; } sheet { type empty; } }"; } >0/U
{ head_of volScalarField p; echo "dimensions [0 2 -2 0 0 0 0]; internalField uniform 0;"
  echo "boundaryField { lid { type zeroGradient; } walls { type zeroGradient; } sheet { type empty; } }"; } >0/p
blockMesh >mesh.log 2>&1 || { tail -5 mesh.log >&2; exit 1; }
if ((ranks > 1)); then
  { head_of dictionary decomposeParDict; echo "numberOfSubdomains $ranks; method simple; simpleCoeffs { n ($ranks 1 1); delta 0.001; }"; } >system/decomposeParDict
  decomposePar >split.log 2>&1 || { tail -5 split.log >&2; exit 1; }
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n "$ranks" icoFoam -parallel >run.log 2>&1 || { tail -5 run.log >&2; exit 1; }
else
  icoFoam >run.log 2>&1 || { tail -5 run.log >&2; exit 1; }
fi
# ExecutionTime after every step: the first five leave the start.
awk -v ranks="$ranks" '/^ExecutionTime/ { t[++n] = $3 } END { if (n < 7) exit 1; printf "{\"peer\": \"icoFoam\", \"ranks\": %d, \"steps\": %d, \"seconds_per_step\": %.6g}\n", ranks, n - 5, (t[n] - t[5]) / (n - 5) }' run.log
