// Means over time of the pressure and the friction in the forces and moments on bodies, patches and their strips of
// height. Each sample integrates surface_force.hpp over the faces.
#pragma once
#include "field/archive.hpp"
#include "field/watcher.hpp"
#include "solver/galerkin/domain.hpp"
#include "solver/galerkin/wall_forces.hpp"

namespace eddy::galerkin {

using NodeValues = std::vector<std::array<double, 4>>;  // velocity and pressure over density, per node of a list

class ForceParts {
 public:
  explicit ForceParts(const Domain& domain);
  bool any() const { return !groups_.empty(); }
  // Adds a sample: `values` at Domain::nodes_at_forces(); `eddy`: eddy viscosity per element; if empty, the model is evaluated.
  void sample(const NodeValues& values, const std::vector<double>& eddy);
  void add_numbers(std::vector<Number>& numbers) const;  // adds none before the first sample
  void state(Archive& archive);

 private:
  struct Load {  // the load on a body or on one of its strips
    Point pressure{}, friction{}, pressure_moment{}, friction_moment{};
    void add(const Point& arm, const Point& by_pressure, const Point& by_friction, double share);
  };
  struct Face {
    std::array<int, 4> nodes{};     // places in the list of nodes
    std::array<int, 8> corners{};   // nodes of the element at the face, places in the list
    std::array<Point, 8> slopes{};  // ∂v/∂x_j = Σ v[n] slopes[n][j]
    Point area{}, arm{};            // arm: from the centre of moments to the face
    double length_squared = 0;
    int element = 0;
    std::vector<std::pair<int, double>> strips;  // number, from 0, and the part of the face in it
  };
  struct Group {
    const ForcesOptions* options;
    double scale = 0, length = 0;  // scales of coefficients; 0: none are given
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
