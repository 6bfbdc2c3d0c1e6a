// The work that every space must do with the same bits: each kernel of the list, and one kernel with every operation,
// on given data.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "exec/core/timers.hpp"

namespace eddy::tests {

using Results = std::map<std::string, std::vector<double>>;

inline bool only_on_devices(const KernelId& k) {
  return std::string_view(k.name) == "pick";
}  // the host looks values up

inline std::string launched(const KernelId& k) {  // name of a kernel's launches and cells in the results
  return std::string("launched ") + k.name + " " + k.variant + " " + std::to_string(k.dimensions) + "D";
}

template <class S, class T>
Results exercise(int device);  // device: its number, or the number of threads on the host

}  // namespace eddy::tests
