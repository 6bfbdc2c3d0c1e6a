// Times launches of kernels by a clock, and the copy kernel that they are compared with.
#pragma once
#include <algorithm>
#include <chrono>
#include <vector>

#include "app/bench/bench.hpp"
#include "field/field.hpp"
#include "field/kernels.hpp"

namespace eddy::bench {

namespace detail {

using clock = std::chrono::steady_clock;
inline double since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

inline Timed timed(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  const std::size_t n = v.size();
  return {n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]), v.front()};
}

template <class S>
class Clock {  // launches return before the device is done, so several are timed together
 public:
  explicit Clock(Exec<S>& exec) : exec_(exec) {}
  template <class Work>
  double once(const Work& work, int n) {
    exec_.wait();
    const auto start = clock::now();
    for (int i = 0; i < n; ++i) work();
    exec_.wait();
    return since(start) / n;
  }
  template <class Work>
  int repeats(const Work& work) {  // enough that clock resolution and the last wait do not count
    once(work, 1);
    const double one = once(work, 1);
    return std::clamp(static_cast<int>(3e-3 / std::max(one, 1e-9)), 1, 200);
  }

 private:
  Exec<S>& exec_;
};

// A field of ones, set on the device: rate = storage = conductance = x = b = 1 is a steady state, so that sweeps can be
// repeated.
template <class F, class S>
F ones(Exec<S>& exec, const char* name, const Box& box, int d, int ghosts = 0) {
  F f(exec, name, box, d, ghosts);
  using T = typename F::value_type;
  for_each<eddy::kernels::AddConstant>(exec, Set(f.layout().bounds(), d), f, T(1));
  return f;
}

}  // namespace detail

// The median of one copy.
template <class S, class T>
double copy_seconds(Exec<S>& exec, const Size& size, double budget) {
  // A plane with as many cells in rows of the same length.
  const Set cells(cell_box({size.cells[0], size.cells[1] * size.cells[2], 1}), 2);
  const auto from = detail::ones<CellField<S, T>>(exec, "from", cells.box, 2);
  CellField<S, T> to(exec, "to", cells.box, 2);
  const auto copy = [&] { launch(exec, cells, eddy::kernels::Copy<S, T, 2>{from, to}, sizeof(T)); };
  detail::Clock<S> clock(exec);
  const int n = clock.repeats(copy);
  std::vector<double> times;
  const auto start = detail::clock::now();
  while (times.size() < 3 || (times.size() < 41 && detail::since(start) < budget)) times.push_back(clock.once(copy, n));
  return detail::timed(times).median;
}

}  // namespace eddy::bench
