// The launches of sharp bodies; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/sharp_fields.hpp"

namespace eddy::projection {

template <class S, class T>
SharpFields<S, T>::SharpFields(Exec<S>& exec, const Model& model, const Sharp& sharp)
    : exec_(&exec), d_(model.dimensions()), set_(model.cells(), d_), inside_(d_), cut_(d_) {
  for (int a = 0; a < d_; ++a) {
    through_.of.emplace_back(exec, "through", model.faces(a), d_, velocity_ghosts, a);
    through_[a].fill([](int, int, int) { return 0; });
    aperture_.of.emplace_back(exec, "aperture", model.faces(a), d_, 0, a);
    if (model.periodic(a)) wrapped_.emplace_back(a, std::make_unique<Wrap>(exec, model, a, d_));
  }
  RowsByAxis inside, through;
  std::array<std::vector<double>, 3> open_part;
  for (int a = 0; a < d_; ++a) {
    inside[a] = packed<T>(sharp.inside(a), through_[a].layout(), row_data(d_));
    through[a] = packed<T>(sharp.through(a), through_[a].layout(), row_data(d_));
    each(model.faces(a), [&](const Place& f) { open_part[a].push_back(sharp.aperture(a, f)); });
  }
  place(sharp, inside);
  place_faces(through, open_part, model.cells());
}

template <class S, class T>
void SharpFields<S, T>::wrap_through() {
  for (const auto& one : wrapped_) {
    const auto wrap = [&]<class V>() { one.second->template fill<OnAxis<V::axis>>(through_); };
    with(wrap, SideChoice{2 * one.first + 1});
  }
}

template <class S, class T>
void SharpFields<S, T>::place(const Sharp& sharp, const RowsByAxis& inside) {
  sharp_ = &sharp;
  shown_.reset();
  for (int a = 0; a < d_; ++a) inside_[a].set(*exec_, inside[a], through_[a]);
}
template <class S, class T>
void SharpFields<S, T>::place_faces(const RowsByAxis& through, const std::array<std::vector<double>, 3>& open_part,
                                    const Box& changed) {
  for (int a = 0; a < d_; ++a) {
    const Box box = face_box(changed, a);
    aperture_[a].fill_part(box, [&](int i, int j, int k) { return open_part[a][place_in(box, {i, j, k})]; });
    cut_[a].set(*exec_, through[a], through_[a]);
  }
}

template <class S, class T>
void SharpFields<S, T>::fill(Velocity& u) {
  for (int a = 0; a < d_; ++a) inside_[a].fill(*exec_, u[a], d_);
}

template <class S, class T>
void SharpFields<S, T>::clear(Velocity& u) {
  for (int a = 0; a < d_; ++a) inside_[a].clear(*exec_, u[a]);
}

template <class S, class T>
void SharpFields<S, T>::fill_between(const Velocity& first, const Velocity& last, Velocity& u) {
  for (int a = 0; a < d_; ++a) inside_[a].fill_between(*exec_, first[a], last[a], u[a]);
}

template <class S, class T>
void SharpFields<S, T>::find_lag(const Velocity& u) {
  for (int a = 0; a < d_; ++a) inside_[a].find_lag(*exec_, u[a], d_);
}

template <class S, class T>
void SharpFields<S, T>::add_lag(double part, Velocity& u) {
  for (int a = 0; a < d_; ++a) inside_[a].add_lag(*exec_, part, u[a]);
}

template <class S, class T>
void SharpFields<S, T>::find_through(const Velocity& u) {
  for (int a = 0; a < d_; ++a) {
    for_each<kernels::Copy>(*exec_, u[a].set(), u[a], through_[a]);
    cut_[a].fill(*exec_, u[a], through_[a], d_);
  }
  wrap_through();  // what goes out at one end comes in at the other, to the last bit
}

template <class S, class T>
void SharpFields<S, T>::correct(const MetricFields<S, T>& metric, const CellField<S, T>& psi,
                                const PerAxisValues<int>& closed) {
  for_each<kernels::SharpCorrect>(*exec_, set_, metric, psi, aperture_, through_, closed);
  wrap_through();
}

template <class S, class T>
void SharpFields<S, T>::show_pressure(CellField<S, T>& p) {
  if (!shown_) shown_.emplace(*exec_, packed<T>(sharp_->shown_pressure(), p.layout(), row_data(d_)), p);
  shown_->fill(*exec_, p, d_);
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T) template class eddy::projection::SharpFields<S, T>;
