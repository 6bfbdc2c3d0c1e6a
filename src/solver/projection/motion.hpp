// Bodies that move by formulas of t: their place, their rotation, and the velocity of each of their points.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mesh/distance.hpp"
#include "mesh/shape.hpp"
#include "solver/projection/fit.hpp"
#include "solver/projection/options.hpp"

namespace eddy::projection {

struct Pose : Placement {  // the pose of a body at one time
  bool moves = false;
  Coordinates velocity{}, spin{};  // of the pivot, m/s; around it, rad/s

  Coordinates placed(const Coordinates& x) const;  // the inverse of drawn(x)
  Coordinates velocity_at(const Coordinates& x) const;
};

class Motion {
 public:
  Motion(const Body& body, const FluidOptions& fluid, int dimensions);
  bool moves() const { return moves_; }
  Pose at(double t) const;

 private:
  struct Vector {  // formulas of t, with their key in the case
    const std::vector<Formula>* formulas;
    std::string key;
  };
  Coordinates values(const Vector& vector, double t) const;
  Pose found(double t) const;
  Coordinates rotation(double t) const;
  Coordinates way(double t) const;  // the displacement of a body with given velocity, its integral
  Coordinates way_between(double from, double length, int halvings) const;
  template <class Function>
  Coordinates slope(const Function& f, double t) const;

  int dimensions_;
  bool moves_;
  Vector velocity_, centre_, rotation_;
  double unit_;  // a time that is short compared with that of the flow
  Coordinates pivot_{};
  mutable std::vector<Coordinates> way_;                  // at multiples of the unit
  mutable std::array<std::pair<double, Pose>, 2> known_;  // at the last times that were asked for
};

struct Solid {  // the shape of a body as drawn, and its motion
  Distance distance;
  Motion motion;
  ShapeBounds bounds;
};
using Solids = std::vector<Solid>;
Solids make_solids(const ProjectionOptions& options, int dimensions);
// For computation: those at rest that reach a side of the grid go on beyond it, so that no surface lies on the side.
Solids make_solids(const ProjectionOptions& options, const Grid& grid);
// Bounds of a solid at its pose; they may be larger than necessary.
ShapeBounds placed_bounds(const Solid& solid, const Pose& pose, int dimensions);

class Movers {  // the bodies that move
 public:
  Movers(const ProjectionOptions& options, int dimensions);
  Coordinates fastest(double t) const;  // the largest |u_a| of any point of any of them

 private:
  int dimensions_;
  std::vector<std::pair<Motion, ShapeBounds>> all_;
};

}  // namespace eddy::projection
