#!/usr/bin/env bash
# pip install . into an environment of its own, a run, pip uninstall.   pip.sh SOURCES BUILD PYTHON
set -euo pipefail
sources=$1 python=$3
export EDDY_BUILD=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -c 'import ensurepip' 2>/dev/null || { echo "no python3-venv here"; exit 1; }
"$python" -m venv --system-site-packages "$scratch/venv"
cd "$scratch"
venv/bin/pip install -q --no-build-isolation --no-index --disable-pip-version-check "$sources"
[[ $(venv/bin/python -c 'import eddy; print(eddy.__file__)') == "$scratch"/venv/* ]] || { echo "another package was found"; exit 1; }
venv/bin/python -c "
import eddy
run = eddy.run('$sources/cases/heat/plate', 'cpu', out='plate', mesh__cells=[16, 16])
assert run.results['temperature_max'] > 0.8, run.results
assert run.plot('temperature')._repr_png_().startswith(b'\\x89PNG')
"
venv/bin/pip uninstall -q -y eddy
! venv/bin/python -c 'import eddy' 2>/dev/null
