// The lexicographic order on several threads and with several rows in flight.
//
//   row r+3            ·  ·  ·  c          each row is one cell behind the row below it;
//   row r+2         ·  ·  ·  c             a cell's lower neighbours are done, its upper ones are not
//   row r+1      ·  ·  ·  c
//   row r     ·  ·  ·  c
//
// Threads take groups of four rows in turn. A group waits, a chunk of cells at a time, for the rows it leans on: the
// last row of the group below (j − 1) and its own rows one plane down (k − 1), which are published as the number of
// cells done.
#pragma once
#include <thread>

#include "exec/host.hpp"

namespace eddy {

namespace detail {

inline constexpr int ordered_rows = 4;

struct Progress {
  std::vector<std::atomic<int>> done;  // per group: cells that all of its rows have finished
  explicit Progress(std::size_t groups) : done(groups) {
    for (auto& d : done) d.store(0, std::memory_order_relaxed);
  }
  void wait(std::int64_t group, int cells) const {
    for (int spins = 0; done[group].load(std::memory_order_acquire) < cells; ++spins) {
      if (spins >= 256) std::this_thread::yield();  // more threads than cores: let the one we wait for run
#ifdef __x86_64__
      else
        __builtin_ia32_pause();
#endif
    }
  }
};

template <int R, class F>
FN void run_skewed(const F& f, const Box& b, int j, int k, int from, int to) {  // skewed columns [from, to)
  for (int s = from; s < to; ++s)
    for (int r = 0; r < R; ++r) {
      const int i = b.lo[0] + s - r;
      if (i >= b.lo[0] && i < b.hi[0]) f(Cell<Host>{i, j + r, k});
    }
}
template <int R, class F>
FN void run_skewed_inside(const F& f, const Box& b, int j, int k, int from,
                          int to) {  // all rows inside: no test per cell
  for (int s = from; s < to; ++s) {
    for (int r = 0; r < R; ++r) f(Cell<Host>{b.lo[0] + s - r, j + r, k});
  }
}
template <class F>
void run_group(const F& f, const Box& b, int j, int rows, int k, int from, int to) {
  const int nx = b.extent(0);
  if (rows == ordered_rows) {
    const int in = std::clamp(ordered_rows - 1, from, to), out = std::clamp(nx, in, to);
    run_skewed<ordered_rows>(f, b, j, k, from, in);
    run_skewed_inside<ordered_rows>(f, b, j, k, in, out);
    run_skewed<ordered_rows>(f, b, j, k, out, to);
  } else {
    for (int s = from; s < to; ++s)
      for (int r = 0; r < rows; ++r) {
        const int i = b.lo[0] + s - r;
        if (i >= b.lo[0] && i < b.hi[0]) f(Cell<Host>{i, j + r, k});
      }
  }
}

}  // namespace detail

template <class F>
void launch_ordered(Exec<Host>& exec, const Set& set, const F& functor) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  constexpr int chunk = 64, R = detail::ordered_rows;
  const Box b = set.box;
  const int nx = b.extent(0), ny = b.extent(1), per_plane = (ny + R - 1) / R;
  const std::int64_t groups = std::int64_t(per_plane) * b.extent(2);
  detail::Progress progress(static_cast<std::size_t>(groups));
#pragma omp parallel num_threads(b.cells() < detail::worth_threads ? 1 : exec.threads())
  {
    const F f = functor;
    for (std::int64_t g = omp_get_thread_num(); g < groups; g += omp_get_num_threads()) {
      const int part = int(g % per_plane), k = b.lo[2] + int(g / per_plane), j = b.lo[1] + part * R;
      const int rows = std::min(R, b.hi[1] - j), columns = nx + rows - 1;
      for (int s = 0; s < columns; s += chunk) {
        const int to = std::min(s + chunk, columns), need = std::min(to, nx);
        if (part > 0) progress.wait(g - 1, need);
        if (g >= per_plane) progress.wait(g - per_plane, need);
        detail::run_group(f, b, j, rows, k, s, to);
        progress.done[g].store(to - (rows - 1) < nx ? std::max(0, to - (rows - 1)) : nx, std::memory_order_release);
      }
    }
  }
}

}  // namespace eddy
