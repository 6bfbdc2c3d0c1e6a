// sweep_many: makes several sweeps of a kernel over a set, a few of them in each pass over memory; the bits are those
// of single sweeps.
//
//   if (sweep_many<Jacobi, V>(exec, cells, n, a, x, b, next, rate, omega)) …          // true: the result is in `next`
//   if (sweep_many_coloured<Relax, V>(exec, cells, n, spare, a, b, x, rate, omega)) …  // true: it is in `spare`
//
// The kernel declares which fields are iterated (exec/shapes/tile_view.hpp), reads them no further than it declares,
// and writes nothing else; the kernel analysis checks this. Cells outside the set keep their values, and must have the
// same values in both buffers. A coloured sweep updates the cells of colour 0, then those of colour 1.
#pragma once
#include "exec/core/executor.hpp"
#include "exec/core/tuning.hpp"
#include "exec/host/tiles.hpp"
#include "exec/shapes/tile_view.hpp"
#ifdef __CUDACC__
#include "exec/cuda/blocks.hpp"
#include "exec/cuda/tiles.hpp"
#else
#include "exec/opencl/tiles.hpp"
#endif

namespace eddy {

// Launches a kernel that may treat the ends of its set differently. On devices, a small set is one launch; of a large
// set, the cells away from the ends are launched with the inner kernel, and the ends with the kernel itself.
template <class S, class F>
void launch_in_parts(Exec<S>& exec, const Set& set, const F& f, int bytes) {
  constexpr std::int64_t few = 1 << 18;
  if constexpr (tile::edge<F> != 0)
    if (set.box.cells() > few) {
      const auto parts = peeled(set.box, tile::edge<F>, set.dimensions);
      if (!parts[0].empty()) launch(exec, Set(parts[0], set.dimensions), tile::inner_of(f), bytes);
      for (std::size_t n = 1; n < parts.size(); ++n)
        if (!parts[n].empty()) launch(exec, Set(parts[n], set.dimensions), f, bytes);
      return;
    }
  launch(exec, set, f, bytes);
}
template <class F>
void launch_in_parts(Exec<Host>& exec, const Set& set, const F& f, int bytes) {  // the host: by rows
  if constexpr (tile::edge<F> == 0) {
    launch(exec, set, f, bytes);
  } else {
    detail::Stopwatch watch(exec.timers, id_of<F>, set);
    const tile::HostSweeps<F> once{set.box, f, f, 1, false, {set.box.extent(0), set.box.extent(1), 1}};
    once.run(set.box.cells() < detail::worth_threads ? 1 : exec.threads());
  }
}

namespace tile {

template <class S, class F>
F with_read_buffer(F f, const Place<S, typename Made<F>::Real>& to) {
  *iterated_views<S, typename Made<F>::Real>(f).read = to;
  return f;
}

template <bool Coloured, class S, class F>
void single_sweep(Exec<S>& exec, const Set& set, const F& f) {
  constexpr int bytes = sizeof(typename Made<F>::Real);
  if constexpr (Coloured) {
    for (int colour : {0, 1}) launch(exec, set.coloured(colour), f, bytes);
  } else {
    launch_in_parts(exec, set, f, bytes);
  }
}
template <bool Coloured, class S, class F>
bool single_sweeps(Exec<S>& exec, const Set& set, int n, const F& there, const F& back) {
  for (int m = 0; m < n; ++m) single_sweep<Coloured>(exec, set, Coloured || m % 2 == 0 ? there : back);
  return !Coloured && n % 2;
}

// Splits n sweeps evenly into passes of at most `most`, with a single sweep in a pass only where it cannot be avoided.
// All passes but the last are multiples of `step`.
inline std::vector<int> passes(int n, int most, int step = 1) {
  const int steps = n / step, count = (steps * step + most - 1) / most;
  std::vector<int> all(count, count ? steps / count * step : 0);
  for (int p = 0; count && p < steps % count; ++p) all[p] += step;
  if (n % step) all.push_back(n % step);
  return all;
}

template <bool Coloured, class F>
bool sweeps_of(Exec<Host>& exec, const Set& set, int n, const F& there, const F& back) {
  constexpr int levels = reach<F> != 1 ? host_levels_far : host_levels;
  const Tuned* const known = several<F> ? tuned(id_of<F>) : nullptr;
  const bool singly = known && known->block == Tuned::one_sweep;
  const int halves = Coloured ? 2 : 1, most = singly ? 1 : std::max(1, levels / halves);
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

// Sweeps of several fields: in blocks if the space has them, and the rest with one sweep per pass.
template <class S, class F>
bool block_sweeps(Exec<S>& exec, const Set& set, int n, const F& there, const F& back) {
  const int most = most_block_sweeps<F>(exec, set);
  bool turned = false;
  while (n > 0) {
    const bool many = most > 1 && n >= most;
    if (many)
      launch_blocks(exec, set, turned ? back : there);
    else
      single_sweep<false>(exec, set, turned ? back : there);
    n -= many ? most : 1;
    turned = !turned;
  }
  return turned;
}

template <bool Coloured, class S, class F>
bool sweeps_of(Exec<S>& exec, const Set& set, int n, const F& there, const F& back) {
  if constexpr (Made<F>::dimensions == 1) {
    return single_sweeps<Coloured>(exec, set, n, there, back);
  } else if constexpr (several<F>) {
    return block_sweeps(exec, set, n, there, back);
  } else {
    bool turned = false;
    const int most = most_sweeps<Coloured, F>(exec, set);
    for (int s : passes(n, std::max(1, most), most == 0 ? 1 : sweeps_step<Coloured, F>(exec))) {
      const F& now = turned ? back : there;
      if (most == 0 || s < fewest_sweeps<Coloured, F>) {
        single_sweep<Coloured>(exec, set, now);
        turned ^= !Coloured;
      } else {
        launch_tiles<Coloured>(exec, set, set.box, s, now, turned ? there : back);
        turned = !turned;
      }
    }
    return turned;
  }
}

template <class S, class F>
inline constexpr bool in_tiles = !std::is_same_v<S, Host> && Made<F>::dimensions > 1 && !several<F>;

// A box as thin along each axis as the thinnest part of the set that a rank owns; all ranks come to the same answer.
inline Box least_part(const Partition& p, Box set) {
  for (int a = 0; a < 3; ++a) {
    int least = set.extent(a);
    for (int n = 0; n < p.parts(a); ++n) {
      const int end = n + 1 < p.parts(a) ? p.begins(a)[n + 1] : set.hi[a];
      const int cells = std::min(set.hi[a], end) - std::max(set.lo[a], p.begins(a)[n]);
      if (cells > 0) least = std::min(least, cells);
    }
    set.hi[a] = set.lo[a] + least;
  }
  return set;
}
// On many ranks, as many sweeps as the halo is wide are made between two messages, or fewer if these are one launch of
// a device. A rank sweeps its own cells and as many halo cells as the later sweeps read. The results in the halo are
// discarded, so that each rank has the bits of a run on one rank:
//
//     sweep 1   ═══════════════╪═════          own cells ╪ halo
//     sweep 2   ═══════════════╪═══            the values are right up to here; the next cell
//     sweep 3   ═══════════════╪═              has read a halo cell that was not swept
//
// Where the sweeps are one launch of a device, from one buffer to the other, cells that need no halo are swept first.
template <bool Coloured, class S, class F>
bool shared_sweeps(Exec<S>& exec, const Set& set, int n, const F& there, const F& back) {
  constexpr int halves = Coloured ? 2 : 1, far = reach<F>;
  const Held* const held =
      exec.parts.find(iterated_views<S, typename Made<F>::Real>(const_cast<F&>(there)).read->buffer);
  if (!held || !held->part) return sweeps_of<Coloured>(exec, set, n, there, back);
  int most = std::max(1, held->part->halo() / (far * halves)), step = 1, at_once = 0;
  if constexpr (in_tiles<S, F>) {
    at_once = most_sweeps<Coloured, F>(exec, Set(least_part(*held->part, set.box), set.dimensions));
    if (at_once > 1 && std::min(most, at_once) >= sweeps_step<Coloured, F>(exec)) {
      step = sweeps_step<Coloured, F>(exec);
      most = std::min(most, at_once) / step * step;
    }
  }
  bool turned = false;
  for (int s : passes(n, most, step)) {
    const F &now = turned ? back : there, &other = turned ? there : back;
    Plan plan = exec.parts.plan(id_of<F>, members::uses_of(now), set, s * halves, far);
    Plan after = exec.parts.plan(id_of<F>, members::uses_of(other), set, 1, far);
    bool done = false;
    if constexpr (in_tiles<S, F>) {
      done = s >= fewest_sweeps<Coloured, F> && s % step == 0 && s <= at_once;
      if (done) {
        const Set swept = plan.here;
        plan.here.box = after.here.box;
        plan.overlaps = true;
        detail::launch_part<S>(exec, plan, [&](const Set& result) {
          const Set around(result.box.grown((s * halves - 1) * far, set.dimensions).common(swept.box), set.dimensions);
          launch_tiles<Coloured>(exec, around, result.box, s, now, other);
        });
        turned = !turned;
      }
    }
    if (!done) {
      detail::launch_part<S>(exec, plan,
                             [&](const Set& part) { turned ^= sweeps_of<Coloured>(exec, part, s, now, other); });
      if (plan.here.box.empty()) turned ^= !Coloured && s % 2;
    }
    exec.parts.wrote(after);
  }
  return turned;
}

}  // namespace tile

template <template <class, class, int, class> class K, class V, class S, class... A>
void for_each_in_parts(Exec<S>& exec, const Set& set, A&&... args) {
  if (set.box.empty()) return;
  detail::with_dimension<fewest_axes<V>>(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value, V> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    const auto run = [&](const Set& part) { launch_in_parts(exec, part, f, sizeof(detail::first_value<A...>)); };
    if (!exec.parts.many()) return run(set);
    Plan plan = exec.parts.plan(id_of<std::remove_const_t<decltype(f)>>, members::uses_of(f), set);
    plan.overlaps = !std::is_same_v<S, Host>;
    detail::launch_part<S>(exec, plan, run);
  });
}

template <template <class, class, int, class> class K, class V, class S, class... A>
bool sweep_many(Exec<S>& exec, const Set& set, int n, A&&... args) {
  if (set.box.empty() || n < 1) return false;
  return detail::with_dimension<fewest_axes<V>>(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value, V> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    const auto back = tile::with_roles_swapped<S>(f);
    return exec.parts.many() ? tile::shared_sweeps<false>(exec, set, n, f, back)
                             : tile::sweeps_of<false>(exec, set, n, f, back);
  });
}
template <template <class, class, int, class> class K, class V, class S, class Spare, class... A>
bool sweep_many_coloured(Exec<S>& exec, const Set& set, int n, Spare& spare, A&&... args) {
  if (set.box.empty() || n < 1) return false;
  return detail::with_dimension(set.dimensions, [&](auto d) {
    using T = detail::first_value<A...>;
    const K<S, T, decltype(d)::value, V> f{std::forward<A>(args)...};
    const InOut<S, T> other = spare;
    const auto back = tile::with_read_buffer<S>(f, other);
    members::refuse_aliases(f, f.name);
    members::refuse_aliases(back, f.name);
    return exec.parts.many() ? tile::shared_sweeps<true>(exec, set, n, f, back)
                             : tile::sweeps_of<true>(exec, set, n, f, back);
  });
}

}  // namespace eddy
