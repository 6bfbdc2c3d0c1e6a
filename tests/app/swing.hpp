// A case with an oscillating temperature, and helpers of its tests.
#pragma once
#include "case/case.hpp"
#include "solver/simulation.hpp"
#include "tests/app/verbs/helper.hpp"

namespace eddy {

// A plate whose left side has a temperature with 2.5 oscillations per second.
inline const char* const swinging = R"toml(
title = "swing"
solver = "heat"
[run]
device = "cpu"
dt = 0.01
steps = 400
theta = 0.5
[mesh]
lower = [0, 0]
upper = [1, 0.5]
cells = [12, 6]
[boundary]
left = { kind = "temperature", temperature = "2 + sin(2*pi*2.5*t)" }
right = { kind = "temperature", temperature = 0 }
others = { kind = "insulated" }
[output]
probe = [{ at = [0.125, 0.25], fields = ["temperature"] }]
[statistics]
start = 1.005
[signal.swing]
column = "temperature(0.125 0.25)"
from = 2
length = 0.5
velocity = 2
)toml";

inline Case case_of(const std::string& text, const std::vector<std::string>& set = {}) {
  return read_case_text(text, "swing.toml", set, solver_keys_list());
}

inline Printed run(const Path& path, const Path& out, const std::vector<std::string>& set = {}) {
  RunArguments a;
  a.from.path = path;
  a.from.set = set;
  a.out = out;
  return printed([&] { return verb::run(a, quiet); });
}

inline std::string refusal(const std::string& text, const std::vector<std::string>& set = {}) {
  return message_of([&] { case_of(text, set); }, Exit::usage);
}

}  // namespace eddy
