// Fields for output on the host: those derived from the velocity at the nodes, and their values at bodies.
#pragma once
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "mesh/grid.hpp"
#include "solver/projection/bodies.hpp"

namespace eddy::projection {

// "vorticity" (2D: its z component), "speed" or "q" (Q-criterion) at the nodes of `cells`, from the velocity at the
// nodes of `around`, which has one more cell on each side if there is one. Differences are central; at the ends and on
// the surface of bodies they are one-sided.
bool is_derived(const std::string& field);
Sample derived(const std::string& field, const Grid& grid, const Bodies& bodies, const Sample& velocity,
               const Box& around, const Box& cells);
Box one_more(const Grid& grid, const Box& cells);

// Sets values at nodes on and inside bodies to 0, or to the velocity of a moving body.
void stop_at_bodies(const Bodies& bodies, int axis, const Box& nodes, std::vector<double>& values);
// Continues a field that has no slope across walls into the cells of bodies next to the fluid: they take the mean of
// the fluid cells with a common face, or else a common corner, so that interpolation beside a body uses fluid cells.
Sample continued_into_bodies(const Bodies& bodies, const Sample& field, const Box& cells, int dimensions);

// ψ with u = ∂ψ/∂y, v = −∂ψ/∂x at the nodes, 0 at the lower left: the flow between two nodes is the difference of ψ.
std::vector<double> stream_function(const Grid& grid, const std::vector<double>& u, const std::vector<double>& v);

// x of the last place where u turns from backwards to forwards in the lowest row of cells; NaN if there is none.
double reattachment(const Grid& grid, const std::vector<double>& u);

}  // namespace eddy::projection
