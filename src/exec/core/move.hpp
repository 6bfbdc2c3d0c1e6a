// The kernel that packs and unpacks messages.
#pragma once
#include "exec/core/view.hpp"

namespace eddy::kernels {

template <class S, class T, int D>
struct Move {
  static constexpr const char* name = "move";
  In<S, T> from;
  Out<S, T> to;
  FN void operator()(Cell<S> c) const { to(c) = from(c); }
};

}  // namespace eddy::kernels
