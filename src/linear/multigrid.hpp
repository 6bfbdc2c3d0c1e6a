// multigrid, as a solver and as the preconditioner of cg: the code between a system and the cycle, which may be in
// single precision where the system is in double.
#pragma once
#include <limits>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "linear/multigrid_cycle.hpp"
#include "linear/nested.hpp"
#include "linear/renewable.hpp"
#include "linear/solver.hpp"

namespace eddy {

// Copies the system's coefficients to the host.
template <class S, class T>
LevelOperator level_operator(const System<S, T>& s) {
  LevelOperator op;
  op.dimensions = s.dimensions;
  for (int a = 0; a < 3; ++a) {
    op.cells[a] = s.cells.extent(a);
    op.periodic[a] = s.ghosts.periodic(a);
  }
  op.width = s.widths;
  op.cut = s.cut;
  s.visit([&](auto kind, const auto& f) {
    using Kind = decltype(kind);
    op.separable = std::is_same_v<Kind, Separable>;
    for (int a = 0; a < s.dimensions; ++a) {
      if constexpr (std::is_same_v<Kind, Separable>) {
        const auto low = f.low[a].get(), high = f.high[a].get();
        op.width[a] = f.width[a].get();
        for (std::size_t i = 0; i < low.size(); ++i) op.conductance[a].push_back(low[i] * op.width[a][i]);
        op.conductance[a].push_back(high.back() * op.width[a].back());
      } else {
        op.conductance[a] = f.conductance[a].get();
      }
    }
    if constexpr (std::is_same_v<Kind, Separable>)
      op.capacity = {static_cast<double>(f.capacity)};
    else
      op.capacity = f.capacity.get();
  });
  return op;
}

// Where no value is fixed, all inflow must flow out: Σ b = 0.
template <class S, class T>
void refuse_incompatible(const System<S, T>& s, const CellField<S, T>& b) {
  if (!s.singular) return;
  const double sum = right_side_sum(s, b), size = right_side_l1(s, b);
  if (std::abs(sum) > 1e3 * static_cast<double>(std::numeric_limits<T>::epsilon()) * size)
    throw Error(Exit::usage,
                "the right side adds up to " + number_text(sum) + " instead of 0 (" + number_text(sum / size) +
                    " of the sum of its magnitudes) over the whole domain, where nothing fixes the level: there is no "
                    "solution. Balance it, or fix a value.");
}

// Whether the first guess is computed on coarser grids.
template <class S, class T>
bool starts_nested(const LinearOptions& o, const System<S, T>& s) {
  const bool tables = std::holds_alternative<SeparableFields<S, T>>(s.coefficients);
  if (o.start == FirstGuess::nested && !tables) throw Error(Exit::usage, nested_needs_tables);
  return o.start == FirstGuess::nested ||
         (o.start == FirstGuess::automatic && tables && s.uniform_guess && s.rate == 0);
}

// An approximation of A⁻¹ r, computed in the precision R of the cycle.
template <class S, class T, class R>
class Preconditioned {
 public:
  Preconditioned(const LinearOptions& o, const System<S, T>& s)
      : Preconditioned(o, s, make_levels(level_operator(s))) {}
  void prepare(const System<S, T>& s) {
    started_ = 0;
    if (s.rate == rate_) return;
    rate_ = s.rate;
    cycle_.set_rate(rate_);
  }
  void keep_levels(const System<S, T>& s) { levels_ = make_levels(level_operator(s)); }  // on the host
  std::unique_ptr<Renewal> prepare_renewal(const ChangedFaces<T>& changed,
                                           const std::vector<std::unique_ptr<Renewal>>& unused) {
    std::array<std::vector<double>, 3> conductance;
    for (int a = 0; a < levels_[0].op.dimensions; ++a)
      conductance[a].assign(changed.conductance[a].begin(), changed.conductance[a].end());
    auto prepared = std::make_unique<LevelsRenewal>();
    prepared->changes = change_levels(levels_, changed.cells, conductance);
    for (const auto& one : unused) add_changes(static_cast<const LevelsRenewal&>(*one).changes, prepared->changes);
    prepared->cycle = cycle_change<R>(levels_, prepared->changes, changed.rate);
    return prepared;
  }
  void renew(const Renewal& prepared) {
    cycle_.change(static_cast<const LevelsRenewal&>(prepared).cycle);
    rate_ = -1;
  }
  Cycle<S, R>& cycle() { return cycle_; }
  // Computes the first guess, once after prepare(); false: there is none. `series` is its key for replay().
  bool start(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, std::uint64_t series) {
    const bool now = nested_ && started_ == 0;
    started_ = 1;
    if (now) s.exec->replay(series, [&] { nested_->run(s, b, x); });
    return now;
  }
  void keep(typename Solver<S, T>::Kept& all) {
    if (nested_) all.numbers.emplace_back("started", &started_);
  }
  void defect(const System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x) {
    s.visit([&](auto kind, const auto& a) {
      for_each<kernels::Defect, kernels::Into<decltype(kind), R>>(*s.exec, s.set(), a, x, b, cycle_.right_side(),
                                                                  T(s.rate));
    });
  }
  void improve(const System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x, CellField<S, T>& next) {
    s.visit([&](auto kind, const auto& a) {
      for_each<kernels::Improve, kernels::Into<decltype(kind), R>>(*s.exec, s.set(), a, x, b, cycle_.correction(), next,
                                                                   cycle_.right_side(), T(s.rate));
    });
  }
  double size(const System<S, T>& s, bool squared) {  // Σ r² or Σ |r| of the defect
    return s.visit([&](auto kind, const auto& a) {
      return reduce<kernels::DefectSize, kernels::Into<decltype(kind), R>>(*s.exec, Reduction::sum, s.set(), a,
                                                                           cycle_.right_side(), T(squared));
    });
  }

 private:
  struct LevelsRenewal : Renewal {
    std::vector<LevelChange> changes;
    CycleChange<R> cycle;
  };
  Preconditioned(const LinearOptions& o, const System<S, T>& s, const std::vector<Level>& levels)
      : cycle_(*s.exec, levels, o) {
    if (starts_nested(o, s) && NestedStart<S, T, R>::applies(levels)) nested_.emplace(s, levels, cycle_);
  }
  Cycle<S, R> cycle_;
  std::vector<Level> levels_;  // empty where no renewal is expected
  std::optional<NestedStart<S, T, R>> nested_;
  double rate_ = -1, started_ = 0;  // started_ is 1 once the first guess is made, 0 before
};

// One pass over memory adds the correction of a cycle and computes the defect that the next cycle starts from. The norm
// of this defect is the norm of the residual.
template <class S, class T, class R>
class MultigridSolver : public Solver<S, T>, public Renewable<S, T> {
 public:
  MultigridSolver(const LinearOptions& o, const System<S, T>& s)
      : m_(o, s), next_(*s.exec, "next", s.cells, s.dimensions, 1), squared_(o.norm == Norm::relative) {}
  void prepare(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>&) override {
    refuse_incompatible(s, b);
    m_.prepare(s);
    s.ghosts.fill(next_);
    norm_.reset();
  }
  void expect_renewals(const System<S, T>& s) override { m_.keep_levels(s); }
  using typename Renewable<S, T>::Unused;
  std::unique_ptr<Renewal> prepare_renewal(const ChangedFaces<T>& changed, const Unused& unused) override {
    return m_.prepare_renewal(changed, unused);
  }
  void renew(const Renewal& prepared) override { m_.renew(prepared); }
  std::optional<double> norm() const override { return norm_; }
  void sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) override {
    m_.start(s, b, x, this->series({key_of(&s), key_of(b.identity()), key_of(x.identity()), key_of(s.rate)}));
    if (!norm_) m_.defect(s, b, x);
    for (int m = 0; m < n; ++m) {
      s.exec->replay(this->series({key_of(&s), key_of(b.identity()), key_of(x.identity()), key_of(next_.identity()),
                                   key_of(s.rate)}),
                     [&] {
                       m_.cycle().run();
                       m_.improve(s, b, x, next_);
                       s.ghosts.fill_periodic(next_);
                     });
      x.exchange(next_);
    }
    const double sum = m_.size(s, squared_);
    norm_ = squared_ ? std::sqrt(sum) : sum;
  }
  typename Solver<S, T>::Kept kept() override {
    typename Solver<S, T>::Kept all;
    m_.keep(all);
    return all;
  }

 private:
  Preconditioned<S, T, R> m_;
  CellField<S, T> next_;
  bool squared_;
  std::optional<double> norm_;  // of the defect, which is the cycle's right side; empty until it is computed
};

}  // namespace eddy
