// The momentum balance of the last step, in the terms of the scheme ([track] momentum).
//
// Summed over its nodes, an element sends −V β v·∇v and nothing else: stresses and hourglasses cancel. So
//
//   Σ M (vⁿ⁺¹ − vⁿ)/Δt = −β Σ V v·∇v + Σ M f + Σ B ,      B = M (vⁿ⁺¹ − vⁿ)/Δt − R − M f   at nodes of the boundary
//
// with R the sum from the elements, and v in the middle of the step. B is the force of the boundary on the fluid: that
// of walls, and where fluid enters or leaves the traction, less the part 1 − β of the convected momentum, which the
// skew form has on its boundary. Σ V v·∇v is the flow of momentum out of the domain but for Σ V v ∇·v, the volume term,
// which does not vanish because the flow is only nearly incompressible.
#pragma once
#include "field/watcher.hpp"
#include "solver/galerkin/flow.hpp"

namespace eddy::galerkin {

class MomentumBalance {
 public:
  explicit MomentumBalance(const Domain& domain);
  // Adds the balance of a step of length dt; with dt = 0 there was none yet, and all numbers are 0.
  void add(std::vector<Number>& numbers, Flow& flow, double dt) const;

 private:
  enum class Side { wall, open };  // open: fluid enters or leaves
  struct Node {                    // a node of the boundary, in the order of Domain::wall_nodes()
    int number = 0;
    Side side = Side::wall;
    Point area{};  // the node's share of the outward area vector
  };
  struct Terms {  // along one axis, N: `rate` is the gain of the fluid, the others are the terms that sum up to it
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
