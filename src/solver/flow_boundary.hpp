// The boundary conditions of flow as values: what is known of the velocity at a side. How the numbers at the side follow
// from it is each solver's own.
//
//               across the side   along it
//   no-slip     the wall's        the wall's
//   free-slip   0                 no gradient
//   inflow      given             given
//   outflow     not known         not known
//   periodic    what leaves here enters on the opposite side
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "case/keys.hpp"

namespace eddy::flow {

struct Condition {
  BoundaryKind kind;
  bool gives_normal = false;      // the component across the side is known
  bool gives_tangential = false;  // those along it are known; otherwise they have no gradient
  int velocity = -1;              // which of the kind's values is the velocity; −1: it is 0 where it is known
  bool wall = false;              // there is friction

  bool open() const { return !gives_normal && !kind.periodic; }
};

inline Condition no_slip() {
  return {{"no-slip", "a wall, at rest or moving", {{"velocity", per_axis, "of the wall", "m/s", 0.0}}},
          true,
          true,
          0,
          true};
}
inline Condition free_slip() {
  return {{"free-slip", "a wall without friction; a plane of symmetry", {}, false, "symmetry"}, true};
}
inline Condition inflow() {
  return {{"inflow", "given velocity", {{"velocity", per_axis, "of what comes in", "m/s"}}}, true, true, 0};
}
// What is done about the rest, and by which values, is the solver's own.
inline Condition outflow(const std::string& doc, std::vector<BoundaryValue> values = {}) {
  return {{"outflow", doc, std::move(values)}};
}
inline Condition periodic() { return {{"periodic", "what leaves here enters on the opposite side", {}, true}}; }

}  // namespace eddy::flow
