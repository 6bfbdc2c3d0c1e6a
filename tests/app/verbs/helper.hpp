// Shared by the tests of the verbs: small cases as text, and the output of a verb.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/verbs/verbs.hpp"
#include "exec/core/devices.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {

using nlohmann::json;

struct Printed {
  Exit code = Exit::fault;
  std::string text;
};

inline Printed printed(const std::function<Exit()>& verb) {
  testing::internal::CaptureStdout();
  Printed p;
  try {
    p.code = verb();
  } catch (...) {
    testing::internal::GetCapturedStdout();
    throw;
  }
  p.text = testing::internal::GetCapturedStdout();
  return p;
}

constexpr Talk quiet{true, false}, as_json{true, true};

// −∇²T = 2π² sin πx sin πy on the unit square, T = 0 on its boundary: T = sin πx sin πy.
inline const char* const plate = R"toml(
title = "plate"
solver = "heat"
[run]
device = "cpu"
steady = 1e-12
[mesh]
lower = [0, 0]
upper = [1, 1]
cells = [8, 8]
[material]
source = "2*pi^2*sin(pi*x)*sin(pi*y)"
[boundary]
others = { kind = "temperature", temperature = 0 }
[exact]
temperature = "sin(pi*x)*sin(pi*y)"
[output]
line = [{ name = "middle", from = [0, 0.5], to = [1, 0.5], fields = ["temperature"] }]
)toml";

// Settings of a case for all places on this machine but one thread of the CPU; OpenCL only in the long suite.
inline std::vector<std::string> other_places() {
  std::vector<std::string> all{"run.threads=3"};
#ifdef EDDY_TESTS_ALL
  std::string why;
  for (const Device& d : opencl_devices(why))
    if (d.refusal_double.empty() && d.refusal_single.empty())
      all.push_back("run.device=opencl:" + std::to_string(d.number));
#endif
  return all;
}

// Flow in single precision only in the long suite, since its modules take minutes to compile.
inline std::vector<std::string> flow_precisions() {
#ifdef EDDY_TESTS_ALL
  return {"run.precision=double", "run.precision=single"};
#else
  return {"run.precision=double"};
#endif
}

inline Path write_case_file(const Scratch& scratch, const std::string& name, const std::string& text) {
  make_folder(scratch / name);
  write_file(scratch / name / "case.toml", text);
  return scratch / name;
}

}  // namespace eddy
