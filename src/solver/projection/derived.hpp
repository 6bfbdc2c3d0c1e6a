// Fields that follow from the velocity, for output: on the host, from samples at the nodes.
#pragma once
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "mesh/grid.hpp"

namespace eddy::projection {

// "vorticity" (2D: its z component), "speed", "q" (Q-criterion) at the nodes of `cells`, from the velocity at the nodes
// of `around`, one cell more on each side where there is one. Differences are central, and one-sided at the ends.
bool is_derived(const std::string& field);
Sample derived(const std::string& field, const Grid& grid, const Sample& velocity, const Box& around, const Box& cells);
Box one_more(const Grid& grid, const Box& cells);

// ψ with u = ∂ψ/∂y, v = −∂ψ/∂x at the nodes, 0 at the lower left: the flow between two nodes is the difference of ψ.
std::vector<double> stream_function(const Grid& grid, const std::vector<double>& u, const std::vector<double>& v);

// x of the last place where u turns from backwards to forwards in the lowest row of cells; NaN: there is none.
double reattachment(const Grid& grid, const std::vector<double>& u);

}  // namespace eddy::projection
