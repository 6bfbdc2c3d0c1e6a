// The index of a cell, and steps from it to its neighbours: c + x, c - y, c + 2 * z. The same code serves every axis.
#pragma once
#include <type_traits>

#include "base/axis.hpp"
#include "exec/core/space.hpp"
#include "exec/record/sym.hpp"

namespace eddy {

struct Offset {
  int x = 0, y = 0, z = 0;
};
FN constexpr Offset operator*(int n, Axis a) {
  return {a == Axis::x ? n : 0, a == Axis::y ? n : 0, a == Axis::z ? n : 0};
}

template <class S>
using Index = std::conditional_t<is_symbolic<S>, Sym<int>, int>;

// The steps are kept apart from the index: the address of a neighbour is then that of the cell plus a fixed offset.
template <class S>
struct Cell {
  int i, j, k;
  Offset step{};

  FN int operator[](int a) const { return a == 0 ? i + step.x : a == 1 ? j + step.y : k + step.z; }
  FN friend Cell operator+(Cell c, Offset o) {
    return {c.i, c.j, c.k, {c.step.x + o.x, c.step.y + o.y, c.step.z + o.z}};
  }
  FN friend Cell operator-(Cell c, Offset o) { return c + Offset{-o.x, -o.y, -o.z}; }
  FN friend Cell operator+(Cell c, Axis a) { return c + 1 * a; }
  FN friend Cell operator-(Cell c, Axis a) { return c - 1 * a; }
};

template <>
struct Cell<OpenCl> {
  Sym<int> i, j, k;

  static Cell here() {
    auto index = [](int axis) { return Sym<int>::make(Op::index, axis); };
    return {index(0), index(1), index(2)};
  }
  Sym<int> operator[](int a) const { return a == 0 ? i : a == 1 ? j : k; }
  static Sym<int> moved(Sym<int> s, int n) { return n > 0 ? s + n : n < 0 ? s - (-n) : s; }
  friend Cell operator+(Cell c, Offset o) { return {moved(c.i, o.x), moved(c.j, o.y), moved(c.k, o.z)}; }
  friend Cell operator-(Cell c, Offset o) { return c + Offset{-o.x, -o.y, -o.z}; }
  friend Cell operator+(Cell c, Axis a) { return c + 1 * a; }
  friend Cell operator-(Cell c, Axis a) { return c - 1 * a; }
};

}  // namespace eddy
