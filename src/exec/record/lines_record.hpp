// Records a line kernel: each of its functions once, with symbols for cells, for what the recurrence carries, and for
// what is passed from one function to the next.
#pragma once
#include "exec/record/recorded.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy {

namespace detail {

template <class T>
struct LineInputs {  // makes symbols for the values that a part is given, numbered in the order of the calls
  int count = 0;
  template <class P>
  P next() {
    return members::pack<P>([&](int) {
      return Sym<T>::of(Part::current()->add({Op::input, type_of<T>(), -1, -1, -1, -1, count++}));
    });
  }
};

template <class... P>
void add_results(const P&... p) {
  int count = 0;
  (members::unpack(p, [&](int, auto v) { add_result(v.node, count++); }), ...);
}

template <class F>
Cell<OpenCl> line_end(int which) {
  Cell<OpenCl> c = Cell<OpenCl>::here();
  (F::axis == 0 ? c.i : F::axis == 1 ? c.j : c.k) = Sym<int>::make(Op::index, which);
  return c;
}

}  // namespace detail

template <class F>
requires LineKernel<F>
void record_parts(Recorder<F>& r) {
  using T = typename F::Real;
  using Taken = typename F::Taken;
  using Kept = typename F::Kept;
  using Carry = typename F::Carry;
  using Inputs = detail::LineInputs<T>;
  using detail::add_results;
  const auto here = [] { return Cell<OpenCl>::here(); };
  const auto first = [] { return detail::line_end<F>(index_first); };
  const auto last = [] { return detail::line_end<F>(index_last); };
  r.recording.kind = KernelKind::lines;
  r.recording.axis = F::axis;
  r.recording.type = type_of<T>();
  r.part("start", [&](const F& f) { add_results(f.start(first(), last())); });
  r.part("take", [&](const F& f) { add_results(f.take(here())); });
  r.part("forward", [&](const F& f) {
    Inputs in;
    const Taken t = in.template next<Taken>();
    Carry c = in.template next<Carry>();
    const Kept k = f.forward(t, c);
    add_results(k, c);
  });
  r.part("keep", [&](const F& f) { f.keep(here(), Inputs().template next<Kept>()); });
  if constexpr (Closes<F>)
    r.part("turn", [&](const F& f) {
      Carry c = Inputs().template next<Carry>();
      f.turn(first(), last(), c);
      add_results(c);
    });
  if constexpr (TurnsBack<F>) {
    using Given = typename F::Given;
    r.part("recall", [&](const F& f) { add_results(f.recall(here())); });
    r.part("backward", [&](const F& f) {
      Inputs in;
      const auto k = in.template next<recalled<F>>();
      Carry c = in.template next<Carry>();
      const Given g = f.backward(k, c);
      add_results(g, c);
    });
    r.part("give", [&](const F& f) { f.give(here(), Inputs().template next<Given>()); });
  }
}

}  // namespace eddy
