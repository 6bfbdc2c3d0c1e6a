#!/usr/bin/env bash
# Tests ./eddy on a tiny project: launcher_test.sh ROOT. Stand-ins for dpkg-query, apt-get, id and sudo come first in PATH.
set -u
source_root=$(readlink -f "${1:?the root of the repository}")
unset EDDY_BUILD EDDY_CMAKE_ARGS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project="$work/a folder with spaces"
stubs=$work/stubs
passed=0 failed=0

# verdict NAME CONDITION…: counts, and prints the last output if the condition is false.
verdict() {
  local name=$1; shift
  if "$@"; then passed=$((passed + 1)); echo "ok   $name"; return; fi
  failed=$((failed + 1))
  echo "FAIL $name: $* (exit code ${code:-?})"
  sed 's/^/     | /' "$work/out" "$work/err"
}
start() { "$project/eddy" "$@" >"$work/out" 2>"$work/err"; code=$?; }
exits() { [[ $code == "$1" ]]; }
out_has() { grep -qF -- "$1" "$work/out"; }
err_has() { grep -qF -- "$1" "$work/err"; }
silent() { [[ ! -s $work/err ]]; }
not() { ! "$@"; }

stub() { cat >"$stubs/$1"; chmod +x "$stubs/$1"; }
forget_packages() { rm -f "$project"/build/packages-*; }
age() { touch -d '1 hour ago' "$@"; }

make_project() {
  mkdir -p "$project/src" "$project/cmake" "$project/tools" "$stubs"
  cp "$source_root/eddy" "$project/"
  printf '%s\n' '[build]' 'alpha # a comment' 'beta' '[run]' 'gamma' '[test]' 'delta' >"$project/tools/packages"
  cat >"$project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES C)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
option(EDDY_TESTS "" ON)
option(EDDY_TESTS_ALL "" OFF)
if(BREAK_CUDA)
  message(FATAL_ERROR "No CMAKE_CUDA_COMPILER could be found.")
endif()
add_compile_definitions(WORD="${WORD}")
add_executable(eddy src/main.c)
if(EDDY_TESTS)
  enable_testing()
  add_executable(extra src/main.c)
  add_custom_target(suite DEPENDS eddy extra)
  add_test(NAME good COMMAND extra)
  add_test(NAME bad COMMAND extra fail)
  if(EDDY_TESTS_ALL)
    add_test(NAME good_but_long COMMAND extra)
  endif()
endif()
END
  cat >"$project/src/main.c" <<'END'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int count, char** words) {
  char folder[4096];
  printf("program %d in %s word %s\n", (int)getpid(), getcwd(folder, sizeof folder), WORD);
  for (int i = 1; i < count; ++i) printf("<%s>\n", words[i]);
  fflush(stdout);
  if (count > 1 && !strcmp(words[1], "sleep")) sleep(60);
  return count > 1 && !strcmp(words[1], "fail") ? 7 : 0;
}
END
}

# $work/installed is what dpkg-query sees; apt-get adds to it.
make_stubs() {
  printf '%s\n' alpha beta gamma delta >"$work/installed"
  stub dpkg-query <<END
#!/bin/bash
shift 3
for name; do grep -qx "\$name" "$work/installed" && echo "ii  \$name" || echo "dpkg-query: no packages found" >&2; done
END
  stub apt-get <<END
#!/bin/bash
echo "\$*" >>"$work/apt"
[[ -e $work/apt-fails ]] && { echo 'E: no network'; exit 100; }
for name; do grep -qsx "\$name" "$work/apt-lacks" && { echo "E: Unable to locate package \$name"; exit 100; }; done
[[ " \$* " == *' install '* ]] && printf '%s\n' "\$@" >>"$work/installed"
exit 0
END
  stub id <<END
#!/bin/bash
cat "$work/uid"
END
  stub sudo <<END
#!/bin/bash
[[ -e $work/sudo-refuses ]] && exit 1
[[ \$1 == -n ]] && shift
echo "\$*" >>"$work/sudo"
exec "\$@"
END
  stub cmake <<END
#!/bin/bash
echo "\$*" >>"$work/cmake"
[[ -e $work/slow ]] && sleep 1
exec "$(command -v cmake)" "\$@"
END
  echo 0 >"$work/uid"
  PATH=$stubs:$PATH
}

test_first_start() {
  ln -s "$project/eddy" "$work/link"
  mkdir "$work/elsewhere"
  (cd "$work/elsewhere" && "$work/link" one 'two words' >"$work/out" 2>"$work/err"); code=$?
  verdict "first start, through a link, from elsewhere" exits 0
  verdict "arguments arrive whole" out_has '<two words>'
  verdict "the folder stays the caller's" out_has "in $work/elsewhere word"
  verdict "only the program is built" test ! -e "$project/build/bin/extra"
  verdict "no package is installed where none is missing" test ! -e "$work/apt"
}

test_second_start() {
  rm -f "$work/cmake"
  start fail
  verdict "the exit code is the program's" exits 7
  verdict "an up-to-date start says nothing" silent
  verdict "an up-to-date start does not call cmake" test ! -e "$work/cmake"
  local best=999999 begin
  for _ in {1..20}; do
    begin=${EPOCHREALTIME/./}
    start
    ((${EPOCHREALTIME/./} - begin < best)) && best=$((${EPOCHREALTIME/./} - begin))
  done
  echo "     quickest of 20 starts: $best µs"
  verdict "an up-to-date start is no more than a look at the files" test "$best" -lt 500000   # a wide limit, because machines are shared
}

test_rebuild() {
  sed -i 's/program %d/programme %d/' "$project/src/main.c"
  start
  verdict "a changed source is rebuilt" out_has programme
  echo 'notes' >"$project/src/README.md"
  start
  rm -f "$work/cmake"
  start
  verdict "a file without effect on the program leads to one look only" test ! -e "$work/cmake"
  echo '#error broken' >>"$project/src/main.c"
  start
  verdict "a broken source: exit code" exits 1
  verdict "a broken source: the end of the log is shown" err_has 'error broken'
  verdict "a broken source: the log is named" err_has 'build/build.log'
  verdict "a broken source: the old program is not run" not out_has programme
  sed -i '$d' "$project/src/main.c"
  start
  verdict "a mended source" exits 0
}

test_arguments() {
  EDDY_CMAKE_ARGS=-DWORD=hello start
  verdict "EDDY_CMAKE_ARGS reaches cmake" out_has 'word hello'
  start
  verdict "EDDY_CMAKE_ARGS is remembered" out_has 'word hello'
  EDDY_CMAKE_ARGS='-DBREAK_CUDA=ON -DWORD=other' start
  verdict "CUDA fails to configure: exit code" exits 1
  verdict "CUDA fails to configure: how to switch it off" err_has 'EDDY_CMAKE_ARGS=-DEDDY_CUDA=OFF'
  EDDY_CMAKE_ARGS='-DBREAK_CUDA=OFF -DWORD=again' start
  verdict "and after the remedy" out_has 'word again'
  (cd "$work/elsewhere" && EDDY_BUILD='other build' "$project/eddy" >"$work/out" 2>"$work/err"); code=$?
  verdict "EDDY_BUILD, relative to the caller" test -x "$work/elsewhere/other build/bin/eddy"
  EDDY_BUILD=/proc/nowhere start
  verdict "a build folder that cannot be made" exits 3
  verdict "a build folder that cannot be made: what to do" err_has 'set EDDY_BUILD'
}

test_without_root() {
  echo 1000 >"$work/uid"; touch "$work/sudo-refuses"
  echo beta >"$work/installed"; forget_packages
  start
  verdict "no root, sudo refuses: exit code" exits 3
  verdict "no root, sudo refuses: the packages are listed" err_has 'apt-get install --no-install-recommends alpha gamma'
  mv "$stubs/sudo" "$work/sudo.away"; mkdir "$work/no-sudo"
  ln -s /usr/bin/* "$work/no-sudo/"; rm -f "$work/no-sudo/sudo"
  PATH=$stubs:$work/no-sudo start
  verdict "no root, no sudo: exit code" exits 3
  verdict "no root, no sudo: the packages are listed" err_has 'alpha gamma'
  mv "$work/sudo.away" "$stubs/sudo"
  printf '%s\n' alpha beta >"$work/installed"
  start
  verdict "no root, only optional packages are missing: goes on" exits 0
  verdict "no root, only optional packages are missing: says so" err_has 'they are optional'
  start
  verdict "and says it once" silent
  verdict "apt-get was never called" test ! -e "$work/apt"
}

test_install() {
  rm -f "$work/sudo-refuses"; : >"$work/installed"; forget_packages
  start
  verdict "with sudo: exit code" exits 0
  verdict "with sudo: apt-get runs under it" grep -q 'apt-get .*install' "$work/sudo"
  echo 0 >"$work/uid"; rm -f "$work/sudo" "$work/apt"; echo alpha >"$work/installed"; forget_packages
  start
  verdict "as root: exit code" exits 0
  verdict "as root: without sudo" test ! -e "$work/sudo"
  verdict "as root: one update" test "$(grep -c ' update$' "$work/apt")" = 1
  verdict "as root: what is missing and nothing else" grep -q -- 'install --no-install-recommends beta gamma$' "$work/apt"
  : >"$work/installed"; forget_packages; touch "$work/apt-fails"
  start
  verdict "apt-get fails: exit code" exits 3
  verdict "apt-get fails: its words are shown" err_has 'E: no network'
  rm "$work/apt-fails"; forget_packages
  echo gamma >"$work/apt-lacks"
  start
  verdict "an optional package cannot be had: goes on" exits 0
  verdict "an optional package cannot be had: says so" err_has 'could not install gamma'
  verdict "an optional package cannot be had: the others are installed" grep -qx beta "$work/installed"
  start
  verdict "and says it once" silent
  echo beta >"$work/apt-lacks"; echo alpha >"$work/installed"; forget_packages
  start
  verdict "a needed package cannot be had: exit code" exits 3
  verdict "a needed package cannot be had: its words are shown" err_has 'Unable to locate package beta'
  rm "$work/apt-lacks"; printf '%s\n' alpha beta gamma delta >"$work/installed"
}

test_lock() {
  age "$project"/build/stamp; touch "$project/src/main.c" "$work/slow"; rm -f "$work/cmake"
  "$project/eddy" first >"$work/first" 2>&1 & local first=$!
  "$project/eddy" second >"$work/second" 2>&1 & local second=$!
  wait $first; local a=$?; wait $second; local b=$?
  cat "$work/first" "$work/second" >"$work/out"; : >"$work/err"; code=$a/$b
  verdict "two starts at once both run" exits 0/0
  verdict "two starts at once build once" test "$(wc -l <"$work/cmake")" = 1
  verdict "one of them waits" out_has 'waiting for it'
  rm "$work/slow"
}

test_signals() {
  : >"$work/out"
  "$project/eddy" sleep >"$work/out" 2>"$work/err" & local pid=$!
  for _ in {1..100}; do [[ -s $work/out ]] && break; sleep 0.05; done
  verdict "the program takes the launcher's place" out_has "programme $pid in"
  touch "$project/src/main.c"
  timeout 30 "$project/eddy" >"$work/second" 2>&1; code=$?
  verdict "a running program does not hold the lock" exits 0
  kill -TERM $pid; wait $pid 2>/dev/null; code=$?
  verdict "signals arrive" exits 143
}

test_tests() {
  start test --help
  verdict "test --help" out_has 'Usage: ./eddy test [--all]'
  start test -R good
  verdict "test passes" exits 0
  verdict "test: summary" out_has '100% tests passed, 0 tests failed out of 1'
  start test --all -R good
  verdict "test --all has the long tests too" out_has '100% tests passed, 0 tests failed out of 2'
  start test -R good
  verdict "test without --all is the short form again" out_has '100% tests passed, 0 tests failed out of 1'
  start test
  verdict "test fails: exit code" exits 1
  verdict "test fails: names" out_has 'bad (Failed)'
  start test -R nothing-has-this-name
  verdict "no test at all is a failure" exits 1
  start
  verdict "run after test stays instant" silent
  start one
  verdict "run after test keeps the tests" grep -qx 'EDDY_TESTS:BOOL=ON' "$project/build/CMakeCache.txt"
}

test_list() {
  local names
  names=$(sed 's/#.*//; /^\[/d; /^[[:space:]]*$/d; s/[[:space:]]//g' "$source_root/tools/packages")
  verdict "tools/packages names nothing twice" test -z "$(sort <<<"$names" | uniq -d)"
  verdict "tools/packages holds only package names" not grep -qvE '^[a-z0-9][a-z0-9+.-]+$' <<<"$names"
}

make_project
make_stubs
for part in first_start second_start rebuild arguments without_root install lock signals tests list; do "test_$part"; done
echo "$passed passed, $failed failed"
((failed == 0))
