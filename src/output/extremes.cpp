#include "output/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/quality.hpp"
#include "output/block_places.hpp"

namespace eddy {
namespace {

// The length that each point of a field stands for along an axis: for a cell its width, for a node half of each cell
// beside it.
std::vector<double> lengths(const Grid& grid, const Sample& sample, int axis) {
  const int cells = grid.cells(axis);
  std::vector<double> all(static_cast<std::size_t>(sample.size[axis]), 0.0);
  for (int i = 0; i < cells; ++i) {
    const double width = grid.width(axis, i);
    if (!at_ends(sample.location, axis)) {
      all[i] = width;
      continue;
    }
    all[i] += 0.5 * width;
    all[i + 1] += 0.5 * width;
  }
  return all;
}

std::vector<double> weights_of_box(const Grid& grid, const Sample& sample, const CellTest& solid) {
  const auto x = lengths(grid, sample, 0), y = lengths(grid, sample, 1), z = lengths(grid, sample, 2);
  const bool masked = solid && sample.location == Location::cell;
  std::vector<double> weights;
  weights.reserve(x.size() * y.size() * z.size());
  for (int k = 0; k < sample.size[2]; ++k)
    for (int j = 0; j < sample.size[1]; ++j)
      for (int i = 0; i < sample.size[0]; ++i) weights.push_back(masked && solid({i, j, k}) ? 0 : x[i] * y[j] * z[k]);
  return weights;
}

// The weight of a node is its share of each cell around it.
std::vector<double> weights_of_blocks(const BlockMesh& mesh, Location location) {
  const BlockPlaces places(mesh, location), nodes(mesh, Location::node);
  std::vector<double> weights(static_cast<std::size_t>(places.count()), 0.0);
  for_block_cells(mesh, [&](int b, const std::array<int, 3>& cell, std::size_t place) {
    const Block& block = mesh.blocks[b];
    const double volume = std::fabs(cell_volume(block, cell));
    if (location == Location::cell) {
      weights[place] = volume;
      return;
    }
    const int corners = 1 << block.dimensions;
    for (int n = 0; n < corners; ++n)
      weights[static_cast<std::size_t>(nodes.first(b)) + corner_node(block, cell, n)] += volume / corners;
  });
  return weights;
}

std::vector<double> weights_of_hexahedra(const HexMesh& mesh, Location location) {
  std::vector<double> weights(location == Location::cell ? mesh.elements.size() : mesh.nodes.size(), 0.0);
  for (int e = 0; e < static_cast<int>(mesh.elements.size()); ++e) {
    const double volume = volume_of(mesh, e);
    if (location == Location::cell)
      weights[e] = volume;
    else
      for (int n = 0; n < 8; ++n) weights[mesh.corner(e, n)] += volume / 8;
  }
  return weights;
}

std::vector<double> weights_of(const Grid& grid, const Sample& sample, const CellTest& solid) {
  if (grid.blocks) return weights_of_blocks(*grid.blocks, sample.location);
  if (grid.hexahedra) return weights_of_hexahedra(*grid.hexahedra, sample.location);
  return weights_of_box(grid, sample, solid);
}

}  // namespace

std::vector<Number> extremes_of(const Grid& grid, const Sample& sample, const CellTest& solid) {
  const std::vector<double> weights = weights_of(grid, sample, solid);
  std::vector<Number> numbers;
  for (int c = 0; c < sample.components; ++c) {
    const std::string name = sample.components == 1 ? sample.name : sample.name + "." + "xyz"[c];
    double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0, volume = 0;
    for (std::size_t n = 0; n < weights.size(); ++n) {
      if (weights[n] == 0) continue;
      const double value = sample.values[n * sample.components + c];
      low = std::min(low, value);
      high = std::max(high, value);
      sum += weights[n] * value;
      volume += weights[n];
    }
    numbers.push_back({name + "_min", sample.unit, low});
    numbers.push_back({name + "_max", sample.unit, high});
    numbers.push_back({name + "_mean", sample.unit, sum / volume});
  }
  return numbers;
}

}  // namespace eddy
