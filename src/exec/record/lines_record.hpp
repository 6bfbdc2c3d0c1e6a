// Records a line kernel: each of its functions once, with symbols for cells, for what the recurrence carries, and for
// what is passed from one function to the next.
#pragma once
#include "exec/record/recorded.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy {

namespace detail {

template <class T>
struct LineInputs {  // symbols for the values that a part is given: first some, then others
  int count = 0;
  template <class P>
  P next() {
    return members::pack<P>([&](int) {
      return Sym<T>::of(Recording::current()->add({Op::input, type_of<T>(), -1, -1, -1, -1, count++}));
    });
  }
};

template <class P>
void line_results_from(const P& p, int& count) {
  Recording& r = *Recording::current();
  members::unpack(p, [&](int, auto v) { r.add({Op::result, r.nodes[v.node].type, v.node, -1, -1, -1, count++}); });
}
template <class... P>
void line_results(const P&... p) {
  int count = 0;
  (line_results_from(p, count), ...);
}

template <class F>
Cell<OpenCl> line_end(int which) {
  Cell<OpenCl> c = Cell<OpenCl>::here();
  (F::axis == 0 ? c.i : F::axis == 1 ? c.j : c.k) = Sym<int>::make(Op::index, which);
  return c;
}

}  // namespace detail

template <class F>
LineRecording record_line(const F& functor = {}, int shift = 0) {
  using T = typename F::Real;
  using Taken = typename F::Taken;
  using Kept = typename F::Kept;
  using Carry = typename F::Carry;
  auto part = [&](auto call) {
    return record_part(functor, shift, [&](const F& f) { call(f, detail::LineInputs<T>()); });
  };
  const auto here = [] { return Cell<OpenCl>::here(); };
  LineRecording r;
  r.axis = F::axis, r.type = type_of<T>();
  r.taken = members::values<Taken>, r.kept = members::values<Kept>, r.carried = members::values<Carry>;
  r.start = part([&](const F& f, auto) {
    detail::line_results(f.start(detail::line_end<F>(index_first), detail::line_end<F>(index_last)));
  });
  r.take = part([&](const F& f, auto) { detail::line_results(f.take(here())); });
  r.forward = part([&](const F& f, auto in) {
    const Taken t = in.template next<Taken>();
    Carry c = in.template next<Carry>();
    const Kept k = f.forward(t, c);
    detail::line_results(k, c);
  });
  r.keep = part([&](const F& f, auto in) { f.keep(here(), in.template next<Kept>()); });
  if constexpr (Closes<F>) {
    r.closes = true;
    r.turn = part([&](const F& f, auto in) {
      Carry c = in.template next<Carry>();
      f.turn(detail::line_end<F>(index_first), detail::line_end<F>(index_last), c);
      detail::line_results(c);
    });
  }
  if constexpr (TurnsBack<F>) {
    using Given = typename F::Given;
    r.turns_back = true, r.recalled = members::values<recalled<F>>, r.given = members::values<Given>;
    r.recall = part([&](const F& f, auto) { detail::line_results(f.recall(here())); });
    r.backward = part([&](const F& f, auto in) {
      const auto k = in.template next<recalled<F>>();
      Carry c = in.template next<Carry>();
      const Given g = f.backward(k, c);
      detail::line_results(g, c);
    });
    r.give = part([&](const F& f, auto in) { f.give(here(), in.template next<Given>()); });
  }
  return r;
}

namespace detail {
template <class F>
[[gnu::noinline]] const LineRecording& recorded_line() {  // see recorded
  static const LineRecording r = record_line<F>();
  return r;
}
}  // namespace detail

}  // namespace eddy
