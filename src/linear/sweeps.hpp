// jacobi, gauss-seidel and sor.
#pragma once
#include <cmath>

#include "base/error.hpp"
#include "linear/iterate.hpp"

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
                     for (int m = 0; m + 1 < n; m += 2) {
                       once(s, b, x, next_);
                       once(s, b, next_, x);
                     }
                     if (n % 2) {
                       once(s, b, x, next_);
                       for_each<kernels::Copy>(*s.exec, s.set(), next_, x);
                       s.ghosts.fill_periodic(x);
                     }
                   });
  }

 private:
  void once(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, CellField<S, T>& next) {
    s.visit([&](const auto& a) {
      using Kind = typename std::remove_cvref_t<decltype(a)>::Kind;
      for_each<kernels::Jacobi, Kind>(*s.exec, s.set(), a, x, b, next, T(s.rate), T(omega_));
    });
    s.ghosts.fill_periodic(next);
  }
  double omega_;
  CellField<S, T> next_;
};

// Red-black: cells of one colour have neighbours of the other only, so that the order within a colour does not matter.
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
  }
  void sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) override {
    const double omega = omega_ > 0 ? omega_ : estimated(s.jacobi_radius);
    s.exec->replay(
        this->series(
            {key_of(&s), key_of(b.identity()), key_of(x.identity()), key_of(s.rate), key_of(omega), std::uint64_t(n)}),
        [&] {
          for (int m = 0; m < n; ++m)
            for (int colour : {0, 1}) {
              s.visit([&](const auto& a) {
                using Kind = typename std::remove_cvref_t<decltype(a)>::Kind;
                for_each<kernels::Relax, Kind>(*s.exec, s.set().coloured(colour), a, b, x, T(s.rate), T(omega));
              });
              s.ghosts.fill_periodic(x);
            }
        });
  }

 private:
  static double estimated(double radius) {
    return 2 / (1 + std::sqrt(std::max(0.0, 1 - radius * radius)));
  }               // Young 1954
  double omega_;  // 0: estimated
};

// The textbook's lexicographic sweep. Its order is its definition, and only the host has one.
template <class T>
class GaussSeidelSolver : public Solver<Host, T> {
 public:
  GaussSeidelSolver(const LinearOptions& options, const System<Host, T>&)
      : omega_(options.omega > 0 ? options.omega : 1) {}
  void sweep(System<Host, T>& s, const CellField<Host, T>& b, CellField<Host, T>& x, int n) override {
    for (int m = 0; m < n; ++m) {
      s.visit([&](const auto& a) {
        using Kind = typename std::remove_cvref_t<decltype(a)>::Kind;
        for_each_ordered<kernels::Relax, Kind>(*s.exec, s.set(), a, b, x, T(s.rate), T(omega_));
      });
      s.ghosts.fill_periodic(x);
    }
  }

 private:
  double omega_;
};

template <class S, class T>
std::unique_ptr<Solver<S, T>> make_solver(const LinearOptions& o, const System<S, T>& s) {
  switch (o.solver) {
    case LinearSolver::jacobi:
      return std::make_unique<JacobiSolver<S, T>>(o, s);
    case LinearSolver::sor:
      return std::make_unique<SorSolver<S, T>>(o, s);
    case LinearSolver::cg:
    case LinearSolver::multigrid:
      return make_cycles<S, T>(o, s);
    case LinearSolver::gauss_seidel:
      if constexpr (std::is_same_v<S, Host>) return std::make_unique<GaussSeidelSolver<T>>(o, s);
  }
  throw Error(Exit::usage, ordered_on_cpu_only);
}

}  // namespace eddy
