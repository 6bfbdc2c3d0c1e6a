// Damping of waves as short as two elements. Central differences carry them upstream from the edges of bodies, and a
// pressure that alternates along an axis has no gradient in any element; no other term damps either.
//
//   u ← u + 3/2 (1 − M⁻¹ M_c) θ ε D u          D: ShortWaves, θ: the time since the last damping
//
// With the consistent mass matrix M_c, 1 − M⁻¹ M_c is 2/3 for a wave of two elements and falls with the square of the
// wave length, as D does: the damping of resolved waves falls with the fourth power. Imposed values are not changed.
// θ stays below half the time in which the flow crosses an element: a pressure that alternates along all three axes of
// a cube, of all waves the one that is damped most, is then not turned over.
#pragma once
#include "field/archive.hpp"
#include "solver/galerkin/conditions.hpp"
#include "solver/galerkin/works.hpp"

namespace eddy::galerkin {

template <class S, class T, class Topology>
class WaveDamping {
 public:
  using State = NodalFields<S, T>;
  WaveDamping(const Domain& domain, Topology& topology, Conditions<S, T>& conditions)
      : topology_(topology),
        conditions_(conditions),
        strength_(domain.options().scheme.wave_damping),
        velocity_(domain.options().fluid.velocity) {
    if (any()) turn_ = 0.5 * domain.narrowest() / velocity_;
  }
  bool any() const { return strength_ > 0; }
  // Called before each step; says every few steps, before the flow has crossed an element, that the state is to be
  // damped for the time waited() first. smooth then leaves the new state in `one`; `other` is work space, too.
  bool due(double dt) const { return any() && waited_ > 0 && waited_ + dt > turn_; }
  double waited() const { return waited_; }
  void wait(double dt) { waited_ += dt; }
  void begin_anew() { waited_ = 0; }
  void smooth(const State& now, State& one, State& other, PassNumbers<S, T> numbers) {
    const T part = T(strength_ * waited_);
    numbers.streamline = T(velocity_);
    topology_.template pass<ShortWaves>(now, now, other, numbers, part, part);  // θ ε D u
    conditions_.impose_on_change(other);
    numbers.streamline = T(1);
    topology_.template pass<Lumping>(other, now, one, numbers, T(-1.5), T(-1.5));
    conditions_.impose(one);
  }
  void state(Archive& archive) {
    if (any()) archive.scalar("wave damping waited", waited_, 0.0);
  }

 private:
  Topology& topology_;
  Conditions<S, T>& conditions_;
  double strength_, velocity_, turn_ = 0, waited_ = 0;
};

}  // namespace eddy::galerkin
