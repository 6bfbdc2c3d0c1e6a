// What a boundary condition says of the velocity at a side. It is one formula for all of them; the condition gives its
// numbers, face by face, so that a side may have patches.
//
//        ghosts   │ side │  cells
//      ─2────1────●────1────2────       ● normal component: on the side itself
//        ○   ○    │    ○    ○            ○ tangential components: half a cell away from it
//
//   normal       u(0) = value, or as it was computed where `mirror` is 1;  u(−1) = 2 u(0) − u(1)
//   tangential   mirror 1: no gradient, u(−n) = u(n). mirror −1: u(−1) is on the parabola through the value on the
//   side,
//                u(1) and u(2), so that a parabola is exact; u(−2) = 2 value − u(2)
#pragma once
#include "case/keys.hpp"

namespace eddy::projection {

struct Condition {
  BoundaryKind kind;
  bool gives_normal = true;      // the component across the side is known
  bool gives_tangential = true;  // those along it are known; otherwise they have no gradient
  int velocity = -1;             // which of the kind's values is the velocity; −1: it is 0 where it is known
  bool wall = false;             // there is friction

  bool open() const { return !gives_normal && !kind.periodic; }
};

}  // namespace eddy::projection
