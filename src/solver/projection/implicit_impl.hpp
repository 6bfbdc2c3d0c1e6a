// The launches of implicit stages; included where they are instantiated, once per space and precision.
#pragma once
#include "exec/shapes/lines.hpp"
#include "solver/projection/bodies.hpp"
#include "solver/projection/implicit.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

template <class S, class T, bool Scalar>
Implicit<S, T, Scalar>::Implicit(Exec<S>& exec, const Model& model, const Bodies& bodies, double diffusivity,
                                 const SolidHeat* solids)
    : exec_(&exec), model_(&model), diffusivity_(diffusivity), d_(model.dimensions()), fitted_(bodies.sharp()) {
  make_table();
  for (int i = 0; i < (Scalar ? 1 : d_); ++i) {
    before_.of.push_back(make_field(i, "explicit part", 1));
    change_.of.push_back(make_field(i, "change", velocity_ghosts));  // as that of what it changes: RowList
    if (fitted_) known_.of.push_back(make_field(i, "right side", 1));
  }
  const Parts::Scope whole(exec.parts, nullptr);
  for (int i = 0; i < (Scalar ? 1 : d_); ++i) {
    if (exec.parts.many()) whole_.push_back(make_field(i, "whole", 1));
    ends_.emplace_back();
    for (int a = 0; a < d_; ++a)
      if (!model.periodic(a)) ends_.back()[a] = make_ends(i, a);
  }
  if (bodies.any()) walls_ = make_walls();
  if (solids) solid_ = make_walls();
  place(bodies, solids);
  upper_ = CellField<S, T>(exec, "upper", model.cells(), d_);
  part_ = CellField<S, T>(exec, "part", model.cells(), d_);
  bool ring = false;
  for (int a = 0; a < d_; ++a) {
    ring = ring || model.periodic(a);
    closed_.of[a] = Scalar || model.periodic(a) ? -1 : 0;
  }
  if (ring) loop_ = CellField<S, T>(exec, "loop", model.cells(), d_);
}

template <class S, class T, bool Scalar>
auto Implicit<S, T, Scalar>::make_field(int component, const char* name, int ghosts) const -> F {
  F f;
  if constexpr (Scalar)
    f = F(*exec_, name, model_->cells(), d_, ghosts);
  else
    f = F(*exec_, name, model_->faces(component), d_, ghosts, component);
  f.fill([](int, int, int) { return 0; });
  return f;
}

template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::make_table() {
  for (int a = 0; a < d_; ++a) {
    const auto add = [&](PerAxis<LineField<S, T>>& table, const auto& value) {
      table.of.emplace_back(*exec_, "table", line_box(model_->cells().extent(a)), 1);
      table[a].fill([&](int i, int, int) { return value(i); });
    };
    const auto h = [&, a](int i) { return model_->width(a, i); };
    const auto d = [&, a](int i) { return model_->distance(a, i); };
    add(table_.face_low, [&](int i) { return 1 / (d(i) * h(i - 1)); });
    add(table_.face_high, [&](int i) { return 1 / (d(i) * h(i)); });
    add(table_.cell_low, [&](int i) { return 1 / (h(i) * d(i)); });
    add(table_.cell_high, [&](int i) { return 1 / (h(i) * d(i + 1)); });
  }
}

template <class S, class T, bool Scalar>
auto Implicit<S, T, Scalar>::make_walls() const -> std::unique_ptr<Walls> {
  auto walls = std::make_unique<Walls>();
  walls->table = &table_;
  for (int i = 0; i < (Scalar ? 1 : d_); ++i)
    for (int a = 0; a < d_; ++a)
      for (PerAxis<F>* all : {&walls->below, &walls->above}) all->of.push_back(make_field(i, "walls", 0));
  return walls;
}

// Where solids conduct, a difference is as much larger than the plain one as its conductance over the cell's capacity is.
template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::place(const Bodies& bodies, const SolidHeat* solids) {
  const Parts::Scope whole(exec_->parts, nullptr);
  const auto ratio = [&](int a, const Place& c, int step) {
    const Place face = step > 0 ? moved(c, a, 1) : c;
    const double conductance = solids->conductance[a][place_in(model_->faces(a), face)];
    return conductance * model_->distance(a, face[a]) / (diffusivity_ * solids->capacity[place_in(model_->cells(), c)]);
  };
  for (int place = 0; walls_ && place < (Scalar ? 1 : d_) * d_; ++place)
    for (int step : {-1, 1}) {
      const int component = Scalar ? -1 : place / d_, a = place % d_;
      (step > 0 ? walls_->above : walls_->below)[place].fill([&](int x, int y, int z) {
        const double share = bodies.share(component, a, {x, y, z}, step);
        return solids && share > 0 ? ratio(a, {x, y, z}, step) : share;
      });
      if (solids)
        (step > 0 ? solid_->above : solid_->below)[place].fill([&](int x, int y, int z) {
          return ratio(a, {x, y, z}, step);
        });
    }
}

// Along its own axis a component is known at both ends, so its mirrors stay 0.
template <class S, class T, bool Scalar>
auto Implicit<S, T, Scalar>::make_ends(int component, int axis) const -> Ends {
  Ends e;
  Box below = model_->side_box(2 * axis);
  if (along(component, axis)) below.set(axis, 1, 2);
  e.below = CellField<S, T>(*exec_, "mirror", below, d_);
  e.above = CellField<S, T>(*exec_, "mirror", model_->side_box(2 * axis + 1), d_);
  e.low = model_->ghost_weights(2 * axis);
  e.high = model_->ghost_weights(2 * axis + 1);
  for (CellField<S, T>* f : {&e.below, &e.above}) f->fill([](int, int, int) { return 0; });
  return e;
}

template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::set_mirror(int component, int side, const std::vector<double>& values) {
  Ends& e = ends_[component][side / 2];
  if (!along(component, side / 2)) (side % 2 ? e.above : e.below).put(values);
}

template <class S, class T, bool Scalar>
Box Implicit<S, T, Scalar>::unknown(int component) const {
  Box b = model_->cells();
  if (!Scalar && !model_->periodic(component)) b.lo[component] = 1;
  return b;
}

template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::find_right_side(const Fields& u, const Fields& next, const LineField<S, T>& step,
                                             const ImplicitStage& stage) {
  const auto find = [&]<bool Walled>(const auto& difference) {
    for_each<kernels::ImplicitRightSide, Unknowns<Scalar, Walled>>(
        *exec_, Set(model_->cells(), d_), difference, u, next, before_, change_, step,
        PartValues<T>{T(stage.gamma), T(stage.zeta), T((stage.alpha + stage.beta) * diffusivity_)}, closed_);
  };
  if (walls_ && (solid_ || !fitted_))
    find.template operator()<true>(solid_ ? *solid_ : *walls_);
  else
    find.template operator()<false>(table_);
}

template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::find_defect(const Fields& u, const Fields& next, const LineField<S, T>& step,
                                         const ImplicitStage& stage) {
  const auto find = [&]<bool Walled>(const auto& difference) {
    for_each<kernels::ImplicitDefect, Unknowns<Scalar, Walled>>(*exec_, Set(model_->cells(), d_), difference, u, next,
                                                                known_, change_, step, T(stage.beta * diffusivity_),
                                                                closed_);
  };
  if (solid_)
    find.template operator()<true>(*solid_);
  else
    find.template operator()<false>(table_);
  for (int side = 0; side < 2 * d_; ++side)
    for (F& f : change_.of) {
      const auto clear = [&]<class V>() {
        for_each<kernels::ImplicitBeyond, V>(*exec_, Set(model_->cells().layer(side / 2, side % 2), d_), f);
      };
      if (!model_->periodic(side / 2)) with(clear, SideChoice{side});
    }
}

template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::solve(const Fields& u, Fields& next, const LineField<S, T>& step,
                                   const ImplicitStage& stage) {
  for (std::size_t i = 0; i < known_.of.size(); ++i)
    for_each<kernels::Copy>(*exec_, Set(unknown(static_cast<int>(i)), d_), change_[i], known_[i]);
  solve_lines(step, stage.beta);
  for_each<kernels::ImplicitAdd, Unknowns<Scalar>>(*exec_, Set(model_->cells(), d_), u, change_, next);
}
template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::solve_more(Fields& next, const LineField<S, T>& step, const ImplicitStage& stage) {
  solve_lines(step, stage.beta);
  for_each<kernels::ImplicitAddMore, Unknowns<Scalar>>(*exec_, Set(model_->cells(), d_), change_, next);
}

template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::solve_lines(const LineField<S, T>& step, double beta) {
  for (int i = 0; i < static_cast<int>(change_.of.size()); ++i) {
    if (!exec_->parts.many()) {
      solve(change_[i], i, step, beta);
      continue;
    }
    copy_whole(*exec_, change_[i].identity(), whole_[i].identity());  // every rank solves all lines
    solve(whole_[i], i, step, beta);
    for_each<kernels::Copy>(*exec_, Set(unknown(i), d_), whole_[i], change_[i]);
  }
}

// The component's own axis comes last, because there its end values are exact also for moving walls.
template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::solve(F& x, int component, const LineField<S, T>& step, double beta) {
  for (int a = 0; a < d_; ++a)
    if (!along(component, a)) solve_axis(x, component, a, step, beta);
  if (!Scalar) solve_axis(x, component, component, step, beta);
}

template <class S, class T, bool Scalar>
void Implicit<S, T, Scalar>::solve_axis(F& x, int component, int axis, const LineField<S, T>& step, double beta) {
  const bool own = along(component, axis);
  const auto& low = own ? table_.face_low[axis] : table_.cell_low[axis];
  const auto& high = own ? table_.face_high[axis] : table_.cell_high[axis];
  Box lines = unknown(component);
  const auto launch = [&]<bool Walled>(const auto&... walls) {
    using V = Unknowns<Scalar, Walled>;
    const T weight = T(beta * diffusivity_);
    if (model_->periodic(axis)) {
      --lines.hi[axis];
      for_each_line<kernels::ImplicitRing, V>(*exec_, Set(lines, d_), axis, low, high, step, weight, walls..., x,
                                              upper_, part_, loop_);
    } else {
      for_each_line<kernels::ImplicitLine, V>(*exec_, Set(lines, d_), axis, low, high, step, weight, walls..., x,
                                              upper_, part_, ends_[component][axis]);
    }
  };
  const int place = component * d_ + axis;
  if (walls_)
    launch.template operator()<true>(walls_->below[place], walls_->above[place]);
  else
    launch.template operator()<false>();
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T)                            \
  template class eddy::projection::Implicit<S, T, false>; \
  template class eddy::projection::Implicit<S, T, true>;
