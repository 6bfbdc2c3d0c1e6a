// The sides of the domain on the device: they fill the ghosts of a velocity field and compute outflow faces.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "field/field.hpp"
#include "solver/projection/implicit.hpp"
#include "solver/projection/kernels_project.hpp"
#include "solver/projection/model.hpp"

namespace eddy::projection {

// Fills the ghosts of a periodic axis of several fields of one kind, see WrapSave.
template <class S, class T, class F>
class Wrapped {
 public:
  Wrapped(Exec<S>& exec, const Model& model, int axis, int fields)
      : exec_(&exec), axis_(axis), d_(model.dimensions()), cells_(model.cells().extent(axis)) {
    range_ = model.cells().layer(axis, false);
    for (int a = 0; a < d_; ++a)
      if (a != axis) range_.set(a, a < axis ? -2 : 0, model.cells().hi[a] + (a < axis ? 2 : 1));
    Box box = range_;
    box.set(axis, -2, 2);
    for (int i = 0; i < fields; ++i) strip_.of.emplace_back(exec, "strip", box, d_);
  }
  template <class A>
  void fill(PerAxis<F>& u) {
    if (exec_->parts.splits(u[0].identity(), axis_)) return fill_from_afar(u);
    const Set range(range_, d_);
    const Moved high{&u, axis_, -cells_};
    for_each<kernels::WrapSave, A>(*exec_, range, u, high, strip_);
    for_each<kernels::WrapLow, A>(*exec_, range, strip_, u);
    for_each<kernels::WrapHigh, A>(*exec_, range, strip_, high);
  }

 private:
  void fill_from_afar(PerAxis<F>& u) {  // the ends belong to different ranks
    Box low = range_, high = range_;
    low.set(axis_, -2, 0);
    high.set(axis_, cells_, cells_ + 2);
    for (F& f : u.of) {
      copy_shifted(*exec_, f.identity(), f.identity(), low, axis_, cells_);
      copy_shifted(*exec_, f.identity(), f.identity(), high, axis_, -cells_);
    }
  }
  struct Moved {  // views in which cell 0 is the first cell beyond the upper end
    using value_type = T;
    PerAxis<F>* u;
    int axis, shift;
    template <class M, int D>
    operator Vec<M, D>() const {
      Vec<M, D> v;
      for (int i = 0; i < D; ++i) v.of[i] = M((*u)[i].binding(axis, shift));
      return v;
    }
  };
  Exec<S>* exec_;
  int axis_, d_, cells_;
  Box range_;
  PerAxis<CellField<S, T>> strip_;
};

template <class S, class T>
class Sides {
 public:
  using Velocity = PerAxis<FaceField<S, T>>;
  Sides(Exec<S>& exec, const Model& model) : exec_(&exec), model_(&model), d_(model.dimensions()) {
    for (int side = 0; side < 2 * d_; ++side) sides_.push_back(make_side(side));
    set_time(0);
  }
  void set_time(double t);
  bool any_open() const {
    for (int side = 0; side < 2 * d_; ++side)
      if (model_->open(side)) return true;
    return false;
  }
  double carried() const { return std::max(0.0, inflow_ / area_); }  // U of the outflow

  // Fills all ghosts. `straight`: linearly, so that the mean of ghost and cell is the value on the side.
  void fill(Velocity& u, bool straight = false);
  // Advances the faces of outflows in a stage from `u` to `next`.
  void carry_out(const Velocity& start, const Velocity& u, Velocity& next, const LineField<S, T>& step, double share);
  // Sets the boundary values of the change in an implicit stage from `u` to `next`, which is u + e at first.
  void limit_change(const Velocity& u, Velocity& next, Implicit<S, T, false>& implicit, const ImplicitStage& stage);
  // Corrects outflow faces so that the total outflow equals the inflow.
  void balance(Velocity& u);
  double flow(int side, const Velocity& u);
  bool has_wall(int side) const { return sides_[side].has_wall; }  // whether a part of it is no-slip
  double friction(int side, int axis, const Velocity& u);          // Σ area ∂u/∂n on these walls, n into the fluid

 private:
  struct Planes {
    PerAxis<CellField<S, T>> value, mirror;
    std::array<double, 3> parabola{};                   // weights of the side's value and of two cells in the ghost
    CellField<S, T> where, open_area, area, wall_area;  // 1 at outflows; areas: of outflows, of all faces, of walls
    bool has_wall = false;
    std::unique_ptr<Wrapped<S, T, FaceField<S, T>>> wrap;  // on the upper side of a periodic axis
  };
  Set layer(int side) const { return {model_->cells().layer(side / 2, side % 2), d_}; }

  Planes make_side(int side) {
    Planes p;
    const Box box = model_->side_box(side);
    const auto plane = [&](const char* name) { return CellField<S, T>(*exec_, name, box, d_); };
    if (model_->periodic(side / 2)) {
      if (side % 2) p.wrap = std::make_unique<Wrapped<S, T, FaceField<S, T>>>(*exec_, *model_, side / 2, d_);
      return p;
    }
    for (int i = 0; i < d_; ++i) {
      p.value.of.push_back(plane("value")), p.mirror.of.push_back(plane("mirror"));
      p.mirror[i].put(model_->side_mirror(side, i));
    }
    p.parabola = model_->ghost_weights(side);
    p.area = plane("area");
    p.area.put(model_->areas(side));
    const auto part = [&](const char* name, const std::vector<double>& where) {
      std::vector<double> area = model_->areas(side);
      for (std::size_t n = 0; n < area.size(); ++n) area[n] *= where[n];
      CellField<S, T> f = plane(name);
      f.put(area);
      return f;
    };
    const auto walls = model_->walls(side);
    p.has_wall = std::find(walls.begin(), walls.end(), 1.0) != walls.end();
    if (p.has_wall) p.wall_area = part("wall area", walls);
    if (!model_->open(side)) return p;
    p.where = plane("outflow");
    p.where.put(model_->outflow_faces(side));
    p.open_area = part("open area", model_->outflow_faces(side));
    return p;
  }
  double through(int side, const Velocity& u, const CellField<S, T>& area) {  // the flow in direction of the axis
    const auto sum = [&]<class V>() {
      return reduce<kernels::ProjectionThrough, V>(*exec_, Reduction::sum, layer(side), u[side / 2], area);
    };
    return with(sum, SideChoice{side});
  }
  double width(int side) const {  // width of the cells next to a side
    return model_->width(side / 2, side % 2 ? model_->cells().hi[side / 2] - 1 : 0);
  }

  Exec<S>* exec_;
  const Model* model_;
  int d_;
  std::vector<Planes> sides_;
  double inflow_ = 0, area_ = 0;
};

}  // namespace eddy::projection
