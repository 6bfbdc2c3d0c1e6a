// A series of launches as one block of threads; compiled by nvcc only. The launches are noted, and the notes are the
// argument of one kernel, whose threads take the cells of one launch after the other.
#pragma once
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "exec/cuda/cells.hpp"

namespace eddy {
template <class... F>
struct Kernels;

namespace detail {

template <class List>
struct SeriesOf;
template <class... F>
struct SeriesOf<Kernels<F...>> {
  static constexpr int threads = 1024;
  static constexpr std::size_t functor = (std::max({sizeof(F)...}) + 15) / 16 * 16;
  struct alignas(16) Note {
    Range range{Set(Box{}, 1)};
    int kernel = 0;  // its place in the list
    alignas(16) unsigned char bytes[functor];
  };
  static constexpr int most = 31000 / int(sizeof(Note));  // arguments of a launch are at most 32 764 bytes
  struct Notes {
    int count = 0;
    Note all[most];
  };

  template <class G>
  static __device__ __forceinline__ void cells_of(const Range& r, const G& f) {
    const int step = is_coloured<G> ? 2 : 1;
    const int nx = (r.hi[0] - r.lo[0] + step - 1) / step, ny = r.hi[1] - r.lo[1], nz = r.hi[2] - r.lo[2];
    for (int n = threadIdx.x; n < nx * ny * nz; n += threads) {
      const int k = r.lo[2] + n / (nx * ny), j = r.lo[1] + n / nx % ny;
      const int i = r.lo[0] + step * (n % nx) + (is_coloured<G> ? first_of_colour(r, j, k) : 0);
      if (i < r.hi[0]) f(Cell<Cuda>{i, j, k});
    }
  }
  template <class G>
  static __device__ __forceinline__ void one(int& kernel, const Note& note) {
    if (kernel-- == 0) cells_of(note.range, *reinterpret_cast<const G*>(note.bytes));
  }
  static __device__ __forceinline__ void run(const Note& note) {
    int kernel = note.kernel;
    (one<F>(kernel, note), ...);
  }
};

template <class List>
__global__ void __launch_bounds__(SeriesOf<List>::threads)
    run_series(const __grid_constant__ typename SeriesOf<List>::Notes notes) {
  using Series = SeriesOf<List>;
  constexpr int words = sizeof(typename Series::Note) / 4;
  __shared__ __align__(16) unsigned held[2][words];  // the present note, and the next
  const auto fetch = [&](int n) {
    const auto* from = reinterpret_cast<const unsigned*>(&notes.all[n]);
    for (int w = threadIdx.x; w < words; w += Series::threads) held[n % 2][w] = from[w];
  };
  fetch(0);
  for (int n = 0; n < notes.count; ++n) {
    __syncthreads();  // all threads see what the previous launch has written, and the note
    if (n + 1 < notes.count) fetch(n + 1);
    Series::run(*reinterpret_cast<const typename Series::Note*>(held[n % 2]));
  }
}

template <class... F, class Work>
void run_as_series(Exec<Cuda>& exec, Kernels<F...>, const Work& work) {
  using Series = SeriesOf<Kernels<F...>>;
  std::vector<Exec<Cuda>::Noted> noted;
  exec.note_launches(&noted);
  work();
  exec.note_launches(nullptr);
  const KernelId* const ids[] = {&id_of<F>...};
  auto notes = std::make_unique<typename Series::Notes>();
  for (std::size_t n = 0; n < noted.size(); ++n) {
    auto& note = notes->all[notes->count++];
    note.kernel = static_cast<int>(std::find(std::begin(ids), std::end(ids), noted[n].id) - std::begin(ids));
    if (note.kernel == static_cast<int>(sizeof...(F)))
      throw Error(Exit::fault, std::string("a series of launches does not know '") + noted[n].id->name + "'.");
    note.range = noted[n].range;
    std::memcpy(note.bytes, noted[n].functor.data(), noted[n].functor.size());
    if (notes->count < Series::most && n + 1 < noted.size()) continue;
    run_series<Kernels<F...>><<<1, Series::threads, 0, static_cast<cudaStream_t>(exec.stream())>>>(*notes);
    exec.after("a series of launches");
    notes->count = 0;
  }
}

}  // namespace detail

}  // namespace eddy
