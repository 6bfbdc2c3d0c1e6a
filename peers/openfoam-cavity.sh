#!/usr/bin/env bash
# OpenFOAM's pisoFoam with Smagorinsky's model in a cubic cavity: openfoam-cavity.sh CELLS STEPS RANKS, CELLS along an edge. Says one line of JSON
# with the seconds of a step, without those of the start. Without arguments: is it there? (exit code 3: no)
# Two corrections of the pressure per step, as in OpenFOAM's own tutorials of large eddies; steps have a Courant number of 0.5; Reynolds number 10 000.
# shellcheck disable=SC1091,SC2154  # n, steps and ranks are set there
source "$(dirname "${BASH_SOURCE[0]}")/openfoam-common.sh" pisoFoam "$@"
{ head_of dictionary blockMeshDict
  echo "vertices ( (0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) (0 1 1) );"
  echo "blocks ( hex (0 1 2 3 4 5 6 7) ($n $n $n) simpleGrading (1 1 1) );"
  echo "boundary ( lid { type wall; faces ((3 7 6 2)); }"
  echo "walls { type wall; faces ((0 4 7 3) (1 2 6 5) (0 1 5 4) (0 3 2 1) (4 5 6 7)); } );"
} >system/blockMeshDict
dt=$(awk -v n="$n" 'BEGIN { printf "%.9g", 0.5 / n }')
control "$dt"
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
measure
