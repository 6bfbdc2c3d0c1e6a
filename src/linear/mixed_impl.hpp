// Multigrid and cg in double precision whose cycles are in single; included where they are instantiated.
#pragma once
#include "linear/multigrid_cycle_impl.hpp"
#undef EDDY_INSTANTIATE
#include "linear/multigrid_solvers_impl.hpp"
#undef EDDY_INSTANTIATE

#define EDDY_INSTANTIATE(S, T) EDDY_MIXED_##T(S)
#define EDDY_MIXED_float(S)  // there is nothing below it to mix with
#define EDDY_MIXED_double(S)            \
  template class eddy::Cycle<S, float>; \
  EDDY_LINEAR_MODULE(mixed, S, double, eddy::detail::make_cycles_in<float>)
