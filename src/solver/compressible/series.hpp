// Repeated series of kernel launches, which devices replay as one graph.
#pragma once
#include <bit>
#include <cstdint>

#include "base/ranks.hpp"
#include "exec/core/executor.hpp"

namespace eddy::compressible {

// The address of the state and `number` (the time step, or the number of iterations) determine the launches of `work`.
// A series that may not be repeated is not worth recording, and messages between ranks cannot be recorded.
template <class S, class Work>
void replayed(Exec<S>& exec, const void* state, double number, bool again, const Work& work) {
  if (!again || ranks::many()) return work();
  const std::uint64_t from = reinterpret_cast<std::uintptr_t>(state), what = std::bit_cast<std::uint64_t>(number);
  exec.replay((from * 1000003u) ^ (what * 0x9e3779b97f4a7c15u), work);
}

}  // namespace eddy::compressible
