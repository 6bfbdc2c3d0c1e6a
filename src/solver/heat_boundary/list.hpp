// The list of the heat solver's boundary conditions; Patch::kind is an index into it.
#pragma once
#include <algorithm>

#include "solver/heat_boundary/convection.hpp"
#include "solver/heat_boundary/flux.hpp"
#include "solver/heat_boundary/insulated.hpp"
#include "solver/heat_boundary/periodic.hpp"
#include "solver/heat_boundary/temperature.hpp"

namespace eddy::heat {

inline const std::vector<Condition>& conditions() {
  static const std::vector<Condition> list{temperature::condition(), flux::condition(), insulated::condition(),
                                           convection::condition(), periodic::condition()};
  return list;
}

inline const Condition& condition_of(const Patch& patch) { return conditions()[patch.kind]; }

// Whether a value with this role passes the test. A patch that was refused may have fewer values than its kind.
template <class Test>
bool any_value(const Patch& patch, Role role, const Test& test) {
  const auto& roles = condition_of(patch).roles;
  for (std::size_t v = 0; v < std::min(roles.size(), patch.values.size()); ++v)
    if (roles[v] == role && test(patch.values[v])) return true;
  return false;
}

}  // namespace eddy::heat
