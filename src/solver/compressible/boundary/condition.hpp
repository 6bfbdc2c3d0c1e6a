// A boundary condition gives the ghost state beyond a face from the state before it, the outward normal, and the values
// of the case. Each condition is a file of its own with
//
//   kind()      its name, its sentence and its keys
//   from_two    a wall: nothing passes, and the second ghost cell mirrors the second cell before the face; otherwise it
//               equals the first
//   slips       present if the wall has no friction and takes no heat
//   beyond()    the state in a ghost cell beyond the face
//
// `given` holds the values of the keys in the members of a state: velocity or a direction in `velocity`, pressures in
// `pressure`, a density or a temperature in `density`.
#pragma once
#include "case/keys.hpp"
#include "exec/core/functions.hpp"
#include "solver/compressible/gas.hpp"

namespace eddy::compressible {

template <class T, class V, int D>
FN V square(const V (&a)[D]) {
  return dot(a, a);
}
template <class T, class V, int D, class G>
FN V sound_of(const Primitive<V, D>& w, const G& gas) {
  return sqrt(gas.gamma * w.pressure / w.density);
}
// Adds (by) n to a velocity.
template <class V, int D>
FN void add_normal(V (&velocity)[D], V by, const V (&normal)[D]) {
  UNROLL
  for (int a = 0; a < D; ++a) velocity[a] = velocity[a] + by * normal[a];
}

}  // namespace eddy::compressible
