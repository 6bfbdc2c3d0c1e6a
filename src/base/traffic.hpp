// What this rank has sent since the start, for summary.json and the model of docs/scaling.md.
#pragma once
#include <cstdint>

namespace eddy::ranks {

struct Traffic {
  std::int64_t messages = 0, bytes = 0;  // to other ranks
  std::int64_t merges = 0;               // sums and extremes over all ranks
};
const Traffic& traffic();

}  // namespace eddy::ranks
