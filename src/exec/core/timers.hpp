// The timing of every kernel: how often it was launched, over how many cells, and for how long.
#pragma once
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

namespace eddy {

struct KernelId {  // a kernel as it was compiled, in any space: its bytes and flops per cell depend on nothing else
  const char* name = "";
  const char* variant = "";  // empty for kernels that have only one
  int dimensions = 0;
  int value_bytes = 0;  // 8: double precision, 4: single

  const char* precision() const { return value_bytes == 4 ? "single" : "double"; }
  auto key() const { return std::tuple(std::string_view(name), std::string_view(variant), dimensions, value_bytes); }
  bool operator<(const KernelId& other) const { return key() < other.key(); }
  bool operator==(const KernelId& other) const { return key() == other.key(); }
};

struct Timing {
  std::int64_t launches = 0;
  std::int64_t cells = 0;  // of the boxes launched over; a launch over one colour counts its whole box
  double seconds = 0;      // on the host always; on devices only while timing is switched on, since events cost time
};
using Timers = std::map<KernelId, Timing>;

}  // namespace eddy
