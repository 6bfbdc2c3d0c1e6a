# What the scripts of OpenFOAM's programs share. Sourced with the program's name and the arguments of the script: N STEPS RANKS.
# Without those: is the program there? (exit code 3: no) Afterwards the folder is a fresh one, and n, steps and ranks are set.
# shellcheck shell=bash
set -euo pipefail
for place in /usr/lib/openfoam/*/etc/bashrc /usr/share/openfoam/etc/bashrc /opt/openfoam*/etc/bashrc; do
  # shellcheck disable=SC1090  # it is not ours
  if [[ -f $place ]]; then set +eu; source "$place" 2>/dev/null; set -eu; break; fi
done
program=$1; shift
command -v "$program" >/dev/null || exit 3
(($#)) || exit 0
# shellcheck disable=SC2034  # for who sources this
n=$1 steps=$2 ranks=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p 0 constant system
head_of() { printf 'FoamFile { version 2.0; format ascii; class %s; object %s; }\n' "$1" "$2"; }

# control DT 'more words': steps of this length, written nowhere.
control() {
  local end
  end=$(awk -v n="$steps" -v dt="$1" 'BEGIN { printf "%.9g", (n + 0.5) * dt }')
  head_of dictionary controlDict
  echo "application $program; startFrom startTime; startTime 0; stopAt endTime; endTime $end; deltaT $1;"
  echo "writeControl timeStep; writeInterval 1000000; runTimeModifiable false; ${2:-}"
} >system/controlDict

logged() { "${@:2}" >"$1" 2>&1 || { tail -5 "$1" >&2; exit 1; }; }   # LOG COMMAND…

# Meshes, runs, and says one line of JSON with the seconds of a step. ExecutionTime stands after every step: the first five
# leave the start.
measure() {
  logged mesh.log blockMesh
  if ((ranks > 1)); then
    { head_of dictionary decomposeParDict; echo "numberOfSubdomains $ranks; method simple; simpleCoeffs { n ($ranks 1 1); delta 0.001; }"; } >system/decomposeParDict
    logged split.log decomposePar
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    logged run.log mpirun -n "$ranks" "$program" -parallel
  else
    logged run.log "$program"
  fi
  awk -v program="$program" -v ranks="$ranks" '/^ExecutionTime/ { t[++n] = $3 }
    END { if (n < 7) exit 1
          printf "{\"peer\": \"%s\", \"ranks\": %d, \"steps\": %d, \"seconds_per_step\": %.6g}\n", program, ranks, n - 5, (t[n] - t[5]) / (n - 5) }' run.log
}
