// Gathers the values of all ranks, in the order of the ranks; collective (base/ranks.hpp).
#pragma once
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "base/ranks.hpp"

namespace eddy::ranks {

template <class T>
std::vector<T> gather(const std::vector<T>& mine) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (!many()) return mine;
  const auto* const bytes = reinterpret_cast<const std::byte*>(mine.data());
  std::vector<std::size_t> sizes;
  const std::vector<std::byte> all = all_gather({bytes, bytes + mine.size() * sizeof(T)}, sizes);
  std::vector<T> values(all.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), all.data(), all.size());
  return values;
}

}  // namespace eddy::ranks
