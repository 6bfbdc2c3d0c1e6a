// The memory layout of a field: its own points, ghost layers around them, and rows padded so that each begins on a
// cache line of any device.
//
//        ghosts          own points             ghosts
//    | pad | g | i = 0  1  2  …           n−1 | g | pad |      row j
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "exec/core/box.hpp"
#include "exec/core/view.hpp"

namespace eddy {

struct Layout {
  Box box;  // own points, in global indices
  int dimensions = 3;
  static constexpr std::int64_t largest_plane = INT32_MAX;  // what a view can step over (exec/core/view.hpp)

  Layout() = default;
  Layout(const Box& b, int d, int g, std::size_t value_bytes) : Layout(b, b.grown(g, d), d, value_bytes) {}
  Layout(const Box& b, const Box& bounds, int d, std::size_t value_bytes) : box(b), dimensions(d), bounds_(bounds) {
    const int line = static_cast<int>(128 / value_bytes);
    auto up = [&](int n) { return (n + line - 1) / line * line; };
    left_ = up(b.lo[0] - bounds.lo[0]);
    sy_ = left_ + up(bounds.hi[0] - b.lo[0]);
    if (sy_ / line % 2 == 0) sy_ += line;  // an odd number of lines: rows spread over all sets of a cache
    const std::int64_t sz = std::int64_t(sy_) * bounds.extent(1);
    if (d == 3 && sz > largest_plane) refuse_plane(sz);
    sz_ = static_cast<int>(sz);
    size_ = static_cast<std::size_t>(sz) * static_cast<std::size_t>(bounds.extent(2));
  }
  const Box& bounds() const { return bounds_; }
  int sy() const { return sy_; }
  int sz() const { return sz_; }
  std::size_t size() const { return size_; }  // number of values, padding included
  std::int64_t origin() const { return place(0, 0, 0); }
  std::int64_t place(int i, int j, int k) const {
    return left_ + (i - box.lo[0]) + std::int64_t(j - bounds_.lo[1]) * sy_ + std::int64_t(k - bounds_.lo[2]) * sz_;
  }

 private:
  [[noreturn]] static void refuse_plane(std::int64_t sz) {
    throw Error(Exit::usage, "a plane of the mesh across z, " + std::to_string(sz) +
                                 " values with its ghosts, has more than the " + std::to_string(largest_plane) +
                                 " that there can be. Let z be the longest axis, or run on more ranks (mpirun).");
  }
  Box bounds_;  // with ghosts, and with the halo of a field that ranks share
  int left_ = 0, sy_ = 0, sz_ = 0;
  std::size_t size_ = 0;
};

}  // namespace eddy
