"""What frames cost a run: steps per second with and without them, in turn, in one run.   cost.py ADDRESS FIELD [ROUNDS [SECONDS]]"""

import http.client
import json
import statistics
import sys
import time
import urllib.parse

address, field = sys.argv[1:3]
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 6
length = float(sys.argv[4]) if len(sys.argv) > 4 else 10.0
place = urllib.parse.urlsplit(address)
room = memoryview(bytearray(1 << 24))
connection = http.client.HTTPConnection(place.hostname, place.port, timeout=30)


def get(path):
    connection.close()  # the server ends connections that are idle for some seconds; a new one is made
    connection.request("GET", place.path + path)
    answer = connection.getresponse()
    size = answer.readinto(room)  # into the same memory each time, so that the asking itself costs little
    return answer.status, room[:size]


def steps():
    return json.loads(bytes(get("state")[1]))["step"]


def frames(until):
    """Ten per second: how many came, and their bytes."""
    count = size = 0
    due = time.perf_counter()
    while time.perf_counter() < until:
        status, data = get(f"frame?field={field}&width=1024&height=1024")
        count += status == 200
        size += len(data)
        due += 0.1
        time.sleep(max(0.0, due - time.perf_counter()))
    return count, size


def speed(looks):
    begin, first = time.perf_counter(), steps()
    seen = (0, 0)
    if looks:
        seen = frames(begin + length)
    else:
        time.sleep(length)
    last, seconds = steps(), time.perf_counter() - begin
    return (last - first) / seconds, seen[0] / seconds, seen[1] / max(1, seen[0])


speed(True)
ratios = []
for _ in range(rounds):
    before, (looked, rate, size), after = speed(False), speed(True), speed(False)
    ratios.append(2 * looked / (before[0] + after[0]))
    print(f"{rate:.1f} frames/s of {size / 1e6:.2f} MB: {looked:.2f} steps/s; without {before[0]:.2f} and {after[0]:.2f}", flush=True)
print(f"cost: {100 * (1 - statistics.median(ratios)):.1f} % (median of {rounds})")
