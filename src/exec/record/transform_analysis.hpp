// The analysis of a whole-line kernel: between the two lines of a pair there is an order, between pairs there is none.
#pragma once
#include "exec/record/lines_analysis.hpp"
#include "exec/record/transform_record.hpp"

namespace eddy {

Analysis analyse(const WholeRecording& r, const Declared& declared);
std::string difference(const WholeRecording& a, const WholeRecording& b);

template <class F>
Analysis analyse_whole(const Declared& declared) {
  const WholeRecording& once = detail::recorded_whole<F>();
  Analysis a = analyse(once, declared);
  add_steering(a, [&](int shift) { return difference(once, record_whole<F>({}, shift)); });
  return a;
}

// Adds a kernel of D dimensions along axis A to the list.
template <template <class, class, int, class> class K, class V, int D, int A>
void add_whole(KernelList& list, int ghosts) {
  Box box;
  for (int a = 0; a < D; ++a) box.hi[a] = 64;
  auto add = [&]<class T>(T) {
    using F = K<OpenCl, T, D, Along<V, A>>;
    const Declared declared{F::name, Set(box, D), ghosts};
    list.kernels.push_back({id_of<F>, declared, analyse_whole<F>(declared)});
  };
  add(double());
  add(float());
}

}  // namespace eddy
