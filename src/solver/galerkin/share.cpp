#include "solver/galerkin/share.hpp"

#include "base/gather.hpp"

namespace eddy::galerkin {
namespace {

// The nodes of a box and their owners. An index beyond one end of a periodic axis is a node at the opposite end.
class BoxNodes {
 public:
  BoxNodes(const Domain& domain, const RunOptions& run) : counts_(domain.node_counts()), d_(domain.dimensions()) {
    std::array<bool, 3> periodic{};
    for (int a = 0; a < d_; ++a) periodic[a] = periodic_[a] = domain.periodic(a);
    if (ranks::many()) partition_ = cut(domain.grid().cells(), d_, ranks::count(), run.ranks, periodic);
  }
  Box own(int rank) const { return partition_.own(rank).common(Box{{0, 0, 0}, counts_}); }
  Place wrapped(Place n) const {
    for (int a = 0; a < d_; ++a)
      if (periodic_[a]) n[a] = (n[a] + counts_[a]) % counts_[a];
    return n;
  }
  bool exists(const Place& n) const { return Box{{0, 0, 0}, counts_}.holds(one(n)); }
  int owner(const Place& n) const {
    for (int rank = 0; rank < ranks::count(); ++rank)
      if (own(rank).holds(one(n))) return rank;
    return -1;
  }
  std::int64_t number(const Place& n) const {
    return n[0] + std::int64_t(counts_[0]) * (n[1] + std::int64_t(counts_[1]) * n[2]);
  }
  Place place(std::int64_t n) const {
    return {int(n % counts_[0]), int(n / counts_[0] % counts_[1]), int(n / counts_[0] / counts_[1])};
  }
  // Calls call(index around, node there) for each existing node in the layer around the nodes of a rank.
  template <class Call>
  void each_around(int rank, const Call& call) const {
    const Box mine = own(rank);
    each(mine.grown(1, d_), [&](const Place& n) {
      if (mine.holds(one(n))) return;
      const Place w = wrapped(n);
      if (exists(w)) call(n, w);
    });
  }
  static Box one(const Place& n) { return {n, {n[0] + 1, n[1] + 1, n[2] + 1}}; }

 private:
  std::array<int, 3> counts_;
  int d_;
  std::array<bool, 3> periodic_{};
  Partition partition_;
};

NodeMessages& with_rank(std::vector<NodeMessages>& all, int rank) {
  for (NodeMessages& m : all)
    if (m.rank == rank) return m;
  all.push_back({rank, {}, {}});
  return all.back();
}

void find_neighbours(const BoxNodes& nodes, Share& share) {
  const int here = ranks::here();
  const auto at = [&](const Place& n) { return share.layout.place(0, n); };
  nodes.each_around(here, [&](const Place& around, const Place& node) {
    const int owner = nodes.owner(node);
    if (owner == here) {
      share.copies.from.push_back(at(node));
      share.copies.to.push_back(at(around));
    } else {
      with_rank(share.messages, owner).receive.push_back(at(around));
    }
  });
  for (int rank = 0; rank < ranks::count(); ++rank)
    if (rank != here)
      nodes.each_around(rank, [&](const Place&, const Place& node) {
        if (nodes.owner(node) == here) with_rank(share.messages, rank).send.push_back(at(node));
      });
}

}  // namespace

Share box_share(const Domain& domain, const RunOptions& run, std::size_t value_bytes) {
  const BoxNodes nodes(domain, run);
  Share share;
  share.own = nodes.own(ranks::here());
  share.layout = MeshLayout({share.own}, domain.dimensions(), 1, value_bytes);
  share.place = [nodes, own = share.own, layout = share.layout](std::int64_t n) {
    const Place p = nodes.place(n);
    return own.holds(BoxNodes::one(p)) ? layout.place(0, p) : -1;
  };
  share.counts = domain.node_counts();
  if (ranks::many()) {
    share.owned.resize(static_cast<std::size_t>(ranks::count()));
    for (int rank = 0; rank < ranks::count(); ++rank)
      each(nodes.own(rank), [&](const Place& n) { share.owned[rank].push_back(nodes.number(n)); });
  }
  find_neighbours(nodes, share);
  return share;
}

std::vector<double> Share::gathered(std::int64_t nodes, std::vector<double> mine) const {
  if (owned.empty()) return mine;
  const std::vector<double> all = ranks::gather(mine);
  std::vector<double> result(static_cast<std::size_t>(nodes));
  auto next = all.begin();
  for (const auto& numbers : owned)
    for (std::int64_t n : numbers) result[static_cast<std::size_t>(n)] = *next++;
  return result;
}

}  // namespace eddy::galerkin
