// Outlines of moving shapes: a solver with moving shapes registers a function here, under its name.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "mesh/outline.hpp"

namespace eddy {

// `shapes` are those of the case, in its order. The function sets `outline` for those that move.
using MoveOutlines = void (*)(const Case& c, std::vector<DrawnShape>& shapes);
inline std::map<std::string, MoveOutlines>& outlines_that_move() {
  static std::map<std::string, MoveOutlines> all;
  return all;
}

}  // namespace eddy
