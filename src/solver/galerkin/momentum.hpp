// The balance of momentum of the last step, from what the scheme did with the state ([track] momentum).
//
// The elements send to all of their nodes together V β v·∇v and nothing else: stresses and hourglasses cancel. So
//
//   Σ M (vⁿ⁺¹ − vⁿ)/Δt = −β Σ V v·∇v + Σ M f + Σ B ,      B = M (vⁿ⁺¹ − vⁿ)/Δt − R − M f   at nodes of the boundary
//
// with R of the elements and v in the middle of the step. B is what the boundary does to the fluid: walls hold it, and
// where it comes in or leaves there is a traction, less the part 1 − β of what the flow carries, which the skew form has
// on its boundary. Σ V v·∇v is the flow of momentum out of the domain but for Σ V v ∇·v, the volume term: the flow is only
// nearly incompressible, and what is squeezed is carried along.
#pragma once
#include "field/watcher.hpp"
#include "solver/galerkin/flow.hpp"

namespace eddy::galerkin {

class MomentumBalance {
 public:
  explicit MomentumBalance(const Domain& domain);
  // Of a step of this length; 0: there was none yet, and all is 0.
  void add(std::vector<Number>& numbers, Flow& flow, double dt) const;

 private:
  enum class Side { wall, open };  // what holds the fluid; where it comes in or leaves
  struct Node {                    // of the boundary, as Domain::wall_nodes() has them
    int number = 0;
    Side side = Side::wall;
    Point area{};  // out of the domain: the node's share
  };
  struct Terms {  // of one axis, N: what the fluid gains by each; those of the sum are all but the first
    double rate = 0, inflow = 0, traction = 0, walls = 0, force = 0, volume = 0;
    double missing() const { return rate - (inflow + traction + walls + force + volume); }
    double largest() const;
  };
  Terms terms(const LastStep& step, double dt, int axis) const;
  double carried(const LastStep& step, int axis) const;  // Σ V v·∇v
  double pushed(std::int64_t node, double after, int axis) const;

  const Domain& domain_;
  std::vector<Node> boundary_;
};

}  // namespace eddy::galerkin
