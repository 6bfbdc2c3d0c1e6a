// The analysis of a line kernel: what a line does with its own cells is in order; between lines there is none.
#pragma once
#include "exec/record/kernels.hpp"
#include "exec/record/lines_record.hpp"

namespace eddy {

Analysis analyse(const LineRecording& r, const Declared& declared);
std::string difference(const LineRecording& a, const LineRecording& b);

template <class F>
Analysis analyse_line(const Declared& declared) {
  const LineRecording& once = detail::recorded_line<F>();
  Analysis a = analyse(once, declared);
  find_steering(a, [&](int shift) { return difference(once, record_line<F>({}, shift)); });
  return a;
}

namespace detail {
template <class F>
Analysis analyse_usual_line() {
  return analyse_line<F>({usual_set(id_of<F>.dimensions, is_coloured<F>, -1), false, cut_of<F>});
}
template <class F>
const LineRecording& listed_line() {
  static_cast<void>(&Listed<F, analyse_usual_line<F>>::done);
  return recorded_line<F>();
}
}  // namespace detail

}  // namespace eddy
