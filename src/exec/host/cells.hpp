// Launches and reductions on the host: OpenMP threads over rows, SIMD along a row.
#pragma once
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "exec/core/box.hpp"
#include "exec/core/buffer.hpp"
#include "exec/core/cell.hpp"
#include "exec/core/exec_base.hpp"
#include "exec/core/kernel_words.hpp"
#include "exec/core/members.hpp"
#include "exec/core/sum.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

template <class S>
class Exec;

template <>
class Exec<Host> : public ExecBase {
 public:
  explicit Exec(int threads = 0, Parts shares = {});
  void* allocate(std::size_t bytes);
  void release(void* p, std::size_t bytes) noexcept;
  void upload(void* to, const void* from, std::size_t bytes);
  void upload(void* to, const void* from, const UploadedRows& rows);
  void download(const void* from, void* to, std::size_t bytes);
  void wait() {}
  int threads() const { return threads_; }
  template <class Work>
  void replay(std::uint64_t, const Work& work) {  // only CUDA records and replays a series of launches
    work();
  }

 private:
  int threads_;
  unsigned allocations_ = 0;
};

namespace detail {

class Stopwatch {  // counts a launch, and adds its own lifetime to the timing
 public:
  Stopwatch(Timers& timers, const KernelId& kernel, const Set& set) : timing_(timers[kernel]) {
    ++timing_.launches;
    timing_.cells += set.box.cells();
  }
  ~Stopwatch() { timing_.seconds += std::chrono::duration<double>(clock::now() - start_).count(); }

 private:
  using clock = std::chrono::steady_clock;
  Timing& timing_;
  clock::time_point start_ = clock::now();
};

inline constexpr int row_chunk = 512;                 // terms of a sum that are computed before they are added
inline constexpr std::int64_t worth_threads = 16384;  // cells; with fewer, waking threads costs more than it saves

// Cuts a box across x. Very long rows are cut so that a row is still in the core's own cache when the row above it
// needs it; rows are also cut where there are fewer of them than threads.
inline std::vector<Box> strips(const Box& b, int threads = 1) {
  constexpr int width = 16384;
  const std::int64_t cells = b.extent(0), rows = std::int64_t(b.extent(1)) * b.extent(2);
  const std::int64_t n = std::max<std::int64_t>({1, cells / width, rows < threads ? threads : 1});
  std::vector<Box> all(n, b);
  for (std::int64_t s = 0; s < n; ++s) {
    all[s].lo[0] = b.lo[0] + int(cells * s / n);
    all[s].hi[0] = b.lo[0] + int(cells * (s + 1) / n);
  }
  return all;
}

#ifdef __CUDACC__  // nvcc compiles no loop of the host, and does not know the pragma
#define EDDY_UNROLL_ROWS
#else
#define EDDY_UNROLL_ROWS _Pragma("GCC unroll 4")
#endif
// Computes R rows at once, from row j on: values that several of them need are then loaded once.
template <int R, class F>
FN void run_rows(const F& f, const Box& b, int colour, int j, int k) {
  if constexpr (!is_coloured<F>) {
#pragma omp simd
    for (int i = b.lo[0]; i < b.hi[0]; ++i) {
      EDDY_UNROLL_ROWS
      for (int r = 0; r < R; ++r) f(Cell<Host>{i, j + r, k});
    }
  } else {
    const int shift = (b.lo[0] + j + k + colour) & 1;  // every second row starts a cell further
    const int pairs = b.extent(0) / 2;
#pragma omp simd
    for (int m = 0; m < pairs; ++m) {
      EDDY_UNROLL_ROWS
      for (int r = 0; r < R; ++r) f(Cell<Host>{b.lo[0] + 2 * m + (r % 2 ? 1 - shift : shift), j + r, k});
    }
    if (b.extent(0) % 2)
      for (int r = shift; r < R; r += 2) f(Cell<Host>{b.hi[0] - 1, j + r, k});
  }
}
// How many rows are computed together was measured: with many fields, or in 3D, where a row's neighbours lie in three
// planes, more rows would be more memory streams than the processor can follow.
template <class F>
inline constexpr int rows_together = id_of<F>.dimensions != 2 || is_rare<F> || members::counts<F>.fields > 4 ? 1
                                     : is_coloured<F>                                                        ? 2
                                                                                                             : 4;
template <class F>
FN void run_band(const F& f, const Box& b, int colour, int j, int k) {
  constexpr int rows = rows_together<F>;
  if constexpr (rows > 1) {
    if (j + rows <= b.hi[1]) return run_rows<rows>(f, b, colour, j, k);
  }
  for (const int end = std::min(j + rows, b.hi[1]); j < end; ++j) run_rows<1>(f, b, colour, j, k);
}

}  // namespace detail

template <class F>
void launch(Exec<Host>& exec, const Set& set, const F& functor, int) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  const Box b = set.box;
  const int colour = set.colour;
  const int threads = b.cells() < detail::worth_threads ? 1 : exec.threads();
  constexpr int together = detail::rows_together<F>;
  const std::vector<Box> parts = detail::strips(b, threads);
#pragma omp parallel num_threads(threads)
  {
    const F f = functor;  // each thread's own copy: the compiler then knows that no store changes it
#pragma omp for collapse(3) schedule(static) nowait
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (int k = b.lo[2]; k < b.hi[2]; ++k)
        for (int j = b.lo[1]; j < b.hi[1]; j += together) detail::run_band(f, parts[p], colour, j, k);
  }
}

namespace detail {

// The same as s.add(terms[m]) for m = 0 … n − 1, in a form that vectorises: the terms are added with the present bins,
// and if one is too large for them, the bins are raised and all terms are added again. The function is not inlined: a
// call for a few hundred terms costs nothing, and each kernel that is reduced would hold several copies of it.
[[gnu::noinline]] inline void add_terms(Sum& s, int n, const double* terms) {
  for (;;) {
    if (s.bins.top == sum_broken) return;
    const SumAnchors anchors = sum_anchors(s.bins.top);
    const std::int64_t fits = (std::int64_t(first_exponent(s.bins.top + 1)) << 52) - 1;
    std::uint64_t p0 = 0, p1 = 0, p2 = 0;
    std::int64_t beyond = 0;
#pragma omp simd reduction(+ : p0, p1, p2) reduction(| : beyond)
    for (int m = 0; m < n; ++m) {
      const SumPieces p = cut_term(terms[m], anchors);
      p0 += p.p0;
      p1 += p.p1;
      p2 += p.p2;
      beyond |= fits - (to_bits(terms[m]) & 0x7fffffffffffffff);
    }
    if (beyond >= 0) return add_pieces(&s.bins, {p0, p1, p2}, anchors, static_cast<std::uint64_t>(n));
    int exponent = 0;
    for (int m = 0; m < n; ++m) exponent = std::max(exponent, exponent_bits(terms[m]));
    fit_sum(&s.bins, exponent);
  }
}
[[gnu::noinline]] inline void add_terms(Extreme& e, int n, const double* terms) {
  std::int64_t largest = e.key;
#pragma omp simd reduction(max : largest)
  for (int m = 0; m < n; ++m) {
    const std::int64_t k = ordered_key(terms[m]);
    largest = k > largest ? k : largest;
  }
  e.key = largest;
}

// The terms of a group that has all its rows (exec/core/sum.hpp). The rows are read side by side; one after the other,
// each would begin by waiting for memory.
template <class F, int... R>
FN void full_group(const F& f, double* terms, int n, Cell<Host> c, std::integer_sequence<int, R...>) {
  constexpr bool along_y = id_of<F>.dimensions == 2, along_z = id_of<F>.dimensions == 3;
#pragma omp simd
  for (int m = 0; m < n; ++m)
    terms[m] = (0.0 + ... + static_cast<double>(f(Cell<Host>{c.i + m, c.j + R * along_y, c.k + R * along_z})));
}
// Calls use(f, begin, end) for the cells from row[0] to `end` of a row. For a kernel that treats the ends of its set,
// `all`, differently, the row has up to three parts: both ends, and the middle with the inner kernel.
template <class F, class Use>
FN void in_row_parts(const F& f, const Box& all, std::array<int, 3> row, int end, const Use& use) {
  constexpr int n = tile::edge<F>;
  if constexpr (n == 0) {
    use(f, row[0], end);
  } else {
    bool inside = true;
    for (int a = 1; a < Made<F>::dimensions; ++a) inside = inside && row[a] >= all.lo[a] + n && row[a] < all.hi[a] - n;
    if (!inside) return use(f, row[0], end);
    const int low = std::clamp(all.lo[0] + n, row[0], end), high = std::clamp(all.hi[0] - n, low, end);
    use(f, row[0], low);
    use(tile::inner_of(f), low, high);
    use(f, high, end);
  }
}

// Adds one group of rows; `rows` is the part of it that belongs to the set.
template <class A, class F>
FN void add_group(A& all, const F& f, const Box& rows, const Box& set, bool negate) {
  constexpr int chunk = row_chunk, last = id_of<F>.dimensions - 1;
  alignas(64) double terms[chunk];
  for (int i = rows.lo[0]; i < rows.hi[0]; i += chunk) {
    const int n = std::min(chunk, rows.hi[0] - i);
    if constexpr (A::adds && tile::edge<F> == 0 && !is_rare<F>) {
      if (rows.hi[last] - rows.lo[last] == group_rows(last + 1)) {
        full_group(f, terms, n, Cell<Host>{i, rows.lo[1], rows.lo[2]},
                   std::make_integer_sequence<int, group_rows(last + 1)>());
        add_terms(all, n, terms);
        continue;
      }
    }
    if (A::adds) std::fill(terms, terms + n, 0.0);
    for (int k = rows.lo[2]; k < rows.hi[2]; ++k)
      for (int j = rows.lo[1]; j < rows.hi[1]; ++j) {
        in_row_parts(f, set, {i, j, k}, i + n, [&](const auto& g, int begin, int end) {
          if constexpr (A::adds) {
#pragma omp simd
            for (int m = begin; m < end; ++m) terms[m - i] += static_cast<double>(g(Cell<Host>{m, j, k}));
          } else {
            for (int m = begin; m < end; ++m) {
              const double v = static_cast<double>(g(Cell<Host>{m, j, k}));
              terms[m - i] = negate ? -v : v;
            }
          }
        });
        if (!A::adds) add_terms(all, n, terms);
      }
    if (A::adds) add_terms(all, n, terms);
  }
}

template <class A, class F>
A accumulate(Exec<Host>& exec, const Set& set, const F& functor, bool negate) {
  const Box b = set.box;
  const int last = set.dimensions - 1, size = group_rows(set.dimensions);
  const int begin = group_begin(b.lo[last], set.dimensions), groups = (b.hi[last] - begin + size - 1) / size;
  const int across = set.dimensions == 3 ? b.extent(1) : 1;
  A total;
#pragma omp parallel num_threads(b.cells() < worth_threads ? 1 : exec.threads())
  {
    const F f = functor;
    A mine;
    const auto parts = strips(b);
    if constexpr (Made<F>::dimensions == 1) {
#pragma omp for schedule(static) nowait
      for (std::size_t n = 0; n < parts.size(); ++n) add_group(mine, f, parts[n], b, negate);
    } else {
      for (Box rows : parts) {
#pragma omp for collapse(2) schedule(static) nowait
        for (int g = 0; g < groups; ++g)
          for (int j = 0; j < across; ++j) {
            if (set.dimensions == 3) {
              rows.lo[1] = b.lo[1] + j;
              rows.hi[1] = rows.lo[1] + 1;
            }
            rows.set(last, std::max(b.lo[last], begin + g * size), std::min(b.hi[last], begin + (g + 1) * size));
            add_group(mine, f, rows, b, negate);
          }
      }
    }
#pragma omp critical
    total.merge(mine);
  }
  return total;
}

}  // namespace detail

template <ReductionKind R, class F>
Accumulated<R> launch_reduce(Exec<Host>& exec, const Set& set, const F& f) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  return detail::accumulate<Accumulated<R>>(exec, set, f, R == ReductionKind::min);
}

}  // namespace eddy
