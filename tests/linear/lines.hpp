// Problems that the line solvers must solve with the same bits in every space.
#pragma once
#include <array>
#include <string>
#include <vector>

namespace eddy::tests {

enum class End { wall, insulated, ring, leaky };  // value given, no flux, periodic, Robin
struct Problem {
  std::vector<int> cells;
  std::vector<std::array<End, 2>> sides;  // ends of each axis
  double rate = 0;
  int stretched = -1;    // axis
  bool varying = false;  // coefficients per face
  double omega = 0;
};

struct Outcome {
  double before, after;  // ‖b − A x‖₂
  std::vector<double> x;
  std::string refused;
};

// Sweeps of a solver on a problem with random data. device: its number, or the number of threads on the host
template <class S, class T>
Outcome solve_problem(int device, const Problem& p, const std::string& solver, int sweeps);

}  // namespace eddy::tests
