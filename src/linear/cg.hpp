// cg: conjugate gradients, preconditioned by the diagonal or by a multigrid cycle.
//
// The cycle is not quite symmetric (it restricts by sums and interpolates linearly, and red comes before black both
// ways). The new direction is therefore made conjugate to the last one by a product, not by a formula that assumes
// symmetry:   β = −(z·A p) / (p·A p),   α = (p·r) / (p·A p).
#pragma once
#include "linear/kernels_cg.hpp"
#include "linear/multigrid.hpp"

namespace eddy {

template <class S, class T>
class CgSolver : public Solver<S, T> {
 public:
  CgSolver(const LinearOptions&, const System<S, T>& s)
      : r_(*s.exec, "residual", s.cells, s.dimensions),
        p_(*s.exec, "direction", s.cells, s.dimensions, 1),
        z_(*s.exec, "preconditioned", s.cells, s.dimensions),
        ghosts_(*s.exec, s.cells, s.dimensions) {
    for (int a = 0; a < s.dimensions; ++a)
      if (s.ghosts.periodic(a)) ghosts_.set_periodic(a);
  }
  void prepare(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x) override {
    refuse_incompatible(s, b);
    begin(s, b, x);
  }
  void sweep(System<S, T>& s, const CellField<S, T>&, CellField<S, T>& x, int n) override {
    for (int m = 0; m < n; ++m) once(s, x);
  }

  typename Solver<S, T>::Kept kept() override {
    return {{{"cg.residual", &r_}, {"cg.direction", &p_}}, {{"cg.energy", &energy_}}};
  }
  void restored() override { ghosts_.fill_periodic(p_); }

 protected:
  void begin(System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x) {
    s.visit([&](auto kind, const auto& a) {
      for_each<kernels::Defect, kernels::Into<decltype(kind), T>>(*s.exec, s.set(), a, x, b, r_, T(s.rate));
    });
    energy_ = 0;
  }
  virtual void precondition(System<S, T>& s, const CellField<S, T>& r, CellField<S, T>& z) = 0;

 private:
  void once(System<S, T>& s, CellField<S, T>& x) {
    precondition(s, r_, z_);
    double beta = 0;
    if (energy_ > 0) beta = -total<kernels::InnerProductApplied>(s, z_, p_, T(s.rate)) / energy_;
    for_each<kernels::Direction>(*s.exec, s.set(), z_, p_, T(beta));
    ghosts_.fill_periodic(p_);
    energy_ = total<kernels::Energy>(s, p_, T(s.rate));
    const double alpha = energy_ > 0 ? total<kernels::InnerProduct>(s, p_, r_) / energy_ : 0;
    s.visit([&](auto kind, const auto& a) {
      for_each<kernels::Advance, decltype(kind)>(*s.exec, s.set(), a, p_, x, r_, T(alpha), T(s.rate));
    });
    s.ghosts.fill_periodic(x);
  }
  template <template <class, class, int, class> class K, class... A>
  double total(const System<S, T>& s, A&&... args) {
    return s.visit([&](auto kind, const auto& a) {
      return reduce<K, decltype(kind)>(*s.exec, Reduction::sum, s.set(), a, std::forward<A>(args)...);
    });
  }

  CellField<S, T> r_, p_, z_;
  Ghosts<S, T> ghosts_;
  double energy_ = 0;  // p·A p of the last direction; 0: there is none
};

template <class S, class T>
class CgDiagonal final : public CgSolver<S, T> {
  using CgSolver<S, T>::CgSolver;
  void precondition(System<S, T>& s, const CellField<S, T>& r, CellField<S, T>& z) override {
    s.visit([&](auto kind, const auto& a) {
      for_each<kernels::OverDiagonal, decltype(kind)>(*s.exec, s.set(), a, r, z, T(s.rate));
    });
  }
};

template <class S, class T, class R>
class CgMultigrid final : public CgSolver<S, T>, public Renewable<S, T> {
 public:
  CgMultigrid(const LinearOptions& o, const System<S, T>& s) : CgSolver<S, T>(o, s), m_(o, s) {}
  void prepare(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x) override {
    CgSolver<S, T>::prepare(s, b, x);
    m_.prepare(s);
  }
  void expect_renewals(const System<S, T>& s) override { m_.keep_levels(s); }
  using typename Renewable<S, T>::Unused;
  std::unique_ptr<Renewal> prepare_renewal(const ChangedFaces<T>& changed, const Unused& unused) override {
    return m_.prepare_renewal(changed, unused);
  }
  void renew(const Renewal& prepared) override { m_.renew(prepared); }
  void sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) override {
    if (m_.start(s, b, x, this->series({key_of(&s), key_of(b.identity()), key_of(x.identity()), key_of(s.rate)})))
      this->begin(s, b, x);
    CgSolver<S, T>::sweep(s, b, x, n);
  }
  typename Solver<S, T>::Kept kept() override {
    auto all = CgSolver<S, T>::kept();
    m_.keep(all);
    return all;
  }

 private:
  void precondition(System<S, T>& s, const CellField<S, T>& r, CellField<S, T>& z) override {
    s.exec->replay(this->series({key_of(s.rate)}), [&] {
      for_each<kernels::Rounded, R>(*s.exec, s.set(), r, m_.cycle().right_side());
      m_.cycle().run();
      for_each<kernels::TakeCorrection, R>(*s.exec, s.set(), z, m_.cycle().correction());
    });
  }
  Preconditioned<S, T, R> m_;
};

}  // namespace eddy
