// Reads cases from text, and collects their errors.
#pragma once
#include <string>
#include <vector>

#include "base/error.hpp"
#include "case/case.hpp"
#include "solver/heat/options.hpp"

namespace eddy {

inline const Solvers& solvers() {
  static const Solvers list{heat_keys()};
  return list;
}

inline Case read_text(const std::string& text, const std::vector<std::string>& overrides = {}, bool small = false) {
  return read_case_text(text, "case.toml", overrides, solvers(), small);
}

// The message of a case that is refused, or "no error".
inline std::string errors(const std::string& text, const std::vector<std::string>& overrides = {}, bool small = false) {
  try {
    read_text(text, overrides, small);
  } catch (const Error& error) {
    return error.code() == Exit::usage ? error.what() : std::string("wrong exit code: ") + error.what();
  }
  return "no error";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline const std::string head = "solver = \"heat\"\n";                                       // line 1
inline const std::string run = "[run]\nsteady = 1e-8\n";                                     // 2, 3
inline const std::string mesh = "[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [8, 8]\n";  // 4 … 7
inline const std::string boundary = "[boundary]\nothers = { kind = \"insulated\" }\n";       // 8, 9
inline const std::string good = head + run + mesh + boundary;  // further text begins at line 10

}  // namespace eddy
