// Damping of waves as short as two elements. Central differences carry them upstream from the edges of bodies, and a
// pressure that alternates along an axis has no gradient in any element; no other term damps either.
//
//   u ← u + 3/2 (1 − M⁻¹ M_c) θ ε D u          D: ShortWaves, θ: the time since the last damping
//
// With the consistent mass matrix M_c, 1 − M⁻¹ M_c is 2/3 for a wave of two elements and falls with the square of the
// wave length, as D does: the damping of resolved waves falls with the fourth power. Imposed values are not changed.
#pragma once
#include <utility>

#include "field/archive.hpp"
#include "solver/galerkin/conditions.hpp"
#include "solver/galerkin/works.hpp"

namespace eddy::galerkin {

template <class S, class T, class Topology>
class WaveDamping {
 public:
  using State = NodalFields<S, T>;
  WaveDamping(Exec<S>& exec, const Domain& domain, Topology& topology, Conditions<S, T>& conditions)
      : exec_(exec),
        topology_(topology),
        conditions_(conditions),
        strength_(domain.options().scheme.wave_damping),
        velocity_(domain.options().fluid.velocity) {
    if (any()) turn_ = 0.35 * domain.narrowest() / velocity_;
  }
  bool any() const { return strength_ > 0; }
  // Called before each step; damps every few steps, before the flow has crossed an element. `one` and `other` are work
  // space; `now` may be swapped with `one`.
  void damp(State& now, State& one, State& other, const PassNumbers<S, T>& numbers, double dt) {
    if (!any()) return;
    if (waited_ + dt > turn_) smooth(now, one, other, numbers);
    waited_ += dt;
  }
  void state(Archive& archive) {
    if (any()) archive.scalar("wave damping waited", waited_, 0.0);
  }

 private:
  void smooth(State& now, State& one, State& other, PassNumbers<S, T> numbers) {
    const T part = T(strength_ * waited_);
    numbers.streamline = T(velocity_);
    topology_.template pass<ShortWaves>(now, now, one, numbers, part, part);  // u + θ ε D u
    conditions_.impose(one);
    for (std::size_t v = 0; v < one.of.size(); ++v)
      for_each<kernels::Difference>(exec_, topology_.nodes(), one.of[v].on(0), now.of[v].on(0), other.of[v].on(0));
    conditions_.exchange(other);
    numbers.streamline = T(1);
    topology_.template pass<Lumping>(other, now, one, numbers, T(-1.5), T(-1.5));
    conditions_.impose(one);
    std::swap(now, one);
    waited_ = 0;
  }
  Exec<S>& exec_;
  Topology& topology_;
  Conditions<S, T>& conditions_;
  double strength_, velocity_, turn_ = 0, waited_ = 0;
};

}  // namespace eddy::galerkin
