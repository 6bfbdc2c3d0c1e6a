// Fills the ghost cells beyond the sides of blocks.
#pragma once
#include "solver/compressible/beyond.hpp"
#include "solver/compressible/kernels_boundary.hpp"

namespace eddy::compressible {

template <class S, class T>
BeyondCells<S, T>::BeyondCells(Exec<S>& exec, const Domain& domain, const MeshLayout& cells,
                               const CompressibleOptions& options, const GasNumbers<T>& gas, bool corners)
    : exec_(exec), domain_(domain), cells_(cells), options_(options), gas_(gas), d_(domain.dimensions()) {
  const auto& faces = domain.faces();
  for (std::size_t begin = 0, end = 0; begin < faces.size(); begin = end) {
    while (end < faces.size() && faces[end].condition->kind == faces[begin].condition->kind) ++end;
    add_faces(static_cast<int>(begin), static_cast<int>(end));
  }
  const CopyLists copies = domain.copies(cells, corners);
  copied_ = static_cast<int>(copies.to.size());
  from_ = make_table<S, int>(exec, copies.from);
  to_ = make_table<S, int>(exec, copies.to);
  if (corners) {
    const CornerLists lists = domain.corners(cells);
    plane_ = corners_of(lists.plane);
    meeting_ = corners_of(lists.meeting);
    further_count_ = make_table<S, int>(exec, lists.count);
    for (const auto& places : lists.further) further_.of.push_back(make_table<S, int>(exec, places));
  }
  neighbours_ = make_exchanges<S, T>(exec, domain.between_ranks(cells, corners), d_);
}

template <class S, class T>
typename BeyondCells<S, T>::Corners BeyondCells<S, T>::corners_of(const CornerLists::Places& places) {
  return {static_cast<int>(places.to.size()), make_table<S, int>(exec_, places.to),
          make_table<S, int>(exec_, places.one), make_table<S, int>(exec_, places.other),
          make_table<S, int>(exec_, places.opposite)};
}

template <class S, class T>
void BeyondCells<S, T>::add_faces(int begin, int end) {
  const auto& faces = domain_.faces();
  FaceList list;
  list.kind = faces[begin].condition->kind;
  list.begin = begin;
  list.count = end - begin;
  const auto places = [&](int layer) {
    std::vector<int> all;
    for (int n = begin; n < end; ++n) all.push_back(domain_.place(cells_, domain_.beyond(faces[n], layer)));
    return make_table<S, int>(exec_, all);
  };
  list.before = places(0);
  list.behind = places(-1);
  list.first = places(1);
  list.second = places(2);
  for (int a = 0; a < d_; ++a) {
    std::vector<T> normal;
    for (int n = begin; n < end; ++n) normal.push_back(static_cast<T>(faces[n].normal[a]));
    list.normal.of.push_back(make_table<S, T>(exec_, normal));
  }
  for (int n = begin; n < end; ++n)
    for (const Formula& f : faces[n].condition->values) list.timed = list.timed || f.uses_time();
  timed_ = timed_ || list.timed;
  list.given = StateTable<S, T>(exec_, d_, list.count);
  set_given(list, 0);
  lists_.push_back(std::move(list));
}

template <class S, class T>
void BeyondCells<S, T>::set_given(FaceList& list, double time) {
  std::vector<HostState> given;
  for (int n = 0; n < list.count; ++n) given.push_back(given_at(domain_.faces()[list.begin + n], options_, d_, time));
  list.given.put(given, d_);
}

template <class S, class T>
void BeyondCells<S, T>::set_time(double time) {
  if (!timed_ || time == time_) return;
  time_ = time;
  for (FaceList& list : lists_)
    if (list.timed) set_given(list, time);
}

template <class S, class T>
void BeyondCells<S, T>::fill(StateFields<S, T>& state) {
  const auto all = [&](auto d) {
    constexpr int D = decltype(d)::value;
    fill_patches<D>(state);
    exchange<D>(exec_, neighbours_, state);
    fill_seams<D>(state);
  };
  if (d_ == 2)
    all(std::integral_constant<int, 2>());
  else
    all(std::integral_constant<int, 3>());
}

template <class S, class T>
template <int D>
void BeyondCells<S, T>::fill_patches(StateFields<S, T>& state) {
  for (FaceList& list : lists_)
    Conditions::with(list.kind, [&](auto condition) {
      const FacePlaces<S> places{list.before, list.behind, list.first, list.second};
      for_each<kernels::FillBeyond, On<decltype(condition), D>>(exec_, Set(line_box(list.count), 1), state.places(),
                                                                places, list.normal, list.given, bound<S>(gas_));
    });
}

// Corners come last, because they read the ghost cells beyond one side.
template <class S, class T>
template <int D>
void BeyondCells<S, T>::fill_seams(StateFields<S, T>& state) {
  if (copied_ > 0)
    for_each<kernels::CopyPlaces, OnPlaces<D>>(exec_, Set(line_box(copied_), 1), state.places(), from_, to_);
  if (plane_.count > 0)
    for_each<kernels::FillCorner, OnPlaces<D>>(exec_, Set(line_box(plane_.count), 1), state.places(), plane_.to,
                                               plane_.one, plane_.other, plane_.opposite, bound<S>(gas_));
  if (meeting_.count > 0)
    for_each<kernels::FillMeeting, OnPlaces<D>>(exec_, Set(line_box(meeting_.count), 1), state.places(), meeting_.to,
                                                meeting_.one, meeting_.other, meeting_.opposite, further_,
                                                further_count_);
}

template <class S, class T>
std::vector<HostState> BeyondCells<S, T>::gathered(const StateFields<S, T>& state, const std::vector<int>& places) {
  const int count = static_cast<int>(places.size());
  std::vector<HostState> all(places.size());
  if (count == 0) return all;
  const LineField<S, int> from = make_table<S, int>(exec_, places);
  StateTable<S, T> table(exec_, d_, count);
  const Set set(line_box(count), 1);
  if (d_ == 2)
    for_each<kernels::PackPlaces, OnPlaces<2>>(exec_, set, state.places(), from, table);
  else
    for_each<kernels::PackPlaces, OnPlaces<3>>(exec_, set, state.places(), from, table);
  for (int v = 0; v < d_ + 2; ++v) {
    const std::vector<double> values = table.of[v].get();
    for (int n = 0; n < count; ++n)
      (v == 0        ? all[n].density
       : v == d_ + 1 ? all[n].pressure
                     : all[n].velocity[v - 1]) = v == 0 || v == d_ + 1 ? std::abs(values[n]) : values[n];
  }
  return all;
}

template <class S, class T>
FaceStates BeyondCells<S, T>::face_states(const StateFields<S, T>& state) {
  const auto layer = [&](int number) {
    std::vector<int> places;
    for (const BoundaryFace& f : domain_.faces()) places.push_back(domain_.place(cells_, domain_.beyond(f, number)));
    return gathered(state, places);
  };
  return {layer(0), layer(-1), layer(1), layer(2)};
}

}  // namespace eddy::compressible

#define EDDY_INSTANTIATE(S, T) template class eddy::compressible::BeyondCells<S, T>;
