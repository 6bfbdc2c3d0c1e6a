// The boundary conditions of flow as data: which components of the velocity are known at a side. Each solver derives
// its ghost or boundary values from that.
//
//               normal component  tangential components
//   no-slip     the wall's        the wall's
//   free-slip   0                 no gradient
//   inflow      given             given
//   outflow     unknown           unknown
//   periodic    the flow that leaves here enters on the opposite side
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "case/keys.hpp"

namespace eddy::flow {

struct Condition {
  BoundaryKind kind;
  bool gives_normal = false;      // the normal component is known
  bool gives_tangential = false;  // the tangential components are known; otherwise their gradient is 0
  int velocity = -1;              // index of the velocity among the kind's values; −1: known components are 0
  bool wall = false;              // the side exerts friction

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
// Each solver decides on the unknown quantities, and on the values that this takes.
inline Condition outflow(const std::string& doc, std::vector<BoundaryValue> values = {}) {
  return {{"outflow", doc, std::move(values)}};
}
inline Condition periodic() { return {{"periodic", "what leaves here enters on the opposite side", {}, true}}; }

}  // namespace eddy::flow
