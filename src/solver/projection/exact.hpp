// A closed solution where there is something to compare with it: its formulas need not make sense inside of bodies.
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

// i fastest; NaN where a body is. Of a component of the velocity, at its faces; of what stands in the cells; at nodes.
std::vector<double> exact_at_faces(const Exact& exact, const Bodies& bodies, int component);
std::vector<double> exact_in_cells(const Exact& exact, const Bodies& bodies, bool in_conductors);
std::vector<double> exact_at_nodes(const Exact& exact, const Bodies& bodies, const Box& nodes);

}  // namespace eddy::projection
