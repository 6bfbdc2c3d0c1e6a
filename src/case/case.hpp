// A case: one TOML file that is read into typed options. All problems are reported together, each with its place.
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
  std::any options;            // of the solver, as its own type
  std::filesystem::path file;  // the .toml file, as the user named it
  Problems::Find place;        // finds the place of a key, for problems found after reading

  int dimensions() const { return mesh.dimensions(); }
  std::string name() const;  // name of the folder or of the file; names the run folder
  std::filesystem::path beside(const std::string& name) const;  // path of a file given relative to the case
  template <class Options>
  const Options& options_as() const {
    return std::any_cast<const Options&>(options);
  }
  template <class Options>
  Options& options_as() {
    return std::any_cast<Options&>(options);
  }
};

// A solver as case/ sees it: its options without their type.
struct SolverKeys {
  std::string name, doc;
  std::any defaults;
  std::function<void(Keys&, std::any&)> describe;
  std::function<void(Case&, Problems&)>
      check;  // checks contradictions between keys, of which some may be missing; sets dependent defaults
  std::vector<std::string> fields{};  // that output may name; empty: not checked here
  std::vector<Averaged> averages{};   // that [statistics] may name; empty: the solver has no statistics
  bool blocks = false;                // whether it accepts meshes of blocks, in addition to boxes
  bool hexahedra = false;             // whether it accepts meshes of hexahedra
};

// A solver's entry in the list, made from its `describe(Keys&, Options&)` and `check(const Case&, Options&,
// Problems&)`.
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

// Writes case.used.toml: a valid case with all defaults. Notes become comments at its head. `file_name` gives the names
// of files; without it they are as in the case.
std::string write_case(const Case& used, const Solvers& solvers, const std::vector<std::string>& notes = {},
                       FileName file_name = {});

}  // namespace eddy
