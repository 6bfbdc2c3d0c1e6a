#include "linear/fft_plan.hpp"

#include <cmath>
#include <numbers>

namespace eddy {

static constexpr long double pi = std::numbers::pi_v<long double>;

bool fft_size(int n) {
  for (int f : {2, 3, 5, 7})
    while (n > 1 && n % f == 0) n /= f;
  return n == 1;
}

std::string nearest_fft_sizes(int n) {
  int below = n, above = n;
  while (below > 1 && !fft_size(below)) --below;
  while (!fft_size(above)) ++above;
  return below == above ? std::to_string(n) : std::to_string(below) + " or " + std::to_string(above);
}

// Chooses the radices for few steps: eights first; the remaining twos form fours rather than an eight and a two.
static std::vector<int> radices_of(int n) {
  std::vector<int> all;
  int twos = 0;
  for (; n % 2 == 0; n /= 2) ++twos;
  while (twos > 4 || twos == 3) {
    all.push_back(8);
    twos -= 3;
  }
  for (; twos >= 2; twos -= 2) all.push_back(4);
  if (twos == 1) all.push_back(2);
  for (int f : {7, 5, 3})
    for (; n % f == 0; n /= f) all.push_back(f);
  return all;
}

static int digits_reversed(int k, const std::vector<int>& radices, int n) {
  int slot = 0;
  for (int r : radices) {
    n /= r;
    slot += k % r * n;
    k /= r;
  }
  return slot;
}

// Each stage has one radix r: blocks of `length` become r blocks of length / r; item j of a block works on every
// `stride`-th slot from j on.
static void add_stages(FftPlan& p, const std::vector<int>& radices) {
  int length = p.n;
  for (int r : radices) {
    const int stride = length / r;
    p.forward.push_back({fft_kind::of(r), p.n / r, stride, length, int(p.twiddle_re.size())});
    for (int q = 1; q < r; ++q)
      for (int j = 0; j < stride; ++j) {
        const long double angle = -2 * pi * ((long long)(q)*j % length) / length;
        p.twiddle_re.push_back(double(std::cos(angle)));
        p.twiddle_im.push_back(double(std::sin(angle)));
      }
    length = stride;
  }
}

FftPlan fft_plan(int n, FftEnds ends) {
  FftPlan p;
  p.n = n;
  const auto radices = radices_of(n);
  const bool ring = ends == FftEnds::ring;
  add_stages(p, radices);
  p.inverse.assign(p.forward.rbegin(), p.forward.rend());
  if (n > 2) {
    const TransformStep pairs{fft_kind::pairs, (n - 1) / 2, 0, n, 0};
    p.forward.push_back(pairs);
    p.inverse.insert(p.inverse.begin(), pairs);
  }
  p.eigenvalue.resize(std::size_t(n));
  for (int i = 0; i < n; ++i) {
    p.place.push_back(ring ? i : i % 2 ? n - (i + 1) / 2 : i / 2);
    p.position.push_back(digits_reversed(i, radices, n));
    p.sign.push_back(ends == FftEnds::walls && i % 2 ? -1 : 1);
    p.back.push_back(p.sign.back() / n);
    p.turn_re.push_back(ring ? 1 : double(std::cos(pi * i / (2 * n))));
    p.turn_im.push_back(ring ? 0 : -double(std::sin(pi * i / (2 * n))));
    const long double half = ring ? pi * i / n : pi * (ends == FftEnds::walls ? n - i : i) / (2 * n);
    p.eigenvalue[std::size_t(p.position[i])] = double(4 * std::sin(half) * std::sin(half));
  }
  return p;
}

}  // namespace eddy
