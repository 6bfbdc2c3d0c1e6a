// What is shown of a flow, on the host: fields that follow from the velocity at the nodes, and what bodies do to them.
#pragma once
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "mesh/grid.hpp"
#include "solver/projection/bodies.hpp"

namespace eddy::projection {

// "vorticity" (2D: its z component), "speed", "q" (Q-criterion) at the nodes of `cells`, from the velocity at the nodes
// of `around`, one cell more on each side where there is one. Differences are central, and one-sided at the ends and on
// the surface of bodies.
bool is_derived(const std::string& field);
Sample derived(const std::string& field, const Grid& grid, const Bodies& bodies, const Sample& velocity,
               const Box& around, const Box& cells);
Box one_more(const Grid& grid, const Box& cells);

// Values at nodes become 0 on the surface of bodies, and in them.
void stop_at_bodies(const Bodies& bodies, int axis, const Box& nodes, std::vector<double>& values);
// Of a field that has no slope across a wall, the cells of bodies next to the fluid: the mean of the fluid cells that
// they share a face with, or else a corner. So what is interpolated beside a body is made of fluid cells.
Sample continued_into_bodies(const Bodies& bodies, const Sample& field, const Box& cells, int dimensions);

// ψ with u = ∂ψ/∂y, v = −∂ψ/∂x at the nodes, 0 at the lower left: the flow between two nodes is the difference of ψ.
std::vector<double> stream_function(const Grid& grid, const std::vector<double>& u, const std::vector<double>& v);

// x of the last place where u turns from backwards to forwards in the lowest row of cells; NaN: there is none.
double reattachment(const Grid& grid, const std::vector<double>& u);

}  // namespace eddy::projection
