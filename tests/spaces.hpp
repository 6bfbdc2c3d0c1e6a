// What every space must do with the same bits: each kernel of the list, and one kernel with every operation, on given
// data.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace eddy::tests {

using Results = std::map<std::string, std::vector<double>>;

template <class S, class T>
Results exercise(int device);  // device: number, or threads on the host

}  // namespace eddy::tests
