// FFTW on the problem of `eddy bench poisson`: −∇²u = 1 in the unit square or cube, u = 0 on the boundary, cell-centred
// finite volumes. Sine transforms along all axes, a division by the eigenvalues, and back. Prints one line of JSON per
// way of planning, times in seconds, the best of the repetitions.
//
//   peer_fftw DIMENSIONS CELLS THREADS REPETITIONS
#include <fftw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Problem {
  int d, n;
  std::size_t cells() const { return d == 2 ? std::size_t(n) * n : std::size_t(n) * n * n; }
  // ‖b − A u‖₂ / ‖b‖₂
  double residual(const double* u) const {
    const std::size_t stride[3] = {1, std::size_t(n), std::size_t(n) * n};
    double sum = 0;
    for (std::size_t c = 0; c < cells(); ++c) {
      double r = 1;
      for (int a = 0; a < d; ++a) {
        const int i = static_cast<int>(c / stride[a] % n);
        const double below = i > 0 ? u[c - stride[a]] : -u[c], above = i < n - 1 ? u[c + stride[a]] : -u[c];
        r += (below - 2 * u[c] + above) * n * n;
      }
      sum += r * r;
    }
    return std::sqrt(sum / double(cells()));
  }
};

void solve(const Problem& p, const std::vector<double>& values, double* u, fftw_plan forth, fftw_plan back) {
  const int n = p.n, deep = p.d == 3 ? n : 1;
  const double scale = 1 / std::pow(2.0 * n, p.d);
  std::fill(u, u + p.cells(), 1.0);
  fftw_execute(forth);
#pragma omp parallel for collapse(2)
  for (int k = 0; k < deep; ++k)
    for (int j = 0; j < n; ++j) {
      const double others = values[j] + (p.d == 3 ? values[k] : 0);
      double* const row = u + (std::size_t(k) * n + j) * n;
      for (int i = 0; i < n; ++i) row[i] *= scale / (values[i] + others);
    }
  fftw_execute(back);
}

void measure(const Problem& p, int threads, int repetitions, unsigned effort, const char* name) {
  double* const u = fftw_alloc_real(p.cells());
  std::vector<double> values(p.n);
  for (int i = 0; i < p.n; ++i) values[i] = (2 - 2 * std::cos(std::numbers::pi * (i + 1) / p.n)) * p.n * p.n;
  const std::vector<int> sizes(p.d, p.n);
  const auto plan = [&](fftw_r2r_kind kind) {
    const std::vector<fftw_r2r_kind> kinds(p.d, kind);
    return fftw_plan_r2r(p.d, sizes.data(), u, u, kinds.data(), effort);
  };
  const double start = seconds();
  const fftw_plan forth = plan(FFTW_RODFT10), back = plan(FFTW_RODFT01);
  const double setup = seconds() - start;
  double best = 1e30;
  for (int m = 0; m < repetitions; ++m) {
    const double begin = seconds();
    solve(p, values, u, forth, back);
    best = std::min(best, seconds() - begin);
  }
  std::printf(
      "{\"method\": \"%s\", \"ranks\": %d, \"iterations\": 1, \"residual\": %.3e, \"setup\": %.6f, \"solve\": %.6f}\n",
      name, threads, p.residual(u), setup, best);
  fftw_destroy_plan(forth), fftw_destroy_plan(back);
  fftw_free(u);
}

}  // namespace

int main(int count, char** word) {
  if (count != 5) {
    std::fprintf(stderr, "usage: peer_fftw DIMENSIONS CELLS THREADS REPETITIONS\n");
    return 2;
  }
  const Problem p{std::atoi(word[1]), std::atoi(word[2])};
  const int threads = std::atoi(word[3]), repetitions = std::atoi(word[4]);
  fftw_init_threads();
  fftw_plan_with_nthreads(threads);
  measure(p, threads, repetitions, FFTW_ESTIMATE, "plan by estimate");
  measure(p, threads, repetitions, FFTW_MEASURE, "plan by measuring");
}
