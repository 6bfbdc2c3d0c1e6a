// Bodies that move as formulas of t say: where they are, how they are turned, and how fast each of their points goes.
//
//      place in the body ──turned around the pivot, moved with it──▶ place in the domain
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "mesh/distance.hpp"
#include "mesh/shape.hpp"
#include "solver/projection/fit.hpp"
#include "solver/projection/options.hpp"

namespace eddy::projection {

struct Pose {  // of a body, at one time
  bool moves = false;
  Coordinates pivot{}, centre{};                                       // where the pivot was drawn, and where it is
  Coordinates velocity{}, spin{};                                      // of the pivot, m/s; around it, rad/s
  std::array<Coordinates, 3> turn{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows of a rotation

  Coordinates drawn(const Coordinates& x) const;   // a place in the domain, where the body was drawn
  Coordinates placed(const Coordinates& x) const;  // and back
  Coordinates velocity_at(const Coordinates& x) const;
};

class Motion {
 public:
  Motion(const Body& body, const FluidOptions& fluid, int dimensions);
  bool moves() const { return moves_; }
  Pose at(double t) const;

 private:
  using Vector = std::vector<Formula>;
  Coordinates values(const Vector& formulas, const char* key, double t) const;
  Coordinates rotation(double t) const;
  Coordinates way(double t) const;  // of a body whose velocity is given: its integral
  Coordinates way_between(double from, double length, int halvings) const;
  template <class Function>
  Coordinates slope(const Function& f, double t) const;

  const Body* body_;
  int dimensions_;
  bool moves_;
  double unit_;  // of time: short against what the fluid does
  Coordinates pivot_{};
  mutable std::vector<Coordinates> way_;  // at multiples of the unit
};

struct Solid {  // a body's shape, as it was drawn, and how it moves
  Distance distance;
  Motion motion;
  ShapeBounds bounds;
};
using Solids = std::vector<Solid>;
Solids make_solids(const ProjectionOptions& options, int dimensions);
// Around a solid that is placed: its lowest and highest coordinates, or farther out.
ShapeBounds placed_bounds(const Solid& solid, const Pose& pose, int dimensions);
// The largest |u_a| of any point of any body.
Coordinates fastest_motion(const ProjectionOptions& options, int dimensions, double t);

}  // namespace eddy::projection
