// Whole-line kernels on the host: a thread takes a bundle of pairs of lines through a buffer in its cache, SIMD across
// the bundle.
#pragma once
#include "exec/host/cells.hpp"
#include "exec/shapes/transform_plan.hpp"

namespace eddy {

inline std::size_t fast_memory(Exec<Host>&) { return std::size_t(1) << 28; }

namespace detail {

template <class F>
struct TransformBundle {
  using T = typename F::Real;
  static constexpr int axis = F::axis, p = across_first(axis), lanes = 32 / int(sizeof(T)), chunk = 128;
  const F& f;
  const Box& box;
  T* memory;  // per slot: the numbers of the first line of each pair, then those of the second
  int first, second, pairs;

  FN T* at(int slot) const { return memory + std::int64_t(slot) * 2 * lanes; }
  // A line of pair w. Lanes without a pair repeat the last pair; the last line of an odd number is its own partner.
  FN int line(int w, bool other) const {
    const int n = first + 2 * (w < pairs ? w : pairs - 1) + other, last = box.hi[p] - 1;
    return n < last ? n : last;
  }
  FN Cell<Host> cell(int i, int line) const { return line_cell<Host, axis>(i, line, second); }
  bool full() const { return pairs == lanes && first + 2 * lanes <= box.hi[p]; }

  // SIMD follows the memory: lines along x have their cells side by side, others have neighbouring pairs side by side.
  void bring() const {
    if constexpr (axis == 0) {
      alignas(64) T re[chunk], im[chunk];
      for (int w = 0; w < lanes; ++w) {
        const int a = line(w, false), b = line(w, true);
        for (int from = box.lo[0]; from < box.hi[0]; from += chunk) {
          const int n = std::min(chunk, box.hi[0] - from);
#pragma omp simd
          for (int i = 0; i < n; ++i) {
            const Complex<T> z = f.bring(cell(from + i, a), cell(from + i, b));
            re[i] = z.re;
            im[i] = z.im;
          }
          for (int i = 0; i < n; ++i) {
            T* to = at(f.place_in(from + i));
            to[w] = re[i];
            to[lanes + w] = im[i];
          }
        }
      }
    } else if (full()) {
      bring_across([&](int w, bool other) INLINED { return first + 2 * w + other; });
    } else {
      bring_across([&](int w, bool other) INLINED { return line(w, other); });
    }
  }
  template <class Line>
  FN void bring_across(const Line& line_of) const {
    for (int i = box.lo[axis]; i < box.hi[axis]; ++i) {
      T* to = at(f.place_in(i));
#pragma omp simd
      for (int w = 0; w < lanes; ++w) {
        const Complex<T> z = f.bring(cell(i, line_of(w, false)), cell(i, line_of(w, true)));
        to[w] = z.re;
        to[lanes + w] = z.im;
      }
    }
  }
  void give() const {
    if constexpr (axis == 0) {
      alignas(64) T re[chunk], im[chunk];
      for (int w = 0; w < pairs; ++w) {
        const int a = line(w, false), b = line(w, true);
        for (int from = box.lo[0]; from < box.hi[0]; from += chunk) {
          const int n = std::min(chunk, box.hi[0] - from);
          for (int i = 0; i < n; ++i) {
            const T* z = at(f.place_out(from + i));
            re[i] = z[w];
            im[i] = z[lanes + w];
          }
#pragma omp simd
          for (int i = 0; i < n; ++i) f.give(cell(from + i, a), cell(from + i, b), Complex<T>{re[i], im[i]});
        }
      }
    } else {
      const bool is_full = full();
      for (int i = box.lo[axis]; i < box.hi[axis]; ++i) {
        const T* z = at(f.place_out(i));
        if (is_full) {
#pragma omp simd
          for (int w = 0; w < lanes; ++w)
            f.give(cell(i, first + 2 * w), cell(i, first + 2 * w + 1), Complex<T>{z[w], z[lanes + w]});
        } else {
          for (int w = 0; w < pairs; ++w)
            f.give(cell(i, line(w, false)), cell(i, line(w, true)), Complex<T>{z[w], z[lanes + w]});
        }
      }
    }
  }
  template <int Kind>
  void work(const TransformStep& s) const {
    constexpr int n = F::width(Kind);
    const TransformNumbers<Host> numbers{s.stride, s.length, s.table};
    for (int item = 0; item < s.items; ++item) {
      T* slot[n];
      for_constant<n>([&](auto m) INLINED { slot[m] = at(f.template slot<Kind>(item, numbers, m)); });
#pragma omp simd
      for (int w = 0; w < lanes; ++w) {
        Complex<T> z[n];
        for_constant<n>([&](auto m) INLINED { z[m] = {slot[m][w], slot[m][lanes + w]}; });
        f.template work<Kind>(item, numbers, z);
        for_constant<n>([&](auto m) INLINED {
          slot[m][w] = z[m].re;
          slot[m][lanes + w] = z[m].im;
        });
      }
    }
  }
  void run(const std::vector<TransformStep>& steps) const {
    bring();
    for (const TransformStep& s : steps)
      for_constant<F::kinds>([&](auto kind) {
        if (s.kind == kind) work<kind>(s);
      });
    give();
  }
};

}  // namespace detail

template <class F>
void launch_transform(Exec<Host>& exec, const Set& set, const F& functor, const TransformPlan<Host>& plan) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  using Bundle = detail::TransformBundle<F>;
  constexpr int p = across_first(F::axis), q = across_second(F::axis);
  const Box b = set.box;
  const int pairs = (b.extent(p) + 1) / 2, bundles = (pairs + Bundle::lanes - 1) / Bundle::lanes;
#pragma omp parallel num_threads(b.cells() < detail::worth_threads ? 1 : exec.threads())
  {
    const F f = functor;
    std::vector<typename F::Real> memory(std::size_t(plan.slots) * 2 * Bundle::lanes);
#pragma omp for collapse(2) schedule(static)
    for (int second = b.lo[q]; second < b.hi[q]; ++second)
      for (int n = 0; n < bundles; ++n)
        Bundle{f,
               b,
               memory.data(),
               b.lo[p] + 2 * Bundle::lanes * n,
               second,
               std::min(Bundle::lanes, pairs - Bundle::lanes * n)}
            .run(plan.steps);
  }
}

}  // namespace eddy
