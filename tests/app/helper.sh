# Shared by the tests of the program: a temporary folder, cases, checks that count faults. Sourced with the program as $1.
# shellcheck shell=bash
eddy=$1
base=/dev/shm   # syncing costs nothing there
[[ -w $base ]] || base=${TMPDIR:-/tmp}
scratch=$(mktemp -d "$base/eddy-app-XXXXXX")
failures=0
all=${EDDY_TESTS_ALL:-}   # not empty in the long suite, ./eddy test --all
finish() { umount "$scratch"/disk 2>/dev/null; rm -rf "$scratch"; }
trap finish EXIT
cd "$scratch" || exit 1
unset OMPI_COMM_WORLD_SIZE PMI_SIZE

fault() { printf 'FAIL: %s\n' "$*"; ((++failures)); }
says() { grep -qF -- "$2" "$1" || fault "no '$2' in $1: $(head -c 600 "$1")"; }   # FILE 'part of it'
ended() { echo "$failures failures"; exit $((failures > 0)); }

# Allows more ranks than cores, ranks without a core of their own, and root. OpenMPI 4 and 5 have different settings.
allow_ranks() {
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 OMPI_MCA_mpi_yield_when_idle=1
  export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
  export OMPI_MCA_hwloc_base_binding_policy=none PRTE_MCA_hwloc_default_binding_policy=none
  export OMPI_MCA_btl_vader_single_copy_mechanism=none
}

# expect CODE 'part of the output' ARGUMENTS: runs eddy, checks exit code and output.
expect() {
  local code=$1 part=$2 got; shift 2
  "$eddy" "$@" >out.txt 2>&1 </dev/null
  got=$?
  ((got == code)) || fault "eddy $*: exit code $got instead of $code: $(head -c 600 out.txt)"
  grep -qF -- "$part" out.txt || fault "eddy $*: no '$part' in: $(head -c 600 out.txt)"
}

cat >plate.toml <<'END'
title = "plate"
solver = "heat"
[run]
device = "cpu"
steady = 1e-8
[mesh]
lower = [0, 0]
upper = [1, 1]
cells = [16, 16]
[boundary]
top = { kind = "temperature", temperature = "sin(pi*x)" }
others = { kind = "temperature", temperature = 0 }
[exact]
temperature = "sin(pi*x)*sinh(pi*y)/sinh(pi)"
[expect]
"temperature.error_max" = { between = [0, 0.1], source = "exact solution" }
END

# A case in which everything varies, and everything is written, for resumed runs.
cat >wave.toml <<'END'
title = "wave"
solver = "heat"
[run]
device = "cpu"
end_time = 1.0
steps = 4000
checkpoint_every = 100
[mesh]
lower = [0, 0]
upper = [1, 1]
cells = [32, 24]
[material]
source = "10*sin(40*t)*x"
[boundary]
top = { kind = "temperature", temperature = "sin(pi*x)*cos(30*t)" }
others = { kind = "temperature", temperature = 0 }
[output]
every = 0.1
history_every = 7
fields = ["temperature"]
image = [{ field = "temperature", width = 200 }]
probe = [{ at = [0.5, 0.5], fields = ["temperature"] }]
line = [{ name = "middle", from = [0.5, 0.0], to = [0.5, 1.0], fields = ["temperature"] }]
END
