// What this rank has of the nodes: those that it owns, and copies of those around them. In a box these are the nodes of
// its own elements and one layer around; in a mesh of hexahedra those of all elements that touch its nodes.
#pragma once
#include <functional>
#include <vector>

#include "exec/ranks/parts.hpp"
#include "field/mesh_field.hpp"
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct NodeCopies {  // places in memory
  std::vector<int> from, to;
};
struct NodeMessages {  // to and from another rank, in the same order there
  int rank = 0;
  std::vector<int> send, receive;
};

struct Share {
  MeshLayout layout;                                      // of the memory: one block
  Box own;                                                // of a box: the nodes that this rank owns
  std::function<int(std::int64_t)> place;                 // of a node that this rank owns; −1: another does
  std::function<std::array<int, 3>(std::int64_t)> index;  // of a node in the block
  std::vector<std::vector<std::int64_t>> owned;           // by each rank; one rank alone: empty, it owns all of them
  NodeCopies copies;                                      // nodes around that are the same as own ones: periodic axes
  std::vector<NodeMessages> messages;

  std::size_t place_in(const MeshLayout& other, std::int64_t node) const;  // of an own node, in memory padded otherwise
  // Values at own nodes of all ranks, in the order of the nodes.
  std::vector<double> gathered(std::int64_t nodes, const std::vector<double>& mine) const;
  template <class Call>
  void each_own(std::int64_t nodes, const Call& call) const;  // call(node), in ascending order
};

Share box_share(const Domain& domain, const RunOptions& run, std::size_t value_bytes);

template <class Call>
void Share::each_own(std::int64_t nodes, const Call& call) const {
  if (owned.empty())
    for (std::int64_t n = 0; n < nodes; ++n) call(n);
  else
    for (std::int64_t n : owned[static_cast<std::size_t>(ranks::here())]) call(n);
}

}  // namespace eddy::galerkin
