// What of the force on bodies and patches is pressure and what is friction, in
// the mean over time: the integral of surface_force.hpp over their faces, now
// and then.
#pragma once
#include "field/archive.hpp"
#include "field/watcher.hpp"
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

using NodeValues = std::vector<std::array<double, 4>>;  // velocity and pressure over density,
                                                        // of nodes of a list

class ForceParts {
 public:
  explicit ForceParts(const Domain& domain);
  bool any() const { return !groups_.empty(); }
  // One more sample: `values` at Domain::nodes_at_forces(); `eddy`: viscosity
  // per element, or none: that of the model.
  void sample(const NodeValues& values, const std::vector<double>& eddy);
  void add_numbers(std::vector<Number>& numbers) const;  // none before the first sample
  void state(Archive& archive);

 private:
  struct Face {
    std::array<int, 4> nodes{};     // places in the list
    std::array<int, 8> corners{};   // of the element before it, likewise
    std::array<Point, 8> slopes{};  // ∂v/∂x_j = Σ v[n] slopes[n][j]
    Point area{};
    double length_squared = 0;
    int element = 0;
  };
  struct Group {
    std::string name;
    double scale = 0;  // of coefficients; 0: there are none
    std::vector<Face> faces;
    std::vector<double> sums;  // pressure and friction, three components each
  };
  Face face_of(const WallFace& face, const std::vector<int>& nodes) const;
  double viscosity(const Face& face, const std::array<Point, 3>& slope, const std::vector<double>& eddy) const;
  void add_face(Group& group, const Face& face, const NodeValues& values, const std::vector<double>& eddy) const;

  const Domain& domain_;
  Point along_{1, 0, 0};
  std::vector<Group> groups_;
  std::int64_t count_ = 0;
};

}  // namespace eddy::galerkin
