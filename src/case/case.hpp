// A case: one TOML file becomes typed options. Every problem is reported at once, with its place.
#pragma once
#include <any>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "case/keys.hpp"
#include "case/options.hpp"
#include "case/problems.hpp"

namespace eddy {

struct Case {
  std::string title, solver;
  RunOptions run;
  MeshOptions mesh;
  OutputOptions output;
  StatisticsOptions statistics;
  std::vector<SignalOptions> signal;
  std::vector<Expect> expect;
  std::vector<Compare> compare;
  std::any options;            // of the solver
  std::filesystem::path file;  // the .toml as the user named it
  Problems::Find place;        // of its keys, for problems that show after it was read

  int dimensions() const { return mesh.dimensions(); }
  std::string name() const;                                     // of the folder, or of the file: names the run folder
  std::filesystem::path beside(const std::string& name) const;  // a file given relative to the case
  template <class Options>
  const Options& options_as() const {
    return std::any_cast<const Options&>(options);
  }
  template <class Options>
  Options& options_as() {
    return std::any_cast<Options&>(options);
  }
};

// What case/ knows of a solver: its options without their type.
struct SolverKeys {
  std::string name, doc;
  std::any defaults;
  std::function<void(Keys&, std::any&)> describe;
  std::function<void(Case&, Problems&)>
      check;                          // contradictions between keys, some may be missing; defaults from others
  std::vector<std::string> fields{};  // that output may ask for; none: not checked here
  std::vector<Averaged> averages{};   // that [statistics] may ask for; none: the solver has no statistics
  bool blocks = false;                // it knows meshes of blocks, not only boxes
  bool hexahedra = false;             // it knows meshes of hexahedra
};

// A solver's row of the table: found by `describe(Keys&, Options&)` and `check(const Case&, Options&, Problems&)`.
template <class Options>
SolverKeys solver_keys(const std::string& name, const std::string& doc, const std::vector<std::string>& fields = {},
                       const std::vector<Averaged>& averages = {}) {
  return {name,
          doc,
          Options{},
          [](Keys& keys, std::any& any) { describe(keys, std::any_cast<Options&>(any)); },
          [](Case& c, Problems& problems) { check(c, c.options_as<Options>(), problems); },
          fields,
          averages,
          false};
}

using Solvers = std::vector<SolverKeys>;

// Reads folder/case.toml or a .toml. Overrides are "key=value" texts; `small` applies the case's own [small] table.
// Throws one Error(usage) with every problem, sorted by line.
Case read_case(const std::filesystem::path& path, const std::vector<std::string>& overrides, const Solvers& solvers,
               bool small = false);
Case read_case_text(std::string_view text, const std::filesystem::path& name, const std::vector<std::string>& overrides,
                    const Solvers& solvers, bool small = false);

// case.used.toml: all defaults filled in, itself a valid case. Notes become comments at its head. Files are named by
// `file_name`; without it as the case names them.
std::string write_case(const Case& used, const Solvers& solvers, const std::vector<std::string>& notes = {},
                       FileName file_name = {});

}  // namespace eddy
