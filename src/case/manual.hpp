// The manual, from the descriptions that the reader uses: `eddy explain`, `eddy list` and docs/reference.md.
#pragma once
#include <string>
#include <vector>

#include "case/case.hpp"

namespace eddy {

struct ManualEntry {
  std::string path;  // "run.cfl", "region.NAME.conductivity", "boundary.SIDE"
  std::string type, fallback, unit, doc, limit;
  bool required = false;
  struct Choice {
    std::string word, doc;
  };
  std::vector<Choice> choices;  // words of an enum, kinds of a boundary
  std::string solver;           // empty: it belongs to every case
};

std::vector<ManualEntry> manual(const Solvers& solvers);
// Whether an entry matches: "region.NAME.source" explains "region.wall.source"; a NAME may contain dots.
bool same_path(const std::string& asked, const std::string& path);
std::string explain(const std::string& key, const Solvers& solvers);  // throws Error(usage) with the nearest key
std::vector<std::string> list_topics(const Solvers& solvers);         // the words that `list` accepts
std::string list(const std::string& what, const Solvers& solvers);
std::string reference_markdown(const Solvers& solvers);

}  // namespace eddy
