// What happens at the faces of the domain, on the host: forces, coefficients, heat, and what flows through.
#pragma once
#include <string>
#include <vector>

#include "field/watcher.hpp"
#include "solver/compressible/flow.hpp"

namespace eddy::compressible {

struct WallValues {                      // of one face
  double pressure = 0, temperature = 0;  // at the face
  Point traction{};                      // by friction on the wall, N/m²
  double heat = 0;                       // W/m², into the gas
};
class Walls {
 public:
  Walls(const Domain& domain, const CompressibleOptions& options) : domain_(domain), options_(options) {}
  std::vector<WallValues> values(const FaceStates& states) const;
  struct Force {
    Point pressure{}, friction{}, moment{};
  };
  Force force(const ForcesOptions& wanted, const FaceStates& states) const;  // on the patches, of all ranks
  double mass_flow(int patch, const FaceStates& states) const;               // kg/s into the domain, of all ranks
  bool is_wall(int patch) const;
  bool belongs(const BoundaryFace& face, const std::string& name, const std::vector<std::string>& patches) const;

 private:
  const Domain& domain_;
  const CompressibleOptions& options_;
};

}  // namespace eddy::compressible
