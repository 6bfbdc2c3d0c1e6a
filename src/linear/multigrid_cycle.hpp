// Multigrid's cycle: an approximate solution of A e = r on a hierarchy of levels (linear/levels.hpp). The sequence of
// operations does not depend on the values, and no operation waits for the device: a whole cycle can be replayed as one
// graph.
//
//      V    finest  ●         ●          F   ●                   ●
//                    ╲       ╱                ╲         ●       ╱
//                     ●     ●                  ●       ╱ ╲     ╱
//      coarsest        ╲ ● ╱                    ╲ ●   ●   ●   ●
//
// Smoother: red-black Gauss–Seidel, over-relaxed by 1.15 where all axes are halved; one more sweep on the coarse
// levels, where it costs little.
#pragma once
#include <vector>

#include "field/ghosts.hpp"
#include "linear/cycle_change.hpp"
#include "linear/kernels_correction.hpp"
#include "linear/kernels_multigrid.hpp"
#include "linear/levels.hpp"
#include "linear/options.hpp"

namespace eddy {

namespace detail {

template <class S, class V, class Values>
void add_line(Exec<S>& exec, PerAxis<LineField<S, V>>& lines, int n, const Values& value, int ghosts = 0) {
  lines.of.emplace_back(exec, "table", line_box(n), 1, ghosts);
  lines.of.back().fill([&](int i, int, int) { return value(i); });
}

}  // namespace detail

// A view of the restriction's tables, which Tables holds.
template <class S, class R, class Tables>
struct Downwards {
  using value_type = R;
  const Tables& t;
  template <int D>
  operator kernels::Down<S, R, D>() const {
    return {t.first, t.second, t.share_first, t.share_second};
  }
};

template <class S, class R>
class Cycle {
 public:
  Cycle(Exec<S>& exec, const std::vector<Level>& levels, const LinearOptions& options);

  void set_rate(double rate);  // the system's rate; not within a recorded series
  // The same grids with other conductances; set_rate must follow.
  void change(const CycleChange<R>& to);
  CellField<S, R>& right_side() { return gathers_ && shared_ == 0 ? gate_ : grids_.front().b; }
  CellField<S, R>& correction() { return grids_.front().x; }
  void run();  // correction ≈ A⁻¹ right side
  // The same on one of the coarser levels.
  CellField<S, R>& right_side(int level) { return grids_[level].b; }
  CellField<S, R>& correction(int level) { return grids_[level].x; }
  void run(int level);
  int levels() const { return static_cast<int>(grids_.size()); }

  // Ranks share the fine levels. Every rank holds and computes all of the levels with few cells: that is faster than
  // messages. The right side is gathered in between.
  const Partition* sharing(std::size_t level) const { return int(level) < shared_ ? parts_[level] : nullptr; }
  bool gathered_at(int level) const { return gathers_ && level == shared_; }  // its right side's partition until then
  const Partition* before_gathering() const { return parts_[shared_]; }       // partition of that level until then
  bool cut(std::size_t level, int axis) const {
    return sharing(level) && periodic_[axis] && sharing(level)->parts(axis) > 1;
  }

 private:
  using Cells = CellField<S, R>;
  using Numbers = PerAxis<LineField<S, R>>;
  using Places = PerAxis<LineField<S, int>>;
  struct Tables {
    using value_type = R;
    Numbers low, high, both;
    R rate{};
    template <int D>
    operator LevelSeparable::Bound<S, R, D>() const {
      return {low, high, both, rate};
    }
  };
  struct Faces {
    using value_type = R;
    PerAxis<FaceField<S, R>> conductance;
    Cells stored, inverse;
    template <int D>
    operator LevelFaces::Bound<S, R, D>() const {
      return {conductance, stored, inverse};
    }
  };
  struct Transfer {  // interpolation to this level and restriction from it; the other level is the next
    Places parent, toward, first, second, below, above;
    Numbers share_first, share_second, has_second, has_below, has_above, weight_tables;
    PerAxis<Cells> weight;
  };
  struct Up {
    using value_type = R;
    const Transfer& t;
    template <int D>
    operator LevelSeparable::Up<S, R, D>() const {
      return {t.parent, t.toward, t.weight_tables};
    }
    template <int D>
    operator LevelFaces::Up<S, R, D>() const {
      return {t.parent, t.toward, t.weight};
    }
  };
  using Down = Downwards<S, R, Transfer>;
  struct Contributors {
    using value_type = R;
    const Transfer& t;
    int a;
    operator kernels::Contributors<S, R>() const {
      return {t.first[a], t.second[a], t.below[a], t.above[a], t.has_second[a], t.has_below[a], t.has_above[a]};
    }
  };
  struct Grid {
    Box cells;
    Numbers signs;
    Tables tables;
    Faces faces;
    Cells capacity;
    Transfer transfer;
    Cells b, x, residual;
    Cells spare;                                 // where sweeps leave x if several are done in one pass
    bool swapped = false;                        // whether x and spare have been exchanged
    std::vector<std::pair<int, Cells>> between;  // (axis, result): results after restriction along some axes
    std::array<const Partition*, 3> parts_between{};
    Ghosts<S, R> ghosts;
    double omega = 1;
  };

  Set set(const Grid& g) const { return {g.cells, d_}; }
  void share_out(const std::vector<Level>& levels);
  const Partition* between(const Level& level, int axes);
  Grid make_grid(const Level& level, bool last);
  void make_tables(Grid& g, const LevelOperator& op);
  void make_faces(Grid& g, const LevelOperator& op);
  void make_between();
  void make_transfer(Grid& g, const Level& level);
  void set_matrix(const std::vector<double>& m);
  void visit(std::size_t l, bool from_zero, bool f_cycle);
  bool few_cells(std::size_t l) const;  // whether this level and the coarser ones are one launch on CUDA
  void visit_in_one_launch(std::size_t l, bool from_zero, bool f_cycle);
  void sweep_from_zero(Grid& g);
  void sweep(Grid& g, int times);
  void swap_spare(Grid& g) {
    g.x.exchange(g.spare);
    g.swapped = !g.swapped;
  }
  void restrict_residual(Grid& g, Grid& coarse);
  void restrict_into(Grid& g, const Grid& coarse, Cells& into);
  void correct(Grid& g, const Grid& coarse);
  void solve_coarsest(Grid& g);
  template <class Call>
  void with_coefficients(Grid& g, const Call& call);

  Exec<S>* exec_;
  int d_ = 0;
  bool separable_ = false, f_cycle_ = false;
  double rate_ = 0;            // of the inverses
  std::vector<Box> outdated_;  // by level: cells whose inverses are not those of their conductances
  bool matrix_outdated_ = true;
  bool in_series_ = false;  // launches are recorded, see visit_in_one_launch
  int smoothings_;
  double capacity_ = 0;  // per volume, of a separable operator
  LevelOperator coarsest_;
  std::vector<Grid> grids_;
  Cells matrix_;

  bool gathers_ = false;                 // there are many ranks
  int shared_ = 0;                       // number of levels that ranks share
  std::vector<const Partition*> parts_;  // partitions of those levels and of the next
  std::array<bool, 3> periodic_{};
  Cells gate_;  // the right side of the first level that is not shared, distributed over the ranks
};

}  // namespace eddy
