// The nodes that this rank stores: its own, and copies of those around them. In a box the copies are one layer around;
// in a mesh of hexahedra they are the other nodes of all elements that touch its own nodes.
#pragma once
#include <functional>
#include <vector>

#include "exec/ranks/parts.hpp"
#include "field/mesh_field.hpp"
#include "solver/galerkin/domain.hpp"
#include "solver/places.hpp"

namespace eddy::galerkin {

struct NodeCopies {  // pairs of places in memory; values are copied between them
  std::vector<int> from, to;
};
struct NodeMessages {  // places sent to and received from another rank, in the same order on both
  int rank = 0;
  std::vector<int> send, receive;
};

struct Share {
  MeshLayout layout;                             // layout of the memory: one block
  Box own;                                       // nodes of this rank, in the numbers of the layout
  std::array<int, 3> counts{};                   // box: nodes along each axis; hexahedra: 0
  std::function<int(std::int64_t)> place;        // memory place of an own node; −1: another rank owns it
  std::vector<std::vector<std::int64_t>> owned;  // nodes of each rank, ascending; empty on one rank
  NodeCopies copies;                             // copies of own nodes across periodic axes
  std::vector<NodeMessages> messages;

  // Gathers the values at own nodes from all ranks, in the order of the nodes.
  std::vector<double> gathered(std::int64_t nodes, std::vector<double> mine) const;
  // Calls call(n, node, place) for the nth own node and its place in `memory`, in threads. `memory` may differ from
  // `layout` in its padding.
  template <class Call>
  void each_own(const MeshLayout& memory, const Call& call) const;
  std::int64_t node(std::int64_t n) const;  // number of the nth own node
};

Share box_share(const Domain& domain, const RunOptions& run, std::size_t value_bytes);

inline std::int64_t Share::node(std::int64_t n) const {
  return owned.empty() ? n : owned[static_cast<std::size_t>(ranks::here())][static_cast<std::size_t>(n)];
}

template <class Call>
void Share::each_own(const MeshLayout& memory, const Call& call) const {
  const bool box = counts[0] > 0;
#pragma omp parallel for collapse(2) schedule(static) if (own.cells() > 50'000)
  for (int k = own.lo[2]; k < own.hi[2]; ++k)
    for (int j = own.lo[1]; j < own.hi[1]; ++j) {
      const std::int64_t row = j + std::int64_t(counts[1]) * k;
      auto n = static_cast<std::int64_t>(place_in(own, {own.lo[0], j, k}));
      std::int64_t at = memory.place(0, {own.lo[0], j, k});
      for (int i = own.lo[0]; i < own.hi[0]; ++i, ++n, ++at)
        call(static_cast<std::size_t>(n), box ? i + counts[0] * row : node(n), static_cast<std::size_t>(at));
    }
}

}  // namespace eddy::galerkin
