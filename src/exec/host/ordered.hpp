// A sweep in lexicographic order, on several threads and with several rows in work: a cell is computed after its lower
// and before its upper neighbours along every axis, with the bits of the plain loop, whose body is
// x(c) = follow(ahead(c), x(c − 1)). The kernel has one InOut, x, and divides the work of a cell into the part that
// need not wait for the cell before it on its row, and the part that must:
//
//   using Ahead = …; FN Ahead ahead(Cell<S>) const;     an aggregate of numbers
//   FN Value<S, T> follow(const Ahead&, Value<S, T> before) const;       the InOut's new value
//
// Rows are cut into chunks, and eight rows are in work at a time. `ahead` vectorises along a chunk; `follow` is a chain
// in which each cell waits for the one before it, and the processor works on eight such chains at once. The rows in
// work are these:
//
// In a plane, each row is one chunk behind the row below it. When a row ends, the eighth row after it begins; the first
// row of the next plane follows the last row of a plane.
//
//   row r+2    · · · ·|#       |                    #: in work
//   row r+1    · · · · · · · · |#       |
//   row r      · · · · · · · · · · · · ·|#       |
//
// Each thread has a part of every row. It begins a row when the thread before it has ended its part of that row: the
// cell before its first one then has its new value, and the thread before it has read the old value of that first cell.
//
// Where there are enough planes, the rows in work lie in eight planes, each a row behind the plane below it. Each
// thread has eight whole planes at a time, so that memory is read in long pieces; when one of them ends, the thread
// goes on with the plane that lies eight planes per thread above it. A thread begins a row of its lowest plane when
// the thread before it has ended the same row in the plane below.
#pragma once
#include <array>
#include <thread>

#include "exec/core/executor.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

namespace detail {

class Progress {  // the number of rows that a thread has ended (with planes: in each plane); read by the next thread
 public:
  void publish(std::int64_t rows) { rows_.store(rows, std::memory_order_release); }
  std::int64_t wait(std::int64_t rows) const {  // until it is at least `rows`; returns it
    for (int spins = 0;; ++spins) {
      if (const std::int64_t ended = rows_.load(std::memory_order_acquire); ended >= rows) return ended;
      if (spins >= 512)
        std::this_thread::sleep_for(std::chrono::microseconds(20));  // leave our core to the thread we wait for
      else if (spins >= 256)
        std::this_thread::yield();  // more threads than cores: let the awaited one run
#ifdef __x86_64__
      else
        __builtin_ia32_pause();
#endif
    }
  }

 private:
  alignas(64) std::atomic<std::int64_t> rows_ = 0;
};

enum class Slots { rows, planes };  // how the rows in work lie: in a plane, or in eight planes

struct Share {  // the part of one thread
  Slots slots;
  int thread, threads;
  Box part;
  int band;  // number of rows after which progress is told to, or asked of, another thread
};

template <class F>
class OrderedRows {  // the work of one thread
  using T = typename Made<F>::Real;
  using Ahead = typename F::Ahead;
  static constexpr int block = 64 / sizeof(T), longest = 8 * block;  // cells: of a cache line; of the longest chunk

 public:
  static constexpr int slots = 8;  // rows in work

  OrderedRows(const F& f, const Share& share, std::vector<Progress>& progress)
      : f_(f),
        b_(share.part),
        planes_(share.slots == Slots::planes),
        band_(share.band),
        blocks_(std::max(1, b_.extent(0) / block)),
        chunks_(std::min(std::max(planes_ ? 1 : slots, (blocks_ * block + longest - 1) / longest), blocks_)),
        used_(planes_ ? slots : std::min(slots, chunks_)),
        lag_(planes_ ? chunks_ : 1),
        first_(planes_ ? share.thread * used_ : 0),
        round_(planes_ ? share.threads * used_ : used_),
        strips_(std::int64_t(b_.extent(2)) * (planes_ ? 1 : b_.extent(1))) {
    const int before = share.thread - 1, threads = share.threads;
    if (threads > 1 && (planes_ || before >= 0)) before_ = &progress[(before + threads) % threads];
    if (threads > 1) mine_ = &progress[share.thread];
    for (int c = 0; c < chunks_; ++c) begin_.push_back(int(std::int64_t(blocks_) * c / chunks_) * block);
    begin_.push_back(b_.extent(0));
    for (int s = 0; s < used_; ++s) {
      slots_[s].wait = s * lag_;
      enter(slots_[s], first_ + s);
    }
  }

  void run() {
    F f = f_;
    const View<Host, T> x = *tile::iterated_views<Host, T>(f).written;
    const std::int64_t length_of_strip = std::int64_t(chunks_) * (planes_ ? b_.extent(1) : 1),
                       rounds = (strips_ - first_ + round_ - 1) / round_,
                       steps = rounds * length_of_strip + (used_ - 1) * lag_;
    for (std::int64_t step = 0; step < steps; ++step) {
      std::array<T, slots> last{};
      int cells = 0;
      for (int s = 0; s < used_; ++s) {
        const Slot& now = slots_[s];
        if (!works(now)) continue;
        if (now.chunk == 0 && before_ && (s == 0 || !planes_)) ask(now);
        gather(s, first(now), length(now));
        int n = 0;
        members::each(f_, [&](const auto& m) { look_ahead(m, Made<F>::dimensions > 1, s, next(now), n); });
        last[s] = *x.at(first(now) - Axis::x);
        cells = std::max(cells, length(now));
      }
      chains(cells, last, std::make_integer_sequence<int, slots>());
      for (int s = 0; s < used_; ++s)
        if (works(slots_[s])) put(x.at(first(slots_[s])), s, length(slots_[s]));
      for (int s = 0; s < used_; ++s) advance(slots_[s]);
      if (planes_ && mine_ && (step + 1) % chunks_ == 0) mine_->publish((step + 1) / chunks_);
    }
  }

 private:
  struct Slot {  // a row in work, at one of its chunks
    std::int64_t wait = 0, strip = 0;
    int chunk = 0, j = 0, k = 0;
  };
  static constexpr int streams = 16;  // memory streams that are prefetched at most
  static constexpr int parts = int(members::count<Ahead>());

  bool works(const Slot& s) const { return s.wait == 0 && s.strip < strips_; }
  Cell<Host> first(const Slot& s) const { return {b_.lo[0] + begin_[s.chunk], s.j, s.k}; }
  int length(const Slot& s) const { return begin_[s.chunk + 1] - begin_[s.chunk]; }
  Cell<Host> next(const Slot& s) const {  // the cell above which values will soon be read for the first time
    return planes_ ? first(s) + Axis::y : Cell<Host>{b_.lo[0] + begin_[s.chunk + 1], s.j, s.k};
  }
  void enter(Slot& s, std::int64_t strip) const {
    const int rows = planes_ ? 1 : b_.extent(1);
    s.strip = strip;
    s.j = b_.lo[1] + int(strip % rows);
    s.k = b_.lo[2] + int(strip / rows);
  }
  void advance(Slot& s) {
    if (s.wait > 0) return void(--s.wait);
    if (++s.chunk < chunks_) return;
    s.chunk = 0;
    if (planes_ && ++s.j < b_.hi[1]) return;
    if (!planes_ && s.strip < strips_) tell(s.strip + 1);
    enter(s, s.strip + round_);
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
  // Collects addresses that the next chunk, or the row above, will be the first to read: of most fields in the row
  // above; of faces across z in the plane above; of the unknown also in the plane below, which may have left the cache.
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
    asm("" : "+x"(last));  // keeps it a scalar: the compiler would collect the slots into vectors, number by number
#endif
    ahead_[0][s][m] = last;
  }
  static void prefetch(std::uintptr_t address) { __builtin_prefetch(reinterpret_cast<const void*>(address), 0, 2); }
  // Runs the chains of all slots side by side. Slots with fewer cells, or none, compute values that nobody reads.
  // Meanwhile the next chunks are prefetched into the second-level cache, since the first has no room for so many.
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

  // Waits until the thread before has come far enough. With planes: nothing lies below the first one; the highest plane
  // of the thread before ends a row slots − 1 turns after its lowest one, where a turn is one row in each plane.
  void ask(const Slot& s) {
    const std::int64_t round = s.strip / round_ - (first_ == 0);
    if (planes_ && round < 0) return;
    const std::int64_t ended = planes_ ? round * b_.extent(1) + (s.j - b_.lo[1]) + slots : s.strip + 1;
    if (known_ < ended) known_ = before_->wait(planes_ ? ended : std::min(ended - 1 + band_, strips_));
  }
  void tell(std::int64_t rows) {
    if (mine_ && (rows % band_ == 0 || rows == strips_)) mine_->publish(rows);
  }

  const F f_;
  const Box b_;
  const bool planes_;
  const std::int64_t band_;
  const int blocks_, chunks_, used_;
  const std::int64_t lag_;                     // how far a slot is behind the one below it, in chunks
  const std::int64_t first_, round_, strips_;  // rows or planes: first of slot 0; from one of a slot to its next; all
  const Progress* before_ = nullptr;
  Progress* mine_ = nullptr;
  std::int64_t known_ = 0;
  std::vector<int> begin_;  // where the chunks begin, and where the row ends
  std::array<Slot, slots> slots_;
  std::uintptr_t soon_[streams][slots] = {};  // addresses to prefetch, maybe outside the fields
  alignas(64) T ahead_[parts][slots][longest + block] = {};
};

}  // namespace detail

// Computes the cells as if they were visited in lexicographic order.
template <class F>
void launch_ordered(Exec<Host>& exec, const Set& set, const F& functor) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  constexpr int slots = detail::OrderedRows<F>::slots, narrow = 64, band_cells = 8192;
  const Box b = set.box;
  const std::int64_t rows = std::int64_t(b.extent(1)) * b.extent(2);
  const bool alone = b.cells() < detail::worth_threads || rows == 1;
  // The most threads that are of use, with parts of rows and with planes. With planes, each thread is up to `slots`
  // rows behind the one before it, and the first behind the last: with fewer than `slots` rows per thread, all would
  // wait for each other.
  const int in_rows = std::max(1, alone ? 1 : b.extent(0) / narrow),
            in_planes = std::min(b.extent(1), b.extent(2)) / slots;
  const bool planes = in_planes >= std::min(in_rows, exec.threads());
  const int threads = std::min(exec.threads(), in_rows == 1 ? 1 : planes ? in_planes : in_rows);
  const std::int64_t columns = std::max(1, b.extent(0) / threads);
  const int band = int(std::clamp<std::int64_t>(band_cells / columns, 1, std::max<std::int64_t>(1, rows / 16)));
  std::vector<detail::Progress> progress(threads);
#pragma omp parallel num_threads(threads)
  {
    const int t = omp_get_thread_num(), n = omp_get_num_threads();
    const auto cut = [&](int of) { return b.lo[0] + int(std::int64_t(b.extent(0)) * of / n); };
    Box part = b;
    if (!planes) part.set(0, cut(t), cut(t + 1));
    const auto slots_of = planes ? detail::Slots::planes : detail::Slots::rows;
    detail::OrderedRows<F>(functor, {slots_of, t, n, part, band}, progress).run();
  }
}

// The same for a kernel template and its fields, as in for_each (exec/core/executor.hpp).
template <template <class, class, int, class> class K, class V, class... A>
void for_each_ordered(Exec<Host>& exec, const Set& set, A&&... args) {
  detail::with_dimension<fewest_axes<V>>(set.dimensions, [&](auto d) {
    const K<Host, detail::first_value<A...>, decltype(d)::value, V> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    launch_ordered(exec, set, f);
  });
}

}  // namespace eddy
