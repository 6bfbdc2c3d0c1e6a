// What of forces and moments on bodies and patches is pressure and what is friction, and forces and moments on strips of
// height, in the mean over time: the integral of surface_force.hpp over their faces, now and then.
#pragma once
#include "field/archive.hpp"
#include "field/watcher.hpp"
#include "solver/galerkin/domain.hpp"
#include "solver/galerkin/wall_forces.hpp"

namespace eddy::galerkin {

using NodeValues = std::vector<std::array<double, 4>>;  // velocity and pressure over density, of nodes of a list

class ForceParts {
 public:
  explicit ForceParts(const Domain& domain);
  bool any() const { return !groups_.empty(); }
  // One more sample: `values` at Domain::nodes_at_forces(); `eddy`: viscosity per element, or none: that of the model.
  void sample(const NodeValues& values, const std::vector<double>& eddy);
  void add_numbers(std::vector<Number>& numbers) const;  // adds none before the first sample
  void state(Archive& archive);

 private:
  struct Load {  // on a body, or on a strip of it
    Point pressure{}, friction{}, pressure_moment{}, friction_moment{};
    void add(const Point& arm, const Point& by_pressure, const Point& by_friction, double share);
  };
  struct Face {
    std::array<int, 4> nodes{};     // places in the list
    std::array<int, 8> corners{};   // nodes of the element at the face, places in the list
    std::array<Point, 8> slopes{};  // ∂v/∂x_j = Σ v[n] slopes[n][j]
    Point area{}, arm{};            // arm: from the centre of moments
    double length_squared = 0;
    int element = 0;
    std::vector<std::pair<int, double>> strips;  // which, from 0, and what part of the face is in it
  };
  struct Group {
    const ForcesOptions* options;
    double scale = 0, length = 0;  // of coefficients; 0: there are none
    std::vector<Face> faces;
    Load whole;
    std::vector<Load> strips;
  };
  Group group_of(const ForcesOptions& options, const std::vector<int>& nodes) const;
  Face face_of(const WallFace& face, const std::vector<int>& nodes) const;
  void cut_strips(Group& group, const std::vector<int>& faces) const;
  double viscosity(const Face& face, const std::array<Point, 3>& slope, const std::vector<double>& eddy) const;
  void add_face(Group& group, const Face& face, const NodeValues& values, const std::vector<double>& eddy) const;
  void add_whole(const Group& group, std::vector<Number>& numbers) const;
  void add_strips(const Group& group, std::vector<Number>& numbers) const;

  const Domain& domain_;
  ForceAxes axes_;
  std::vector<Group> groups_;
  std::int64_t count_ = 0;
};

}  // namespace eddy::galerkin
