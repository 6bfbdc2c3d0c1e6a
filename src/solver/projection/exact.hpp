// The exact solution at the points of a field. Inside bodies it is not evaluated: its formulas may be undefined there.
#pragma once
#include <string>
#include <vector>

#include "solver/projection/bodies.hpp"

namespace eddy::projection {

struct Exact {
  const Formula& formula;
  std::string key;
  double time;
};

// Values at the faces of a velocity component, in the cells, or at nodes; i is fastest. Points in bodies are NaN; cells of
// bodies that conduct heat have values if `in_conductors`.
std::vector<double> exact_at_faces(const Exact& exact, const Bodies& bodies, int component);
std::vector<double> exact_in_cells(const Exact& exact, const Bodies& bodies, bool in_conductors);
std::vector<double> exact_at_nodes(const Exact& exact, const Bodies& bodies, const Box& nodes);

}  // namespace eddy::projection
