// Assembled passes in one space: the values of nodes by the executor of the space and by the plain kernel.
#pragma once
#include <string>
#include <vector>

namespace eddy::tests {

struct Assembled {
  std::string what;
  std::vector<double> values, plain;
};
template <class S, class T>
std::vector<Assembled> assembled_passes(int opening);

}  // namespace eddy::tests
