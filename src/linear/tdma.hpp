// tdma: lines solved exactly, every other line at a time. Lines of one colour have neighbours of the other only, so
// that their order does not matter; a line alone, in one dimension, is solved in one go. Over-relaxed, as it is by
// default, lines lie along the axis of the strongest coupling; with linear.omega = 1 all axes take turns. (Both at once
// is slow: over-relaxation lives from sweeps that repeat each other.)
#pragma once
#include <array>

#include "linear/solver.hpp"

namespace eddy {

// The relaxation factor of lines from the radius of the point method; share: of all coupling, what is along the lines.
double line_omega(double radius, double share);
// The axis to over-relax along; −1: none, since around an odd ring across two neighbouring lines have the same colour.
int strongest_axis(const std::array<double, 3>& coupling, const Box& cells, int dimensions,
                   const std::array<bool, 3>& periodic);

}  // namespace eddy
