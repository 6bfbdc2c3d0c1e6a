// The parts of sums and transfers over all ranks that do not depend on the kernel.
#include "exec/ranks/halo_impl.hpp"

namespace eddy {

template <class A>
static void merge(A& all) {
  Numbers n = to_numbers(all);
  ranks::all_merge(n, merge_numbers<A>);
  from_numbers(n.data(), all);
}
void detail::merge_over_ranks(Sum& sum) { merge(sum); }
void detail::merge_over_ranks(Extreme& extreme) { merge(extreme); }

void gather_values(const Held& held, const Box& box, std::vector<double>& values) {
  const auto part = [&](int rank) { return box.common(held.own(rank)); };
  const auto each = [&](const Box& b, const auto& call) {
    if (b.empty()) return;
    const std::int64_t nx = box.extent(0), ny = box.extent(1);
    for (int k = b.lo[2]; k < b.hi[2]; ++k)
      for (int j = b.lo[1]; j < b.hi[1]; ++j)
        call(values.data() + (b.lo[0] - box.lo[0]) + nx * ((j - box.lo[1]) + ny * (k - box.lo[2])),
             static_cast<std::size_t>(b.extent(0)) * sizeof(double));
  };
  std::vector<std::byte> mine;
  each(part(ranks::here()), [&](const double* row, std::size_t bytes) {
    const auto* from = reinterpret_cast<const std::byte*>(row);
    mine.insert(mine.end(), from, from + bytes);
  });
  std::vector<std::size_t> sizes;
  const std::vector<std::byte> all = ranks::all_gather(mine, sizes);
  const std::byte* at = all.data();
  for (int r = 0; r < ranks::count(); ++r)
    each(part(r), [&](double* row, std::size_t bytes) {
      std::memcpy(row, at, bytes);
      at += bytes;
    });
}

}  // namespace eddy

EDDY_INSTANTIATE_TRANSFER(eddy::Host)
EDDY_INSTANTIATE_TRANSFER(eddy::OpenCl)
