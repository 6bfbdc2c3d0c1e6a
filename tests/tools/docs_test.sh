#!/usr/bin/env bash
# Runs the commands of the manual, page by page, in the small variants of their cases: docs_test.sh PROGRAM ROOT PAGE…
# Commands are the lines between ```bash and ```; those in indented blocks are shown, not run.
set -uo pipefail
program=$1 root=$2; shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export EDDY_ROOT=$root OMP_NUM_THREADS=2
cd "$work" || exit 1
ln -s "$root/cases" cases
ln -s "$program" eddy
faults=0 count=0

# Small: the verbs that take a case run it so; a folder of the reader's own has no small variant other than the template's.
small() {
  case $1 in
    './eddy run '* | './eddy converge '*) echo "$1 --small" ;;
    *) echo "$1" ;;
  esac
}

# Pages and their list are the same.
diff <(grep -oE '[a-z/-]+\.md' "$root/mkdocs.yml" | sort) <(cd "$root/docs" && find . -name '*.md' -printf '%P\n' | sort) ||
  { echo "mkdocs.yml: its pages are not those in docs."; faults=$((faults + 1)); }

for page in "$@"; do
  while IFS= read -r line; do
    command=$(small "$line")
    count=$((count + 1))
    bash -c "$command" >out.txt 2>err.txt
    code=$?
    # 5: numbers of a small variant that were changed here need not be the expected ones.
    if ((code != 0 && code != 5)); then
      echo "$page: '$command' ended with $code:"
      tail -n 5 out.txt err.txt
      faults=$((faults + 1))
    fi
  done < <(awk '/^```bash$/ { on = 1; next } /^```$/ { on = 0 } on && /^\.\/eddy / ' "$root/docs/$page")
done
((count > 0)) || { echo "no commands were found."; exit 1; }
echo "$count commands, $faults faults"
((faults == 0))
