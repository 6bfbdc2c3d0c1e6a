// A list of indices for each axis, in ascending order; it stands for the cells of all their combinations.
#pragma once
#include <array>
#include <vector>

#include "field/sample.hpp"

namespace eddy {

using CellLists = std::array<std::vector<int>, 3>;

inline Box hull(const CellLists& cells) {  // the smallest box that contains the cells
  Box box;
  for (int a = 0; a < 3; ++a) {
    box.lo[a] = cells[a].front();
    box.hi[a] = cells[a].back() + 1;
  }
  return box;
}

inline CellLists listed(const Box& box) {  // all cells of the box
  CellLists cells;
  for (int a = 0; a < 3; ++a)
    for (int i = box.lo[a]; i < box.hi[a]; ++i) cells[a].push_back(i);
  return cells;
}

// Values at the first point of each of these cells, from a sample that holds them.
inline Sample picked(const Sample& from, const CellLists& cells) {
  Sample some = from;
  some.first.reset();
  some.values.clear();
  for (int a = 0; a < 3; ++a) some.size[a] = static_cast<int>(cells[a].size());
  some.values.reserve(cells[0].size() * cells[1].size() * cells[2].size() * static_cast<std::size_t>(from.components));
  for (const int k : cells[2])
    for (const int j : cells[1])
      for (const int i : cells[0]) some.append(from, i, j, k);
  return some;
}

}  // namespace eddy
