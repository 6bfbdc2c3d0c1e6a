// The analysis of a line kernel: what a line does with its own cells is in order; between lines there is none.
#pragma once
#include "exec/record/analysis.hpp"
#include "exec/record/lines_record.hpp"

namespace eddy {

Analysis analyse(const LineRecording& r, const Declared& declared);
std::string difference(const LineRecording& a, const LineRecording& b);

template <class F>
Analysis analyse_line(const Declared& declared) {
  const LineRecording& once = detail::recorded_line<F>();
  Analysis a = analyse(once, declared);
  add_steering(a, [&](int shift) { return difference(once, record_line<F>({}, shift)); });
  return a;
}

// Adds a line kernel to the list, along every axis, in `least` and more dimensions.
template <template <class, class, int, class> class K, class V, int least = 1>
void add_lines(KernelList& list, int ghosts, int colour = -1, int cut = 0) {
  auto add = [&]<class T, int D, int A>(T, std::integral_constant<int, D>, std::integral_constant<int, A>) {
    using F = K<OpenCl, T, D, Along<V, A>>;
    Box box;
    for (int a = 0; a < D; ++a) box.hi[a] = 64;
    const Declared declared{F::name, Set(box, D, colour), ghosts, false, cut};
    list.kernels.push_back({id_of<F>, declared, analyse_line<F>(declared)});
  };
  auto each_axis = [&](auto t) {
    using std::integral_constant;
    auto one = [&](auto d, auto a) { add(t, d, a); };
    if constexpr (least == 1) one(integral_constant<int, 1>(), integral_constant<int, 0>());
    one(integral_constant<int, 2>(), integral_constant<int, 0>());
    one(integral_constant<int, 2>(), integral_constant<int, 1>());
    one(integral_constant<int, 3>(), integral_constant<int, 0>());
    one(integral_constant<int, 3>(), integral_constant<int, 1>());
    one(integral_constant<int, 3>(), integral_constant<int, 2>());
  };
  each_axis(double());
  each_axis(float());
}

}  // namespace eddy
