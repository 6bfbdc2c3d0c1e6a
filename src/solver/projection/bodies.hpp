// Bodies as flags of cells and faces, on the host (metric.hpp has the drawing of the flags).
#pragma once
#include <array>
#include <string>
#include <vector>

#include "exec/box.hpp"
#include "solver/projection/model.hpp"

namespace eddy::projection {

class Bodies {
 public:
  // Refuses bodies that are outside, cover the domain, overlap, or are one cell thick.
  Bodies(const Grid& grid, const ProjectionOptions& options, const Model& model);

  bool any() const { return !options_.body.empty(); }
  int of(std::array<int, 3> cell) const;  // 0: fluid; n: the n-th body, from 1. Beyond the sides: as the cell there
  double flag(int axis, std::array<int, 3> face) const;
  Box around(int body) const;                       // its cells, and two around them
  std::vector<double> conductance(int axis) const;  // of whole faces, i fastest: 0 where closed
  std::vector<double> volumes() const;
  void refuse_probes(const OutputOptions& output) const;
  void refuse_blocked(const RunOptions& run) const;  // flow into or out of a body, or into a region with no way out

 private:
  std::size_t place(const std::array<int, 3>& cell) const;
  std::string name(int body) const { return "body '" + options_.body[body - 1].name + "'"; }
  void fill();
  void trim();
  std::vector<std::array<int, 3>> thin() const;
  std::vector<int> regions() const;  // of each cell, from 0; those of one number are connected; −1 in bodies

  const Grid& grid_;
  const ProjectionOptions& options_;
  const Model& model_;
  std::vector<int> body_;  // per cell
};

}  // namespace eddy::projection
