// One state per axis in device fields, in the form that kernels take.
#pragma once
#include "solver/compressible/ni/points.hpp"
#include "solver/compressible/state_fields.hpp"

namespace eddy::compressible {

template <class S, class T>
struct AlongFields {  // views of one block
  using value_type = T;
  StateView<S, T> of[3];
  template <class View, int D>
  operator AlongViews<View, D>() const {
    AlongViews<View, D> v;
    v.x = of[0];
    v.y = of[1];
    if constexpr (D == 3) v.z = of[2];
    return v;
  }
};
template <class S, class T>
AlongFields<S, T> along_on(const std::vector<StateFields<S, T>>& along, int b) {
  AlongFields<S, T> all;
  for (std::size_t a = 0; a < along.size(); ++a) all.of[a] = along[a].on(b);
  return all;
}

}  // namespace eddy::compressible
