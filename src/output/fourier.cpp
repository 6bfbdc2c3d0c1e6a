#include "output/fourier.hpp"

#include <cmath>
#include <numbers>

namespace eddy {

void transform(std::vector<std::complex<double>>& x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {  // j is i with its bits in reverse order
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (std::size_t half = 1; half < n; half *= 2) {
    const double turn = -std::numbers::pi / double(half);
    for (std::size_t k = 0; k < half; ++k) {
      const std::complex<double> w = std::polar(1.0, turn * double(k));
      for (std::size_t i = k; i < n; i += 2 * half) {
        const std::complex<double> odd = w * x[i + half];
        x[i + half] = x[i] - odd;
        x[i] += odd;
      }
    }
  }
}

std::vector<double> on_even_grid(const Signal& s, std::size_t count) {
  std::vector<double> values(count);
  std::size_t r = 1;
  for (std::size_t n = 0; n < count; ++n) {
    const double t = s.time.front() + (s.time.back() - s.time.front()) * double(n) / double(count - 1);
    while (r + 1 < s.time.size() && s.time[r] < t) ++r;
    values[n] = std::lerp(s.value[r - 1], s.value[r], (t - s.time[r - 1]) / (s.time[r] - s.time[r - 1]));
  }
  return values;
}

}  // namespace eddy
