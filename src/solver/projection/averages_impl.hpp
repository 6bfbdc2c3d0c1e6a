// The launches of averages; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/averages.hpp"

namespace eddy::projection {

template <class S, class T>
Averages<S, T>::Averages(Exec<S>& exec, const Device& device, const StatisticsOptions& options, const Model& model)
    : exec_(&exec),
      set_(model.cells(), model.dimensions()),
      statistics_(exec, device, options, model.cells(), model.dimensions()) {
  for (int a = 0; a < model.dimensions(); ++a)
    at_cells_.of.emplace_back(exec, "velocity", model.cells(), model.dimensions());
}

template <class S, class T>
bool Averages<S, T>::begin_step(double time, double dt) {
  return statistics_.begin_step(time, dt);
}
template <class S, class T>
void Averages<S, T>::add(const PerAxis<FaceField<S, T>>& velocity) {
  for_each<kernels::VelocityAtCells>(*exec_, set_, velocity, at_cells_);
  statistics_.add("velocity", at_cells_);
}
template <class S, class T>
void Averages<S, T>::add(const std::string& field, const CellField<S, T>& values) {
  statistics_.add(field, values);
}

template <class S, class T>
std::vector<std::string> Averages<S, T>::names() const {
  return statistics_.names();
}
template <class S, class T>
bool Averages<S, T>::has(const std::string& field) const {
  return statistics_.has(field);
}
template <class S, class T>
Sample Averages<S, T>::sample(const std::string& field, const Box& cells) const {
  return cells == set_.box ? statistics_.sample(field) : statistics_.sample(field, cells);
}

template <class S, class T>
double pressure_level(Exec<S>& exec, const Set& set, const MetricFields<S, T>& metric,
                      const PressureParts<S, T>& parts) {
  const auto sum = [&]<class M>() {
    return reduce<kernels::ProjectionPressureLevel, M>(exec, Reduction::sum, set, metric, parts.p, parts.psi,
                                                       T(parts.ahead));
  };
  return with(sum, metric.grid()) / metric.fluid;
}

template <class S, class T>
void pressure_at_end(Exec<S>& exec, const Set& set, const MetricFields<S, T>& metric, const PressureParts<S, T>& parts,
                     CellField<S, T>& pressure) {
  for_each<kernels::ProjectionPressureAtEnd>(exec, set, parts.p, parts.psi, pressure, T(parts.ahead),
                                             T(pressure_level(exec, set, metric, parts)), T(parts.density));
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T)                                                                    \
  template class eddy::projection::Averages<S, T>;                                                \
  template double eddy::projection::pressure_level(eddy::Exec<S>&, const eddy::Set&,              \
                                                   const eddy::projection::MetricFields<S, T>&,   \
                                                   const eddy::projection::PressureParts<S, T>&); \
  template void eddy::projection::pressure_at_end(                                                \
      eddy::Exec<S>&, const eddy::Set&, const eddy::projection::MetricFields<S, T>&,              \
      const eddy::projection::PressureParts<S, T>&, eddy::CellField<S, T>&);
