// Frequencies, amplitudes, means and their intervals, on signals whose answer is known.
#include "output/signal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace eddy {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

class Noise {  // the same numbers on every machine
 public:
  explicit Noise(std::uint64_t seed) : state_(seed * 2654435761u + 1) {}
  double uniform() {  // 0 … 1
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return double(state_ >> 11) * 0x1p-53;
  }
  double normal() {  // nearly normal: the sum of twelve uniform numbers has variance 1
    double sum = -6;
    for (int n = 0; n < 12; ++n) sum += uniform();
    return sum;
  }

 private:
  std::uint64_t state_;
};

template <class F>
Signal sampled(double from, double to, int count, const F& f, double jitter = 0) {
  Signal s;
  Noise noise(7);
  const double step = (to - from) / (count - 1);
  for (int n = 0; n < count; ++n) {
    const double t = from + step * (n + jitter * (noise.uniform() - 0.5));
    s.time.push_back(t), s.value.push_back(f(t));
  }
  return s;
}

TEST(Frequency, IsExactForASine) {
  for (double f : {0.3, 1.0, 3.01, 7.7})
    for (double jitter : {0.0, 0.9}) {  // even and very uneven steps
      const Signal s = sampled(
          5, 15, 1501, [&](double t) { return 3 + 0.2 * std::sin(two_pi * f * t + 1); }, jitter);
      const Oscillation o = oscillation_of(s);
      EXPECT_NEAR(o.frequency, f, 2e-7 * f) << jitter;
      EXPECT_NEAR(o.amplitude, 0.2, 1e-8);
    }
}

TEST(Frequency, StandsNoiseHarmonicsAndDrift) {
  Noise noise(3);
  const Signal s = sampled(
      0, 20, 4000,
      [&](double t) {
        return 0.05 * t + std::sin(two_pi * 1.7 * t) + 0.4 * std::cos(two_pi * 3.4 * t) + 0.5 * noise.normal();
      },
      0.5);
  const Oscillation o = oscillation_of(s);
  EXPECT_NEAR(o.frequency, 1.7, 0.002);
  EXPECT_NEAR(o.amplitude, 1, 0.05);
}

TEST(Frequency, TakesTheStrongerOfTwo) {
  const Signal s = sampled(0, 10, 2000, [](double t) { return std::sin(two_pi * t) + 2 * std::sin(two_pi * 2.5 * t); });
  EXPECT_NEAR(oscillation_of(s).frequency, 2.5, 1e-3);
}

// For a sine with a harmonic on a drift the number of periods is reported, and below two there is no frequency.
TEST(Frequency, NeedsTwoPeriods) {
  for (double periods :
       {0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 2.0, 2.2, 2.5, 3.0, 8.0, 40.0})
    for (double phase : {0.0, 0.4, 0.8, 1.2, 1.6, 2.0, 2.4, 2.8, 3.2, 4.0, 5.0})
      for (double harmonic : {0.0, 0.3})
        for (double drift : {0.0, 0.5}) {
          if (drift > 0 && periods == 2) continue;  // the drift makes the last period look longer
          const auto f = [&](double t) {
            const double angle = two_pi * periods * t + phase;
            return 3 + drift * t + std::sin(angle) + harmonic * std::sin(2 * angle);
          };
          const Oscillation o = oscillation_of(sampled(0, 1, 801, f));
          EXPECT_EQ(std::isnan(o.frequency), periods < 2) << periods << " " << phase << " " << harmonic << " " << drift;
          EXPECT_EQ(std::isnan(o.amplitude), periods < 2);
          EXPECT_EQ(o.why.empty(), periods >= 2) << o.why;
          if (periods >= 2) {
            EXPECT_NEAR(o.periods, o.frequency, 1e-12);
            EXPECT_NEAR(o.frequency, periods, 0.15);
          } else {
            EXPECT_FALSE(o.periods >= 2) << phase;
          }
        }
}

TEST(Frequency, IsNoneWithoutOscillation) {
  EXPECT_TRUE(std::isnan(oscillation_of(sampled(0, 1, 100, [](double) { return 0.3; })).frequency));
  EXPECT_TRUE(std::isnan(oscillation_of(sampled(0, 1, 5, [](double t) { return std::sin(t); })).frequency));
  EXPECT_TRUE(std::isnan(oscillation_of(sampled(0, 1, 100, [](double t) { return std::log(t); })).frequency));  // −inf
  EXPECT_TRUE(std::isnan(oscillation_of({}).frequency));
}

TEST(Mean, IsThatOfTheTimeNotOfTheSamples) {
  Signal s;  // t on [0, 2], many samples in the first tenth
  for (int n = 0; n <= 1000; ++n) s.time.push_back(2 * std::pow(n / 1000.0, 3)), s.value.push_back(s.time.back());
  EXPECT_NEAR(mean_of(s).mean, 1, 1e-12);
}

TEST(Mean, IntervalHoldsTheTruthOfCorrelatedSamplesInNineteenOfTwenty) {
  int good = 0, runs = 400;
  double width = 0;
  for (int run = 0; run < runs; ++run) {
    Noise noise(std::uint64_t(run) + 11);
    Signal s;
    double x = 0;
    for (int n = 0; n < 20000; ++n) {  // x(t + dt) = 0.98 x(t) + noise: correlated over 50 samples
      x = 0.98 * x + 0.2 * noise.normal();
      s.time.push_back(0.01 * n), s.value.push_back(5 + x);
    }
    const Interval m = mean_of(s);
    good += std::abs(m.mean - 5) <= m.error;
    width += m.error / runs;
  }
  EXPECT_GE(good, 0.92 * runs);
  EXPECT_LE(good, 0.98 * runs);
  EXPECT_NEAR(width, 2.04 * 10 / std::sqrt(20000.0), 0.02);  // the standard deviation of the mean is 0.2/(1 − 0.98)/√n
}

TEST(Mean, FewSamplesHaveNoInterval) {
  const Interval m = mean_of(sampled(0, 1, 10, [](double t) { return t; }));
  EXPECT_TRUE(std::isnan(m.error));
  EXPECT_NEAR(m.mean, 0.5, 1e-15);
}

TEST(Signal, NumbersOfThePartAskedFor) {
  const auto f = [](double t) { return t < 4 ? 100.0 : 2 + std::cos(two_pi * 2 * t); };
  const Signal s = sampled(0, 12, 3001, f);
  SignalOptions o{"lift", "c", 4.5, 0.1, 1.0};
  const auto all = signal_numbers(o, s, "N").known;
  EXPECT_NEAR(*find(all, "lift.frequency"), 2, 1e-6);
  EXPECT_NEAR(*find(all, "lift.strouhal"), 0.2, 1e-7);
  EXPECT_NEAR(*find(all, "lift.amplitude"), 1, 1e-8);
  EXPECT_NEAR(*find(all, "lift.periods"), 15, 0.01);
  EXPECT_NEAR(*find(all, "lift.mean"), 2, 1e-4);
  EXPECT_NEAR(*find(all, "lift.max"), 3, 1e-3);
  EXPECT_NEAR(*find(all, "lift.min"), 1, 1e-3);
  EXPECT_LT(*find(all, "lift.mean_error"), 0.2);
  o.length.reset();
  EXPECT_FALSE(find(signal_numbers(o, s, "N").known, "lift.strouhal"));
}

// Numbers that cannot be known are absent, with the reason, instead of having a misleading value.
TEST(Signal, UnknownNumbersHaveAReason) {
  const Signal s = sampled(0, 3, 301, [](double t) { return 2 + std::cos(two_pi * t / 2.4); });
  const SignalNumbers once = signal_numbers({"lift", "c", {}, 0.1, 1.0}, s, "N");
  for (const char* name : {"lift.frequency", "lift.amplitude", "lift.strouhal"}) {
    EXPECT_FALSE(find(once.known, name)) << name;
    EXPECT_NE(once.unknown.at(name).find("1.2"), std::string::npos) << once.unknown.at(name);
  }
  EXPECT_TRUE(find(once.known, "lift.mean"));
  const SignalNumbers none = signal_numbers({"lift", "c", 99, 0.1, 1.0}, s, "N");
  EXPECT_TRUE(none.known.empty());
  EXPECT_EQ(none.unknown.size(), 10u);
  for (const auto& [name, why] : none.unknown) EXPECT_EQ(why, "the signal is empty") << name;
  const SignalNumbers few = signal_numbers({"lift", "c", 2.95, {}, {}}, s, "N");
  EXPECT_EQ(few.unknown.at("lift.frequency"), "there are 6 samples, and 16 are needed");
  EXPECT_NEAR(*find(few.known, "lift.mean"), mean_of(signal_from(s, 2.95)).mean, 0);
}

}  // namespace
}  // namespace eddy
