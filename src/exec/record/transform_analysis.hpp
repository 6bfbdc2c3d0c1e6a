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
  find_steering(a, [&](int shift) { return difference(once, record_whole<F>({}, shift)); });
  return a;
}

namespace detail {
template <class F>
Analysis analyse_usual_whole() {
  return analyse_whole<F>({usual_set(id_of<F>.dimensions, false, -1)});
}
template <class F>
const WholeRecording& listed_whole() {
  static_cast<void>(&Listed<F, analyse_usual_whole<F>>::done);
  return recorded_whole<F>();
}
}  // namespace detail

}  // namespace eddy
