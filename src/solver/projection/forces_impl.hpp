// The forces' launches; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/forces.hpp"

namespace eddy::projection {

template <class S, class T>
std::vector<Number> Forces<S, T>::numbers(const MetricFields<S, T>& metric, const CellField<S, T>& p,
                                          const PerAxis<FaceField<S, T>>& u) {
  std::vector<Number> all;
  for (const Watched& w : watched_) add(all, w, metric, p, u);
  return all;
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T) template class eddy::projection::Forces<S, T>;
