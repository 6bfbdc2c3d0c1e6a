// Values at boundary faces and their sums, on the host: forces, coefficients, heat flux, and flow through patches.
#pragma once
#include <string>
#include <vector>

#include "field/watcher.hpp"
#include "solver/compressible/flow.hpp"

namespace eddy::compressible {

struct WallValues {                      // the values at one boundary face
  double pressure = 0, temperature = 0;  // on the face
  Point traction{};                      // viscous, on the wall, N/m²
  double heat = 0;                       // W/m², into the gas
};
class Walls {
 public:
  Walls(const Domain& domain, const CompressibleOptions& options, const Scales& scales, double time)
      : domain_(domain), options_(options), scales_(scales), time_(time) {}
  std::vector<WallValues> values(const FaceStates& states) const;
  struct Force {
    Point pressure{}, friction{}, moment{};
  };
  Force force(const ForcesOptions& wanted, const FaceStates& states) const;  // on the wanted patches, over all ranks
  // Mass, momentum and energy that flow into the domain through a patch, by the scheme's flux and over all ranks.
  Conserved<double, 3> inflow(int patch, const FaceStates& states) const;
  // Momentum that a wall gives the gas per second, over all ranks: −Σ (p n + traction) A.
  Point push(int patch, const FaceStates& states) const;
  SurfaceTable table(const SurfaceOptions& wanted, const FaceStates& states) const;  // rows of all ranks
  bool is_wall(int patch) const;
  bool belongs(const BoundaryFace& face, const std::string& name, const std::vector<std::string>& patches) const;

 private:
  Point turning(const BoundaryFace& wall) const;
  const Domain& domain_;
  const CompressibleOptions& options_;
  Scales scales_;
  double time_;
};

}  // namespace eddy::compressible
