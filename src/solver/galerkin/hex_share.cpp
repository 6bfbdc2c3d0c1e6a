#include "solver/galerkin/hex_share.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

#include "base/ranks.hpp"
#include "mesh/hex_order.hpp"

namespace eddy::galerkin {
namespace {

// The rank that owns each node: that of its first element. A slave node of a seam belongs to the rank of its master.
std::vector<int> owners(const Domain& domain) {
  const HexMesh& mesh = domain.mesh();
  std::vector<int> owner(mesh.nodes.size(), ranks::many() ? -1 : 0);
  if (!ranks::many()) return owner;
  const std::vector<int> of_element = partition(mesh, ranks::count());
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    for (int n : mesh.elements[e])
      if (int& o = owner[static_cast<std::size_t>(domain.master(n))]; o < 0) o = of_element[e];
  for (std::size_t n = 0; n < owner.size(); ++n)
    owner[n] = std::max(0, owner[static_cast<std::size_t>(domain.master(static_cast<int>(n)))]);
  return owner;
}

std::vector<std::int64_t> elements_of(const Domain& domain, const std::vector<int>& owner, int rank) {
  std::vector<std::int64_t> all;
  const HexMesh& mesh = domain.mesh();
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    for (int n : mesh.elements[e])
      if (owner[static_cast<std::size_t>(n)] == rank) {
        all.push_back(static_cast<std::int64_t>(e));
        break;
      }
  return all;
}

// The nodes of other ranks that the elements of a rank touch, ascending.
std::vector<int> around(const Domain& domain, const std::vector<int>& owner, int rank) {
  std::vector<int> all;
  for (std::int64_t e : elements_of(domain, owner, rank))
    for (int n : domain.mesh().elements[static_cast<std::size_t>(e)])
      if (owner[static_cast<std::size_t>(n)] != rank) all.push_back(domain.master(n));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

HexLists hex_lists(const Domain& domain) {
  const HexMesh& mesh = domain.mesh();
  const int here = ranks::here();
  const std::vector<int> owner = owners(domain);
  HexLists lists;
  lists.elements = elements_of(domain, owner, here);
  std::vector<std::int64_t> own;
  for (std::size_t n = 0; n < owner.size(); ++n)
    if (owner[n] == here) own.push_back(static_cast<std::int64_t>(n));
  const std::vector<int> others = around(domain, owner, here);
  auto place = std::make_shared<std::vector<int>>(mesh.nodes.size(), -1);  // own nodes first, then copies
  for (std::size_t n = 0; n < own.size(); ++n) (*place)[static_cast<std::size_t>(own[n])] = static_cast<int>(n);
  for (std::size_t n = 0; n < others.size(); ++n)
    (*place)[static_cast<std::size_t>(others[n])] = static_cast<int>(own.size() + n);

  Share& share = lists.share;
  const int count = static_cast<int>(own.size());
  share.layout = MeshLayout({line_box(count + static_cast<int>(others.size()))}, 1, 0, sizeof(double));
  share.own = line_box(count);
  share.place = [place, owner, here](std::int64_t n) {
    return owner[static_cast<std::size_t>(n)] == here ? (*place)[static_cast<std::size_t>(n)] : -1;
  };
  if (ranks::many()) {
    share.owned.resize(static_cast<std::size_t>(ranks::count()));
    for (std::size_t n = 0; n < owner.size(); ++n)
      share.owned[static_cast<std::size_t>(owner[n])].push_back(static_cast<std::int64_t>(n));
    std::map<int, NodeMessages> messages;
    for (int n : others) messages[owner[static_cast<std::size_t>(n)]].receive.push_back((*place)[n]);
    for (int rank = 0; rank < ranks::count(); ++rank)
      if (rank != here)
        for (int n : around(domain, owner, rank))
          if (owner[static_cast<std::size_t>(n)] == here) messages[rank].send.push_back((*place)[n]);
    for (auto& [rank, m] : messages) {
      m.rank = rank;
      share.messages.push_back(std::move(m));
    }
  }

  lists.around.resize(own.size());
  std::vector<int> point(mesh.nodes.size(), -1);
  for (std::size_t e = 0; e < lists.elements.size(); ++e) {
    std::array<int, 8> nodes{}, points{};
    for (int c = 0; c < 8; ++c) {
      const int n = mesh.corner(static_cast<int>(lists.elements[e]), c);
      if (point[n] < 0) {
        point[n] = static_cast<int>(lists.positions.size());
        lists.positions.push_back(mesh.nodes[static_cast<std::size_t>(n)]);
      }
      points[c] = point[n];
      nodes[c] = (*place)[static_cast<std::size_t>(domain.master(n))];
      if (nodes[c] < count) lists.around[static_cast<std::size_t>(nodes[c])].push_back({static_cast<int>(e), c});
    }
    lists.nodes.push_back(nodes);
    lists.points.push_back(points);
  }
  return lists;
}

}  // namespace eddy::galerkin
