#!/usr/bin/env bash
# Tests tools/check by provoking each of its messages: check_test.sh ROOT.
set -u
root=$(readlink -f "${1:?the root of the repository}")
command -v git >/dev/null || { echo "git is missing"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tools"
cp "$root/tools/check" "$work/tools/"
cp "$root/.clang-format" "$work/"
git -C "$work" init -q
failed=0

# expect NAME CODE TEXT: the output of the check has TEXT.
expect() {
  local out code
  out=$("$work/tools/check" 2>&1); code=$?
  if [[ $code == "$2" && $out == *"$3"* ]]; then echo "ok   $1"; return; fi
  echo "FAIL $1: exit code $code, expected $2 and '$3' in: $out"
  failed=1
}
# provoke NAME FILE CONTENT TEXT
provoke() { printf '%b' "$3" >"$work/$2"; expect "$1" 1 "$4"; rm "$work/$2"; }

expect "a clean tree" 0 "no faults"
provoke "machine path" a.txt 'see /ho''me/someone/x\n' 'a.txt:1'
provoke "relative include" a.hpp '#include "..''/b.hpp"\n' 'include headers as'
provoke "reminder" a.txt 'TO''DO: later\n' 'open an issue'
provoke "blanks" a.txt 'end \n' 'blanks at the end'
provoke "merge" a.txt '<<<<''<<< HEAD\n' 'unfinished merge'
provoke "fast-math" a.cmake '-ffast''-math\n' 'one answer'
head -c 1100000 /dev/zero >"$work/large"
expect "large file" 1 'large: 1100000 bytes'
rm "$work/large"
provoke "purpose" a.cpp 'int a;\n' 'a.cpp:1: the first line is the purpose'
provoke "purpose of a header" a.hpp '#pragma once\n' 'a.hpp:1: the first line is the purpose'
provoke "purpose in another header" a.cpp '#include "x/b.hpp"\n' 'a.cpp:1: the first line is the purpose'
provoke "pragma once" a.hpp '// A.\nint a;\n' 'a.hpp: headers begin with'
provoke "length" a.cpp "// A.\n$(printf '//\\n%.0s' {1..400})" 'a.cpp: 401 lines'
provoke "names" aB.cpp '// A.\n' 'aB.cpp: file names are lower case'
provoke "namespaces" a.hpp '// A.\n#pragma once\nusing namespace std;\n' 'a.hpp:3'
mkdir "$work/tests"
provoke "commas" tests/a.cpp '// A.\nvoid f() {\n  a.b = 1, a.c = 2;\n}\n' 'tests/a.cpp:3'
provoke "commas after an if" tests/a.cpp '// A.\nvoid f() {\n  if (x) a = 1, b = 2;\n}\n' 'tests/a.cpp:3'
provoke "dead code" a.cpp '// A.\n#if 0\n#endif\n' 'nobody compiles'
provoke "documents" a.md 'See src/none.cpp.\n' 'a.md:1: there is no src/none.cpp'
printf '#include "x/a.hpp"\n' >"$work/a.cpp"
printf 'See tools/check, src/<name>/ and tests/*.sh.\n' >"$work/a.md"
expect "its own header has the purpose; documents name what is there" 0 "no faults"
rm "$work/a.cpp" "$work/a.md"
if command -v clang-format >/dev/null; then provoke "format" a.cpp 'int  a ;\n' 'not formatted'; fi
expect "a clean tree again" 0 "no faults"
exit $failed
