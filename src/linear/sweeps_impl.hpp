// The solvers jacobi, gauss-seidel and sor; included where they are instantiated, once per space and precision.
#pragma once
#include <cmath>

#include "base/error.hpp"
#include "base/modules.hpp"
#include "exec/host/ordered.hpp"
#include "exec/shapes/tiles.hpp"
#include "linear/gathered.hpp"
#include "linear/solver.hpp"

namespace eddy {

template <class S, class T>
class JacobiSolver : public Solver<S, T> {
 public:
  JacobiSolver(const LinearOptions& options, const System<S, T>& s)
      : omega_(options.omega > 0 ? options.omega : 0.8), next_(*s.exec, "next", s.cells, s.dimensions, 1) {}
  void prepare(System<S, T>& s, const CellField<S, T>&, CellField<S, T>&) override { s.ghosts.fill(next_); }
  void sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) override {
    s.exec->replay(this->series({key_of(&s), key_of(b.identity()), key_of(x.identity()), key_of(next_.identity()),
                                 key_of(s.rate), key_of(omega_), std::uint64_t(n)}),
                   [&] {
                     const bool moved = s.ghosts.any_periodic() ? singly(s, b, x, n) : several(s, b, x, next_, n);
                     if (moved) for_each<kernels::Copy>(*s.exec, s.set(), next_, x);
                     if (moved) s.ghosts.fill_periodic(x);
                   });
  }

 private:
  // Both functions return whether the result is in `next_`. Periodic ghosts change with every sweep, so that each sweep
  // is then a pass of its own.
  bool singly(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) {
    for (int m = 0; m < n; ++m) {
      several(s, b, m % 2 ? next_ : x, m % 2 ? x : next_, 1);
      s.ghosts.fill_periodic(m % 2 ? x : next_);
    }
    return n % 2;
  }
  bool several(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, CellField<S, T>& next, int n) {
    return s.visit([&](auto kind, const auto& a) {
      return sweep_many<kernels::Jacobi, decltype(kind)>(*s.exec, s.set(), n, a, x, b, next, T(s.rate), T(omega_));
    });
  }
  double omega_;
  CellField<S, T> next_;
};

// Red-black: cells of one colour have only neighbours of the other colour, so that their order does not matter.
template <class S, class T>
class SorSolver : public Solver<S, T> {
 public:
  SorSolver(const LinearOptions& options, const System<S, T>& s) : omega_(options.omega) {
    for (int a = 0; a < s.dimensions; ++a)
      if (s.ghosts.periodic(a) && s.cells.extent(a) % 2)
        throw Error(Exit::usage,
                    std::string("linear.solver = \"sor\" needs an even number of cells along a periodic axis; ") +
                        "xyz"[a] + " has " + std::to_string(s.cells.extent(a)) +
                        ". Change mesh.cells, or take jacobi.");
    if (needs_spare && !s.ghosts.any_periodic()) spare_ = CellField<S, T>(*s.exec, "spare", s.cells, s.dimensions, 1);
  }
  void prepare(System<S, T>& s, const CellField<S, T>&, CellField<S, T>&) override {
    if (needs_spare && !s.ghosts.any_periodic()) s.ghosts.fill(spare_);
  }
  void sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) override {
    const double omega = omega_ > 0 ? omega_ : estimated(s.jacobi_radius);
    s.exec->replay(this->series({key_of(&s), key_of(b.identity()), key_of(x.identity()), key_of(spare_.identity()),
                                 key_of(s.rate), key_of(omega), std::uint64_t(n)}),
                   [&] {
                     if (s.ghosts.any_periodic())
                       singly(s, b, x, omega, n);
                     else if (several(s, b, x, omega, n))
                       for_each<kernels::Copy>(*s.exec, s.set(), spare_, x);
                   });
  }

 private:
  void singly(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, double omega, int n) {
    for (int m = 0; m < n; ++m)
      for (int colour : {0, 1}) {
        s.visit([&](auto kind, const auto& a) {
          for_each<kernels::Relax, decltype(kind)>(*s.exec, s.set().coloured(colour), a, b, x, T(s.rate), T(omega));
        });
        s.ghosts.fill_periodic(x);
      }
  }
  bool several(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, double omega, int n) {
    return s.visit([&](auto kind, const auto& a) {
      return sweep_many_coloured<kernels::Relax, decltype(kind)>(*s.exec, s.set(), n, needs_spare ? spare_ : x, a, b, x,
                                                                 T(s.rate), T(omega));
    });
  }
  static double estimated(double radius) {
    return 2 / (1 + std::sqrt(std::max(0.0, 1 - radius * radius)));
  }                                                              // Young 1954
  static constexpr bool needs_spare = !std::is_same_v<S, Host>;  // the host sweeps in place
  double omega_;                                                 // 0: estimated
  CellField<S, T> spare_;
};

// The textbook's lexicographic sweep. The order of the cells defines its result, and only the host has an order.
template <class T>
class GaussSeidelSolver : public Solver<Host, T> {
 public:
  GaussSeidelSolver(const LinearOptions& options, const System<Host, T>&)
      : omega_(options.omega > 0 ? options.omega : 1) {}
  void sweep(System<Host, T>& s, const CellField<Host, T>& b, CellField<Host, T>& x, int n) override {
    for (int m = 0; m < n; ++m) {
      s.visit([&](auto kind, const auto& a) {
        for_each_ordered<kernels::Relax, decltype(kind)>(*s.exec, s.set(), a, b, x, T(s.rate), T(omega_));
      });
      s.ghosts.fill_periodic(x);
    }
  }

 private:
  double omega_;
};

// Whether cycles are in single precision while the solution is in double.
template <class T>
bool mixes(const LinearOptions& o) {
  const bool cycles = o.solver == LinearSolver::multigrid || o.preconditioner != Preconditioner::jacobi;
  return cycles && o.precision == CyclePrecision::mixed && sizeof(T) == 8;
}

// Makes a solver of the family that another module holds.
template <class S, class T>
std::unique_ptr<Solver<S, T>> made_by(const std::string& family, const LinearOptions& o, const System<S, T>& s) {
  using Make = Solver<S, T>*(const LinearOptions&, const System<S, T>&);
  const auto make =
      module_function<Make>(family, place<S, T>, "eddy_" + family + (sizeof(T) == 4 ? "_float" : "_double"));
  return std::unique_ptr<Solver<S, T>>(make(o, s));
}

template <class S, class T>
std::unique_ptr<Solver<S, T>> make_solver(const LinearOptions& o, const System<S, T>& s) {
  switch (o.solver) {
    case LinearSolver::jacobi:
      return std::make_unique<JacobiSolver<S, T>>(o, s);
    case LinearSolver::sor:
      return std::make_unique<SorSolver<S, T>>(o, s);
    case LinearSolver::cg:
    case LinearSolver::multigrid:
      return made_by(mixes<T>(o) ? "mixed" : "multigrid", o, s);
    case LinearSolver::gauss_seidel:
      if (s.exec->parts.many()) throw Error(Exit::usage, ordered_on_one_rank_only);
      if constexpr (std::is_same_v<S, Host>) return std::make_unique<GaussSeidelSolver<T>>(o, s);
      throw Error(Exit::usage, ordered_on_cpu_only);
    case LinearSolver::tdma:
    case LinearSolver::fft: {
      const bool lines = o.solver == LinearSolver::tdma || s.dimensions == 1;  // one line has nothing to transform
      const auto make = [&](const System<S, T>& system) { return made_by(lines ? "tdma" : "fft", o, system); };
      if (s.exec->parts.many()) return std::make_unique<GatheredSolver<S, T>>(s, make);
      return make(s);
    }
  }
  throw Error(Exit::fault, "a linear solver is not made anywhere.");
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T)                                                                     \
  template std::unique_ptr<eddy::Solver<S, T>> eddy::make_solver<S, T>(const eddy::LinearOptions&, \
                                                                       const eddy::System<S, T>&);
