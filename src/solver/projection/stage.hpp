// One stage of the momentum equation; its kernels are the heaviest, and are compiled separately (stage_impl.hpp).
#pragma once
#include "solver/projection/kernels.hpp"

namespace eddy::projection {

template <class S, class T>
struct StageFields {
  const MetricFields<S, T>& metric;
  const PerAxis<FaceField<S, T>>&start, &u;
  const CellField<S, T>& p;
  PerAxis<FaceField<S, T>>& next;
  const LineField<S, T>& step;
  double viscosity;  // 0: friction is implicit
};

// next = start + share · (u + Δt (∂u/∂t − ∇p) − start)
template <class S, class T>
void momentum_stage(Exec<S>& exec, const Set& set, const ProjectionOptions& options, const StageFields<S, T>& fields,
                    double share);

}  // namespace eddy::projection
