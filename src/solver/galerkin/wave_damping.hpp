// Damping of waves as short as two elements. Central differences carry them upstream from the edges of bodies, and a
// pressure that alternates along an axis has no gradient in any element; no other term damps either.
//
//   order 4     u ← u + 3/2 (1 − M⁻¹ M_c) θ ε D u          D: ShortWaves, θ: the time since the last damping
//   order 6     u ← u + B² θ ε D u                         B: BesideMeans
//
// With the consistent mass matrix M_c, 1 − M⁻¹ M_c is 2/3 for a wave of two elements and falls with the square of the
// wave length, as D and B do: the damping of resolved waves falls with the fourth or the sixth power. Imposed values are
// not changed. A pressure that alternates along all three axes of a cube is damped most of all waves, by 8 √3 ε U/h, in
// order 4 by 13/9 of it. θ is at most the time in which that takes about the whole of it, so that it is not turned over.
#pragma once
#include <algorithm>

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
        velocity_(domain.options().fluid.velocity),
        sixth_(domain.options().scheme.wave_damping_order == 6) {
    const double most = sixth_ ? 0.7 : 0.5;
    if (any()) turn_ = most * std::min(1.0, 0.1 / strength_) * domain.narrowest() / velocity_;
  }
  bool any() const { return strength_ > 0; }
  // Called before each step; says every few steps, before the flow has crossed an element, that the state is to be
  // damped for the time waited() first. smooth then leaves the new state in `one`; `other` is work space.
  bool due(double dt) const { return any() && waited_ > 0 && waited_ + dt > turn_; }
  double waited() const { return waited_; }
  void wait(double dt) { waited_ += dt; }
  void begin_anew() { waited_ = 0; }
  void smooth(const State& now, State& one, State& other, PassNumbers<S, T> numbers) {
    if (sixth_) {
      change(now, one, numbers);                                                         // θ ε D u
      topology_.template pass<BesideMeans<true>>(one, one, other, numbers, T(1), T(1));  // B θ ε D u
      conditions_.impose_on_change(other);
      topology_.template pass<BesideMeans<false>>(other, now, one, numbers, T(1), T(1));  // u + B² θ ε D u
    } else {
      change(now, other, numbers);
      numbers.streamline = T(1);
      topology_.template pass<Lumping>(other, now, one, numbers, T(-1.5), T(-1.5));  // u + 3/2 (1 − M⁻¹ M_c) θ ε D u
    }
    conditions_.impose(one);
  }
  void state(Archive& archive) {
    if (any()) archive.scalar("wave damping waited", waited_, 0.0);
  }

 private:
  void change(const State& now, State& result, PassNumbers<S, T> numbers) {  // θ ε D u
    const T part = T(strength_ * std::min(waited_, turn_));
    numbers.streamline = T(velocity_);
    topology_.template pass<ShortWaves>(now, now, result, numbers, part, part);
    conditions_.impose_on_change(result);
  }

  Topology& topology_;
  Conditions<S, T>& conditions_;
  double strength_, velocity_;
  bool sixth_;
  double turn_ = 0, waited_ = 0;
};

}  // namespace eddy::galerkin
