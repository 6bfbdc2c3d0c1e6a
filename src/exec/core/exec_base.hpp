// The common part of the executors of all spaces: the timers of their kernels, and which rank owns which cells.
#pragma once
#include <utility>

#include "exec/core/timers.hpp"
#include "exec/ranks/parts.hpp"

namespace eddy {

struct ExecBase {
  ExecBase() = default;
  explicit ExecBase(Parts shares) : parts(std::move(shares)) {}
  Timers timers;
  bool timing = false;  // on devices: whether every launch is timed; the host always times
  Parts parts;
};

}  // namespace eddy
