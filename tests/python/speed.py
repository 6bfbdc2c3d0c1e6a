# The cost of stepping from Python: blocks of steps by C++ in turn with blocks by a loop in Python that asks for a field
# after each step, in one run.   speed.py [DEVICE [CELLS PER SIDE [STEPS PER BLOCK]]]
import statistics
import sys
import time

import eddy

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
side = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
steps = int(sys.argv[3]) if len(sys.argv) > 3 else 20
case = {
    "solver": "heat",
    "run": {"steps": 100_000_000, "theta": 0},
    "mesh": {"lower": [0, 0], "upper": [1, 1], "cells": [side, side]},
    "boundary": {"top": {"kind": "temperature", "temperature": 1}, "others": {"kind": "insulated"}},
    "initial": {"temperature": "x*y"},
}
begin = time.perf_counter()
sim = eddy.Simulation(case, device=device)
sim.step()
print(f"made, and the first step: {time.perf_counter() - begin:.3f} s on {sim.device}")


def by_program():
    sim.run(steps=steps)


def by_script():
    for _ in range(steps):
        sim.step()
        sim.field("temperature")


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


by_program()
ratios = []
for _ in range(15):
    both = seconds(by_program), seconds(by_script)
    ratios.append(both[1] / both[0])
print(f"{side} × {side} cells, {1e3 * both[0] / steps:.3f} ms per step; script / program: median {statistics.median(ratios):.4f}, "
      f"{min(ratios):.4f} … {max(ratios):.4f}")
