// A first guess from coarser grids, for a solution without a good start: the right side is restricted to a few of them,
// the coarsest is solved roughly, and each solution is interpolated to the next finer grid as its first guess.
//
//      finest                              ● interpolated: the guess
//                              ● ──────╱     interpolated, one cycle
//                    ● ──────╱               interpolated, one cycle
//           ● ──────╱                        one cycle from 0
//
// A cycle on a fine grid starts with the defect that interpolation leaves, which is small where the solution is smooth.
// Right sides and solutions are in the precision of the system: in single precision the rounding of the solution alone
// would spoil the defect.
#pragma once
#include "linear/multigrid_cycle.hpp"
#include "linear/system.hpp"

namespace eddy {

template <class S, class T, class R>
class NestedStart {
 public:
  // A cycle reduces the error to some 5 %, so that the error after three grids is smaller than that of the last
  // interpolation. Systems with fewer levels are small and gain nothing.
  static constexpr int grids = 3;
  static bool applies(const std::vector<Level>& levels) { return static_cast<int>(levels.size()) > grids; }

  NestedStart(const System<S, T>& s, const std::vector<Level>& levels, Cycle<S, R>& cycle) : cycle_(&cycle) {
    const int last = grids;
    const auto interpolated = interpolations(levels);
    for (int l = 0; l <= last; ++l) {
      steps_.push_back(l == 0 ? Step() : make_step(s, levels[l].op, l));
      if (cycle.gathered_at(l)) gather_at(s, levels[l].op, l);
      if (l == last) break;
      make_transfer(*s.exec, levels[l], interpolated[l], l);
      make_between(*s.exec, levels[l], l);
    }
    const Parts::Scope scope(s.exec->parts, cycle.sharing(last));
    roughest_ = Cells(*s.exec, "solution", cell_box(levels[last].op.cells), s.dimensions, 1);
  }

  // Computes x ≈ A⁻¹ b, whatever x was; the ghosts of x hold the boundary values.
  void run(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x) {
    restrict_all(s, b, x);
    for (int l = last(); l > 0; --l) {
      Step &step = steps_[l], &finer = steps_[l - 1];
      System<S, T>& on = l > 1 ? finer.system : s;
      Cells &solution = l == last() ? roughest_ : step.x, &guess = l > 1 ? finer.x : x;
      step.system.rate = s.rate;
      improve(step, l);
      step.system.ghosts.fill_periodic(solution);
      interpolate(finer, on, solution, guess);
      if (l > 1)
        each_wall(
            on, [&](const Set& layer) { for_each<kernels::MoveWall>(*s.exec, layer, Walls{finer}, solution, guess); });
      on.ghosts.fill_periodic(guess);
    }
  }

 private:
  using Cells = CellField<S, T>;
  struct Step {
    System<S, T> system;
    Cells b, x;
    Cells parted_b, parted_x;  // distributed over the ranks, before they are gathered
    // Tables of the transfer from this level to the next, and back.
    PerAxis<LineField<S, int>> first, second;
    PerAxis<LineField<S, T>> share_first, share_second;
    std::array<PerAxis<LineField<S, int>>, Interpolation::points> from, inside;
    std::array<PerAxis<LineField<S, T>>, Interpolation::points> weight, move;
    std::array<bool, 3> cut{};                   // the axis is periodic and another rank owns its other end
    std::vector<std::pair<int, Cells>> between;  // (axis, result): results after interpolation along some axes
  };
  using Down = Downwards<S, T, Step>;
  struct Up {
    using value_type = T;
    const Step& t;
    int a;
    operator kernels::Parabola<S, T>() const {
      return {t.from[0][a], t.from[1][a], t.from[2][a], t.weight[0][a], t.weight[1][a], t.weight[2][a]};
    }
  };
  struct Walls {
    using value_type = T;
    const Step& t;
    template <int D>
    operator kernels::Stencil3<S, T, D>() const {
      return {t.inside[0], t.inside[1], t.inside[2], t.move[0], t.move[1], t.move[2]};
    }
  };
  int last() const { return static_cast<int>(steps_.size()) - 1; }

  Step make_step(const System<S, T>& s, const LevelOperator& op, int l) {
    const Parts::Scope scope(s.exec->parts, cycle_->sharing(l));
    Step step;
    System<S, T>& on = step.system;
    on.exec = s.exec;
    on.cells = cell_box(op.cells);
    on.dimensions = s.dimensions;
    on.rate = s.rate;
    on.ghosts = Ghosts<S, T>(*s.exec, on.cells, on.dimensions);
    for (int a = 0; a < on.dimensions; ++a)
      if (op.periodic[a]) on.ghosts.set_periodic(a);
    SeparableFields<S, T> f;
    f.capacity = static_cast<T>(op.capacity[0]);
    for (int a = 0; a < on.dimensions; ++a) {
      const auto per_width = [&](int upper) {
        return [&, upper](int i) { return op.conductance[a][i + upper] / op.width[a][i]; };
      };
      detail::add_line(*s.exec, f.low, op.cells[a], per_width(0));
      detail::add_line(*s.exec, f.high, op.cells[a], per_width(1));
      detail::add_line(*s.exec, f.width, op.cells[a], [&](int i) { return op.width[a][i]; });
    }
    on.coefficients = std::move(f);
    step.b = Cells(*s.exec, "right side", on.cells, on.dimensions);
    step.x = Cells(*s.exec, "solution", on.cells, on.dimensions, 1);
    return step;
  }
  void gather_at(const System<S, T>& s, const LevelOperator& op, int l) {
    Step& step = steps_[l];
    const Box cells = cell_box(op.cells);
    const Parts::Scope scope(s.exec->parts, l == 0 ? nullptr : cycle_->before_gathering());
    (l == 0 ? step.b : step.parted_b) = Cells(*s.exec, "right side", cells, s.dimensions);
    (l == 0 ? step.x : step.parted_x) = Cells(*s.exec, "solution", cells, s.dimensions, 1);
  }
  void make_transfer(Exec<S>& exec, const Level& level, const std::array<Interpolation, 3>& interpolated, int l) {
    Step& t = steps_[l];
    const LevelOperator& op = level.op;
    for (int a = 0; a < op.dimensions; ++a) {
      const AxisMap& map = level.map[a];
      const int fine = op.cells[a], coarse = static_cast<int>(map.first.size());
      const auto joined = [&](int i) {
        return op.width[a][map.first[i]] + (map.pair(i) ? op.width[a][map.second[i]] : 0);
      };
      const auto beyond = [=](int i) { return i < 0 || i >= coarse; };  // ghosts: they get the value beyond a wall
      const auto place = [=](const std::vector<int>& of) {
        return [=, &of](int i) { return i < 0 ? -1 : i >= coarse ? fine : of[i]; };
      };
      detail::add_line(exec, t.first, coarse, place(map.first), 1);
      detail::add_line(exec, t.second, coarse, place(map.second), 1);
      detail::add_line(
          exec, t.share_first, coarse, [&](int i) { return beyond(i) ? 1.0 : op.width[a][map.first[i]] / joined(i); },
          1);
      detail::add_line(
          exec, t.share_second, coarse,
          [&](int i) { return beyond(i) || !map.pair(i) ? 0.0 : op.width[a][map.second[i]] / joined(i); }, 1);
      const Interpolation& u = interpolated[a];
      t.cut[a] = cycle_->cut(l, a);
      for (int p = 0; p < Interpolation::points; ++p) {
        detail::add_line(exec, t.from[p], fine, [&](int i) {
          return op.periodic[a] && !t.cut[a] ? (u.from[p][i] + coarse) % coarse : u.from[p][i];
        });
        detail::add_line(exec, t.weight[p], fine, [&](int i) { return u.weight[p][i]; });
      }
      for (int p = 0; p < Interpolation::points; ++p) {
        const int from_wall = std::min(p, coarse - 1);
        const auto inside = [&](int i) {
          return i < 0 ? from_wall : i < fine ? map.parent[i] : coarse - 1 - from_wall;
        };
        detail::add_line(exec, t.inside[p], fine, inside, 1);
        detail::add_line(
            exec, t.move[p], fine, [&](int i) { return i < 0      ? u.move[0][p]
                                                       : i < fine ? 1.0
                                                                  : u.move[1][p]; }, 1);
      }
    }
  }

  // Fields that are coarse along the first axes and fine along the others.
  void make_between(Exec<S>& exec, const Level& level, int l) {
    Box box = cell_box(level.op.cells);
    std::array<const std::vector<int>*, 3> first{};
    std::vector<std::pair<int, Cells>>& all = steps_[l].between;
    for (int a = 0; a < level.op.dimensions; ++a) {
      if (!level.map[a].joins) continue;
      all.emplace_back(a, Cells());
      if (all.size() > 1) {
        const Partition* const part = cycle_->sharing(l);
        const Parts::Scope scope(exec.parts, part ? exec.parts.kept(coarsened(*part, first)) : nullptr);
        all.back().second = Cells(exec, "interpolated", box, level.op.dimensions, 1);
      }
      box.hi[a] = static_cast<int>(level.map[a].first.size());
      first[a] = &level.map[a].first;
    }
    std::reverse(all.begin(), all.end());
  }
  void interpolate(Step& t, const System<S, T>& on, const Cells& coarse, Cells& fine) {
    const Cells* from = &coarse;
    for (std::size_t n = 0; n < t.between.size(); ++n) {
      const int axis = t.between[n].first;
      Cells& to = n + 1 < t.between.size() ? t.between[n].second : fine;
      Set set(to.box(), on.dimensions);
      for (std::size_t m = n + 1; m < t.between.size(); ++m)  // the axes still to come read ghosts
        if (const int b = t.between[m].first; t.cut[b]) set.box.grow(b, 1);
      detail::with_axis<3>(axis, [&](auto a) {
        for_each<kernels::InterpolateAlong, kernels::Along<decltype(a)::value>>(*on.exec, set, Up{t, axis}, *from, to);
      });
      from = &to;
    }
  }

  template <class Call>
  static void each_wall(const System<S, T>& on, const Call& call) {
    for (int side = 0; side < 2 * on.dimensions; ++side)
      if (!on.ghosts.periodic(side / 2)) call(Set(on.ghosts.ghost_layer(side), on.dimensions));
  }
  // One cycle, which on the last level starts from 0: its x stays 0.
  void improve(Step& step, int l) {
    const System<S, T>& on = step.system;
    on.visit([&](auto kind, const auto& a) {
      for_each<kernels::Defect, kernels::Into<decltype(kind), R>>(*on.exec, on.set(), a, step.x, step.b,
                                                                  cycle_->right_side(l), T(on.rate));
    });
    cycle_->run(l);
    if (l == last())
      for_each<kernels::TakeCorrection, R>(*on.exec, on.set(), roughest_, cycle_->correction(l));
    else
      for_each<kernels::AddCorrection, R>(*on.exec, on.set(), step.x, cycle_->correction(l));
  }
  void restrict_all(const System<S, T>& s, const Cells& b, const Cells& x) {
    const Cells *from_b = &b, *from_x = &x;
    for (int l = 0; l <= last(); ++l) {
      if (cycle_->gathered_at(l)) {
        copy_whole(*s.exec, from_b->identity(), steps_[l].b.identity());
        copy_whole(*s.exec, from_x->identity(), steps_[l].x.identity());
        from_b = &steps_[l].b;
        from_x = &steps_[l].x;
      }
      if (l == last()) return;
      Step& next = steps_[l + 1];
      const bool parted = cycle_->gathered_at(l + 1);
      Cells &to_b = parted ? next.parted_b : next.b, &to_x = parted ? next.parted_x : next.x;
      const System<S, T>& on = next.system;
      for_each<kernels::Restrict>(*s.exec, on.set(), Down{steps_[l]}, *from_b, to_b);
      each_wall(on,
                [&](const Set& layer) { for_each<kernels::Restrict>(*s.exec, layer, Down{steps_[l]}, *from_x, to_x); });
      from_b = &to_b;
      from_x = &to_x;
    }
  }

  Cycle<S, R>* cycle_;
  Cells roughest_;           // the solution of the last level
  std::vector<Step> steps_;  // by level; the finest has only the transfer to the next
};

}  // namespace eddy
