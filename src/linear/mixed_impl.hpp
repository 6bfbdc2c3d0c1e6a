// Multigrid and cg in double precision with cycles in single precision; included where they are instantiated.
#pragma once
#include "linear/multigrid_cycle_impl.hpp"
#undef EDDY_INSTANTIATE
#include "linear/multigrid_solvers_impl.hpp"
#undef EDDY_INSTANTIATE

#define EDDY_INSTANTIATE(S, T) EDDY_MIXED_##T(S)
#define EDDY_MIXED_float(S)  // single precision has no lower precision to mix with
#define EDDY_MIXED_double(S)            \
  template class eddy::Cycle<S, float>; \
  EDDY_LINEAR_MODULE(mixed, S, double, eddy::detail::make_cycles_in<float>)
