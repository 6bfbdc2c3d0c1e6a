// Measures the heat kernels on one space in one precision; included where it is instantiated.
#pragma once
#include "app/bench/clock.hpp"
#include "exec/host/ordered.hpp"
#include "exec/shapes/tiles.hpp"
#include "linear/solver.hpp"
#include "solver/heat/kernels.hpp"

namespace eddy::bench {

namespace detail {

template <class S, class T>
SeparableFields<S, T> coefficients(Exec<S>& exec, const Box& box, int d, Separable) {
  SeparableFields<S, T> f;
  for (int a = 0; a < d; ++a)
    for (auto* table : {&f.low, &f.high, &f.width})
      table->of.emplace_back(exec, "table", line_box(box.extent(a)), 1).fill([](int, int, int) { return 1; });
  f.capacity = T(1);
  return f;
}
template <class S, class T>
PerFaceFields<S, T> coefficients(Exec<S>& exec, const Box& box, int d, PerFace) {
  PerFaceFields<S, T> f;
  for (int a = 0; a < d; ++a)
    f.conductance.of.push_back(ones<FaceField<S, T>>(exec, "conductance", face_box(box, a), d));
  f.capacity = ones<CellField<S, T>>(exec, "capacity", box, d);
  return f;
}

template <class S, class T, int D>
class Bench {
 public:
  Bench(Exec<S>& exec, const Size& size, double seconds_each)
      : exec_(exec),
        clock_(exec),
        size_(size),
        seconds_(seconds_each),
        box_(cell_box(size.cells)),
        set_(box_, D),
        x_(field("x", 1)),
        b_(field("b")),
        c_(field("c")),
        next_(field("next", 1)) {
    copies_ = clock_.repeats([&] { copy(); });
  }

  // Measures every kernel of the heat solver; each call adds a row.
  void common(std::vector<Row>& rows) {
    using namespace eddy::kernels;
    each<Copy<S, T, D>>(rows, x_, next_);
    each<AddConstant<S, T, D>>(rows, x_, T(0));
    reduced<Identity<S, T, D>>(rows, x_);
    reduced<Magnitude<S, T, D>>(rows, x_);
  }

  template <class C>
  void with(std::vector<Row>& rows, C kind) {
    using namespace eddy::kernels;
    const auto a = coefficients<S, T>(exec_, box_, D, kind);
    const T one(1), none(0);
    PerAxisValues<T> every;
    for (int n = 0; n < D; ++n) every.of[n] = one;
    each<Jacobi<S, T, D, C>>(rows, a, x_, b_, next_, one, one);
    const Relax<S, T, D, C> relax{a, b_, x_, one, one};
    measure<Relax<S, T, D, C>>(rows, "red-black", 2, [&] {
      if constexpr (std::is_same_v<S, Host>)
        tile::sweeps_of<true>(exec_, set_, 1, relax, relax);  // as in sor: both colours in one pass
      else
        tile::single_sweep<true>(exec_, set_, relax);
    });
    if constexpr (std::is_same_v<S, Host>)
      measure<Relax<S, T, D, C>>(rows, "in order", 1, [&] { launch_ordered(exec_, set_, relax); });
    reduced<Residual<S, T, D, C>>(rows, a, x_, b_, one);
    reduced<ResidualSquared<S, T, D, C>>(rows, a, x_, b_, one);
    reduced<ResidualMagnitude<S, T, D, C>>(rows, a, x_, b_, one);
    reduced<ResidualRounding<S, T, D, C>>(rows, a, x_, b_, one);
    reduced<RightSide<S, T, D, C>>(rows, a, b_);
    reduced<RightSideMagnitude<S, T, D, C>>(rows, a, b_);
    each<HeatExplicit<S, T, D, C>>(rows, a, x_, b_, next_, none);
    each<HeatRightSide<S, T, D, C>>(rows, a, x_, b_, c_, next_, one, one);
    reduced<HeatStored<S, T, D, C>>(rows, a, x_, next_);
    reduced<HeatThrough<S, T, D, C>>(rows, a, x_, every, every);
    if constexpr (std::is_same_v<C, PerFace>)  // separable conductances read only tables, which stay in cache
      reduced<HeatStableStep<S, T, D, C>, ReductionKind::min>(rows, a);
  }

 private:
  CellField<S, T> field(const char* name, int ghosts = 0) {
    return ones<CellField<S, T>>(exec_, name, box_, D, ghosts);
  }
  void copy() { run<eddy::kernels::Copy<S, T, D>>(set_, x_, next_); }

  // Kernels are built here and not by for_each, which would compile each of them for 1D, too.
  template <class F, class... A>
  void run(const Set& set, A&&... args) {
    launch(exec_, set, F{std::forward<A>(args)...}, sizeof(T));
  }
  template <class F, class... A>
  void each(std::vector<Row>& rows, A&&... args) {
    measure<F>(rows, "", 1, [&] { run<F>(set_, args...); });
  }
  template <class F, ReductionKind R = ReductionKind::sum, class... A>
  void reduced(std::vector<Row>& rows, A&&... args) {
    measure<F>(rows, "reduce", 1, [&] { launch_reduce<R>(exec_, set_, F{args...}); });
  }

  // Kernel and copy run in turn, so that other users of the machine slow down both.
  template <class F, class Work>
  void measure(std::vector<Row>& rows, const char* method, int passes, const Work& work) {
    const int n = clock_.repeats(work);
    std::vector<double> own, copies;
    const auto start = clock::now();
    while (own.size() < 3 || (since(start) < seconds_ && own.size() < 41)) {
      copies.push_back(clock_.once([&] { copy(); }, copies_));
      own.push_back(clock_.once(work, n));
    }
    rows.push_back({id_of<F>, method, size_, passes, timed(own), timed(copies)});
  }

  Exec<S>& exec_;
  Clock<S> clock_;
  Size size_;
  double seconds_;
  Box box_;
  Set set_;
  CellField<S, T> x_, b_, c_, next_;
  int copies_ = 1;
};

template <class S, class T, int D>
void all_of(Exec<S>& exec, const Size& size, double seconds_each, std::vector<Row>& rows) {
  Bench<S, T, D> bench(exec, size, seconds_each);
  bench.common(rows);
  bench.with(rows, Separable{});
  bench.with(rows, PerFace{});
}

}  // namespace detail

template <class S, class T>
std::vector<Row> kernels(int opening, const Plan& plan) {
  Exec<S> exec(opening);
  constexpr int rows_per_size = 33;
  const double each = plan.seconds / (rows_per_size * static_cast<double>(std::max<std::size_t>(1, plan.sizes.size())));
  std::vector<Row> rows;
  for (const Size& s : plan.sizes)
    s.dimensions == 2 ? detail::all_of<S, T, 2>(exec, s, each, rows) : detail::all_of<S, T, 3>(exec, s, each, rows);
  return rows;
}

namespace detail {

// Poisson's equation on a square or cube with zero at its boundary, set up like a case, and sweeps of a solver.
template <class S, class T>
class Sweeps {
 public:
  Sweeps(Exec<S>& exec, const Size& size, LinearSolver kind)
      : exec_(exec),
        system_(poisson(exec, size)),
        b_(ones<CellField<S, T>>(exec, "b", system_.cells, size.dimensions)),
        x_(exec, "x", system_.cells, size.dimensions, 1) {
    LinearOptions options;
    options.solver = kind;
    options.omega = 1;
    solver_ = make_solver(options, system_);
    solver_->prepare(system_, b_, x_);
  }
  double best_of(int sweeps, int at_once, double budget) {  // seconds for all of them
    const auto work = [&] {
      for (int done = 0; done < sweeps; done += at_once) solver_->sweep(system_, b_, x_, at_once);
    };
    Clock<S> clock(exec_);
    clock.once(work, 3);
    double best = clock.once(work, 1);
    const auto start = clock::now();
    for (int n = 0; n < 5 || (n < 500 && since(start) < budget); ++n) best = std::min(best, clock.once(work, 1));
    return best;
  }

 private:
  static System<S, T> poisson(Exec<S>& exec, const Size& size) {
    System<S, T> s;
    s.exec = &exec;
    s.cells = cell_box(size.cells);
    s.dimensions = size.dimensions;
    s.coefficients = coefficients<S, T>(exec, s.cells, size.dimensions, Separable{});
    s.ghosts = Ghosts<S, T>(exec, s.cells, size.dimensions);
    return s;
  }

  Exec<S>& exec_;
  System<S, T> system_;
  CellField<S, T> b_, x_;
  std::unique_ptr<Solver<S, T>> solver_;
};

}  // namespace detail

template <class S, class T>
std::vector<SmallRow> small_grids(int opening, const std::vector<int>& sides, double budget) {
  Exec<S> exec(opening);
  std::vector<SmallRow> rows;
  for (int side : sides) {
    detail::Sweeps<S, T> sor(exec, {2, {side, side, 1}}, LinearSolver::sor);
    for (int batch : {100, 10}) rows.push_back({side, batch, sor.best_of(100, batch, budget)});
  }
  return rows;
}

template <class S, class T>
std::vector<SweepRow> sweeps(int opening, const std::vector<Size>& sizes, double budget) {
  Exec<S> exec(opening);
  std::vector<SweepRow> rows;
  for (const Size& size : sizes)
    for (const auto& [name, kind] : {std::pair{"jacobi", LinearSolver::jacobi}, {"red-black", LinearSolver::sor}}) {
      detail::Sweeps<S, T> solver(exec, size, kind);
      const double copy = copy_seconds<S, T>(exec, size, budget);
      constexpr int all = 24;  // a number with many divisors
      for (int at_once : {1, all})
        rows.push_back({name, size, at_once, solver.best_of(all, at_once, budget) / all, copy});
    }
  return rows;
}

}  // namespace eddy::bench

#define EDDY_INSTANTIATE(S, T)                                                  \
  extern "C" const eddy::bench::HeatBench* eddy_bench_##T() {                   \
    using namespace eddy::bench;                                                \
    static const HeatBench all{kernels<S, T>, small_grids<S, T>, sweeps<S, T>}; \
    return &all;                                                                \
  }
