// The lexicographic order on several threads and with several rows in flight: a cell runs after its lower and before
// its upper neighbours along every axis, and what it computes has the bits of the plain loop. A kernel that can be run
// so has one InOut, and says what of a cell need not wait for the cell before it on its row:
//
//   using Ahead = …; FN Ahead ahead(Cell<S>) const;     an aggregate of numbers
//   FN Value<S, T> follow(const Ahead&, Value<S, T> before) const;       the InOut's new value
//
// Rows are cut into chunks. Eight rows are worked on at a time, each a chunk behind the row below it. The first half of
// a chunk's work vectorises along the row; in the second half the processor has eight chains to wait for, not one.
//
//   row r+2    · · · ·|#       |                    #: in work. When a row ends, the eighth row after it begins;
//   row r+1    · · · · · · · · |#       |           planes follow each other like rows
//   row r      · · · · · · · · · · · · ·|#       |
//
// Threads have a part of every row each. A thread begins a row when the one before it has ended its part of that row,
// so that it finds the new value in the cell before its first; and that one has then read the old value of this cell.
#pragma once
#include <array>
#include <thread>

#include "exec/host.hpp"
#include "exec/tile_view.hpp"

namespace eddy {

namespace detail {

class Progress {  // how many rows a thread has ended, seen by the next one
 public:
  void publish(std::int64_t rows) { rows_.store(rows, std::memory_order_release); }
  std::int64_t wait(std::int64_t rows) const {  // until there are so many; says how many there are
    for (int spins = 0;; ++spins) {
      if (const std::int64_t ended = rows_.load(std::memory_order_acquire); ended >= rows) return ended;
      if (spins >= 256) std::this_thread::yield();  // more threads than cores: let the one we wait for run
#ifdef __x86_64__
      else
        __builtin_ia32_pause();
#endif
    }
  }

 private:
  alignas(64) std::atomic<std::int64_t> rows_ = 0;
};

template <class F>
class OrderedRows {  // one thread's part of all rows
  using T = typename Made<F>::Real;
  using Ahead = typename F::Ahead;
  static constexpr int slots = 8, block = 64 / sizeof(T),
                       longest = 8 * block;  // rows in work; a chunk's blocks of cells

 public:
  // `band`: after how many rows another thread is told, or asked.
  OrderedRows(const F& f, const Box& part, const Progress* before, Progress* mine, int band)
      : f_(f),
        b_(part),
        before_(before),
        mine_(mine),
        band_(band),
        rows_(std::int64_t(part.extent(1)) * part.extent(2)),
        blocks_(std::max(1, part.extent(0) / block)),
        chunks_(std::min(std::max(slots, (blocks_ * block + longest - 1) / longest), blocks_)),
        used_(std::min(slots, chunks_)) {
    for (int c = 0; c < chunks_; ++c) begin_.push_back(int(std::int64_t(blocks_) * c / chunks_) * block);
    begin_.push_back(part.extent(0));
    for (int s = 0; s < used_; ++s) slots_[s] = {-s, s, 0, b_.lo[2]}, enter(slots_[s], b_.lo[1] + s);
  }

  void run() {
    F f = f_;
    const View<Host, T> x = *tile::ends<Host, T>(f).written;
    const std::int64_t steps = (rows_ + used_ - 1) / used_ * chunks_ + used_ - 1;
    for (std::int64_t step = 0; step < steps; ++step) {
      std::array<T, slots> last{};
      int cells = 0;
      for (int s = 0; s < used_; ++s) {
        const Slot& now = slots_[s];
        if (!works(now)) continue;
        if (now.chunk == 0) ask(now.row);
        gather(s, first(now), length(now));
        int n = 0;
        members::each(f_, [&](const auto& m) {
          look_ahead(m, Made<F>::dimensions > 1, s, {b_.lo[0] + begin_[now.chunk + 1], now.j, now.k}, n);
        });
        last[s] = *x.at(first(now) - Axis::x);
        cells = std::max(cells, length(now));
      }
      chains(cells, last, std::make_integer_sequence<int, slots>());
      for (int s = 0; s < used_; ++s) {
        if (works(slots_[s])) put(x.at(first(slots_[s])), s, length(slots_[s]));
        advance(slots_[s]);
      }
    }
  }

 private:
  struct Slot {  // works on a chunk of a row
    int chunk = 0;
    std::int64_t row = 0;
    int j = 0, k = 0;
  };
  static constexpr int streams = 16;  // fetched ahead at most
  static constexpr int parts = int(members::count<Ahead>());

  bool works(const Slot& s) const { return s.chunk >= 0 && s.row < rows_; }
  Cell<Host> first(const Slot& s) const { return {b_.lo[0] + begin_[s.chunk], s.j, s.k}; }
  int length(const Slot& s) const { return begin_[s.chunk + 1] - begin_[s.chunk]; }
  void enter(Slot& s, int j) const {  // row j, which may lie beyond the plane
    for (s.j = j; s.j >= b_.hi[1]; ++s.k) s.j -= b_.extent(1);
  }
  void advance(Slot& s) {
    if (++s.chunk < chunks_) return;
    if (s.row < rows_) tell(s.row + 1);
    s.chunk = 0, s.row += used_;
    enter(s, s.j + used_);
  }

  void gather(int s, Cell<Host> c, int cells) {
    const F f = f_;
#pragma GCC ivdep
    for (int m = 0; m < cells; ++m) {
      const Ahead a = f.ahead(Cell<Host>{c.i + m, c.j, c.k});
      int n = 0;
      members::each(a, [&](const T& v) { ahead_[n++][s][m] = v; });
    }
  }
  void put(T* to, int s, int cells) const {
    for (int m = 0; m < cells; ++m) to[m] = ahead_[0][s][m];
  }
  // What will be read first by the chunk after this one, or by the row above: of most fields that is the row above; of
  // the faces across z, the plane above; of the unknown also the plane below, which may have left the cache.
  template <class M>
  void look_ahead(const M& m, int axis, int s, Cell<Host> c, int& n) {
    constexpr int D = Made<F>::dimensions;
    if constexpr (members::Bundle<M>) {
      members::each(m, [&](const auto& part) { look_ahead(part, axis, s, c, n); });
    } else if constexpr (members::axes<M> > 0) {
      for (int a = 0; a < members::axes<M>; ++a) look_ahead(m.of[a], std::max(a, axis), s, c, n);
    } else if constexpr (members::View<M>) {
      if (n + 3 > streams) return;
      const T* here = m.data + (c.i + std::int64_t(c.j) * m.sy + std::int64_t(c.k) * m.sz);
      const int up[] = {0, m.sy, m.sz};
      const auto soon = [&](std::int64_t way) { soon_[n++][s] = reinterpret_cast<std::uintptr_t>(here + way); };
      if (M::access != Access::line) soon(up[axis]);
      if (tile::is_both<M> && D == 3) soon(up[2]), soon(-up[2]);
    }
  }
  FN void one_cell(const F& f, int s, int m, T& last) {
    Ahead a;
    int n = 0;
    members::each(a, [&](T& v) { v = ahead_[n++][s][m]; });
    last = f.follow(a, last);
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
    asm("" : "+x"(last));  // stays a scalar: the compiler would collect the slots into vectors, number by number
#endif
    ahead_[0][s][m] = last;
  }
  static void prefetch(std::uintptr_t address) { __builtin_prefetch(reinterpret_cast<const void*>(address), 0, 2); }
  // Slots with less to do, or nothing, compute what no one reads. The memory works for the next chunks meanwhile; they
  // go to the second cache, since the first has no room for so many streams.
  template <int... S>
  void chains(int cells, const std::array<T, slots>& before, std::integer_sequence<int, S...>) {
    const F f = f_;
    T last[] = {before[S]...};
    const int fields = std::min(streams, members::counts<F>.fields + (Made<F>::dimensions == 3 ? 2 : 0));
    const int ahead = cells / block * slots;
    for (int m = 0; m < cells; ++m) {
      (one_cell(f, S, m, last[S]), ...);
      if (m < ahead)
        for (int n = 0; n < fields; ++n) prefetch(soon_[n][m % slots] + std::size_t(m / slots * block) * sizeof(T));
    }
  }

  void ask(std::int64_t row) {
    if (before_ && known_ <= row) known_ = before_->wait(std::min(row + band_, rows_));
  }
  void tell(std::int64_t rows) {
    if (mine_ && (rows % band_ == 0 || rows == rows_)) mine_->publish(rows);
  }

  const F f_;
  const Box b_;
  const Progress* before_;
  Progress* mine_;
  const std::int64_t band_, rows_;
  std::int64_t known_ = 0;
  const int blocks_, chunks_, used_;
  std::vector<int> begin_;  // of the chunks, and the row's end
  std::array<Slot, slots> slots_;
  std::uintptr_t soon_[streams][slots] = {};  // addresses, maybe of nothing
  alignas(64) T ahead_[parts][slots][longest + block] = {};
};

}  // namespace detail

template <class F>
void launch_ordered(Exec<Host>& exec, const Set& set, const F& functor) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  constexpr int narrow = 64, band_cells = 8192;
  const Box b = set.box;
  const int useful = b.cells() < detail::worth_threads || b.extent(1) * b.extent(2) == 1 ? 1 : b.extent(0) / narrow;
  const int threads = std::clamp(useful, 1, exec.threads());
  const std::int64_t rows = std::int64_t(b.extent(1)) * b.extent(2), columns = b.extent(0) / threads;
  const int band = int(std::clamp<std::int64_t>(band_cells / columns, 1, std::max<std::int64_t>(1, rows / 16)));
  std::vector<detail::Progress> progress(threads);
#pragma omp parallel num_threads(threads)
  {
    const int t = omp_get_thread_num(), n = omp_get_num_threads();
    Box part = b;
    part.lo[0] = b.lo[0] + int(std::int64_t(b.extent(0)) * t / n);
    part.hi[0] = b.lo[0] + int(std::int64_t(b.extent(0)) * (t + 1) / n);
    detail::OrderedRows<F>(functor, part, t > 0 ? &progress[t - 1] : nullptr, t + 1 < n ? &progress[t] : nullptr, band)
        .run();
  }
}

}  // namespace eddy
