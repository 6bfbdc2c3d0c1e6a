// Makes cases of the galerkin solver from short texts.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "mesh/grid.hpp"
#include "solver/galerkin/rules.hpp"
#include "solver/simulation.hpp"

namespace eddy::galerkin {

inline Case case_of(const std::string& text) {
  // This file does not exist; files of profiles may lie beside it.
  const auto file = std::filesystem::temp_directory_path() / "case.toml";
  return read_case_text("solver = \"galerkin\"\n[run]\nsteps = 10\n" + text, file, {}, solver_keys_list());
}

struct Prepared {  // a case and its domain, which refers to the case
  Case c;
  Domain domain;
  explicit Prepared(const std::string& text) : c(case_of(text)), domain(c, make_grid(c.mesh)) {}
};

// All faults of a case, from its keys to its mesh; "": none.
inline std::string faults_of(const std::string& text) {
  try {
    const Prepared p(text);
    Problems problems(p.c.place);
    check_domain(p.c, p.domain, limits_of(p.domain), problems);
    problems.throw_if_any();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

inline const std::string channel_2d =
    "[mesh]\nlower = [0, 0]\nupper = [4, 2]\ncells = [8, 4]\n[fluid]\nviscosity = 0.1\n[boundary]\n"
    "left = { kind = \"inflow\", velocity = [\"y*(2-y)\", 0] }\nright = { kind = \"outflow\" }\n"
    "bottom = { kind = \"no-slip\" }\ntop = { kind = \"free-slip\" }\n";

}  // namespace eddy::galerkin
