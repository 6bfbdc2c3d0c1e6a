#!/usr/bin/env bash
# OpenFOAM's pisoFoam with Smagorinsky's model in a cubic cavity: openfoam-cavity.sh CELLS STEPS RANKS, CELLS along an edge. Says one line of JSON
# with the seconds of a step, without those of the start. Without arguments: is it there? (exit code 3: no)
# Two corrections of the pressure per step, as in OpenFOAM's own tutorials of large eddies; steps have a Courant number of 0.5; Reynolds number 10 000.
set -euo pipefail
for place in /usr/lib/openfoam/*/etc/bashrc /usr/share/openfoam/etc/bashrc /opt/openfoam*/etc/bashrc; do
  if [[ -f $place ]]; then set +eu; source "$place" 2>/dev/null; set -eu; break; fi
done
command -v pisoFoam >/dev/null || exit 3
(($#)) || exit 0
n=$1 steps=$2 ranks=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p 0 constant system
head_of() { printf 'FoamFile { version 2.0; format ascii; class %s; object %s; }\n' "$1" "$2"; }
{ head_of dictionary blockMeshDict
  echo "vertices ( (0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) (0 1 1) );"
  echo "blocks ( hex (0 1 2 3 4 5 6 7) ($n $n $n) simpleGrading (1 1 1) );"
  echo "boundary ( lid { type wall; faces ((3 7 6 2)); }"
  echo "walls { type wall; faces ((0 4 7 3) (1 2 6 5) (0 1 5 4) (0 3 2 1) (4 5 6 7)); } );"
} >system/blockMeshDict
dt=$(awk -v n="$n" 'BEGIN { printf "%.9g", 0.5 / n }')
end=$(awk -v n="$steps" -v dt="$dt" 'BEGIN { printf "%.9g", (n + 0.5) * dt }')
{ head_of dictionary controlDict
  echo "application pisoFoam; startFrom startTime; startTime 0; stopAt endTime; endTime $end; deltaT $dt;"
  echo "writeControl timeStep; writeInterval 1000000; runTimeModifiable false;"; } >system/controlDict
{ head_of dictionary fvSchemes
  echo "ddtSchemes { default backward; } gradSchemes { default Gauss linear; }"
  echo "divSchemes { default none; div(phi,U) Gauss LUST grad(U); div((nuEff*dev2(T(grad(U))))) Gauss linear; }"
  echo "laplacianSchemes { default Gauss linear corrected; } interpolationSchemes { default linear; } snGradSchemes { default corrected; }"; } >system/fvSchemes
{ head_of dictionary fvSolution
  echo "solvers { p { solver GAMG; tolerance 1e-6; relTol 0.1; smoother GaussSeidel; } pFinal { \$p; relTol 0; }"
  echo "U { solver smoothSolver; smoother GaussSeidel; tolerance 1e-5; relTol 0.1; } UFinal { \$U; relTol 0; } }"
  echo "PISO { nCorrectors 2; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }"
} >system/fvSolution
{ head_of dictionary transportProperties; echo "transportModel Newtonian; nu [0 2 -1 0 0 0 0] 1e-4;"; } >constant/transportProperties
{ head_of dictionary turbulenceProperties
  echo "simulationType LES; LES { LESModel Smagorinsky; turbulence on; printCoeffs off; delta cubeRootVol; cubeRootVolCoeffs { deltaCoeff 1; } }"; } >constant/turbulenceProperties
{ head_of volScalarField p; echo "dimensions [0 2 -2 0 0 0 0]; internalField uniform 0; boundaryField { \".*\" { type zeroGradient; } }"; } >0/p
{ head_of volScalarField nut; echo "dimensions [0 2 -1 0 0 0 0]; internalField uniform 0; boundaryField { \".*\" { type zeroGradient; } }"; } >0/nut
{ head_of volVectorField U; echo "dimensions [0 1 -1 0 0 0 0]; internalField uniform (0 0 0);"
  echo "boundaryField { lid { type fixedValue; value uniform (1 0 0); } walls { type fixedValue; value uniform (0 0 0); } }"; } >0/U
blockMesh >mesh.log 2>&1 || { tail -5 mesh.log >&2; exit 1; }
if ((ranks > 1)); then
  { head_of dictionary decomposeParDict; echo "numberOfSubdomains $ranks; method simple; simpleCoeffs { n ($ranks 1 1); delta 0.001; }"; } >system/decomposeParDict
  decomposePar >split.log 2>&1 || { tail -5 split.log >&2; exit 1; }
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n "$ranks" pisoFoam -parallel >run.log 2>&1 || { tail -5 run.log >&2; exit 1; }
else
  pisoFoam >run.log 2>&1 || { tail -5 run.log >&2; exit 1; }
fi
# ExecutionTime after every step: the first five leave the start.
awk -v ranks="$ranks" '/^ExecutionTime/ { t[++n] = $3 } END { if (n < 7) exit 1; printf "{\"peer\": \"pisoFoam\", \"ranks\": %d, \"steps\": %d, \"seconds_per_step\": %.6g}\n", ranks, n - 5, (t[n] - t[5]) / (n - 5) }' run.log
