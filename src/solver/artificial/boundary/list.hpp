// The one list of this solver's boundary conditions; Patch::kind is a place in it.
#pragma once
#include "solver/artificial/boundary/inflow.hpp"
#include "solver/artificial/boundary/no_slip.hpp"
#include "solver/artificial/boundary/outflow.hpp"
#include "solver/artificial/boundary/periodic.hpp"
#include "solver/artificial/boundary/symmetry.hpp"

namespace eddy::artificial {

inline const std::vector<Condition>& conditions() {
  static const std::vector<Condition> list{no_slip::condition(), inflow::condition(), outflow::condition(),
                                           symmetry::condition(), periodic::condition()};
  return list;
}

inline const Condition& condition_of(const Patch& patch) { return conditions()[patch.kind]; }

}  // namespace eddy::artificial
