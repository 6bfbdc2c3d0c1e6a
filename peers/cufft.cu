// cuFFT beside `eddy bench poisson`: it has no sine transforms, so that its problem is the periodic one with as many
// cells, −∇²u = f with a smooth f: real transforms along all axes, a division by the eigenvalues, and back. Prints one
// line of JSON, times in seconds, the best of the repetitions.
//
//   peer_cufft DIMENSIONS CELLS 1 REPETITIONS
#include <cuda_runtime.h>
#include <cufft.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "peer_cufft: %s failed\n", what);
  std::exit(3);
}
double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

__global__ void divide(cufftDoubleComplex* u, const double* values, int n, int d, double scale) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, half = n / 2 + 1;
  if (i >= half) return;
  const double sum = values[i] + values[blockIdx.y] + (d == 3 ? values[blockIdx.z] : 0);
  cufftDoubleComplex& v = u[(std::size_t(blockIdx.z) * n + blockIdx.y) * half + i];
  const double factor = sum > 0 ? scale / sum : 0;
  v.x *= factor, v.y *= factor;
}

double residual(const std::vector<double>& f, const std::vector<double>& u, int n, int d) {
  const std::size_t stride[3] = {1, std::size_t(n), std::size_t(n) * n};
  double sum = 0, all = 0;
  for (std::size_t c = 0; c < u.size(); ++c) {
    double r = f[c];
    for (int a = 0; a < d; ++a) {
      const std::size_t i = c / stride[a] % n, row = c - i * stride[a];
      r += (u[row + (i + n - 1) % n * stride[a]] - 2 * u[c] + u[row + (i + 1) % n * stride[a]]) * n * n;
    }
    sum += r * r, all += f[c] * f[c];
  }
  return std::sqrt(sum / all);
}

}  // namespace

int main(int count, char** word) {
  if (count != 5) {
    std::fprintf(stderr, "usage: peer_cufft DIMENSIONS CELLS 1 REPETITIONS\n");
    return 2;
  }
  const int d = std::atoi(word[1]), n = std::atoi(word[2]), repetitions = std::atoi(word[4]), half = n / 2 + 1;
  const double turn = 2 * std::acos(-1.0) / n;
  const std::size_t rows = d == 2 ? n : std::size_t(n) * n;
  std::vector<double> f(rows * n), u(f.size()), values(n);
  for (int i = 0; i < n; ++i) values[i] = (2 - 2 * std::cos(turn * i)) * n * n;
  for (std::size_t c = 0; c < f.size(); ++c)
    f[c] = std::sin(turn * double(c % n)) * std::cos(2 * turn * double(c / n % n)) + std::sin(3 * turn * double(c % n));
  double *given, *solution, *table;
  cufftDoubleComplex* modes;
  check(cudaMalloc(&given, f.size() * 8) == cudaSuccess && cudaMalloc(&solution, f.size() * 8) == cudaSuccess &&
            cudaMalloc(&table, n * 8) == cudaSuccess && cudaMalloc(&modes, rows * half * 16) == cudaSuccess,
        "memory of a CUDA device");
  cudaMemcpy(given, f.data(), f.size() * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(table, values.data(), n * 8, cudaMemcpyHostToDevice);
  const double start = seconds();
  cufftHandle forth, back;
  check((d == 2 ? cufftPlan2d(&forth, n, n, CUFFT_D2Z) : cufftPlan3d(&forth, n, n, n, CUFFT_D2Z)) == CUFFT_SUCCESS &&
            (d == 2 ? cufftPlan2d(&back, n, n, CUFFT_Z2D) : cufftPlan3d(&back, n, n, n, CUFFT_Z2D)) == CUFFT_SUCCESS,
        "planning");
  cudaDeviceSynchronize();
  const double setup = seconds() - start;
  double best = 1e30;
  for (int m = 0; m < repetitions; ++m) {
    const double begin = seconds();
    check(cufftExecD2Z(forth, given, modes) == CUFFT_SUCCESS, "the transform");
    divide<<<dim3((half + 255) / 256, n, d == 3 ? n : 1), 256>>>(modes, table, n, d, 1 / (double(rows) * n));
    check(cufftExecZ2D(back, modes, solution) == CUFFT_SUCCESS, "the transform back");
    check(cudaDeviceSynchronize() == cudaSuccess, "a solution");
    best = std::min(best, seconds() - begin);
  }
  cudaMemcpy(u.data(), solution, u.size() * 8, cudaMemcpyDeviceToHost);
  std::printf(
      "{\"method\": \"periodic\", \"ranks\": 1, \"iterations\": 1, \"residual\": %.3e, \"setup\": %.6f, \"solve\": "
      "%.6f}\n",
      residual(f, u, n, d), setup, best);
}
