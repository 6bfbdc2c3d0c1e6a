// The one list of this solver's boundary conditions; Patch::kind is a place in it.
#pragma once
#include "solver/projection/boundary/free_slip.hpp"
#include "solver/projection/boundary/inflow.hpp"
#include "solver/projection/boundary/no_slip.hpp"
#include "solver/projection/boundary/outflow.hpp"
#include "solver/projection/boundary/periodic.hpp"

namespace eddy::projection {

inline const std::vector<Condition>& conditions() {
  static const std::vector<Condition> list{no_slip::condition(), free_slip::condition(), inflow::condition(),
                                           outflow::condition(), periodic::condition()};
  return list;
}

inline const Condition& condition_of(const Patch& patch) { return conditions()[patch.kind]; }

}  // namespace eddy::projection
