// sweep_many: several sweeps of one kernel over a set, a few of them in each pass over memory; the bits are those of
// single sweeps.
//
//   if (sweep_many<Jacobi, V>(exec, cells, n, a, x, b, next, rate, omega)) …          // true: the result is in `next`
//   if (sweep_many_coloured<Relax, V>(exec, cells, n, spare, a, b, x, rate, omega)) …  // true: the result is in
//   `spare`
//
// The kernel says which field is iterated (exec/tile_view.hpp), reads it no further than the next cell along each axis,
// and writes nothing else: the kernel analysis makes sure. Cells outside the set keep their values; both buffers must
// have the same values there. A coloured sweep is one of the cells of colour 0 and one of those of colour 1.
#pragma once
#include "exec/executor.hpp"
#include "exec/tile_host.hpp"
#include "exec/tile_view.hpp"
#ifdef __CUDACC__
#include "exec/tile_cuda.hpp"
#elif defined(EDDY_HAS_OPENCL)
#include "exec/tile_opencl.hpp"
#endif

namespace eddy {

namespace tile {

// The kernel for the sweep after the next: the buffers have changed their roles.
template <class S, class F>
F turned(F f) {
  const auto e = ends<S, typename Made<F>::Real>(f);
  std::swap(*e.read, *e.written);
  return f;
}
template <class S, class F>
F moved(F f, const Place<S, typename Made<F>::Real>& to) {
  *ends<S, typename Made<F>::Real>(f).read = to;
  return f;
}

template <bool Coloured, class S, class F>
void single_sweep(Exec<S>& exec, const Set& set, const F& f) {
  constexpr int bytes = sizeof(typename Made<F>::Real);
  if constexpr (Coloured) {
    for (int colour : {0, 1}) launch(exec, set.coloured(colour), f, bytes);
  } else {
    launch(exec, set, f, bytes);
  }
}
template <bool Coloured, class S, class F>
bool single_sweeps(Exec<S>& exec, const Set& set, int n, const F& there, const F& back) {
  for (int m = 0; m < n; ++m) single_sweep<Coloured>(exec, set, Coloured || m % 2 == 0 ? there : back);
  return !Coloured && n % 2;
}

// n as a sum of passes of at most `most` sweeps, none of them alone if that can be.
inline std::vector<int> passes(int n, int most) {
  const int count = (n + most - 1) / most;
  std::vector<int> all(count, n / count);
  for (int p = 0; p < n % count; ++p) ++all[p];
  return all;
}

template <bool Coloured, class F>
bool sweeps_of(Exec<Host>& exec, const Set& set, int n, const F& there, const F& back) {
  const int halves = Coloured ? 2 : 1, most = std::max(1, host_levels / halves);
  if (Made<F>::dimensions == 1 || n * halves < 2) return single_sweeps<Coloured>(exec, set, n, there, back);
  bool turned = false;
  for (int s : passes(n, most)) {
    detail::Stopwatch watch(exec.timers, id_of<F>, set);
    exec.timers[id_of<F>].cells += set.box.cells() * (s * halves - 1);
    const bool odd = !Coloured && turned;
    HostSweeps<F> h{set.box, odd ? back : there, Coloured ? there : odd ? there : back, s * halves, Coloured, {}};
    h.size = host_tile(there, s * halves);
    h.run(set.box.cells() < detail::worth_threads ? 1 : exec.threads());
    turned ^= !Coloured && s % 2;
  }
  return turned;
}

#if defined(__CUDACC__) || defined(EDDY_HAS_OPENCL)
template <bool Coloured, class S, class F>
bool sweeps_of(Exec<S>& exec, const Set& set, int n, const F& there, const F& back) {
  if constexpr (Made<F>::dimensions == 1) {
    return single_sweeps<Coloured>(exec, set, n, there, back);
  } else {
    bool turned = false;
    const int most = most_sweeps<Coloured, F>(exec, set);
    for (int s : passes(n, std::max(1, most))) {
      const F& now = turned ? back : there;
      if (most == 0 || s < fewest_sweeps<Coloured, F>) {
        single_sweep<Coloured>(exec, set, now);
        turned ^= !Coloured;
      } else {
        launch_tiles<Coloured>(exec, set, s, now, turned ? there : back);
        turned = !turned;
      }
    }
    return turned;
  }
}
#endif

}  // namespace tile

template <template <class, class, int, class> class K, class V, class S, class... A>
bool sweep_many(Exec<S>& exec, const Set& set, int n, A&&... args) {
  if (set.box.empty() || n < 1) return false;
  return detail::with_dimension(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value, V> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    return tile::sweeps_of<false>(exec, set, n, f, tile::turned<S>(f));
  });
}
template <template <class, class, int, class> class K, class V, class S, class Spare, class... A>
bool sweep_many_coloured(Exec<S>& exec, const Set& set, int n, Spare& spare, A&&... args) {
  if (set.box.empty() || n < 1) return false;
  return detail::with_dimension(set.dimensions, [&](auto d) {
    using T = detail::first_value<A...>;
    const K<S, T, decltype(d)::value, V> f{std::forward<A>(args)...};
    const InOut<S, T> other = spare;
    const auto back = tile::moved<S>(f, other);
    members::refuse_aliases(f, f.name);
    members::refuse_aliases(back, f.name);
    return tile::sweeps_of<true>(exec, set, n, f, back);
  });
}

}  // namespace eddy
