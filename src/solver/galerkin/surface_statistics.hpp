// Statistics in time of the pressure on faces of bodies and patches: mean, rms of the fluctuation, least, largest; in
// double precision, after Welford:  m ← m + (p − m)/n,  s ← s + (p − m_old)(p − m_new),  rms = √(s/n).
#pragma once
#include "field/archive.hpp"
#include "field/watcher.hpp"
#include "solver/galerkin/flow.hpp"
#include "solver/galerkin/reference_nodes.hpp"

namespace eddy::galerkin {

class SurfaceStatistics {
 public:
  explicit SurfaceStatistics(const Domain& domain);
  bool any() const { return !groups_.empty(); }
  void sample(const WallState& state);  // adds a sample
  // The tables of each [surface.NAME]: one row per face with its centre and coefficients, and perimeter lines. None
  // before the first sample.
  std::vector<SurfaceTable> tables() const;
  // Adds for each line the coefficients in the middle of its sides: cp_windward_NAME, cp_side_NAME (the mean of both)
  // and cp_leeward_NAME.
  void add_numbers(std::vector<Number>& numbers) const;
  void state(Archive& archive);

 private:
  struct Group {
    const SurfaceOptions* options;
    std::vector<int> faces;                             // places in Domain::faces()
    std::vector<std::array<int, 4>> corners;            // per face: places of its nodes in Domain::wall_nodes()
    std::vector<ReferenceNode> reference;               // whose pressure is taken off; places there for nodes
    std::vector<double> mean, squares, least, largest;  // over density
  };
  std::vector<std::string> columns() const;
  std::vector<double> row_of(const Group& group, std::size_t face) const;
  SurfaceTable sheet_of(const Group& group) const;
  SurfaceTable line_of(const Group& group, const std::string& name, double height) const;
  std::vector<SurfaceTable> lines_of(const Group& group) const;
  const Domain& domain_;
  std::vector<Group> groups_;
  std::int64_t count_ = 0;
};

}  // namespace eddy::galerkin
