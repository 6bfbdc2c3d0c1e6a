// The flow problem on the host: computes values at the nodes from options and grid, independent of space and precision.
// The solver uploads them.
#pragma once
#include <array>
#include <vector>

#include "exec/core/box.hpp"
#include "mesh/grid.hpp"
#include "solver/artificial/boundary.hpp"
#include "solver/artificial/options.hpp"

namespace eddy::artificial {

struct Ranges {                                      // of nodes
  std::array<int, 3> first{0, 0, 0}, last{0, 0, 0};  // computed nodes, both inclusive
  std::array<Given, 3> low{}, high{};
  Box box() const;  // all computed nodes
};

class Model {
 public:
  Model(Grid grid, const ArtificialOptions& options);

  int dimensions() const { return grid_.dimensions; }
  Box nodes() const { return nodes_; }
  const Ranges& ranges() const { return ranges_; }
  double spacing(int axis) const { return grid_.width(axis, 0); }
  Given given(int side) const { return side % 2 ? ranges_.high[side / 2] : ranges_.low[side / 2]; }
  bool periodic(int axis) const { return ranges_.low[axis] == Given::wrap; }
  // The nodes of a side that its condition determines: corners belong to the later axis.
  Box side_nodes(int side) const;

  // Values at all nodes, i fastest, given values included. Pressures are divided by the density.
  std::vector<double> initial_velocity(int component) const;
  std::vector<double> initial_pressure() const;
  bool force_varies() const;
  std::vector<double> force(int component) const;
  double uniform_force(int component) const;
  std::vector<double> exact_velocity(int component, const Box& nodes) const;
  std::vector<double> exact_pressure(const Box& nodes) const;  // Pa
  std::array<int, 3> reference() const;                        // the node nearest to pseudo.reference

  double fastest() const;                                         // largest |u| at the start and at boundaries, sampled
  double flow(int side, const std::vector<double>& along) const;  // into the domain, m³/s (2D: m²/s)

 private:
  std::vector<double> at_nodes(const Formula& f, const std::string& key, const Box& nodes) const;
  template <class Value>
  void put_given(std::vector<double>& values, Given given, const Value& value) const;

  const Grid grid_;
  const ArtificialOptions& options_;
  Box nodes_;
  Ranges ranges_;
};

}  // namespace eddy::artificial
