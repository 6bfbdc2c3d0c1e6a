// Records a whole-line kernel: each of its functions once.
#pragma once
#include "exec/record/lines_record.hpp"
#include "exec/shapes/transform_plan.hpp"

namespace eddy {

namespace detail {

template <class F>
Cell<OpenCl> second_line() {
  Cell<OpenCl> c = Cell<OpenCl>::here();
  (across_first(F::axis) == 0 ? c.i : c.j) = Sym<int>::make(Op::index, index_second);
  return c;
}
struct WholeInputs {  // item, stride, length, table; then numbers
  Sym<int> item = integer(0);
  WholeNumbers<OpenCl> numbers{integer(1), integer(2), integer(3)};
  static Sym<int> integer(int n) {
    return Sym<int>::of(Recording::current()->add({Op::input, Type::integer, -1, -1, -1, -1, n}));
  }
};
inline void whole_result(int node, int number) {
  Recording& r = *Recording::current();
  r.add({Op::result, r.nodes[node].type, node, -1, -1, -1, number});
}

template <class F, int Kind>
WholeRecording::Kind record_kind(const F& functor, int shift) {
  using T = typename F::Real;
  WholeRecording::Kind k;
  k.width = F::width(Kind);
  k.slots = record_part(functor, shift, [&](const F& f) {
    const WholeInputs in;
    for (int n = 0; n < k.width; ++n) whole_result(f.template slot<Kind>(in.item, in.numbers, n).node, n);
  });
  k.work = record_part(functor, shift, [&](const F& f) {
    const WholeInputs in;
    Complex<Sym<T>> z[F::width(Kind)];
    LineInputs<T> values{4};
    for (auto& v : z) v = values.template next<Complex<Sym<T>>>();
    f.template work<Kind>(in.item, in.numbers, z);
    for (int n = 0; n < k.width; ++n) whole_result(z[n].re.node, 2 * n), whole_result(z[n].im.node, 2 * n + 1);
  });
  return k;
}

}  // namespace detail

template <class F>
WholeRecording record_whole(const F& functor = {}, int shift = 0) {
  using T = typename F::Real;
  WholeRecording r;
  r.axis = F::axis, r.type = type_of<T>();
  const auto here = [] { return Cell<OpenCl>::here(); };
  r.bring = record_part(functor, shift, [&](const F& f) {
    const Complex<Sym<T>> z = f.bring(here(), detail::second_line<F>());
    detail::whole_result(z.re.node, 0), detail::whole_result(z.im.node, 1);
  });
  r.place_in =
      record_part(functor, shift, [&](const F& f) { detail::whole_result(f.place_in(here()[F::axis]).node, 0); });
  r.place_out =
      record_part(functor, shift, [&](const F& f) { detail::whole_result(f.place_out(here()[F::axis]).node, 0); });
  r.give = record_part(functor, shift, [&](const F& f) {
    f.give(here(), detail::second_line<F>(), detail::LineInputs<T>().template next<Complex<Sym<T>>>());
  });
  detail::for_constant<F::kinds>(
      [&](auto kind) { r.kinds.push_back(detail::record_kind<F, decltype(kind)::value>(functor, shift)); });
  return r;
}

namespace detail {
template <class F>
[[gnu::noinline]] const WholeRecording& recorded_whole() {  // see recorded
  static const WholeRecording r = record_whole<F>();
  return r;
}
}  // namespace detail

}  // namespace eddy
