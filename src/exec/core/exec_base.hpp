// What executors of all spaces have in common: how often and how long their kernels ran, and who owns which cells.
#pragma once
#include <utility>

#include "exec/core/timers.hpp"
#include "exec/ranks/parts.hpp"

namespace eddy {

struct ExecBase {
  ExecBase() = default;
  explicit ExecBase(Parts shares) : parts(std::move(shares)) {}
  Timers timers;
  bool timing = false;  // devices: whether each kernel is timed by itself; the host always does
  Parts parts;
};

}  // namespace eddy
