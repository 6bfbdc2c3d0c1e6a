#!/usr/bin/env bash
# OpenFOAM's rhoCentralFoam in the wind tunnel with a step at Mach 3: openfoam-step.sh CELLS STEPS RANKS, CELLS per unit of length (a
# multiple of 5). Says one line of JSON with the seconds of a step, without those of the start. Without arguments: is it there? (exit code 3: no)
# Kurganov's flux, van Leer's limiter and Euler steps, as in OpenFOAM's own tutorial; steps have a Courant number of 0.2.
# shellcheck disable=SC1091,SC2154  # n, steps and ranks are set there
source "$(dirname "${BASH_SOURCE[0]}")/openfoam-common.sh" rhoCentralFoam "$@"
before=$((n * 3 / 5)) behind=$((n * 12 / 5)) below=$((n / 5)) above=$((n * 4 / 5))
{ head_of dictionary blockMeshDict
  echo "vertices ("
  for z in -0.05 0.05; do
    echo "(0 0 $z) (0.6 0 $z) (0 0.2 $z) (0.6 0.2 $z) (3 0.2 $z) (0 1 $z) (0.6 1 $z) (3 1 $z)"
  done
  echo "); blocks ( hex (0 1 3 2 8 9 11 10) ($before $below 1) simpleGrading (1 1 1)"
  echo "hex (2 3 6 5 10 11 14 13) ($before $above 1) simpleGrading (1 1 1) hex (3 4 7 6 11 12 15 14) ($behind $above 1) simpleGrading (1 1 1) );"
  echo "boundary ( inlet { type patch; faces ((0 8 10 2) (2 10 13 5)); } outlet { type patch; faces ((4 7 15 12)); }"
  echo "walls { type wall; faces ((0 1 9 8) (1 3 11 9) (3 4 12 11) (5 13 14 6) (6 14 15 7)); }"
  echo "sheet { type empty; faces ((0 2 3 1) (2 5 6 3) (3 6 7 4) (8 9 11 10) (10 11 14 13) (11 12 15 14)); } );"
} >system/blockMeshDict
dt=$(awk -v n="$n" 'BEGIN { printf "%.9g", 0.2 / n / 4 }')
control "$dt" "adjustTimeStep no; maxCo 0.2; maxDeltaT 1;"
{ head_of dictionary fvSchemes
  echo "fluxScheme Kurganov; ddtSchemes { default Euler; } gradSchemes { default Gauss linear; }"
  echo "divSchemes { default none; div(tauMC) Gauss linear; } laplacianSchemes { default Gauss linear corrected; }"
  echo "interpolationSchemes { default linear; reconstruct(rho) vanLeer; reconstruct(U) vanLeerV; reconstruct(T) vanLeer; }"
  echo "snGradSchemes { default corrected; }"; } >system/fvSchemes
{ head_of dictionary fvSolution
  echo "solvers { \"(rho|rhoU|rhoE).*\" { solver diagonal; } \"(U|e).*\" { solver smoothSolver; smoother GaussSeidel; nSweeps 2; tolerance 1e-9; relTol 0.01; } }"
} >system/fvSolution
{ head_of dictionary thermophysicalProperties
  echo "thermoType { type hePsiThermo; mixture pureMixture; transport const; thermo hConst; equationOfState perfectGas; specie specie; energy sensibleInternalEnergy; }"
  echo "mixture { specie { molWeight 11640.3; } thermodynamics { Cp 2.5; Hf 0; } transport { mu 0; Pr 1; } }"; } >constant/thermophysicalProperties
{ head_of dictionary turbulenceProperties; echo "simulationType laminar;"; } >constant/turbulenceProperties
scalar() {  # NAME DIMENSIONS VALUE
  { head_of volScalarField "$1"; echo "dimensions $2; internalField uniform $3;"
    echo "boundaryField { inlet { type fixedValue; value uniform $3; } outlet { type zeroGradient; } walls { type zeroGradient; } sheet { type empty; } }"; } >"0/$1"
}
scalar p "[1 -1 -2 0 0 0 0]" 1
scalar T "[0 0 0 1 0 0 0]" 1
{ head_of volVectorField U; echo "dimensions [0 1 -1 0 0 0 0]; internalField uniform (3 0 0);"
  echo "boundaryField { inlet { type fixedValue; value uniform (3 0 0); } outlet { type zeroGradient; } walls { type slip; } sheet { type empty; } }"; } >0/U
measure
