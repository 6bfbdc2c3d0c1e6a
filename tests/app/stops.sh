#!/usr/bin/env bash
# Runs that are broken off in any way and resumed leave the same files, byte for byte.   stops.sh PROGRAM
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"

same() { diff -rq -x log.txt -x summary.json -x '*.damaged' "$1" "$2" || fault "$3: the files differ from an unbroken run"; }

# launch FOLDER ARGUMENTS: starts a run in the background and waits for its first checkpoint; its id is in $process.
launch() {
  local folder=$1 patience; shift
  "$eddy" run wave.toml --out "$folder" "$@" >"$folder.txt" 2>&1 </dev/null &
  process=$!
  for ((patience = 0; patience < 3000; ++patience)); do
    compgen -G "$folder/checkpoint-*.h5" >/dev/null && return
    sleep 0.01
  done
  fault "$folder: no checkpoint came: $(cat "$folder.txt")"
}

# code EXPECTED FOLDER: checks the exit code of the run that was launched last.
code() { wait "$process"; local got=$?; ((got == $1)) || fault "$2: exit code $got instead of $1: $(cat "$2.txt")"; }

expect 0 "Files: whole" run wave.toml --out whole

for signal in INT TERM; do
  launch "$signal"
  kill "-$signal" $process
  code 75 "$signal"
  grep -q "eddy resume $signal" "$signal.txt" || fault "$signal: nobody says how to go on"
  [[ ! -e $signal/summary.json ]] || fault "$signal: a stopped run has a summary"
  expect 0 "Files: $signal" resume "$signal"
  same whole "$signal" "SIG$signal"
done

launch killed
kill -KILL $process
wait $process 2>/dev/null
printf 'torn' >>killed/history.csv
expect 0 "Files: killed" resume killed
same whole killed "kill -9"

# The same with checkpoints by the clock only.
sed '/checkpoint_every/d' wave.toml >clock.toml
"$eddy" run clock.toml --out clock -s run.checkpoint_minutes=0.0001 >clock.txt 2>&1 </dev/null &
process=$!
for ((patience = 0; patience < 3000; ++patience)); do
  compgen -G "clock/checkpoint-*.h5" >/dev/null && break
  sleep 0.01
done
kill -KILL $process
wait $process 2>/dev/null
expect 0 "Files: clock" resume clock -s run.checkpoint_minutes=0
diff -q whole/history.csv clock/history.csv || fault "checkpoints by the clock: another history"

# The same with the origin as the first line of every table, which readers of tables skip.
expect 0 "Files: said" run wave.toml --out said -s output.csv_origin=true
launch halted -s output.csv_origin=true
kill -KILL $process
wait $process 2>/dev/null
expect 0 "Files: halted" resume halted
same said halted "with origins"
origin=$(sed -n 's/.*"dc:provenance": "\(.*\)",/\1/p' said/csv-metadata.json)
[[ $origin == "eddy "*", case "* ]] || fault "no origin: '$origin'"
for table in history.csv probes.csv lines/middle.csv; do
  [[ $(head -1 "said/$table") == "# $origin" ]] || fault "$table begins with: $(head -1 "said/$table")"
  cmp <(tail -n +2 "said/$table") "whole/$table" || fault "$table: an origin changes the numbers"
done
says said/csv-metadata.json '"titles": "time[s]"'
expect 0 said.png plot said history --out said.png
grep -qaF "$origin" said.png || fault "a chart does not say where it comes from"
expect 0 "" plot said lines middle --out line.png
expect 0 "the same" compare said whole
expect 0 "against time" watch said --text
expect 0 said.html report said --html said.html

# Two in one folder.
launch both
expect 3 "another eddy is at work" resume both
expect 3 "another eddy is at work" run wave.toml --out both --force
kill -INT $process
code 75 both

# One request to stop may arrive as several signals, like the two of timeout: the handler's second call is still the first Ctrl-C.
launch echo
kill -INT $process
kill -INT $process 2>/dev/null
code 75 echo
expect 0 "Files: echo" resume echo
same whole echo "two SIGINT at once"
timeout --preserve-status -s INT 2 "$eddy" run wave.toml -s run.steps=1000000 --out timeout >timeout.txt 2>&1 </dev/null
got=$?
((got == 75)) || fault "timeout -s INT: exit code $got instead of 75: $(cat timeout.txt)"
compgen -G 'timeout/checkpoint-*.h5' >/dev/null || fault "timeout -s INT: no checkpoint"

# heavy FOLDER ARGUMENTS: starts a run whose sixth step, after t = 0.5, takes long, and waits until it is in that step.
heavy() {
  local folder=$1 patience; shift
  "$eddy" run plate.toml -s run.steady= -s run.end_time=1 -s run.steps=10 -s run.checkpoint_every=1 -s run.threads=1 \
    -s 'mesh.cells=[256,256]' -s 'boundary.top.temperature=if(t > 0.55, 1, 0)' -s exact.temperature= -s expect= \
    -s linear.solver=jacobi -s linear.tolerance=1e-13 "$@" --out "$folder" >"$folder.txt" 2>&1 </dev/null &
  process=$!
  for ((patience = 0; patience < 3000; ++patience)); do
    [[ -e $folder/checkpoint-000000005.h5 ]] && break
    sleep 0.01
  done
  local begin; begin=$(worked)
  for ((; patience < 3000; ++patience)); do
    (($(worked) > begin + 10)) && return
    sleep 0.01
  done
  fault "$folder: the long step does not begin: $(cat "$folder.txt")"
}
worked() { awk '{ print $14 }' "/proc/$process/stat" || echo 0; }  # hundredths of a second
for _ in 1 2 3 4 5; do  # repeated until both signals were sent at nearly the same time, since a sleep may be long on a busy machine
  rm -rf brief
  heavy brief -s linear.max_iterations=100000
  begin=${EPOCHREALTIME/./}
  kill -INT $process
  sleep 0.05
  kill -INT $process 2>/dev/null
  ((${EPOCHREALTIME/./} - begin < 200000)) && break
  wait $process
done
code 75 brief
[[ -e brief/checkpoint-000000006.h5 ]] || fault "brief: the step was not finished, or no checkpoint was written"
expect 75 "after step 6" resume brief --wall 0s

# A second Ctrl-C ends the run at once; the unfinished step is lost, but the checkpoint before it is good.
heavy twice -s linear.max_iterations=10000000
kill -INT $process
sleep 1
kill -INT $process
code 130 twice
[[ ! -e twice/checkpoint-000000006.h5 ]] || fault "twice: the long step was finished"
expect 75 "after step 5" resume twice --wall 0s

# A time limit, several times.
expect 75 "time limit" run wave.toml --wall 0.1s --out wall
expect 75 "time limit" resume wall --wall 0.05s
expect 75 "after step" resume wall --wall 0s
expect 0 "Files: wall" resume wall
same whole wall "--wall"

expect 75 "after step 0" run wave.toml --wall 0s --out unborn
expect 0 "Files: unborn" resume unborn
same whole unborn "stopped before the first step"

# Damaged checkpoints: the one before is taken.
for damage in flip cut; do
  launch $damage
  while (($(compgen -G "$damage/checkpoint-*.h5" | wc -l) < 2)) && kill -0 $process 2>/dev/null; do sleep 0.01; done
  kill -INT $process
  code 75 $damage
  newest=$(compgen -G "$damage/checkpoint-*.h5" | sort | tail -n 1)
  if [[ $damage == flip ]]; then
    byte=$(od -An -tu1 -j 3000 -N 1 "$newest")
    # shellcheck disable=SC2059
    printf "\\x$(printf %x $((byte ^ 4)))" | dd of="$newest" bs=1 seek=3000 conv=notrunc status=none
  else
    truncate -s -100 "$newest"
  fi
  expect 0 "Going on from the one before" resume $damage
  grep -qF "$newest" out.txt || fault "$damage: the damaged checkpoint is not named"
  same whole $damage "damage by $damage"
done
launch ruined
kill -INT $process
code 75 ruined
for file in ruined/checkpoint-*.h5; do truncate -s 700 "$file"; done
expect 3 "No checkpoint in 'ruined' is whole" resume ruined
[[ -e ruined/history.csv ]] || fault "a resume that was refused lost files"

# Another device and another number of threads give the same bits. The device's name is in case.used.toml, and so in the checkpoints.
if "$eddy" check wave.toml -s run.device=opencl >/dev/null 2>&1; then
  short=(-s run.steps=200 -s linear.tolerance=1e-4 -s run.checkpoint_every=20)
  for precision in double ${all:+single}; do
    expect 0 "Files: here-$precision" run wave.toml -s run.precision=$precision "${short[@]}" --out here-$precision
    launch there-$precision -s run.precision=$precision "${short[@]}"
    kill -INT $process
    wait $process
    expect 0 "there-$precision" resume there-$precision -s run.device=opencl -s run.threads=1
    diff -rq -x log.txt -x summary.json -x case.used.toml -x '*.h5' here-$precision there-$precision ||
      fault "resumed on opencl in $precision precision: the files differ"
  done
fi

# Runs that are made longer than planned.
expect 0 "Files: longer" run wave.toml -s run.steps=100 -s run.dt=1e-3 --out longer
expect 0 "Files: longer" resume longer -s run.steps=200
expect 0 "Files: planned" run wave.toml -s run.steps=200 -s run.dt=1e-3 --out planned
cmp longer/history.csv planned/history.csv || fault "a run that was made longer differs from one that was planned so"
# Without run.dt: the step is the one that the run began with.
expect 0 "Files: later" run wave.toml -s run.end_time=0.125 -s run.steps=512 --out later
expect 0 "Files: later" resume later -s run.end_time=0.25 -s run.steps=8000
expect 0 "Files: intended" run wave.toml -s run.end_time=0.25 -s run.steps=1024 --out intended
cmp later/history.csv intended/history.csv || fault "a longer end_time changed the step"
# An explicit run whose longer end_time would make the step unstable, twice.
explicit=(-s run.theta=0 -s mesh.cells=[8,8])
expect 0 "Files: hasty" run wave.toml "${explicit[@]}" -s run.end_time=0.125 -s run.steps=128 --out hasty
expect 0 "is finished" resume hasty -s run.end_time=10
expect 0 "Files: hasty" resume hasty -s run.end_time=0.25 -s run.steps=129
expect 0 "Files: hasty" resume hasty -s run.steps=140

# A run that is resumed without further steps: the balance is that of the last step.
expect 0 "Files: settled" run wave.toml -s run.theta=0.5 -s run.steps=20 -s run.dt=1e-3 --out settled
grep -v iterations settled/summary.json >before.txt
rm settled/summary.json
expect 0 "Files: settled" resume settled
for name in heat_imbalance linear_residual heat_stored; do
  diff <(grep "\"$name\"" before.txt) <(grep "\"$name\"" settled/summary.json) || fault "$name differs after a resume without steps"
done
ended
