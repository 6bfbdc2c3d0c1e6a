// The copy kernel of a space, by which `doctor` and `bench` measure it; included where it is instantiated.
#pragma once
#include "app/bench/clock.hpp"

#define EDDY_INSTANTIATE(S, T)                                                                 \
  extern "C" double eddy_copy_##T(int opening, const eddy::bench::Size& size, double budget) { \
    eddy::Exec<S> exec(opening);                                                               \
    return eddy::bench::copy_seconds<S, T>(exec, size, budget);                                \
  }
