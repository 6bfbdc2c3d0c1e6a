#!/usr/bin/env bash
# Modules that are missing, broken, of another version, used by two runs at once, or cannot be built: modules.sh PROGRAM ROOT [mpi]
# The program is copied into build trees of its own, where a stand-in for cmake "builds" by copying.
set -u
program=$1 root=$2
library=$(dirname "$program")/../lib/eddy
work=$(mktemp -d)
here=$work
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }

# tree NAME: makes a build tree of program and library without modules; its cmake notes its arguments and runs the script on stdin.
tree() {
  here=$work/$1
  mkdir -p "$here/bin" "$here/lib/eddy" "$here/path"
  cp "$program" "$here/bin/eddy"
  cp "$library/libeddy.so" "$library/modules.txt" "$here/lib/eddy/"
  touch "$here/CMakeCache.txt"
  { echo '#!/bin/bash'; echo "echo \"\$@\" >>$here/asked"; cat; } >"$here/path/cmake"
  chmod +x "$here/path/cmake"
}
copies() {   # a stand-in that "builds" each target and those that it needs
  cat <<END
sleep 1
to=\$(dirname "\$0")/../lib/eddy
for word; do
  case \$word in
    *.cpu.double | *.recorded)
      for one in "\$word" "linear.\${word#*.}"; do
        cp "$library/\$one.so" "\$to/\$one.new" && mv "\$to/\$one.new" "\$to/\$one.so"
      done ;;
  esac
done
END
}
run() {   # ARGUMENTS of eddy run; its output goes to out.txt
  PATH=$here/path:$PATH "$here/bin/eddy" run "$root/cases/heat/plate" --small -q -s run.device=cpu --out "$here/run-$RANDOM$RANDOM" "$@" >"$here/out.txt" 2>&1
}
times_asked() { grep -c -- "--target.* $1" "$here/asked" 2>/dev/null; }

tree built < <(copies)
run || fail "a module that is missing is built: exit $?: $(cat "$here/out.txt")"
grep -q 'eddy: building heat.cpu.double' "$here/out.txt" || fail "nobody said that it is built"
run || fail "and loaded the next time"
[[ $(times_asked heat.cpu.double) == 1 ]] || fail "it was built more than once"

# A module of another version, a cut one, and a file that is none are never loaded.
stamp=$(grep -ao 'eddy module heat.cpu.double [0-9a-f]*' "$here/lib/eddy/heat.cpu.double.so" | cut -d' ' -f4)
sed -i "s/eddy module heat.cpu.double $stamp/eddy module heat.cpu.double 0000000000000000/" "$here/lib/eddy/heat.cpu.double.so"
run || fail "a module of another version is built again: $(cat "$here/out.txt")"
[[ $(times_asked heat.cpu.double) == 2 ]] || fail "a module of another version was loaded"
sed -i "s/eddy module linear.cpu.double $stamp/eddy module linear.cpu.double 0000000000000000/" "$here/lib/eddy/linear.cpu.double.so"
run || fail "and so is what it needs"
[[ $(times_asked heat.cpu.double) == 3 ]] || fail "a module that needs one of another version was loaded"
head -c 1000 "$library/heat.cpu.double.so" >"$here/lib/eddy/heat.cpu.double.so"
run || fail "a module that is cut off is built again"
echo nonsense >"$here/lib/eddy/heat.cpu.double.so"
run || fail "so is one that is something else"

# A build that fails gives exit code 3 and the end of its log, and nothing is loaded.
tree broken <<<'echo "error: no space left on device"; exit 1'
run
(($? == 3)) || fail "a build that fails: not exit 3"
grep -q 'no space left on device' "$here/out.txt" || fail "the end of the log is not shown"
grep -q 'error: no space left' "$here/heat.cpu.double.log" || fail "there is no log"
tree half <<<'exit 0'
run
(($? == 3)) || fail "a build that leaves no module: not exit 3"
tree killed <<'END'
echo half >"$(dirname "$0")/../lib/eddy/heat.cpu.double.so.new"
kill -9 $$
END
run
(($? == 3)) || fail "a build that is killed: not exit 3"
[[ ! -e $here/lib/eddy/heat.cpu.double.so ]] || fail "a build that was killed left a module"
copies >>"$here/path/cmake"
sed -i '/^kill/d' "$here/path/cmake"
run || fail "after a build that was killed: $(cat "$here/out.txt")"
tree whole < <(copies; echo 'kill -9 $$')
run || fail "a cmake that is killed when the modules are whole: $(cat "$here/out.txt")"
tree newer < <(copies; echo "sed -i 's/ $stamp / 0000000000000000 /' \"\$to\"/*.cpu.double.so")
run
(($? == 3)) || fail "modules of newer sources: not exit 3"
grep -q 'the sources have changed since this eddy was built' "$here/out.txt" || fail "modules of newer sources: $(cat "$here/out.txt")"
tree none <<<'exit 0'
rm "$here/path/cmake"
mkdir "$here/tools"; for tool in env bash sh; do ln -s "$(command -v $tool)" "$here/tools/"; done
PATH=$here/tools "$here/bin/eddy" run "$root/cases/heat/plate" --small -q -s run.device=cpu --out "$here/run" >"$here/out.txt" 2>&1
(($? == 3)) || fail "no cmake: not exit 3"
grep -q 'no cmake' "$here/out.txt" || fail "no cmake: $(cat "$here/out.txt")"

# An installed program never compiles.
tree installed < <(copies)
rm "$here/CMakeCache.txt"
run
(($? == 3)) || fail "installed, without the module: not exit 3"
[[ ! -e $here/asked ]] || fail "an installed program compiles"
grep -q 'has no module heat.cpu.double' "$here/out.txt" || fail "installed: $(cat "$here/out.txt")"
cp "$library"/{heat,linear,multigrid}.cpu.double.so "$here/lib/eddy/"
chmod -R a-w "$here/lib" "$here/bin"
run || fail "an installation that is read-only: $(cat "$here/out.txt")"
chmod -R u+w "$here"

# Of two runs at once one builds, the other waits.
tree twice < <(copies)
run & first=$!
PATH=$here/path:$PATH "$here/bin/eddy" run "$root/cases/heat/plate" --small -q -s run.device=cpu --out "$here/other" >"$here/other.txt" 2>&1 || fail "two at once: $(cat "$here/other.txt")"
wait $first || fail "two at once: $(cat "$here/out.txt")"
[[ $(times_asked heat.cpu.double) == 1 ]] || fail "two at once built it $(times_asked heat.cpu.double) times"

# A verb is out of date when one of its own sources has changed; modules with kernels are not.
stamps() { cmake -DROOT="$work/sources" -DFILE="$work/stamp.h" -DFLAGS=x -P "$root/cmake/stamp.cmake" && grep -o '"[0-9a-f]*"' "$work/stamp.h"; }
mkdir -p "$work/sources/src/app/draw" "$work/sources/cmake"
touch "$work/sources/src/app/draw/plot."{cpp,hpp} "$work/sources/cmake/"{folders,options}.cmake
mapfile -t before < <(stamps)
echo "// more" >"$work/sources/src/app/draw/plot.cpp"
mapfile -t after < <(stamps)
[[ ${#after[@]} == 2 && ${before[0]} == "${after[0]}" && ${before[1]} != "${after[1]}" ]] || fail "stamps: ${before[*]}, then ${after[*]}"
echo "// more" >"$work/sources/src/app/draw/plot.hpp"
mapfile -t before < <(stamps)
[[ ${before[0]} != "${after[0]}" && ${before[1]} != "${after[1]}" ]] || fail "stamps: a header changed: ${before[*]}"

# Of several ranks one builds, and all wait; the recorded form is built, too.
if [[ ${3:-} == mpi ]] && command -v mpirun >/dev/null; then
  tree ranks < <(copies)
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  PATH=$here/path:$PATH mpirun --oversubscribe -n 3 "$here/bin/eddy" run "$root/cases/heat/plate" --small -q -s run.device=cpu --out "$here/run" >"$here/out.txt" 2>&1 ||
    fail "ranks: $(cat "$here/out.txt")"
  [[ $(times_asked heat.cpu.double) == 1 ]] || fail "ranks built it $(times_asked heat.cpu.double) times"
fi
exit $failed
