// tdma: lines are solved exactly, every other line at a time. Lines of one colour have only neighbours of the other
// colour, so that their order does not matter; in one dimension a sweep solves the single line directly. With
// over-relaxation, the default, all lines lie along the axis of the strongest coupling; with linear.omega = 1 the axes
// take turns. (Both at once is slow: over-relaxation needs identical sweeps.)
#pragma once
#include <array>

#include "linear/solver.hpp"

namespace eddy {

// The relaxation factor of lines from the spectral radius of point Jacobi; share: the part of the coupling along the
// lines.
double line_omega(double radius, double share);
// The axis to over-relax along; −1: none, since two periodic axes with an odd number of cells leave neighbouring lines
// of one colour.
int strongest_axis(const std::array<double, 3>& coupling, const Box& cells, int dimensions,
                   const std::array<bool, 3>& periodic);

}  // namespace eddy
