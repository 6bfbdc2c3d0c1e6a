// All boundary conditions of the velocity share one formula; each condition gives its numbers face by face, so that a
// side may have patches.
//
//        ghosts   │ side │  cells
//      ─2────1────●────1────2────       ● normal component: on the side itself
//        ○   ○    │    ○    ○            ○ tangential components: half a cell away from it
//
//   normal       u(0) = value, or where `mirror` is 1 as computed;  u(−1) = 2 u(0) − u(1)
//   tangential   mirror 1: no gradient, u(−n) = u(n). mirror −1: u(−1) is on the parabola through the side's value,
//                u(1) and u(2), so that a parabola is exact; u(−2) = 2 value − u(2)
//
// Outflow: ∂u/∂t + U ∂u/∂n = 0, U the mean velocity there. The difference between total inflow and outflow is
// distributed evenly over all outflow faces.
#pragma once
#include "solver/flow_boundary.hpp"

namespace eddy::projection {

using flow::Condition;

inline const std::vector<Condition>& conditions() {  // Patch::kind is a place in it
  static const std::vector<Condition> list{
      flow::no_slip(), flow::free_slip(), flow::inflow(),
      flow::outflow("carried out with the mean velocity; as much leaves as enters"), flow::periodic()};
  return list;
}

inline const Condition& condition_of(const Patch& patch) { return conditions()[patch.kind]; }

}  // namespace eddy::projection
