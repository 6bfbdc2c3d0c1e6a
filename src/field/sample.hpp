// A field's values on the host, without ghosts, i fastest. Watchers read samples, never the device's fields.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "case/options.hpp"
#include "exec/core/box.hpp"

namespace eddy {

enum class Location { cell, node, face_x, face_y, face_z };  // faces: by their normal axis

// Whether the points of a field are at the ends of the cells along an axis, not in their middle.
inline bool at_ends(Location l, int axis) {
  return l == Location::node || static_cast<int>(l) == static_cast<int>(Location::face_x) + axis;
}

// The points of these cells; for points at ends, both ends of each cell.
inline Box points_of(Box cells, Location location, int dimensions) {
  for (int a = 0; a < dimensions; ++a) cells.hi[a] += at_ends(location, a);
  return cells;
}

struct Sample {
  std::string name, unit;  // "temperature", "K"
  Location location = Location::cell;
  std::array<int, 3> size{1, 1, 1};          // points per axis
  int components = 1;                        // values per point, stored contiguously
  Precision precision = Precision::double_;  // of the device's field; files use the same (Float32 or Float64)
  std::vector<double> values;
  std::optional<std::array<int, 3>> first{};  // of a part of a field: the indices of its first point

  std::size_t place(int i, int j, int k) const {  // index of a point, by its indices in the whole field
    const std::array<int, 3> from = first.value_or(std::array<int, 3>{0, 0, 0});
    return (i - from[0]) + size[0] * ((j - from[1]) + std::size_t(size[1]) * (k - from[2]));
  }
  void append(const Sample& from, int i, int j, int k) {  // appends all components of that point
    const auto begin = from.values.begin() + from.place(i, j, k) * from.components;
    values.insert(values.end(), begin, begin + from.components);
  }
};

inline Sample part_of(const Sample& whole, const Box& cells, int dimensions) {
  const Box points = points_of(cells, whole.location, dimensions);
  Sample part = whole;
  part.first = points.lo;
  part.values.clear();
  for (int a = 0; a < 3; ++a) part.size[a] = points.extent(a);
  for (int k = points.lo[2]; k < points.hi[2]; ++k)
    for (int j = points.lo[1]; j < points.hi[1]; ++j)
      for (int i = points.lo[0]; i < points.hi[0]; ++i) part.append(whole, i, j, k);
  return part;
}

}  // namespace eddy
