#!/usr/bin/env bash
# Runs the commands of the manual, page by page, in the small variants of their cases: docs_test.sh PROGRAM ROOT [--but] PAGE…
# With --but: all pages that have commands, but for the named ones.
#
# Commands are the lines of blocks that begin with ```bash. A comment "# exit code N" after a command gives its exit code,
# else it is 0. The ```python blocks of a page are one script. Commands that cannot be run here (queues, pages in the
# browser) are in an indented block below a remark <!-- not run: why -->.
set -uo pipefail
program=$1 root=$2; shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export EDDY_ROOT=$root OMP_NUM_THREADS=2 PYTHONDONTWRITEBYTECODE=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
faults=0 count=0
fault() { echo "$*"; faults=$((faults + 1)); }

# Adds --small to verbs that take a case.
small() {
  local line=$1
  case $line in
    *'./eddy run '* | *'./eddy converge '* | *'./eddy sweep '* | *'./eddy parity '*) echo "${line%%#*} --small" ;;
    *) echo "$line" ;;
  esac
}

# The list of pages must be that of the files.
diff <(grep -oE '[a-z/-]+\.md' "$root/mkdocs.yml" | sort) <(cd "$root/docs" && find . -name '*.md' -printf '%P\n' | sort) ||
  fault "mkdocs.yml: its pages are not those in docs."

blocks() { awk -v kind="$1" '$0 == "```" kind { on = 1; next } /^```$/ { on = 0 } on' "$2"; }
mapfile -t all < <(cd "$root/docs" && grep -rlxE '```(bash|python)' . --include='*.md' | sed 's,^\./,,' | sort)
if [[ ${1:-} == --but ]]; then
  shift
  others=" $* " pages=()
  for page in "${all[@]}"; do [[ $others == *" $page "* ]] || pages+=("$page"); done
else
  pages=("$@")
fi

run_page() {
  local page=$1 line command want code
  rm -rf "${work:?}"/* && cd "$work" || exit 1
  ln -s "$root/cases" cases
  ln -s "$root/docs" docs
  ln -s "$program" eddy
  while IFS= read -r line; do
    [[ $line =~ ^(\./eddy|mpirun|cp|mkdir)\  ]] || { [[ -z $line || $line == \#* ]] || fault "$page: '$line' is no command of eddy"; continue; }
    want=0
    [[ $line =~ \#\ exit\ code\ ([0-9]+) ]] && want=${BASH_REMATCH[1]}
    command=$(small "$line")
    count=$((count + 1))
    bash -c "$command" >out.txt 2>err.txt </dev/null
    code=$?
    ((code == want)) || fault "$page: '$command' ended with $code instead of $want: $(tail -n 5 out.txt err.txt)"
  done < <(blocks bash "$root/docs/$page")
  blocks python "$root/docs/$page" >script.py
  [[ -s script.py ]] || return 0
  count=$((count + 1))
  ./eddy python script.py >out.txt 2>err.txt </dev/null || fault "$page: its Python ended with $?: $(tail -n 8 err.txt)"
}

for page in "${all[@]}"; do   # commands that are only shown need a reason
  awk '/^<!-- not run: .*-->$/ { why = 1; next } /^    (\.\/eddy|mpirun|srun) / { if (!why) print; next } /^./ { why = 0 }' "$root/docs/$page" >"$work/shown.txt"
  [[ ! -s $work/shown.txt ]] || fault "$page: shown, not run, and no reason is given: $(<"$work/shown.txt")"
done
for page in "${pages[@]}"; do run_page "$page"; done
((count > 0)) || fault "no commands were found."
echo "${#pages[@]} pages, $count commands, $faults faults"
((faults == 0))
