// What a boundary condition gives at a side, pressure or velocity, and how the other values there follow from it.
//
//      ┊   ┊   ║   ●   ●   ●        ● computed      ║ nodes of the side      ┊ ghosts
//     −2  −1   0   1   2   3
//
//   velocity   u(0) is given, p(0) = 3 p(1) − 3 p(2) + p(3)            walls, inflow
//   pressure   p(0) is given, u(0) = 2 u(1) − u(2)                     outflow
//   mirror     node 0 is computed: p(−n) = p(n), u(−n) = ±u(n)         free-slip
//   wrap       node 0 is computed: node −n is the one at the opposite end    periodic
#pragma once
#include "solver/flow_boundary.hpp"

namespace eddy::artificial {

enum class Given : int { velocity, pressure, mirror, wrap };

inline const std::vector<flow::Condition>& conditions() {  // Patch::kind is an index into this list
  static const std::vector<flow::Condition> list{
      flow::no_slip(), flow::inflow(),
      flow::outflow("given pressure; the velocity is extrapolated", {{"pressure", 1, "at the boundary", "Pa", 0.0}}),
      flow::free_slip(), flow::periodic()};
  return list;
}

inline const flow::Condition& condition_of(const Patch& patch) { return conditions()[patch.kind]; }

inline Given given_by(const Patch& patch) {
  const flow::Condition& c = condition_of(patch);
  if (c.kind.periodic) return Given::wrap;
  if (c.open()) return Given::pressure;
  return c.gives_tangential ? Given::velocity : Given::mirror;
}

}  // namespace eddy::artificial
