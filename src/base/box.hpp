// Boxes of cells, in global indices.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace eddy {

struct Box {  // half-open: lo belongs to the box, hi does not
  std::array<int, 3> lo{0, 0, 0}, hi{1, 1, 1};

  void set(int a, int low, int high) {
    lo[a] = low;
    hi[a] = high;
  }
  void grow(int a, int n) { set(a, lo[a] - n, hi[a] + n); }  // on both sides
  int extent(int a) const { return hi[a] - lo[a]; }
  std::int64_t cells() const { return std::int64_t(extent(0)) * extent(1) * extent(2); }
  bool empty() const { return extent(0) <= 0 || extent(1) <= 0 || extent(2) <= 0; }
  bool holds(const Box& b) const {
    for (int a = 0; a < 3; ++a)
      if (b.lo[a] < lo[a] || b.hi[a] > hi[a]) return false;
    return true;
  }
  Box grown(int n, int dimensions) const {
    Box b = *this;
    for (int a = 0; a < dimensions; ++a) b.grow(a, n);
    return b;
  }
  Box layer(int axis, bool upper) const {  // the outermost cells on one side
    Box b = *this;
    (upper ? b.lo[axis] : b.hi[axis]) = upper ? hi[axis] - 1 : lo[axis] + 1;
    return b;
  }
  Box shifted(int axis, int n) const {
    Box b = *this;
    b.lo[axis] += n;
    b.hi[axis] += n;
    return b;
  }
  Box common(const Box& b) const {  // the intersection, possibly empty
    Box c;
    for (int a = 0; a < 3; ++a) c.set(a, std::max(lo[a], b.lo[a]), std::min(hi[a], b.hi[a]));
    return c;
  }
  Box hull(const Box& b) const {  // the smallest box that holds both
    if (empty() || b.empty()) return empty() ? b : *this;
    Box c;
    for (int a = 0; a < 3; ++a) c.set(a, std::min(lo[a], b.lo[a]), std::max(hi[a], b.hi[a]));
    return c;
  }
  bool operator==(const Box&) const = default;
};

// Divides a box: first the cells at least n away from every side, then the slabs around them; some may be empty.
inline std::vector<Box> peeled(Box b, int n, int dimensions) {
  std::vector<Box> all{b};
  for (int a = dimensions - 1; a >= 0; --a) {
    Box &inner = all.front(), low = inner, high = inner;
    inner.lo[a] = low.hi[a] = std::min(inner.lo[a] + n, inner.hi[a]);
    inner.hi[a] = high.lo[a] = std::max(inner.hi[a] - n, inner.lo[a]);
    all.push_back(low), all.push_back(high);
  }
  return all;
}

}  // namespace eddy
