// Named timing of every kernel: how often it was launched, over how many cells, and for how long.
#pragma once
#include <cstdint>
#include <map>
#include <string>

namespace eddy {

struct Timing {
  std::int64_t launches = 0;
  std::int64_t cells = 0;  // of the boxes launched over: one colour counts as a pass over its box
  double seconds = 0;      // Host: always; devices: only while timing is switched on, since events cost time
};
using Timers = std::map<std::string, Timing, std::less<>>;

}  // namespace eddy
