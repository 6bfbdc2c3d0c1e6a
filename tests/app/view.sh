#!/usr/bin/env bash
# The server of the live view: its answers and refusals, while the run goes on.   view.sh PROGRAM
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"
[[ -e $(dirname "$eddy")/../web/packages ]] || { echo "npm has not fetched what the page is made of: skipped"; exit 77; }
command -v curl >/dev/null || { echo "no curl here"; exit 1; }

sed -i 's/history_every = 7/history_every = 1/' wave.toml
expect 0 "Files: whole" run wave.toml --out whole
"$eddy" run wave.toml --out seen --watch >seen.txt 2>&1 </dev/null &
process=$!
for ((n = 0; n < 3000; ++n)); do [[ -s seen/.page && -s seen/history.csv ]] && break; sleep 0.01; done
page=$(<seen/.page)
host=${page#http://}; host=${host%%/*}
says seen.txt "live view: $page"
[[ $(stat -c %a seen/.page) == 600 ]] || fault "others can read the address"
grep -rqF "${page##*:}" seen/log.txt && fault "the token stands in the log"

# status EXPECTED 'part of the answer' CURL ARGUMENTS
status() {
  local want=$1 part=$2 got; shift 2
  got=$(curl -s -o answer.txt -w '%{http_code}' --max-time 15 "$@")
  [[ $got == "$want" ]] || fault "curl $*: status $got instead of $want: $(head -c 300 answer.txt)"
  grep -qaF -- "$part" answer.txt || fault "curl $*: no '$part' in: $(head -c 300 answer.txt)"
}

status 200 '"done":true' -d pause "${page}order"
status 200 '<title>eddy' "$page"
status 200 'webgl2' "${page}main.js"
status 200 '--accent' "${page}main.css"
status 200 '"solver":"heat"' "${page}state"
status 200 '"paused":true' "${page}state"
status 200 'step,time[s]' "${page}history?from=0"
status 200 '"text":' "${page}log?from=-100"
curl -s -o answer.txt -D heads.txt -H 'Accept-Encoding: gzip, deflate, br' "${page}main.js"   # no compression, because the cores are for the run
grep -qi '^content-encoding' heads.txt && fault "the server spends its time on compression: $(<heads.txt)"
status 200 '"field":"temperature"' "${page}frame?field=temperature&width=300&height=300&probes=0.5,0.5"
status 400 "no field 'speed'" "${page}frame?field=speed"
status 400 "'width' is not a number" "${page}frame?field=temperature&width=wide"
status 200 '"done":true' -d 'picture temperature' "${page}order"
status 200 'shot-temperature' "${page}pictures"
name=$(grep -o 'shot-temperature-[0-9]*.png' answer.txt | head -1)
status 200 PNG "${page}picture/$name"
status 200 '"done":false' -d dance "${page}order"

# Without the token, with a wrong one, or from elsewhere there is no answer, and no file outside of the folder.
status 403 'no token' "http://$host/"
status 403 'no token' "http://$host/state"
status 403 'no token' "http://$host/00000000000000000000000000000000/state"
status 403 'no token' -d stop "http://$host/order"
status 403 'another origin' -H 'Origin: http://example.org' "${page}state"
status 403 'another origin' -H 'Origin: null' -d stop "${page}order"
status 403 'another origin' -H 'Sec-Fetch-Site: cross-site' "${page}state"
status 403 'another host' -H 'Host: example.org' "${page}state"
status 404 '' --path-as-is "${page}picture/../case.used.toml"
status 404 '' --path-as-is "${page}picture/..%2f..%2fetc%2fpasswd"
status 404 '' --path-as-is "${page}../../../../etc/passwd"
status 404 '' "${page}case.used.toml"
ln -s /etc/passwd seen/link.png
status 400 '' "${page}picture/link.png"
rm seen/link.png

# Floods of requests and slow ones are refused in time, and others are served.
flood() (  # COUNT LENGTH: sends so many headers of this length
  exec 3<>"/dev/tcp/${host%:*}/${host#*:}"
  timeout 10 cat <&3 >answer.txt 2>/dev/null & reader=$!
  awk -v host="$host" -v n="$1" -v l="$2" 'BEGIN { s = sprintf("%*s", l, ""); gsub(/ /, "a", s); printf "GET / HTTP/1.1\r\nHost: %s\r\n", host
    for (i = 0; i < n; ++i) printf "X-%d: %s\r\n", i, s; printf "Connection: close\r\n\r\n" }' >&3 2>/dev/null
  wait $reader
)
flood 200 1; says answer.txt 431
flood 100000 20; grep -q '200 OK' answer.txt && fault "a flood of headers was let in"
flood 1 100000; grep -q '200 OK' answer.txt && fault "a header without end was let in"
begin=$SECONDS
for ((n = 0; n < 40; ++n)); do (exec 3<>"/dev/tcp/${host%:*}/${host#*:}"; printf 'GET /' >&3; timeout 9 cat <&3 >/dev/null) & slow[n]=$!; done
sleep 6
status 200 '"solver":"heat"' "${page}state"
wait "${slow[@]}"
((SECONDS - begin < 9)) || fault "slow connections were kept for $((SECONDS - begin)) s"

# A port in use, and an address of another machine.
expect 3 "port ${host#*:} at '127.0.0.1' is taken" watch seen --port "${host#*:}"
expect 3 "is it an address of this machine?" watch seen --bind 203.0.113.7

# A second page, which reads the files of the run; its orders reach the run.
"$eddy" watch seen >watch.txt 2>watch-talk.txt </dev/null &
watcher=$!
for ((n = 0; n < 500; ++n)); do [[ -s watch.txt ]] && break; sleep 0.02; done
other=$(<watch.txt)
status 200 '"running":true' "${other}state"
status 200 '"field":"temperature"' "${other}frame?field=temperature"
status 200 '"done":true' -d go "${other}order"

# A page that asks all the time changes no result.
while kill -0 $process 2>/dev/null; do
  curl -s -o frame.bin --max-time 5 "${page}frame?field=temperature&width=90&height=90" || break
done
wait $process; got=$?
((got == 0)) || fault "the watched run: exit code $got: $(cat seen.txt)"
diff -rq -x log.txt -x summary.json -x 'shot-*' whole seen || fault "a watched run gives other files"
[[ ! -e seen/.page ]] || fault "the address stays behind"
status 200 '"running":false' "${other}state"
status 200 '"field":"temperature"' "${other}frame?field=temperature&at=0"
status 400 'no run goes on' -d stop "${other}order"
kill -INT $watcher; wait $watcher || fault "watch ended with $?"

# Requests of pages and the answers have the units of the case.
expect 0 "Files: bar" run wave.toml -s 'mesh.upper=["50 mm","20 mm"]' -s 'run.end_time="6 min"' -s run.steps=3 -s 'initial.temperature="20 degC"' \
  -s mesh.cells=[400,300] -s output.csv_origin=true -s 'output.probe=[]' -s 'output.line=[]' --out bar
"$eddy" watch bar >bar.txt 2>&1 </dev/null &
watcher=$!
for ((n = 0; n < 500; ++n)); do [[ -s bar.txt ]] && break; sleep 0.02; done
page=$(head -1 bar.txt)
status 200 '"units":{"length":"mm","time":"min"}' "${page}state"
status 200 '"ends":[[0.0,50.0],[0.0,20.0]]' "${page}state"
status 200 '"time":6.0' "${page}state"
status 200 '"unit":"°C"' "${page}frame?field=temperature&probes=25,10"
status 200 '"field":"temperature"' "${page}frame?field=temperature&probes=25,10&width=64&height=64"   # a sample of a few cells
grep -qa '"unit":"°C","up":1,"width":64' answer.txt || fault "a frame of a few cells: $(head -c 600 answer.txt)"
grep -qa '"x":\[0.0,50.0\]' answer.txt || fault "a frame in SI: $(head -c 600 answer.txt)"
grep -qaE '"probes":\[-?[0-9.]+\]' answer.txt || fault "no value at (25, 10) mm: $(head -c 600 answer.txt)"
status 200 '"factor":60.0,"offset":0.0,"title":"time[min]"' "${page}history?from=0"
status 200 '"text":"# eddy ' "${page}history?from=0"
kill -INT $watcher; wait $watcher || fault "watch ended with $?"

# The numbers of a frame: levels from 0 (lowest value) to 65533 (highest), row by row from below; 65535 in bodies.
expect 0 "Files: ramp" run wave.toml -s 'initial.temperature="x"' -s "mesh.upper=[4,3]" -s "mesh.cells=[400,300]" -s run.steps=1 -s 'output.probe=[]' -s 'output.line=[]' --out ramp
cat >channel.toml <<'END'
title = "channel"
solver = "projection"
run = { device = "cpu", steps = 1 }
fluid = { viscosity = 0.01 }
mesh = { lower = [0, 0], upper = [4, 3], cells = [400, 300] }
boundary = { left = { kind = "inflow", velocity = [1, 0] }, right = { kind = "outflow" }, others = { kind = "free-slip" } }
body = { block = { shape = "box", lower = [2, 1], upper = [3, 2] } }
output = { every_steps = 1, fields = ["velocity"] }
END
expect 0 "Files: channel" run channel.toml --out channel
# numbers WIDTH HEIGHT PLACE…: the levels at these places of the frame in answer.txt, in $got
numbers() {
  local begin=$((4 + $(od -An -tu4 -N4 answer.txt))) place
  got=
  (($(stat -c %s answer.txt) == begin + 2 * $1 * $2)) || { fault "not a frame of $1 × $2: $(head -c 300 answer.txt | tr -d '\0')"; return; }
  for place in "${@:3}"; do got+="$(($(od -An -tu2 -N2 -j$((begin + 2 * place)) answer.txt))) "; done
}
"$eddy" watch ramp >ramp.txt 2>&1 </dev/null &
watcher=$!
for ((n = 0; n < 500; ++n)); do [[ -s ramp.txt ]] && break; sleep 0.02; done
page=$(head -1 ramp.txt)
for width in 400 40; do   # all cells, and a few of them
  status 200 '"field":"temperature"' "${page}frame?field=temperature&at=0&width=$width&height=$((width * 3 / 4))"
  numbers $width $((width * 3 / 4)) 0 1 $((width / 2)) $((width - 1)) $((width * 7 + width / 4)) $((width * width * 3 / 4 - 1))
  step=$((65533 / (width - 1)))
  read -r first second middle last quarter corner <<<"$got"
  ((first == 0 && last == 65533 && corner == 65533 && second >= step - 1 && second <= step + 1 && middle >= 32766 && middle <= 32766 + step &&
    quarter >= 16383 && quarter <= 16384 + step)) || fault "the levels of a ramp on $width pixels: $got"
done
kill -INT $watcher; wait $watcher || fault "watch ended with $?"

# Where cells are larger than pixels along a graded axis, a smooth frame is linear between their centres.
expect 0 "Files: graded" run wave.toml -s 'initial.temperature="x"' -s 'mesh.stretch.x={ kind = "tanh", factor = 2.0 }' -s "mesh.cells=[12,4]" -s run.steps=1 --out graded
"$eddy" watch graded >graded.txt 2>&1 </dev/null &
watcher=$!
for ((n = 0; n < 500; ++n)); do [[ -s graded.txt ]] && break; sleep 0.02; done
page=$(head -1 graded.txt)
for smooth in 0 1; do
  status 200 '"width":120' "${page}frame?field=temperature&at=0&smooth=$smooth&width=120&height=120"
  numbers 120 4 130 190 191 192 193 194
  read -r left first second third fourth fifth <<<"$got"
  ((left < first && (smooth ? first < second && second < third && third < fourth && fourth < fifth : first == fifth))) || fault "levels along a graded axis, smooth=$smooth: $got"
done
kill -INT $watcher; wait $watcher || fault "watch ended with $?"
"$eddy" watch channel >channel.txt 2>&1 </dev/null &
watcher=$!
for ((n = 0; n < 500; ++n)); do [[ -s channel.txt ]] && break; sleep 0.02; done
page=$(head -1 channel.txt)
status 200 '"components":2' "${page}frame?field=velocity&width=40&height=30"
numbers 40 30 $((15 * 40 + 25)) $((15 * 40 + 5))
[[ $got == "65535 "* && $got != "65535 65535 " ]] || fault "the levels in a body and before it: $got"
kill -INT $watcher; wait $watcher || fault "watch ended with $?"
ended
