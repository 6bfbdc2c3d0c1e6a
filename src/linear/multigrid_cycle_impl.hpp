// The steps of multigrid's cycle; included where it is instantiated, once per space and precision.
#pragma once
#include "exec/shapes/series.hpp"
#include "exec/shapes/tiles.hpp"
#include "linear/multigrid_cycle.hpp"

namespace eddy {

template <class S, class R>
Cycle<S, R>::Cycle(Exec<S>& exec, const std::vector<Level>& levels, const LinearOptions& options)
    : exec_(&exec),
      d_(levels[0].op.dimensions),
      separable_(levels[0].op.separable),
      smoothings_(options.smoothings),
      coarsest_(levels.back().op) {
  const bool easy = separable_ || levels[0].op.cut;
  f_cycle_ = options.cycle == CycleShape::f || (options.cycle == CycleShape::automatic && !easy);
  if (separable_) capacity_ = levels[0].op.capacity[0];
  periodic_ = levels[0].op.periodic;
  if (exec.parts.many()) share_out(levels);
  for (const Level& level : levels) {
    const Parts::Scope scope(exec.parts, sharing(grids_.size()));
    grids_.push_back(make_grid(level, &level == &levels.back()));
    outdated_.push_back(grids_.back().cells);
  }
  make_between();
  if (gathers_) {
    const Parts::Scope scope(exec.parts, parts_[shared_]);
    gate_ = Cells(exec, "right side", grids_[shared_].cells, d_);
  }
  const Parts::Scope whole(exec.parts, nullptr);
  matrix_ = Cells(exec, "coarsest", Box{{0, 0, 0}, {coarsest_cells, coarsest_cells, 1}}, 2);
}

// Ranks share a level if it has enough cells, and if its parts are wide enough for the stencils of the kernels on it
// and on the next level. Kernels with coefficients per face read across the ends of a periodic axis: if such an axis is
// cut between ranks, no level is shared.
template <class S, class R>
void Cycle<S, R>::share_out(const std::vector<Level>& levels) {
  constexpr std::size_t few = 1 << 13;
  constexpr int wide = 4, least = 2;
  gathers_ = true;
  parts_.push_back(&exec_->parts.finest());
  for (int a = 0; a < d_ && !separable_; ++a)
    if (periodic_[a] && parts_[0]->parts(a) > 1) return;
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    const auto& map = levels[l].map;
    const Partition next = coarsened(*parts_.back(), {&map[0].first, &map[1].first, &map[2].first});
    if (levels[l].op.count() <= few || parts_.back()->halo() < wide || next.halo() < least) return;
    parts_.push_back(exec_->parts.kept(next));
    ++shared_;
  }
}

// The partition of values that are coarse along the first axes and fine along the others.
template <class S, class R>
const Partition* Cycle<S, R>::between(const Level& level, int axes) {
  const std::size_t l = grids_.size();
  if (!sharing(l)) return nullptr;
  std::array<const std::vector<int>*, 3> first{};
  for (int a = 0; a < axes; ++a) first[a] = &level.map[a].first;
  return exec_->parts.kept(coarsened(*sharing(l), first));
}

template <class S, class R>
void Cycle<S, R>::make_between() {
  for (std::size_t l = 0; l + 1 < grids_.size(); ++l) {  // coarsens axis by axis; the last result is the next level's b
    Box box = grids_[l].cells;
    int joined = 0, done = 0;
    for (int a = 0; a < d_; ++a) joined += grids_[l + 1].cells.extent(a) < box.extent(a);
    for (int a = 0; a < d_ && !separable_; ++a) {
      if (grids_[l + 1].cells.extent(a) == box.extent(a)) continue;
      box.hi[a] = grids_[l + 1].cells.hi[a];
      const Parts::Scope scope(exec_->parts, grids_[l].parts_between[a]);
      if (++done < joined)
        grids_[l].between.emplace_back(a, Cells(*exec_, "restricted", box, d_));
      else
        grids_[l].between.emplace_back(a, Cells());
    }
  }
}

template <class S, class R>
auto Cycle<S, R>::make_grid(const Level& level, bool last) -> Grid {
  const LevelOperator& op = level.op;
  Grid g;
  g.cells = cell_box(op.cells);
  const Box held = last ? cell_box(coarsest_box(d_)) : g.cells;
  g.b = Cells(*exec_, "right side", held, d_, 1);
  g.x = Cells(*exec_, "correction", held, d_, 1);
  g.ghosts = Ghosts<S, R>(*exec_, g.cells, d_);
  for (int a = 0; a < d_; ++a)
    if (op.periodic[a]) g.ghosts.set_periodic(a);
  if (last) return g;
  if (!std::is_same_v<S, Host> && d_ == 2)  // the host sweeps in place
    g.spare = Cells(*exec_, "spare", held, d_, 1);
  g.omega = level.halves_all ? 1.15 : 1;  // Yavneh 1996
  for (int a = 0; a < d_; ++a) detail::add_line(*exec_, g.signs, op.cells[a], [](int i) { return i % 2 ? -1.0 : 1.0; });
  if (separable_)
    make_tables(g, op);
  else
    make_faces(g, op);
  make_transfer(g, level);
  return g;
}

template <class S, class R>
void Cycle<S, R>::make_tables(Grid& g, const LevelOperator& op) {
  for (int a = 0; a < d_; ++a) {
    const int n = op.cells[a];
    const auto table = [&](bool low, bool high) {
      return [&, low, high](int i) {
        if (op.periodic[a]) i = (i + n) % n;
        if (i < 0 || i >= n) return low && high ? 1.0 : 0.0;  // the value of `both` has no effect, but is a divisor
        return ((low ? op.conductance[a][i] : 0) + (high ? op.conductance[a][i + 1] : 0)) / op.width[a][i];
      };
    };
    detail::add_line(*exec_, g.tables.low, n, table(true, false), 1);
    detail::add_line(*exec_, g.tables.high, n, table(false, true), 1);
    detail::add_line(*exec_, g.tables.both, n, table(true, true), 1);
  }
}

template <class S, class R>
void Cycle<S, R>::make_faces(Grid& g, const LevelOperator& op) {
  g.faces.conductance = eddy::make_faces<S, R>(*exec_, "conductance", g.cells, d_);
  g.capacity = Cells(*exec_, "capacity", g.cells, d_);
  for (int a = 0; a < d_; ++a) g.faces.conductance[a].put(op.conductance[a]);
  g.capacity.put(op.capacity);
  g.faces.stored = Cells(*exec_, "stored", g.cells, d_);
  g.faces.inverse = Cells(*exec_, "inverse", g.cells, d_, 1);
  g.residual = Cells(*exec_, "residual", g.cells, d_);
}

template <class S, class R>
void Cycle<S, R>::change(const CycleChange<R>& to) {
  if (!to.any()) return;
  const auto put = [](auto& field, const typename CycleChange<R>::Values& values) {
    field.fill_part(values.places, values);
  };
  for (std::size_t l = 0; l < to.levels.size(); ++l) {
    const auto& level = to.levels[l];
    for (int a = 0; a < d_; ++a) {
      put(grids_[l].faces.conductance[a], level.conductance[a]);
      put(grids_[l].transfer.weight[a], level.weight[a]);
    }
    put(grids_[l].capacity, level.capacity);
    outdated_[l] = outdated_[l].hull(level.cells.grown(1, d_).common(grids_[l].cells));
  }
  coarsest_ = to.coarsest;
  matrix_outdated_ = to.rate != rate_;
  if (!matrix_outdated_) set_matrix(to.matrix);
}

template <class S, class R>
void Cycle<S, R>::set_matrix(const std::vector<double>& m) {
  matrix_.fill_part(matrix_.box(), [&](int i, int j, int) { return m[std::size_t(i + coarsest_cells * j)]; });
}

template <class S, class R>
void Cycle<S, R>::make_transfer(Grid& g, const Level& level) {
  const LevelOperator& op = level.op;
  Transfer& t = g.transfer;
  Box box = g.cells;
  for (int a = 0; a < d_; ++a) {
    AxisMap map = level.map[a];
    const int fine = op.cells[a], coarse = static_cast<int>(map.first.size());
    // Where another rank owns the other end of a periodic axis, indices continue into the ghosts.
    if (cut(grids_.size() + 1, a))
      for (int i = 0; i < fine; ++i)
        if (const int by = map.toward[i] - map.parent[i]; std::abs(by) > 1)
          map.toward[i] = map.parent[i] + (by > 0 ? -1 : 1);
    const auto from = [](const std::vector<int>& v) { return [&v](int i) { return v[i]; }; };
    const auto or_first = [&](const std::vector<int>& v) {
      return [&](int i) { return v[i] < 0 ? map.first[i] : v[i]; };
    };
    const auto width = [&](int i) {
      return op.width[a][map.first[i]] + (map.pair(i) ? op.width[a][map.second[i]] : 0);
    };
    detail::add_line(*exec_, t.parent, fine, from(map.parent));
    detail::add_line(*exec_, t.toward, fine, from(map.toward));
    detail::add_line(*exec_, t.first, coarse, from(map.first));
    detail::add_line(*exec_, t.second, coarse, from(map.second));
    if (separable_) {
      detail::add_line(*exec_, t.share_first, coarse, [&](int i) { return op.width[a][map.first[i]] / width(i); });
      detail::add_line(*exec_, t.share_second, coarse,
                       [&](int i) { return map.pair(i) ? op.width[a][map.second[i]] / width(i) : 0.0; });
      detail::add_line(*exec_, t.weight_tables, fine, [&](int i) { return level.weight[a][i]; });
      continue;
    }
    detail::add_line(*exec_, t.below, coarse, or_first(map.below));
    detail::add_line(*exec_, t.above, coarse, or_first(map.above));
    detail::add_line(*exec_, t.has_second, coarse, [&](int i) { return map.pair(i) ? 1.0 : 0.0; });
    detail::add_line(*exec_, t.has_below, coarse, [&](int i) { return map.below[i] < 0 ? 0.0 : 1.0; });
    detail::add_line(*exec_, t.has_above, coarse, [&](int i) { return map.above[i] < 0 ? 0.0 : 1.0; });
    const Parts::Scope scope(exec_->parts, between(level, a));
    t.weight.of.emplace_back(*exec_, "weight", box, d_, 1);
    if (map.joins) t.weight.of.back().put(level.weight[a]);
    box.hi[a] = coarse;
    g.parts_between[a] = between(level, a + 1);
  }
}

template <class S, class R>
void Cycle<S, R>::set_rate(double rate) {
  for (std::size_t l = 0; l + 1 < grids_.size(); ++l) {
    Grid& g = grids_[l];
    g.tables.rate = static_cast<R>(rate * capacity_);
    const Box cells = rate == rate_ ? outdated_[l] : g.cells;
    if (separable_ || cells.empty()) continue;
    for_each<kernels::InverseDiagonal>(*exec_, Set(cells, d_), g.faces.conductance, g.capacity, g.faces.stored,
                                       g.faces.inverse, R(rate));
    g.ghosts.fill_periodic(g.faces.inverse);
    outdated_[l] = Box{{0, 0, 0}, {0, 0, 0}};
  }
  if (rate != rate_ || matrix_outdated_) set_matrix(coarsest_matrix(coarsest_, rate));
  matrix_outdated_ = false;
  rate_ = rate;
}

template <class S, class R>
template <class Call>
void Cycle<S, R>::with_coefficients(Grid& g, const Call& call) {
  if (separable_)
    call(LevelSeparable(), g.tables);
  else
    call(LevelFaces(), g.faces);
}

template <class S, class R>
void Cycle<S, R>::sweep_from_zero(Grid& g) {
  g.ghosts.fill_periodic(g.b);
  with_coefficients(g, [&](auto kind, const auto& a) {
    for_each<kernels::SweepFromZero, decltype(kind)>(*exec_, set(g), a, g.signs, g.b, g.x, R(g.omega));
  });
  g.ghosts.fill_periodic(g.x);
}

template <class S, class R>
void Cycle<S, R>::sweep(Grid& g, int times) {
  const auto one = [&](int colour) {
    with_coefficients(g, [&](auto kind, const auto& a) {
      for_each<kernels::Smooth, decltype(kind)>(*exec_, set(g).coloured(colour), a, g.b, g.x, R(g.omega));
    });
    g.ghosts.fill_periodic(g.x);
  };
  if (g.ghosts.any_periodic()) {  // the periodic ghosts change with every colour
    for (int m = 0; m < times; ++m) one(0), one(1);
    return;
  }
  with_coefficients(g, [&](auto kind, const auto& a) {
    Cells& other = g.spare.identity() ? g.spare : g.x;
    if (sweep_many_coloured<kernels::Smooth, decltype(kind)>(*exec_, set(g), times, other, a, g.b, g.x, R(g.omega)))
      swap_spare(g);
  });
}

template <class S, class R>
void Cycle<S, R>::restrict_residual(Grid& g, Grid& coarse) {
  const bool gate = gathers_ && &coarse == &grids_[shared_];
  Cells& into = gate ? gate_ : coarse.b;
  restrict_into(g, coarse, into);
  if (gate) copy_whole(*exec_, gate_.identity(), coarse.b.identity());
}

template <class S, class R>
void Cycle<S, R>::restrict_into(Grid& g, const Grid& coarse, Cells& into) {
  if (separable_)
    return for_each<kernels::RestrictResidual>(*exec_, set(coarse), g.tables, Down{g.transfer}, g.x, g.b, into);
  for_each<kernels::LevelResidual>(*exec_, set(g), g.faces, g.x, g.b, g.residual);
  const Cells* from = &g.residual;
  Box box = g.cells;
  for (auto& [axis, result] : g.between) {
    Cells& to = &result == &g.between.back().second ? into : result;
    box.hi[axis] = coarse.cells.hi[axis];
    const Contributors contributors{g.transfer, axis};
    const Cells& weight = g.transfer.weight[axis];
    detail::with_axis<3>(axis, [&](auto a) {
      for_each<kernels::RestrictAlong, kernels::Along<decltype(a)::value>>(*exec_, Set(box, d_), contributors, weight,
                                                                           *from, to);
    });
    from = &to;
  }
}

template <class S, class R>
void Cycle<S, R>::correct(Grid& g, const Grid& coarse) {
  with_coefficients(g, [&](auto kind, const auto& a) {
    for_each<kernels::Correct, decltype(kind)>(*exec_, set(g), a, Up{g.transfer}, coarse.x, g.x);
  });
  g.ghosts.fill_periodic(g.x);
}

template <class S, class R>
void Cycle<S, R>::solve_coarsest(Grid& g) {
  for_each<kernels::SolveCoarsest>(*exec_, set(g), matrix_, g.b, g.x);
  if (grids_.size() == 1) g.ghosts.fill_periodic(g.x);  // it is the correction of the system's own level
}

namespace detail {
// The kernels that a visit of a level launches.
template <class C, class S, class R, int D>
struct KernelsOfLevel {
  using type =
      Kernels<kernels::SweepFromZero<S, R, D, C>, kernels::Smooth<S, R, D, C>, kernels::RestrictResidual<S, R, D>,
              kernels::Correct<S, R, D, C>, kernels::SolveCoarsest<S, R, D>>;
};
template <class S, class R>
struct KernelsOfLevel<LevelFaces, S, R, 2> {
  using C = LevelFaces;
  using type =
      Kernels<kernels::SweepFromZero<S, R, 2, C>, kernels::Smooth<S, R, 2, C>, kernels::LevelResidual<S, R, 2>,
              kernels::RestrictAlong<S, R, 2, kernels::Along<0>>, kernels::RestrictAlong<S, R, 2, kernels::Along<1>>,
              kernels::Correct<S, R, 2, C>, kernels::SolveCoarsest<S, R, 2>>;
};
template <class S, class R>
struct KernelsOfLevel<LevelFaces, S, R, 3> {
  using C = LevelFaces;
  using type =
      Kernels<kernels::SweepFromZero<S, R, 3, C>, kernels::Smooth<S, R, 3, C>, kernels::LevelResidual<S, R, 3>,
              kernels::RestrictAlong<S, R, 3, kernels::Along<0>>, kernels::RestrictAlong<S, R, 3, kernels::Along<1>>,
              kernels::RestrictAlong<S, R, 3, kernels::Along<2>>, kernels::Correct<S, R, 3, C>,
              kernels::SolveCoarsest<S, R, 3>>;
};
}  // namespace detail

template <class S, class R>
bool Cycle<S, R>::few_cells(std::size_t l) const {
  if constexpr (std::is_same_v<S, Cuda>)
    return !in_series_ && d_ > 1 && grids_[l].cells.cells() <= cells_in_series && !exec_->tiles_always &&
           !grids_[l].ghosts.any_periodic();
  return false;
}
template <class S, class R>
void Cycle<S, R>::visit_in_one_launch(std::size_t l, bool from_zero, bool f_cycle) {
  if constexpr (std::is_same_v<S, Cuda>) {
    in_series_ = true;
    with_coefficients(grids_[l], [&](auto kind, const auto&) {
      detail::with_dimension<2>(d_, [&](auto d) {
        in_one_launch<typename detail::KernelsOfLevel<decltype(kind), S, R, decltype(d)::value>::type>(
            *exec_, [&] { visit(l, from_zero, f_cycle); });
      });
    });
    in_series_ = false;
  }
}

template <class S, class R>
void Cycle<S, R>::visit(std::size_t l, bool from_zero, bool f_cycle) {
  if (few_cells(l)) return visit_in_one_launch(l, from_zero, f_cycle);
  Grid& g = grids_[l];
  if (l + 1 == grids_.size()) return solve_coarsest(g);
  const int times = smoothings_ + (l > 0);
  if (from_zero) sweep_from_zero(g);
  sweep(g, from_zero ? times - 1 : times);
  restrict_residual(g, grids_[l + 1]);
  visit(l + 1, true, f_cycle);
  if (f_cycle && l + 2 < grids_.size()) visit(l + 1, false, false);
  correct(g, grids_[l + 1]);
  sweep(g, times);
}

template <class S, class R>
void Cycle<S, R>::run() {
  if (gathers_ && shared_ == 0) copy_whole(*exec_, gate_.identity(), grids_.front().b.identity());
  run(0);
}
template <class S, class R>
void Cycle<S, R>::run(int level) {
  for (Grid& g : grids_)  // a recorded cycle holds the addresses of these buffers: they must be the same every time
    if (g.swapped) swap_spare(g);
  visit(level, true, f_cycle_);
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) template class eddy::Cycle<S, T>;
