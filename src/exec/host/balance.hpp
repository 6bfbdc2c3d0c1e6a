// Balanced passes on the host: each flux is computed once. A row is processed in three sweeps, each in packs of cells along x:
// the states that all cells tell their faces, the fluxes of all faces, the updates of all cells.
//
//   row of cells ─▶ states that each cell tells its two faces across an axis, one array per number
//               ─▶ fluxes of the lower faces, which are the upper faces of the row before
#pragma once
#include <vector>

#include "exec/host/packs.hpp"
#include "exec/host/rows.hpp"

namespace eddy {

namespace detail {

// The arrays of a row, one per number and a row's width apart; each begins at a cache line.
template <class T>
class RowArrays {
 public:
  static constexpr std::size_t line = 64 / sizeof(T);
  RowArrays(int numbers, std::size_t width) : memory_(numbers * width + line) {}
  T* data() {
    const auto at = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + (64 - at % 64) % 64 / sizeof(T);
  }
  const T* data() const { return const_cast<RowArrays*>(this)->data(); }
  void swap(RowArrays& other) { memory_.swap(other.memory_); }

 private:
  std::vector<T> memory_;
};

// Registers per number where fluxes are computed: with several, the core works on one while another waits for a quotient or
// a root. States and updates hardly wait, so they use one.
template <int D>
inline constexpr int flux_registers = D == 2 ? 3 : 2;

// Computes the states that n cells along x, from `first` on, tell their two faces across A.
template <int A, class F, class T>
void tell_faces(const F& faces, Cell<Host> first, int n, T* down, T* up, std::size_t width) {
  in_packs<1>(faces, 0, n, [=]<class S>(const auto& f, S, int m) INLINED {
    using Num = Value<S, T>;
    const Cell<S> c{first.i + m, first.j, first.k};
    Num below[F::values], here[F::values], above[F::values], to_low[F::told], to_high[F::told];
    f.read(c - Axis(A), below);
    f.read(c, here);
    f.read(c + Axis(A), above);
    f.side(below, here, above, false, to_low);
    f.side(below, here, above, true, to_high);
    put(down + m, width, to_low);
    put(up + m, width, to_high);
  });
}
// Computes the fluxes through the lower faces of the same cells across A.
template <int A, class F, class T>
void find_fluxes(const F& faces, Cell<Host> first, int n, const T* below, const T* here, T* flux, std::size_t width) {
  in_packs<flux_registers<Made<F>::dimensions>>(faces, 0, n, [=]<class S>(const auto& f, S, int m) INLINED {
    using Num = Value<S, T>;
    Num from_below[F::told], from_here[F::told], through[F::values];
    get(below + m, width, from_below);
    get(here + m, width, from_here);
    f.template flux<A>(Cell<S>{first.i + m, first.j, first.k}, from_below, from_here, through);
    put(flux + m, width, through);
  });
}

template <class F>
class HostBalance {
 public:
  using T = typename Made<F>::Real;
  static constexpr int D = Made<F>::dimensions, values = F::values, told = F::told;
  static constexpr int most_width = 384, most_height = D == 3 ? 16 : 1;  // size of a tile

  HostBalance(const F& f, const Box& tile)
      : f_(f),
        faces_(f.faces()),
        tile_(tile),
        width_((tile.extent(0) + 2 + 15) / 16 * 16),
        down_(told, width_),
        up_(told, width_),
        flux_(values, width_),
        rows_(1, Row(width_)),
        layers_(D == 3 ? tile.extent(1) : 0, Row(width_)) {}

  void march(int begin, int end) {  // along the last axis
    if constexpr (D == 2) {
      rows(0, begin, end);
    } else {
      for (int k = begin - 1; k <= end; ++k) {
        for (int j = tile_.lo[1]; j < tile_.hi[1]; ++j) across<2>(j, k, layers_[j - tile_.lo[1]], k - begin);
        if (k > begin) rows(k - 1, tile_.lo[1], tile_.hi[1]);
      }
    }
  }

 private:
  struct Row {  // the last row across an axis: states told upwards, lower fluxes; lower fluxes of the row before
    RowArrays<T> up, flux, before;
    explicit Row(std::size_t width) : up(told, width), flux(values, width), before(values, width) {}
  };

  void rows(int k, int begin, int end) {
    for (int j = begin - 1; j <= end; ++j) {
      across<1>(j, k, rows_[0], j - begin);
      if (j > begin) complete(j - 1, k);
    }
  }
  // Computes the fluxes of a row's lower faces across A. Row −1 only gives states, row 0 the first fluxes, and each
  // further row the upper fluxes of the row before.
  template <int A>
  void across(int j, int k, Row& row, int number) {
    const int n = tile_.extent(0);
    const Cell<Host> first{tile_.lo[0], j, k};
    tell_faces<A>(faces_, first, n, down_.data(), up_.data(), width_);
    if (number >= 0) {
      row.before.swap(row.flux);
      find_fluxes<A>(faces_, first, n, row.up.data(), down_.data(), row.flux.data(), width_);
    }
    row.up.swap(up_);
  }
  // Computes the fluxes of a row across x, and updates its cells. The arrays of states begin one cell before the row.
  void complete(int j, int k) {
    const int n = tile_.extent(0), i0 = tile_.lo[0];
    tell_faces<0>(faces_, {i0 - 1, j, k}, n + 2, down_.data(), up_.data(), width_);
    find_fluxes<0>(faces_, {i0, j, k}, n + 1, up_.data(), down_.data() + 1, flux_.data(), width_);
    const T *const flux = flux_.data(), *const high = rows_[0].flux.data(), *const low = rows_[0].before.data();
    const Row& deep = D == 3 ? layers_[j - tile_.lo[1]] : rows_[0];
    const T *const deep_high = deep.flux.data(), *const deep_low = deep.before.data();
    const std::size_t width = width_;
    in_packs_once(f_, 0, n, [=]<class S>(const auto& g, S, int m) INLINED {
      using Num = Value<S, T>;
      const Cell<S> c{i0 + m, j, k};
      Num here[values], sum[values];
      g.read(c, here);
      UNROLL_ALL
      for (int v = 0; v < values; ++v) {
        const std::size_t at = v * width + m;
        Num rest = load<Num>(high + at) - load<Num>(low + at);
        if constexpr (D == 3) rest = rest + (load<Num>(deep_high + at) - load<Num>(deep_low + at));
        sum[v] = (load<Num>(flux + at + 1) - load<Num>(flux + at)) + rest;
      }
      g.update(c, here, sum);
    });
  }

  F f_;
  typename F::Faces faces_;
  Box tile_;
  std::size_t width_;
  RowArrays<T> down_, up_, flux_;
  std::vector<Row> rows_, layers_;
};

}  // namespace detail

template <class F>
void launch_balance(Exec<Host>& exec, const Set& set, const F& f) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  detail::march_tiles<detail::HostBalance<F>>(exec, set, f);
}

}  // namespace eddy
