// The recurrences that line kernels consist of (Thomas 1949; exec/shapes/lines.hpp):
//
//   −l x₋₁ + d x − u x₊₁ = r     ⟹     x = part + upper · x₊₁,   upper = u / (d − l upper₋₁),
//                                        part = (r + l part₋₁) / (d − l upper₋₁)
//
// A periodic line, a ring, is cut at its last cell e, which stays unknown until the end:
//
// x = part + upper · x₊₁ + loop · x_e      e's own equation, with the other unknowns eliminated, gives x_e at the turn
#pragma once
#include "exec/core/view.hpp"

namespace eddy::kernels {

template <class V>
struct LineRow {  // one equation of a line
  V lower, diagonal, upper, right;
};
template <class V>
struct LineValue {
  V x;
};

template <class V>
struct LinePart {
  V upper, part;
};
template <class S, class T>
struct LineParts {  // fields that hold the parts of a line until the way back
  static constexpr bool bundle = true;
  InOut<S, T> upper, part;
  FN void keep(Cell<S> c, const LinePart<Value<S, T>>& k) const {
    upper(c) = k.upper;
    part(c) = k.part;
  }
  FN LinePart<Value<S, T>> recall(Cell<S> c) const { return {upper(c), part(c)}; }
};
template <class V>
FN LineValue<V> line_backward(const LinePart<V>& k, V& after) {
  after = fma(k.upper, after, k.part);
  return {after};
}

template <class V>
struct RingPart {
  V upper, part, loop;
};
template <class V>
struct RingCarry {
  V upper, part, loop;       // of the cell before; on the way back, part is the value of the cell after, loop is x_e
  V chain, diagonal, right;  // e's equation: − chain x + (d − diagonal) x_e = r + right
};
template <class S, class T>
struct RingParts {
  static constexpr bool bundle = true;
  InOut<S, T> upper, part, loop;
  FN void keep(Cell<S> c, const RingPart<Value<S, T>>& k) const {
    upper(c) = k.upper;
    part(c) = k.part;
    loop(c) = k.loop;
  }
  FN RingPart<Value<S, T>> recall(Cell<S> c) const { return {upper(c), part(c), loop(c)}; }
};
template <class T, class V>
FN RingCarry<V> ring_start(V chain) {  // chain: `upper` of e
  return {T(0), T(0), T(1), chain, T(0), T(0)};
}
template <class V>
FN RingPart<V> ring_forward(const LineRow<V>& t, RingCarry<V>& s) {
  const V pivot = reciprocal(fma(-t.lower, s.upper, t.diagonal));
  s.upper = t.upper * pivot;
  s.part = fma(t.lower, s.part, t.right) * pivot;
  s.loop = t.lower * s.loop * pivot;
  s.diagonal = fma(s.chain, s.loop, s.diagonal);
  s.right = fma(s.chain, s.part, s.right);
  s.chain = s.chain * s.upper;
  return {s.upper, s.part, s.loop};
}
template <class V>
FN LineValue<V> close_ring(const LineRow<V>& e, RingCarry<V>& s) {
  const V diagonal = e.diagonal - s.diagonal - s.chain - e.lower * (s.upper + s.loop);
  const V value = fma(e.lower, s.part, e.right + s.right) / diagonal;
  s.part = value;
  s.loop = value;
  return {value};
}
template <class V>
FN LineValue<V> ring_backward(const RingPart<V>& k, RingCarry<V>& s) {
  s.part = fma(k.upper, s.part, fma(k.loop, s.loop, k.part));
  return {s.part};
}

}  // namespace eddy::kernels
