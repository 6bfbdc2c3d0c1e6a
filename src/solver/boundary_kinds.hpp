// The kinds of boundary conditions that a solver's list has, as the reader of cases wants them.
#pragma once
#include <vector>

#include "case/keys.hpp"

namespace eddy {

template <class Condition>
const BoundaryKinds& kinds_of(const std::vector<Condition>& conditions) {  // one list for each type of condition
  static const BoundaryKinds kinds = [&] {
    BoundaryKinds all;
    for (const Condition& c : conditions) all.push_back(c.kind);
    return all;
  }();
  return kinds;
}

}  // namespace eddy
