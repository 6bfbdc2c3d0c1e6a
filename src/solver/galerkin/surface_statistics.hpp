// The pressure on faces of bodies and patches in time: mean, rms of the fluctuation, least and largest, in double
// precision, after Welford:  m ← m + (p − m)/n,  s ← s + (p − m_old)(p − m_new),  rms = √(s/n).
#pragma once
#include "field/archive.hpp"
#include "field/watcher.hpp"
#include "solver/galerkin/flow.hpp"

namespace eddy::galerkin {

class SurfaceStatistics {
 public:
  explicit SurfaceStatistics(const Domain& domain);
  bool any() const { return !groups_.empty(); }
  void sample(const WallState& state);  // one more
  // One per [surface.NAME], a row per face: where it is, and coefficients. Before the first sample there are no rows.
  std::vector<SurfaceTable> tables() const;
  void state(Archive& archive);

 private:
  struct Group {
    const SurfaceOptions* options;
    std::vector<int> faces;                             // places in Domain::faces()
    std::vector<std::array<int, 4>> corners;            // of each, places in Domain::wall_nodes()
    int reference = -1;                                 // place there; −1: none
    std::vector<double> mean, squares, least, largest;  // over density
  };
  SurfaceTable table_of(const Group& group) const;
  const Domain& domain_;
  std::vector<Group> groups_;
  std::int64_t count_ = 0;
};

}  // namespace eddy::galerkin
