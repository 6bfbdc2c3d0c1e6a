// A field: values on a grid. Cell, face and node fields are different types; all are stored on the device of their
// space.
//
//     faces of axis x      0   1   2   3         face i is the lower face of cell i
//     cells                | 0 | 1 | 2 |
//     nodes                0   1   2   3
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "exec/core/executor.hpp"
#include "exec/shapes/tile_view.hpp"
#include "field/archive.hpp"
#include "field/kernels.hpp"
#include "field/layout.hpp"
#include "field/sample.hpp"

namespace eddy {

enum class Centring { cell, face, node, line };

template <class S, class T, Centring C>
class Field {
 public:
  using value_type = T;

  Field() = default;
  Field(Exec<S>& exec, std::string name, const Box& box, int dimensions, int ghosts = 0, int axis = -1)
      : name_(std::move(name)),
        axis_(axis),
        box_(box),
        layout_(exec.parts.many() ? shared_layout(exec, dimensions, ghosts)
                                  : Layout(box, dimensions, ghosts, sizeof(T))),
        buffer_(exec, layout_.size() * sizeof(T)) {
    if (exec.parts.many()) share(exec, ghosts);
  }

  const std::string& name() const { return name_; }
  const Layout& layout() const { return layout_; }  // of the part on this rank
  const Box& box() const { return box_; }           // the own points of the whole field, on all ranks
  Set set() const { return {box_, layout_.dimensions}; }
  const void* identity() const { return buffer_.handle(); }

  operator In<S, T>() const { return In<S, T>(binding()); }
  operator Previous<S, T>() const { return Previous<S, T>(binding()); }
  operator Out<S, T>() { return Out<S, T>(binding()); }
  operator InOut<S, T>() { return InOut<S, T>(binding()); }
  operator Line<S, T>() const { return Line<S, T>(binding()); }

  Binding binding(int axis = 0,
                  int shift = 0) const {  // shifted: cell c + shift·axis of the view is cell c of the field
    Binding b;
    b.origin = layout_.origin() - std::int64_t(shift) * (axis == 0 ? 1 : axis == 1 ? layout_.sy() : layout_.sz());
    b.memory = buffer_.handle();
    if constexpr (!is_symbolic<S>) b.memory = static_cast<T*>(buffer_.handle()) + b.origin;
    b.sy = layout_.sy();
    b.sz = layout_.sz();
    b.buffer = buffer_.handle();
    b.bounds = layout_.bounds().shifted(axis, shift);
    return b;
  }

  void exchange(Field& other) {  // exchanges the values of two fields without copying
    if (buffer_.bytes() != other.buffer_.bytes() || layout_.origin() != other.layout_.origin())
      throw Error(Exit::fault, "the fields '" + name_ + "' and '" + other.name_ + "' are not alike.");
    std::swap(buffer_, other.buffer_);
  }

  // Sets all values, ghosts included, from a function of the index that is evaluated on the host.
  template <class Value>
  void fill(const Value& value) {
    std::vector<T> all(layout_.size(), T(0));
    const Box b = layout_.bounds();
    for (int k = b.lo[2]; k < b.hi[2]; ++k)
      for (int j = b.lo[1]; j < b.hi[1]; ++j)
        for (int i = b.lo[0]; i < b.hi[0]; ++i) all[layout_.place(i, j, k)] = static_cast<T>(value(i, j, k));
    upload(all);
  }
  // The same for some points; all others keep their values.
  template <class Value>
  void fill_part(const Box& points, const Value& value) {
    const Box all = layout_.bounds(), b = points.common(all);
    if (points.holds(all)) halo_is_valid();
    if (b.empty()) return;
    const std::size_t row = std::size_t(b.extent(0)), rows = std::size_t(b.extent(1));
    std::vector<T> plane(row * rows);
    for (int k = b.lo[2]; k < b.hi[2]; ++k) {
      auto next = plane.begin();
      for (int j = b.lo[1]; j < b.hi[1]; ++j)
        for (int i = b.lo[0]; i < b.hi[0]; ++i) *next++ = static_cast<T>(value(i, j, k));
      buffer_.upload(
          plane.data(),
          UploadedRows{row * sizeof(T), rows, static_cast<std::size_t>(layout_.place(b.lo[0], b.lo[1], k)) * sizeof(T),
                       std::size_t(layout_.sy()) * sizeof(T)});
    }
  }
  void put(const std::vector<double>& values) {  // own points of the whole field, i fastest; ghosts become zero
    const Box b = layout_.bounds().common(box_);
    std::vector<T> all(layout_.size(), T(0));
    for (int k = b.lo[2]; k < b.hi[2]; ++k)
      for (int j = b.lo[1]; j < b.hi[1]; ++j)
        for (int i = b.lo[0]; i < b.hi[0]; ++i)
          all[layout_.place(i, j, k)] = static_cast<T>(values[place(box_, i, j, k)]);
    upload(all);
  }
  std::vector<double> get() const {  // own points of the whole field, on every rank
    std::vector<double> values = downloaded(layout_.box, box_);
    if (Held* held = shared(); held && held->part) gather_values(*held, box_, values);
    return values;
  }
  // Samples the whole field, or only the points of some cells, which are first gathered on the device so that few
  // values are transferred. If ranks sample different cells, each gets its own from its part and halo.
  Sample sample(std::string unit, const std::optional<Box>& cells = {}) const {
    if (!cells) return described(std::move(unit), box_, get());
    if (buffer_.exec().parts.apart()) return sample_here(std::move(unit), *cells);
    Field part(buffer_.exec(), name_, points_of(*cells, location(), layout_.dimensions), layout_.dimensions, 0, axis_);
    for_each<kernels::Copy>(buffer_.exec(), part.set(), *this, part);
    Sample s = part.sample(std::move(unit));
    s.first = part.box().lo;
    return s;
  }
  FieldMemory memory() const requires(C != Centring::line) {  // waits for all launches first
    const auto size = [&](int a) { return box_.extent(a); };
    buffer_.exec().wait();
    FieldMemory m;
    m.space = std::is_same_v<S, Cuda> ? SpaceKind::cuda : is_symbolic<S> ? SpaceKind::opencl : SpaceKind::cpu;
    if constexpr (!is_symbolic<S>)
      m.first = static_cast<T*>(buffer_.handle()) + layout_.place(box_.lo[0], box_.lo[1], box_.lo[2]);
    m.precision = sizeof(T) == 4 ? Precision::single : Precision::double_;
    m.location = location();
    m.size = {size(0), size(1), size(2)};
    m.stride = {1, layout_.sy(), layout_.sz()};
    return m;
  }
  Location location() const requires(C != Centring::line) {
    if constexpr (C == Centring::cell) return Location::cell;
    if constexpr (C == Centring::node) return Location::node;
    if (axis_ < 0) throw Error(Exit::fault, "the face field '" + name_ + "' was not told its axis.");
    return static_cast<Location>(static_cast<int>(Location::face_x) + axis_);
  }

 private:
  void upload(const std::vector<T>& all) {
    buffer_.upload(all.data());
    halo_is_valid();
    if constexpr (C == Centring::line && std::is_same_v<S, Cuda>)
      buffer_.exec().keep_table(buffer_.handle(), even_part(all));
  }
  auto even_part(const std::vector<T>& all) const requires std::is_same_v<S, Cuda> {
    const Box b = layout_.bounds();
    const auto value = [&](int i) { return all[layout_.place(i, 0, 0)]; };
    const int middle = (b.lo[0] + b.hi[0]) / 2;
    EvenPart s{middle, middle, static_cast<double>(value(middle))};
    while (s.lo > b.lo[0] && value(s.lo - 1) == value(middle)) --s.lo;
    while (s.hi < b.hi[0] && value(s.hi) == value(middle)) ++s.hi;
    return s;
  }
  static std::size_t place(const Box& box, int i, int j, int k) {  // index in a list of the box's values
    const std::size_t nx = static_cast<std::size_t>(box.extent(0)), ny = static_cast<std::size_t>(box.extent(1));
    return static_cast<std::size_t>(i - box.lo[0]) +
           nx * (static_cast<std::size_t>(j - box.lo[1]) + ny * static_cast<std::size_t>(k - box.lo[2]));
  }
  // Downloads the values of box b, which this rank has, into their positions in a larger box.
  std::vector<double> downloaded(const Box& b, const Box& into) const {
    std::vector<T> all(layout_.size());
    buffer_.download(all.data());
    std::vector<double> values(static_cast<std::size_t>(into.cells()));
    for (int k = b.lo[2]; k < b.hi[2]; ++k)
      for (int j = b.lo[1]; j < b.hi[1]; ++j)
        for (int i = b.lo[0]; i < b.hi[0]; ++i)
          values[place(into, i, j, k)] = static_cast<double>(all[layout_.place(i, j, k)]);
    return values;
  }
  Sample sample_here(std::string unit, const Box& cells) const {
    fetch_around(buffer_.exec(), buffer_.handle());
    const Box points = points_of(cells, location(), layout_.dimensions);
    if (!(points == points.common(layout_.bounds())))
      throw Error(Exit::fault, "a rank asks for values of '" + name_ + "' that it does not have.");
    Sample s = described(std::move(unit), points, downloaded(points, points));
    s.first = points.lo;
    return s;
  }
  // With many ranks, tables are whole on every rank; other fields follow the current partition. A rank holds its own
  // points and the points around them, ghosts or halo.
  static const Partition* sharing(const Exec<S>& exec) { return C == Centring::line ? nullptr : exec.parts.current(); }
  Layout shared_layout(const Exec<S>& exec, int dimensions, int ghosts) const {
    const Partition* const p = sharing(exec);
    const Box bounds = box_.grown(ghosts, dimensions);
    if (!p) return Layout(box_, bounds, dimensions, sizeof(T));
    Box own = p->own(ranks::here()), around = own;
    for (int a = 0; a < dimensions; ++a) around.grow(a, p->halo());
    own = own.common(box_);
    around = around.common(bounds);
    if (around.empty())
      around = Box{box_.lo, {box_.lo[0] + 1, box_.lo[1] + 1, box_.lo[2] + 1}};  // memory is never empty
    for (int a = 0; a < 3; ++a) {
      own.lo[a] = std::clamp(own.lo[a], around.lo[a], around.hi[a]);
      own.hi[a] = std::clamp(own.hi[a], own.lo[a], around.hi[a]);
    }
    return Layout(own, around, dimensions, sizeof(T));
  }
  void share(Exec<S>& exec, int ghosts) {
    Held h;
    h.part = sharing(exec);
    h.bounds = box_.grown(ghosts, layout_.dimensions);
    h.binding = binding();
    h.dimensions = layout_.dimensions;
    h.value_bytes = sizeof(T);
    exec.parts.keep(h);
  }
  Held* shared() const {
    return buffer_.handle() && buffer_.exec().parts.many() ? buffer_.exec().parts.find(buffer_.handle()) : nullptr;
  }
  void halo_is_valid() {
    if (Held* h = shared(); h && h->part) h->set_valid(h->part->halo());
  }
  Sample described(std::string unit, const Box& points, std::vector<double> values) const {
    Sample s;
    s.name = name_;
    s.unit = std::move(unit);
    s.location = location();
    for (int a = 0; a < 3; ++a) s.size[a] = points.extent(a);
    s.precision = sizeof(T) == 4 ? Precision::single : Precision::double_;
    s.values = std::move(values);
    return s;
  }

  std::string name_;
  int axis_ = -1;  // of face fields: the normal axis
  Box box_;        // own points of the whole field, on all ranks
  Layout layout_;
  Buffer<S> buffer_;
};

template <class S, class T>
using CellField = Field<S, T, Centring::cell>;
template <class S, class T>
using NodeField = Field<S, T, Centring::node>;
template <class S, class T>
using FaceField = Field<S, T, Centring::face>;
template <class S, class T>
using LineField = Field<S, T, Centring::line>;  // a table along one axis

// One field per axis; converts to a Vec of views.
template <class F>
struct PerAxis {
  using value_type = typename F::value_type;
  std::vector<F> of;
  F& operator[](int a) { return of[a]; }
  const F& operator[](int a) const { return of[a]; }
  template <class M, int D>
  operator Vec<M, D>() const {
    return vec<M, D>(*this);
  }
  template <class M, int D>
  operator Vec<M, D>() {  // for views that may write
    return vec<M, D>(*this);
  }

 private:
  template <class M, int D, class Self>
  static Vec<M, D> vec(Self& self) {
    Vec<M, D> v;
    for (int a = 0; a < D; ++a) v.of[a] = self.of[a];
    return v;
  }
};

// One number per axis; converts to a Vec of parameters.
template <class T>
struct PerAxisValues {
  using value_type = T;
  T of[3] = {};
  template <class M, int D>
  operator Vec<M, D>() const {
    Vec<M, D> v;
    for (int a = 0; a < D; ++a) v.of[a] = of[a];
    return v;
  }
};

inline Box cell_box(const std::array<int, 3>& cells) { return {{0, 0, 0}, cells}; }
inline Box face_box(Box b, int axis) {
  ++b.hi[axis];
  return b;
}
inline Box line_box(int n) { return {{0, 0, 0}, {n, 1, 1}}; }

template <class S, class T>
PerAxis<FaceField<S, T>> make_faces(Exec<S>& exec, const std::string& name, const Box& cells, int dimensions) {
  PerAxis<FaceField<S, T>> f;
  for (int a = 0; a < dimensions; ++a)
    f.of.emplace_back(exec, name + "." + "xyz"[a], face_box(cells, a), dimensions, 0, a);
  return f;
}

}  // namespace eddy
