#!/usr/bin/env bash
# Orders to a run in progress, and its curves in the terminal.   control.sh PROGRAM
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"

# launch FOLDER ARGUMENTS: a run in the background that waits for orders; its id in $process.
launch() {
  local folder=$1 patience; shift
  "$eddy" run wave.toml --out "$folder" "$@" >"$folder.txt" 2>&1 </dev/null &
  process=$!
  for ((patience = 0; patience < 3000; ++patience)); do
    [[ -s $folder/history.csv ]] && { expect 0 "pauses after step" control "$folder" pause; return; }
    sleep 0.01
  done
  fault "$folder: no history came: $(cat "$folder.txt")"
}
code() { wait "$process"; local got=$?; ((got == $1)) || fault "$2: exit code $got instead of $1: $(cat "$2.txt")"; }
rows() { wc -l <"$1/history.csv"; }
same() { diff -rq -x log.txt -x summary.json -x case.used.toml -x 'shot-*' -x .lock "$1" "$2" || fault "$3: the files differ"; }

sed -i 's/history_every = 7/history_every = 1/; s/every = 0.1/every = 0.25/' wave.toml
expect 0 "Files: whole" run wave.toml --out whole

# An impossible order is answered with the reason, and the run goes on.
launch asked
expect 2 "a run knows no 'dance'. It knows: stop, checkpoint," control asked dance
expect 2 "'run.theta' cannot change while a run goes on. These can: run.end_time, run.cfl" control asked set run.theta=1
expect 2 "Did you mean 'run.end_time'?" control asked set run.endtime=1
expect 2 "its step was fixed when it started (solver 'heat')" control asked set run.cfl=0.3
expect 2 "run.end_time = 1e-09 is over: the run is at step" control asked set run.end_time=1e-9
expect 2 "must be positive" control asked set run.end_time=0
expect 2 "'set' needs key=value" control asked set run.end_time
expect 2 "run.end_time" control asked set run.end_time=soon
expect 2 "how many steps?" control asked step 0

# One step is one step, and ordered files are in the folder.
before=$(rows asked)
expect 0 "goes on for a step" control asked step
expect 0 "goes on for 4 steps" control asked step 4
for ((n = 0; n < 200 && $(rows asked) < before + 5; ++n)); do sleep 0.02; done
sleep 0.2
(($(rows asked) == before + 5)) || fault "five steps gave $(($(rows asked) - before)) rows"
expect 0 "asked/checkpoint-" control asked checkpoint
expect 0 "asked/shot-temperature-" control asked picture
[[ -s $(echo asked/shot-temperature-*.png) ]] || fault "there is no picture"
expect 2 "field 'speed', which this solver does not have" control asked picture speed
expect 0 "against time" watch asked --text --once
says out.txt "residual, by decades"
expect 2 "history.csv has no column 'residuals'. Did you mean 'residual'?" watch asked --text --once --columns residuals
expect 0 '"answer"' control asked step 3 --json
expect 0 "stops after step" control asked stop
code 75 asked
says asked.txt "stopped (on request)"
[[ -z $(find asked -name "order-*") ]] || fault "orders are left behind"
expect 3 "no run goes on in 'asked'" control asked stop
expect 3 "there is no run in 'nowhere'" control nowhere stop
expect 0 "Files: asked" resume asked
same whole asked "a run that was paused, stepped and stopped"

# A paused run goes on.
launch long -s run.steps=4000000
expect 0 "pauses after step" control long pause
expect 0 '"answer"' control long go --json
expect 0 "stops after step" control long stop
code 75 long

# Settings are kept: the run ends there, and so does a resumed one.
launch shorter
expect 0 "set run.end_time=0.9 after step" control shorter set run.end_time=0.9
expect 0 "set output.every=0.3 after step" control shorter set output.every=0.3
expect 0 "stops" control shorter stop
code 75 shorter
says shorter/case.used.toml "end_time = 0.9"
says shorter/log.txt "set output.every=0.3"
expect 0 "Files: shorter" resume shorter
tail -1 shorter/history.csv | grep -q "^3600,0.9," || fault "the run did not end at 0.9: $(tail -1 shorter/history.csv)"
cmp -s <(head -3600 whole/history.csv) <(head -3600 shorter/history.csv) || fault "another end_time: another history"

# Files that are no orders do no harm, and orders to an earlier run are not obeyed.
launch strange
mkdir -p strange/control
ln -s /etc/passwd strange/control/order-1
mkfifo strange/control/order-2
head -c 100000 /dev/zero >strange/control/order-3
expect 0 "stops" control strange stop
code 75 strange
mkdir -p strange/control && echo stop >strange/control/order-0
expect 0 "Files: strange" resume strange
same whole strange "a run with strange orders"
ended
