// On many ranks, a solver whose lines or modes run through the whole domain: each rank gathers the whole system and
// solves all of it. The result has the bits of one rank, which a line that is cut would not have. Only the work outside
// this solver is shared.
#pragma once
#include <functional>

#include "linear/solver.hpp"

namespace eddy {

template <class S, class T>
class GatheredSolver final : public Solver<S, T> {
 public:
  using Make = std::function<std::unique_ptr<Solver<S, T>>(const System<S, T>&)>;

  GatheredSolver(const System<S, T>& s, const Make& make) {
    const Parts::Scope whole(s.exec->parts, nullptr);
    whole_.exec = s.exec;
    whole_.cells = s.cells;
    whole_.dimensions = s.dimensions;
    whole_.widths = s.widths;
    whole_.ghosts = Ghosts<S, T>(*s.exec, s.cells, s.dimensions);
    for (int a = 0; a < s.dimensions; ++a)
      if (s.ghosts.periodic(a)) whole_.ghosts.set_periodic(a);
    copy_coefficients(s);
    b_ = CellField<S, T>(*s.exec, "right side", s.cells, s.dimensions);
    x_ = CellField<S, T>(*s.exec, "solution", s.cells, s.dimensions, 1);
    take_numbers(s);
    solver_ = make(whole_);
  }
  void sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) override {
    take_numbers(s);
    copy_whole(*s.exec, b.identity(), b_.identity());
    copy_whole(*s.exec, x.identity(), x_.identity());
    solver_->sweep(whole_, b_, x_, n);
    for_each<kernels::Copy>(*s.exec, s.set(), x_, x);
    s.ghosts.fill_periodic(x);
  }

 private:
  void take_numbers(const System<S, T>& s) {
    whole_.rate = s.rate;
    whole_.singular = s.singular;
    whole_.jacobi_radius = s.jacobi_radius;
  }
  void copy_coefficients(const System<S, T>& s) {
    s.visit([&](auto, const auto& from) {
      std::remove_cvref_t<decltype(from)> f;
      if constexpr (requires { from.low; }) {
        for (const auto part : {&std::remove_cvref_t<decltype(from)>::low, &std::remove_cvref_t<decltype(from)>::high,
                                &std::remove_cvref_t<decltype(from)>::width})
          for (int a = 0; a < s.dimensions; ++a) {
            (f.*part).of.emplace_back(*s.exec, "table", (from.*part)[a].box(), 1);
            (f.*part)[a].put((from.*part)[a].get());
          }
        f.capacity = from.capacity;
      } else {
        f.conductance = make_faces<S, T>(*s.exec, "conductance", s.cells, s.dimensions);
        for (int a = 0; a < s.dimensions; ++a)
          copy_whole(*s.exec, from.conductance[a].identity(), f.conductance[a].identity());
        f.capacity = CellField<S, T>(*s.exec, "capacity", s.cells, s.dimensions);
        copy_whole(*s.exec, from.capacity.identity(), f.capacity.identity());
      }
      whole_.coefficients = std::move(f);
    });
  }

  System<S, T> whole_;
  CellField<S, T> b_, x_;
  std::unique_ptr<Solver<S, T>> solver_;
};

}  // namespace eddy
