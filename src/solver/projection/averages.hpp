// Averages in time of velocity, pressure and temperature, all in the cells, so that components can be multiplied.
#pragma once
#include "field/statistics.hpp"
#include "solver/projection/kernels_project.hpp"
#include "solver/projection/model.hpp"

namespace eddy::kernels {

template <class S, class T, int D>
struct VelocityAtCells {  // the mean of both faces
  static constexpr const char* name = "velocity_at_cells";
  Vec<In<S, T>, D> u;
  Vec<Out<S, T>, D> at_cells;
  FN void operator()(Cell<S> c) const {
    UNROLL
    for (int a = 0; a < D; ++a) at_cells[a](c) = T(0.5) * (u[a](c) + u[a](c + Axis(a)));
  }
};

// p at the end of a step, extrapolated from the middles of the last two steps: p + ahead ψ.
template <class S, class T, int D, class M>
struct ProjectionPressureLevel {  // reduced: Σ V p
  static constexpr const char* name = "projection_pressure_level";
  typename M::template Bound<S, T, D> metric;
  In<S, T> p, psi;
  Param<S, T> ahead;
  FN Value<S, T> operator()(Cell<S> c) const {
    Value<S, T> volume = T(1);
    UNROLL
    for (int a = 0; a < D; ++a) volume = volume * metric.per_width(a, c);
    return fma(Value<S, T>(ahead), Value<S, T>(psi(c)), Value<S, T>(p(c))) / volume;
  }
};
template <class S, class T, int D>
struct ProjectionPressureAtEnd {  // p at the end of a step in Pa, with mean 0
  static constexpr const char* name = "projection_pressure_at_end";
  In<S, T> p, psi;
  Out<S, T> pressure;
  Param<S, T> ahead, level, density;
  FN void operator()(Cell<S> c) const {
    pressure(c) = density * (fma(Value<S, T>(ahead), Value<S, T>(psi(c)), Value<S, T>(p(c))) - level);
  }
};

}  // namespace eddy::kernels

namespace eddy::projection {

template <class S, class T>
class Averages {
 public:
  Averages(Exec<S>& exec, const Device& device, const StatisticsOptions& options, const Model& model);

  bool begin_step(double time, double dt);  // false: this step adds no sample
  void add(const PerAxis<FaceField<S, T>>& velocity);
  void add(const std::string& field, const CellField<S, T>& values);

  std::vector<std::string> names() const;
  bool has(const std::string& field) const;
  Sample sample(const std::string& field, const Box& cells) const;
  void state(Archive& archive) { statistics_.state(archive); }

 private:
  Exec<S>* exec_;
  Set set_;
  Statistics<S, T> statistics_;
  PerAxis<CellField<S, T>> at_cells_;
};

template <class S, class T>
struct PressureParts {  // p + ahead ψ is the pressure over the density
  const CellField<S, T>&p, &psi;
  double ahead, density;
};
// The mean of the pressure in the fluid. No condition fixes this level, and the linear solvers leave it arbitrary.
template <class S, class T>
double pressure_level(Exec<S>& exec, const Set& set, const MetricFields<S, T>& metric,
                      const PressureParts<S, T>& parts);
// Computes the pressure at the end of the step in Pa, with mean 0.
template <class S, class T>
void pressure_at_end(Exec<S>& exec, const Set& set, const MetricFields<S, T>& metric, const PressureParts<S, T>& parts,
                     CellField<S, T>& pressure);

}  // namespace eddy::projection
