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
struct TransformInputs {  // of a step: item, stride, length, table; then the numbers of its slots
  Sym<int> item = integer(0);
  TransformNumbers<OpenCl> numbers{integer(1), integer(2), integer(3)};
  static Sym<int> integer(int n) {
    return Sym<int>::of(Part::current()->add({Op::input, Type::integer, -1, -1, -1, -1, n}));
  }
};

template <class F, int Kind>
void record_kind(Recorder<F>& r) {
  using T = typename F::Real;
  constexpr int width = F::width(Kind);
  r.part("slots " + std::to_string(Kind), [&](const F& f) {
    const TransformInputs in;
    for (int n = 0; n < width; ++n) add_result(f.template slot<Kind>(in.item, in.numbers, n).node, n);
  });
  r.part("work " + std::to_string(Kind), [&](const F& f) {
    const TransformInputs in;
    Complex<Sym<T>> z[width];
    LineInputs<T> values{4};
    for (auto& v : z) v = values.template next<Complex<Sym<T>>>();
    f.template work<Kind>(in.item, in.numbers, z);
    for (int n = 0; n < width; ++n) {
      add_result(z[n].re.node, 2 * n);
      add_result(z[n].im.node, 2 * n + 1);
    }
  });
}

}  // namespace detail

template <class F>
requires TransformKernel<F>
void record_parts(Recorder<F>& r) {
  using T = typename F::Real;
  using detail::add_result;
  const auto here = [] { return Cell<OpenCl>::here(); };
  r.recording.kind = KernelKind::transform;
  r.recording.axis = F::axis;
  r.recording.type = type_of<T>();
  r.part("bring", [&](const F& f) {
    const Complex<Sym<T>> z = f.bring(here(), detail::second_line<F>());
    add_result(z.re.node, 0);
    add_result(z.im.node, 1);
  });
  r.part("place_in", [&](const F& f) { add_result(f.place_in(here()[F::axis]).node, 0); });
  r.part("place_out", [&](const F& f) { add_result(f.place_out(here()[F::axis]).node, 0); });
  r.part("give", [&](const F& f) {
    f.give(here(), detail::second_line<F>(), detail::LineInputs<T>().template next<Complex<Sym<T>>>());
  });
  detail::for_constant<F::kinds>([&](auto kind) { detail::record_kind<F, decltype(kind)::value>(r); });
}

}  // namespace eddy
