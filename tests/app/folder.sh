#!/usr/bin/env bash
# External events during a run: signals, streams without a reader, links in its folder, files cut, changed or removed.
#   folder.sh PROGRAM
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"

# begin FOLDER ARGUMENTS: starts a long run in the background and waits for a checkpoint; its id is in $process.
begin() {
  local folder=$1; shift
  "$eddy" run wave.toml -s run.steps=1000000 -s run.end_time=1000 --out "$folder" "$@" >"$folder.txt" 2>&1 </dev/null &
  process=$!
  checkpointed "$folder"
}
checkpointed() {
  local patience
  for ((patience = 0; patience < 6000; ++patience)); do
    compgen -G "$1/checkpoint-*.h5" >/dev/null && return
    sleep 0.01
  done
  fault "$1: no checkpoint came: $(cat "$1.txt")"
}
ends() { wait "$process"; local got=$?; ((got == $1)) || fault "$2: exit code $got instead of $1: $(cat "$2.txt")"; }

# stopped FOLDER: makes a run that ended after half of its 256 steps, to be resumed. Its step is 1/1024.
short=(-s run.steps=256 -s run.end_time=0.25 -s run.checkpoint_every=50)
stopped() { rm -rf "$1"; cp -r made "$1"; }
expect 0 "Files: whole" run wave.toml "${short[@]}" --out whole
expect 0 "Files: made" run wave.toml "${short[@]}" -s run.steps=128 -s run.end_time=0.125 --out made
expect 0 "Files: same" run wave.toml "${short[@]}" --out same
diff -rq -x log.txt -x summary.json whole same || fault "two runs of one case differ"

# Signals.

begin hup
kill -HUP $process
ends 75 hup
says hup.txt "stopped (hung up)"
before=$(compgen -G 'hup/checkpoint-*.h5' | sort | tail -n 1)
[[ -e $before ]] || fault "hup: no checkpoint"
(trap '' HUP; exec "$eddy" run wave.toml -s run.steps=1000000 -s run.end_time=1000 --out nohup >nohup.txt 2>&1 </dev/null) &
process=$!
checkpointed nohup
kill -HUP $process
sleep 0.3
kill -0 $process 2>/dev/null || fault "nohup: SIGHUP ended a run that was told to ignore it"
kill -TERM $process
ends 75 nohup
says nohup.txt "stopped (terminated)"

# A compiler inside the OpenCL driver installs handlers of its own.
if "$eddy" check wave.toml -s run.device=opencl >/dev/null 2>&1; then
  for signal in INT ${all:+TERM HUP}; do
    begin "cl-$signal" -s run.device=opencl -s 'mesh.cells=[24,24]'
    kill "-$signal" $process
    ends 75 "cl-$signal"
    compgen -G "cl-$signal/checkpoint-*.h5" >/dev/null || fault "opencl, SIG$signal: no checkpoint"
  done
  rm -rf kernels; mkdir kernels
  (trap '' HUP; POCL_CACHE_DIR=$PWD/kernels exec "$eddy" run wave.toml -s run.device=opencl -s run.steps=1000000 \
    -s run.end_time=1000 --out cl-nohup >cl-nohup.txt 2>&1 </dev/null) &
  process=$!
  checkpointed cl-nohup
  kill -HUP $process; sleep 0.3; kill -HUP $process; sleep 0.3
  kill -0 $process 2>/dev/null || fault "opencl under nohup: SIGHUP ended it: $(cat cl-nohup.txt)"
  kill -TERM $process
  ends 75 cl-nohup
fi

# stdout and stderr.

"$eddy" run wave.toml "${short[@]}" --out piped 2>&1 </dev/null | head -n 1 >first.txt
((PIPESTATUS[0] == 0)) || fault "| head -1: exit code ${PIPESTATUS[0]}"
"$eddy" run wave.toml "${short[@]}" --out gone > >(exec true) 2> >(exec true) </dev/null || fault "no reader: exit code $?"
"$eddy" run wave.toml "${short[@]}" --out closed >&- 2>&- <&-
(($? == 3)) || fault "closed stdout: another exit code than 3"
"$eddy" run wave.toml "${short[@]}" --out full >/dev/full 2>full.txt </dev/null
(($? == 3)) || fault "> /dev/full: another exit code than 3: $(cat full.txt)"
says full.txt "stdout cannot be written: No space left on device"
for folder in piped gone closed full; do
  diff -rq -x log.txt -x summary.json whole $folder || fault "$folder: the files differ from those of a run that was read"
  says $folder/log.txt "Files: $folder"
  [[ -s $folder/summary.json ]] || fault "$folder: no summary"
done
full() {  # VERB ARGUMENTS: its results are lost, which it must report
  "$eddy" "$@" >/dev/full 2>full.txt </dev/null
  local got=$?
  ((got == 3)) || fault "eddy $* > /dev/full: exit code $got"
  says full.txt "stdout cannot be written"
}
full --help
full --version
full run --help
full run plate.toml --json --out full-json
full resume whole
full check wave.toml
full check wave.toml --json
full list solvers
full explain run.cfl
full report full-json
full plot whole temperature -o plot.png
full doctor
full converge plate.toml --levels 2 -s 'mesh.cells=[8,8]'
full parity plate.toml -s 'mesh.cells=[8,8]'
full new heat/plate fresh
command -v ffmpeg >/dev/null && full movie whole temperature -o film.mp4
"$eddy" list solvers 2>pipe.txt </dev/null | true
((PIPESTATUS[0] == 0)) || fault "list | true: exit code ${PIPESTATUS[0]}: $(cat pipe.txt)"

# An end in the past, and settings by -s.

stopped past
rm past/summary.json
expect 2 "run.end_time = 0.05 is over: the run in 'past' is already at step 128, t = 0.125" resume past -s run.end_time=0.05
expect 2 "run.steps = 40 is over" resume past -s run.steps=40
cmp made/case.used.toml past/case.used.toml || fault "a refused resume changed the case"
expect 75 "after step 128" resume past -s run.end_time=0.25 -s run.steps=256 --wall 0s
expect 0 "Files: past" resume past
diff -q whole/history.csv past/history.csv || fault "what was set when nothing was computed is forgotten"
stopped lasting
expect 75 "after step 128" resume lasting -s run.end_time=0.25 -s run.steps=256 --wall 0s
rm lasting/case.used.toml                        # the checkpoint has the case, too
expect 0 "case.used.toml is missing" resume lasting
diff -q whole/history.csv lasting/history.csv || fault "what was set is not in the checkpoint"
[[ -s lasting/case.used.toml ]] || fault "case.used.toml was not put back"

# Tables that were cut, changed or removed.

more=(-s run.steps=256 -s run.end_time=0.25)
for table in history.csv probes.csv fields.pvd; do
  for harm in cut changed missing; do
    stopped harmed
    case $harm in
      cut) truncate -s 150 harmed/$table ;;
      changed) sed -i '4s/[0-9]/9/3' harmed/$table ;;
      missing) rm harmed/$table ;;
    esac
    cp -r harmed kept
    expect 3 "'$table', from which the run goes on, " resume harmed "${more[@]}"
    says out.txt "$harm"
    says out.txt "eddy resume --force"
    diff -rq -x .lock harmed kept || fault "$table $harm: a refused resume changed files"
    expect 0 "Files: harmed" resume harmed "${more[@]}" --force
    rm -rf kept
    [[ $harm == missing || -s harmed/$table.damaged ]] || fault "$table $harm: the old one was not set aside"
  done
done
stopped younger                                  # rows after the checkpoint are cut off
printf '105,0.1,1,2,3\n133,0.13,1,2,3\n' >>younger/history.csv
expect 0 "Files: younger" resume younger "${more[@]}"
cmp whole/history.csv younger/history.csv || fault "younger rows stayed"
stopped earlier                                  # a checkpoint from before the lost rows
head -n 9 made/history.csv >earlier/history.csv
expect 0 "Going on from the one before" resume earlier "${more[@]}"
cmp whole/history.csv earlier/history.csv || fault "from an earlier checkpoint: another history"

# Another interval keeps the rows.
stopped interval
expect 0 "Files: interval" resume interval "${more[@]}" -s output.history_every=14
(($(wc -l <interval/history.csv) > 20)) || fault "another history_every threw the history away"

# Another case.

stopped edited
sed -i 's/^cells = .*/cells = [32, 25]/' edited/case.used.toml
expect 3 "its case is another than case.used.toml (mesh.cells)" resume edited "${more[@]}"
rm edited/case.used.toml
expect 0 "Files: edited" resume edited "${more[@]}"
cmp whole/history.csv edited/history.csv || fault "the case of the checkpoint: another history"
stopped longer
sed -i 's/^end_time = .*/end_time = 0.25/; s/^steps = .*/steps = 256/' longer/case.used.toml
expect 0 "case.used.toml was changed since the checkpoint, and counts: run.end_time, run.steps" resume longer
cmp whole/history.csv longer/history.csv || fault "a longer end in case.used.toml: another history"
stopped foreign
expect 0 "Files: other" run wave.toml "${short[@]}" -s 'material.source=1' --out other
cp other/checkpoint-000000256.h5 foreign
expect 0 "the checkpoint is of another run" resume foreign "${more[@]}"
cmp whole/history.csv foreign/history.csv || fault "a foreign checkpoint was taken up"

# A surface that the case names is a part of it.
cat >fin.stl <<'END'
solid fin
facet normal 0 0 0
outer loop
vertex 0.2 0.2 0.2
vertex 0.8 0.2 0.2
vertex 0.2 0.8 0.2
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0.2 0.2 0.2
vertex 0.2 0.2 0.8
vertex 0.8 0.2 0.2
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0.2 0.2 0.2
vertex 0.2 0.8 0.2
vertex 0.2 0.2 0.8
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0.8 0.2 0.2
vertex 0.2 0.2 0.8
vertex 0.2 0.8 0.2
endloop
endfacet
endsolid fin
END
sed '/^.output/,$d; s/0, 0\]/0, 0, 0]/; s/1, 1\]/1, 1, 1]/; s/32, 24/8, 8, 8/' wave.toml >solid.toml
printf '[region.fin]\nshape = "stl"\nfile = "fin.stl"\nconductivity = 5\n' >>solid.toml
expect 0 "Files: solid" run solid.toml -s run.steps=4 -s run.end_time=0.01 --out solid
sed -i 's/0.8/0.9/g' solid/region/fin.stl
expect 3 "'region/fin.stl', from which the run goes on, was changed" resume solid -s run.steps=8 -s run.end_time=0.02 --force

# Files that are removed while a run goes on.

begin removed -s output.history_every=1
rm removed/history.csv
sleep 0.5
kill -INT $process
ends 75 removed
head -n 2 removed/history.csv | tail -n 1 | grep -q '^1,' || fault "a history that was removed did not come back whole"
expect 75 "after step" resume removed --wall 0.1s
begin cut -s output.history_every=1
truncate -s 100 cut/history.csv
ends 3 cut
says cut.txt "was changed by another program while the run was writing it"
expect 3 "is cut off" resume cut
expect 75 "after step" resume cut --force --wall 0.1s
expect 75 "after step" resume cut --wall 0.1s

# Links and pipes.

mkdir victims
stopped linked
for name in log.txt history.csv probes.csv fields.pvd .history.csv.part .fields.pvd.part .summary.json.part \
  .case.used.toml.part .checkpoint-000000150.h5.part .checkpoint-000000256.h5.part .temperature.png.part .lock summary.json; do
  stopped linked
  rm -f "linked/$name"
  cp made/history.csv victims/file
  ln -s "$PWD/victims/file" "linked/$name"
  "$eddy" resume linked "${more[@]}" >out.txt 2>&1 </dev/null
  cmp made/history.csv victims/file || fault "a link named $name was followed"
done
for name in fields lines; do
  stopped linked
  mv linked/$name victims/$name
  ln -s "$PWD/victims/$name" linked/$name
  expect 3 "a link or a file has its name" resume linked "${more[@]}"
  diff -rq made/$name victims/$name || fault "a link named $name was followed"
done
stopped pipe
mkfifo pipe/checkpoint-000000900.h5
expect 0 "not a plain file" resume pipe "${more[@]}"
cmp whole/history.csv pipe/history.csv || fault "beside a pipe: another history"

# report, plot and movie with missing or damaged files.

for name in summary.json case.used.toml lines/middle.csv history.csv fields.pvd fields/step-000000000.vti; do
  for harm in missing empty rubbish pipe; do
    stopped broken
    rm "broken/$name"
    case $harm in
      empty) : >"broken/$name" ;;
      rubbish) head -c 3000 /dev/urandom >"broken/$name" ;;
      pipe) mkfifo "broken/$name" ;;
    esac
    for verb in report "plot:temperature" "movie:temperature"; do
      IFS=: read -r word field <<<"$verb"
      timeout 60 "$eddy" "$word" broken ${field:+"$field"} >out.txt 2>&1 </dev/null
      got=$?
      ((got == 0 || got == 2 || got == 3 || got == 5)) || fault "$word, $name $harm: exit code $got: $(head -c 300 out.txt)"
    done
  done
done
ended
