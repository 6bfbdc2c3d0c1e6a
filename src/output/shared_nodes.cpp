#include "output/shared_nodes.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace eddy {
namespace {

class SharedNodes {  // one number for all copies of a node
 public:
  explicit SharedNodes(const BlockMesh& mesh)
      : places_(mesh, Location::node), same_(static_cast<std::size_t>(places_.count())) {
    std::iota(same_.begin(), same_.end(), 0);
    for (const Seam& s : mesh.seams) join(s, mesh.dimensions);
  }
  const BlockPlaces& places() const { return places_; }
  std::int64_t operator()(std::int64_t node) {
    while (same_[node] != node) node = same_[node] = same_[same_[node]];
    return node;
  }

 private:
  void join(const Seam& seam, int dimensions) {
    Box nodes = seam.first.cells;
    const int across = seam.first.side / 2;
    for (int a = 0; a < dimensions; ++a)
      if (a != across) ++nodes.hi[a];
    if (seam.first.side % 2) nodes = nodes.shifted(across, 1);
    for (int k = nodes.lo[2]; k < nodes.hi[2]; ++k)
      for (int j = nodes.lo[1]; j < nodes.hi[1]; ++j)
        for (int i = nodes.lo[0]; i < nodes.hi[0]; ++i) {
          const std::int64_t one = (*this)(places_.place({seam.first.block, {i, j, k}}));
          const std::int64_t other = (*this)(places_.place({seam.second.block, seam.node({i, j, k})}));
          same_[std::max(one, other)] = std::min(one, other);
        }
  }

  BlockPlaces places_;
  std::vector<std::int64_t> same_;
};

}  // namespace

std::vector<double> node_values(const BlockMesh& mesh, const Sample& sample) {
  if (sample.location == Location::node) return sample.values;
  SharedNodes shared(mesh);
  const auto count = static_cast<std::size_t>(shared.places().count());
  std::vector<double> values(count, 0.0);
  std::vector<int> cells(count, 0);
  std::size_t cell = 0;
  for (int b = 0; b < static_cast<int>(mesh.blocks.size()); ++b) {
    const Block& block = mesh.blocks[b];
    const std::int64_t first = shared.places().first(b);
    for (int k = 0; k < block.cells[2]; ++k)
      for (int j = 0; j < block.cells[1]; ++j)
        for (int i = 0; i < block.cells[0]; ++i) {
          const double value = sample.values[cell++];
          if (!std::isfinite(value)) continue;
          for (int n = 0; n < 1 << mesh.dimensions; ++n) {
            const auto node = shared(first + static_cast<std::int64_t>(corner_node(block, {i, j, k}, n)));
            values[node] += value;
            ++cells[node];
          }
        }
  }
  for (std::size_t n = 0; n < count; ++n) {  // the first copy of each node is seen first
    const auto same = static_cast<std::size_t>(shared(static_cast<std::int64_t>(n)));
    if (same != n) values[n] = values[same];
    if (same == n) values[n] = cells[n] ? values[n] / cells[n] : std::numeric_limits<double>::quiet_NaN();
  }
  return values;
}

}  // namespace eddy
