// How a field lies in memory: its own points, ghost layers around them, rows padded so that each begins on a cache
// line of any device.
//
//        ghosts          own points             ghosts
//    | pad | g | i = 0  1  2  …           n−1 | g | pad |      row j
#pragma once
#include <cstddef>
#include <cstdint>

#include "exec/box.hpp"
#include "exec/view.hpp"

namespace eddy {

struct Layout {
  Box box;  // own points, global indices
  int dimensions = 3;
  int ghosts = 0;

  Layout() = default;
  Layout(const Box& b, int d, int g, std::size_t value_bytes) : box(b), dimensions(d), ghosts(g) {
    const int line = static_cast<int>(128 / value_bytes);
    auto up = [&](int n) { return (n + line - 1) / line * line; };
    left_ = up(g);
    sy_ = left_ + up(b.extent(0) + g);
    if (sy_ / line % 2 == 0) sy_ += line;  // an odd number of lines: rows do not all fall on the same part of a cache
    const std::int64_t sz = std::int64_t(sy_) * (b.extent(1) + 2 * (d > 1 ? g : 0));
    sz_ = static_cast<int>(sz);
    size_ = static_cast<std::size_t>(sz) * static_cast<std::size_t>(b.extent(2) + 2 * (d > 2 ? g : 0));
  }
  Box bounds() const { return box.grown(ghosts, dimensions); }
  int sy() const { return sy_; }
  int sz() const { return sz_; }
  std::size_t size() const { return size_; }  // values, padding included
  std::int64_t origin() const { return place(0, 0, 0); }
  std::int64_t place(int i, int j, int k) const {
    const Box b = bounds();
    return left_ + (i - box.lo[0]) + std::int64_t(j - b.lo[1]) * sy_ + std::int64_t(k - b.lo[2]) * sz_;
  }

 private:
  int left_ = 0, sy_ = 0, sz_ = 0;
  std::size_t size_ = 0;
};

}  // namespace eddy
