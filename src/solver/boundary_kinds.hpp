// Converts a solver's list of boundary conditions for the case reader, and warns of old names in what it has read.
#pragma once
#include <string>
#include <vector>

#include "case/keys.hpp"

namespace eddy {

template <class Condition>
BoundaryKinds kinds_of(const std::vector<Condition>& conditions) {
  BoundaryKinds kinds;
  for (const Condition& c : conditions) kinds.push_back(c.kind);
  return kinds;
}

// Kinds given by an old name that is still accepted: one warning per side.
template <class Condition>
std::vector<std::string> old_words(const Boundaries& boundary, const std::vector<Condition>& conditions) {
  std::vector<std::string> warnings;
  for (std::size_t side = 0; side < boundary.size(); ++side)
    for (const Patch& p : boundary[side])
      if (p.old_name)
        warnings.push_back(std::string("boundary '") + side_names[side] + "': the kind '" +
                           conditions[p.kind].kind.old_name + "' is now called '" + conditions[p.kind].kind.name +
                           "'. Write that.");
  return warnings;
}

inline std::vector<std::string> old_words(const NamedConditions& boundary, const BoundaryKinds& kinds) {
  std::vector<std::string> warnings;
  for (const NamedCondition& n : boundary)
    for (const Patch& p : n.patches)
      if (p.old_name)
        warnings.push_back("boundary '" + n.name + "': the kind '" + kinds[p.kind].old_name + "' is now called '" +
                           kinds[p.kind].name + "'. Write that.");
  return warnings;
}

}  // namespace eddy
