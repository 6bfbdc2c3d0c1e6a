// Outlines of what moves: a solver whose shapes do so puts a function here, under its name.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "mesh/outline.hpp"

namespace eddy {

// `shapes`: those of the case, in its order. Those that move learn where they are when.
using MoveOutlines = void (*)(const Case& c, std::vector<DrawnShape>& shapes);
inline std::map<std::string, MoveOutlines>& outlines_that_move() {
  static std::map<std::string, MoveOutlines> all;
  return all;
}

}  // namespace eddy
