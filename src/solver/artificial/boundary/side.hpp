// What a boundary condition says of a side: which of pressure and velocity it gives there, and where the nodes next to
// it get the rest from.
//
//      ┊   ┊   ║   ●   ●   ●        ● computed      ║ nodes of the side      ┊ ghosts
//     −2  −1   0   1   2   3
//
//   velocity   u(0) is given, p(0) = 3 p(1) − 3 p(2) + p(3)            walls, inflow
//   pressure   p(0) is given, u(0) = 2 u(1) − u(2)                     outflow
//   mirror     node 0 is computed: p(−n) = p(n), u(−n) = ±u(n)         symmetry
//   wrap       node 0 is computed: node −n is that at the other end    periodic
#pragma once
#include "case/keys.hpp"

namespace eddy::artificial {

enum class Given : int { velocity, pressure, mirror, wrap };

struct Condition {
  BoundaryKind kind;
  Given given;
};

}  // namespace eddy::artificial
