// Values of pixels as levels: numbers of 16 bits, from the lowest shown value to the highest. A page makes colours of them.
// A frame of ten per second must not cost the run its cores, so these loops are compiled into vector instructions.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "field/cell_lists.hpp"

namespace eddy::view {

constexpr std::uint16_t not_finite = 65534, in_body = 65535;
constexpr double levels = 65533;

using Solid = std::vector<std::uint8_t>;  // for each pixel 1: in a body; empty: there are no bodies
using Ends = std::array<float, 2>;

std::vector<float> component_of(const Sample& sample, int component);
// The same for each of these cells: the mean of its corners, of its two faces, or its own value.
std::vector<float> means_of(const Sample& sample, const CellLists& cells, int dimensions, int component);
std::vector<float> length_of(const std::vector<std::vector<float>>& parts);  // of a vector, pixel by pixel
// The lowest and the highest of the finite values outside of bodies; 0 and 0 if there is none.
Ends ends_of(const std::vector<std::vector<float>>& parts, const Solid& solid);
// The levels of a part in machine order, from `to` on, which may lie at any address.
void write_levels(const std::vector<float>& part, const Solid& solid, const Ends& ends, char* to);

}  // namespace eddy::view
