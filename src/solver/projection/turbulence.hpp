// Terms that are added to a stage on the device beside those of the momentum equation: the eddy viscosity, and forces
// that vary in space.
#pragma once
#include "solver/places.hpp"
#include "solver/projection/kernels_eddy.hpp"
#include "solver/projection/mixing.hpp"

namespace eddy::projection {

template <class S, class T>
class Turbulence {
 public:
  using Velocity = PerAxis<FaceField<S, T>>;
  Turbulence(Exec<S>& exec, const Model& model, const ProjectionOptions& options, const MixingLength& length)
      : exec_(&exec),
        options_(&options.turbulence),
        d_(model.dimensions()),
        cells_(model.cells(), d_),
        length_(exec, "mixing length", model.cells(), d_, 1),
        eddy_(exec, "eddy viscosity", model.cells(), d_, 1) {
    length_.fill([&](int i, int j, int k) { return length.squared({i, j, k}); });
  }

  void find(const Velocity& u, const MetricFields<S, T>& metric);  // ν_t of u, whose ghosts are filled
  double most() const;                                             // the largest ν_t that find() found last, m²/s
  double dissipation(const Velocity& u, const MetricFields<S, T>& metric) const;  // Σ V ν_t |S|²
  const CellField<S, T>& viscosity() const { return eddy_; }

  // Adds the stress of eddies to a stage from `u` to `next`, with the ν_t that find() found last.
  void add(const Velocity& u, Velocity& next, const MetricFields<S, T>& metric, const LineField<S, T>& step,
           double share);
  void add(const CellField<S, T>& temperature, CellField<S, T>& next, const MetricFields<S, T>& metric,
           const LineField<S, T>& step, double share);

 private:
  Exec<S>* exec_;
  const TurbulenceOptions* options_;
  int d_;
  Set cells_;
  CellField<S, T> length_, eddy_;
};

template <class S, class T>
class ForceField {
 public:
  using Velocity = PerAxis<FaceField<S, T>>;
  ForceField(Exec<S>& exec, const Model& model, const Bodies& bodies)
      : exec_(&exec), model_(&model), bodies_(&bodies), d_(model.dimensions()) {
    for (int a = 0; a < d_; ++a) force_.of.emplace_back(exec, "force", model.faces(a), d_, 0, a);
    put(0);
  }
  bool varies() const { return model_->force_varies(); }
  void set_time(double t) {
    if (varies()) put(t);
  }
  void add(Velocity& next, const LineField<S, T>& step, double share);
  const FaceField<S, T>& of(int axis) const { return force_[axis]; }

 private:
  void put(double t) {
    for (int a = 0; a < d_; ++a) {
      auto values = model_->force_values(a, t);
      std::size_t n = 0;
      each(model_->faces(a), [&](const Place& face) {
        if (bodies_->flag(a, face) <= 0) values[n] = 0;
        ++n;
      });
      force_[a].put(values);
    }
  }
  Exec<S>* exec_;
  const Model* model_;
  const Bodies* bodies_;
  int d_;
  Velocity force_;
};

}  // namespace eddy::projection
