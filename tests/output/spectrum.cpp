// Spectra of signals whose answer is known.
#include "output/spectrum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace eddy;

namespace {

Signal wave(double frequency, double amplitude, double length, int samples) {
  Signal s;
  for (int n = 0; n < samples; ++n) {
    const double t = length * n / (samples - 1);
    s.time.push_back(t);
    s.value.push_back(3 + amplitude * std::sin(2 * std::numbers::pi * frequency * t));
  }
  return s;
}

}  // namespace

TEST(Spectrum, PeakIsTheFrequencyOfAWave) {
  const Spectrum s = spectrum_of(wave(1.37, 0.5, 40, 4000));
  EXPECT_NEAR(s.peak, 1.37, 0.02 * s.resolution + 0.005);
  EXPECT_NEAR(s.resolution, 0.1, 1e-3);
  EXPECT_NEAR(s.cycles, 1.37 * 40, 0.3);
  EXPECT_NEAR(s.crossings, 1.37, 0.01);
}
TEST(Spectrum, IntegralIsTheVariance) {
  const Spectrum s = spectrum_of(wave(1.37, 0.5, 40, 4000));
  double sum = 0;
  for (double d : s.density) sum += d * s.resolution;
  EXPECT_NEAR(sum, 0.125, 0.002);
}
TEST(Spectrum, IsEmptyWhereThereIsNothing) {
  EXPECT_TRUE(spectrum_of(wave(1, 0, 10, 1000)).density.empty());
  EXPECT_TRUE(spectrum_of(wave(1, 1, 10, 20)).density.empty());
}
TEST(Rms, IsThatOfAWave) {
  const Interval rms = rms_of(wave(1, 0.5, 40, 4000));
  EXPECT_NEAR(rms.mean, 0.5 / std::numbers::sqrt2, 1e-3);
  EXPECT_LT(rms.error, 0.01);
}
