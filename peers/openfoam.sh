#!/usr/bin/env bash
# OpenFOAM's icoFoam on the lid-driven cavity at Re 1000: openfoam.sh SIDE STEPS RANKS. Says one line of JSON with the seconds of a
# step, without those of the start. Without arguments: is it there? (exit code 3: no) The pressure is solved to 1e-6 by multigrid, as OpenFOAM's users do; steps have a Courant number of 0.5.
# shellcheck disable=SC1091,SC2154  # n, steps and ranks are set there
source "$(dirname "${BASH_SOURCE[0]}")/openfoam-common.sh" icoFoam "$@"
{ head_of dictionary blockMeshDict
  echo "vertices ( (0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 0.1) (1 0 0.1) (1 1 0.1) (0 1 0.1) );"
  echo "blocks ( hex (0 1 2 3 4 5 6 7) ($n $n 1) simpleGrading (1 1 1) );"
  echo "boundary ( lid { type wall; faces ((3 7 6 2)); } walls { type wall; faces ((0 4 7 3) (2 6 5 1) (1 5 4 0)); }"
  echo "sheet { type empty; faces ((0 3 2 1) (4 5 6 7)); } );"; } >system/blockMeshDict
dt=$(awk -v n="$n" 'BEGIN { printf "%.9g", 0.5 / n }')
control "$dt"
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
measure
