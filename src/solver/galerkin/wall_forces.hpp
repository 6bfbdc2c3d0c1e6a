// Forces, moments and coefficients of bodies and patches: sums of the reactions at their nodes.
#pragma once
#include "field/watcher.hpp"
#include "solver/galerkin/flow.hpp"
#include "solver/galerkin/surface_force.hpp"

namespace eddy::galerkin {

// ½ ρ velocity² area, the scale of force coefficients; 0: there are none.
double force_scale(const Domain& domain, const ForcesOptions& options);
struct ForceAxes {  // directions of drag, along the wind, and of lift, level and across it
  Point along{1, 0, 0}, across{0, 1, 0};
};
ForceAxes force_axes(const Domain& domain);
int strip_axis(const Domain& domain, const ForcesOptions& options);  // the axis along which strips are cut
// The axis of the torsion of strips: the one along which they are cut; z in 2D.
int torsion_axis(const Domain& domain, const ForcesOptions& options);
std::string torsion_name(const Domain& domain, const ForcesOptions& options);  // name and axis, for example "tower_z"
Point moment_centre(const ForcesOptions& options);

class WallForces {
 public:
  explicit WallForces(const Domain& domain);
  void add(std::vector<Number>& numbers, const WallState& state) const;
  void add_parts(std::vector<Number>& numbers, const NodalState& state) const;  // integrals over faces

 private:
  struct Strip {
    int number = 0;    // from 0 for the lowest
    double share = 0;  // part of the node's force that acts on it
  };
  struct Node {
    int place = 0;                   // in Domain::wall_nodes()
    Point arm{};                     // from the centre of moments to the node
    int strips = 0, strips_end = 0;  // its strips in Group::strips
  };
  struct Group {
    const ForcesOptions* options;
    std::vector<Node> nodes;
    std::vector<Strip> strips;
    std::vector<int> faces;        // places in Domain::faces()
    double scale = 0, length = 0;  // scale of forces, ½ ρ velocity² area; reference length of moments
  };
  Group group_of(const ForcesOptions& options, const std::vector<int>& wall_nodes) const;
  void cut_strips(Group& group, const std::vector<int>& wall_nodes) const;
  struct Sums {
    Point force{}, moment{};
  };
  Sums sum_of(const Group& group, const WallState& state, std::vector<Sums>& strips) const;
  void add_strips(const Group& group, const std::vector<Sums>& strips, std::vector<Number>& numbers) const;

  const Domain& domain_;
  ForceAxes axes_;
  std::vector<Group> groups_;
};

}  // namespace eddy::galerkin
