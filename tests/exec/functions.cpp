// Compares exp, log, pow, sin and cos of kernels with those of the standard library in long double. Largest errors
// seen: exp 0.88, log 0.80 units of the last place.
#include "exec/core/functions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace eddy;

namespace {

// The error in units of the last place of the exact value.
template <class T>
double error_in_ulp(T value, long double exact) {
  const T near = static_cast<T>(exact);
  const T next = std::nextafter(std::abs(near), std::numeric_limits<T>::infinity());
  return static_cast<double>(std::abs(static_cast<long double>(value) - exact) / (next - std::abs(near)));
}

// The largest error(x) over many x, evenly spaced and random, between the ends.
template <class T, class Error>
double largest_error(double from, double to, const Error& error) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> between(from, to);
  constexpr int count = 50'000;
  double largest = 0;
  for (int n = 0; n < count; ++n) {
    largest = std::max(largest, error(static_cast<T>(from + (to - from) * n / count)));
    largest = std::max(largest, error(static_cast<T>(between(random))));
  }
  return largest;
}

template <class T>
double exp_error(double from, double to) {
  return largest_error<T>(from, to,
                          [](T x) { return error_in_ulp(exp_of<T>(x), std::exp(static_cast<long double>(x))); });
}
template <class T>
double log_error(double from, double to) {  // for numbers whose logarithms lie between the two
  return largest_error<T>(from, to, [](T x) {
    const T a = static_cast<T>(std::exp(static_cast<long double>(x)));
    return error_in_ulp(log_of<T>(a), std::log(static_cast<long double>(a)));
  });
}
// pow is exp of a product that is rounded twice, by log and by ×, so its error is below 1 + 2.5 |b ln a| units of the
// last place (seen: 0.72 of that).
template <class T>
double pow_error(double power, double from, double to) {
  return largest_error<T>(from, to, [&](T a) {
    const long double x = power * std::log(static_cast<long double>(a));
    const double bound = 1 + 2.5 * double(std::abs(x));
    return error_in_ulp(pow_of<T>(a, T(power)),
                        std::pow(static_cast<long double>(a), static_cast<long double>(T(power)))) /
           bound;
  });
}

template <class T>
class Functions : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Functions, Precisions);

// The absolute error of sine and cosine in units of the last place of numbers in 1/2 … 1.
template <class T>
double sin_cos_error(double from, double to) {
  return largest_error<T>(from, to, [](T x) {
    T sine, cosine;
    sin_cos_of<T>(x, sine, cosine);
    const long double off =
        std::max(std::abs(static_cast<long double>(sine) - std::sin(static_cast<long double>(x))),
                 std::abs(static_cast<long double>(cosine) - std::cos(static_cast<long double>(x))));
    return static_cast<double>(off) / (0.5 * double(std::numeric_limits<T>::epsilon()));
  });
}

}  // namespace

TYPED_TEST(Functions, ExpIsGoodToNineTenthsOfTheLastPlace) {
  const double end = sizeof(TypeParam) == 8 ? 707 : 86;
  const double near = exp_error<TypeParam>(-1, 1), far = exp_error<TypeParam>(-end, end);
  EXPECT_LT(near, 0.9);
  EXPECT_LT(far, 0.9);
  EXPECT_GT(far, 0.4) << "nothing was compared";
}
TYPED_TEST(Functions, LogIsGoodToNineTenthsOfTheLastPlace) {
  const double end = sizeof(TypeParam) == 8 ? 707 : 86;
  EXPECT_LT(log_error<TypeParam>(-1e-3, 1e-3), 0.85);
  EXPECT_LT(log_error<TypeParam>(-1, 1), 0.85);
  EXPECT_LT(log_error<TypeParam>(-end, end), 0.85);
  EXPECT_GT(log_error<TypeParam>(-end, end), 0.4) << "nothing was compared";
}
TYPED_TEST(Functions, PowLosesWhatItsExponentSays) {
  for (double power : {-3.5, -1.0, 0.2857142857142857, 0.4, 1.0, 2.5, 3.5, 10.0}) {
    EXPECT_LT(pow_error<TypeParam>(power, 0.01, 100), 1) << power;
    EXPECT_LT(pow_error<TypeParam>(power, 0.9, 1.1), 1) << power;
  }
}
TYPED_TEST(Functions, WhatIsExactIsExact) {
  using T = TypeParam;
  EXPECT_EQ(exp_of<T>(T(0)), T(1));
  EXPECT_EQ(log_of<T>(T(1)), T(0));
  for (T power : {T(-2), T(0.4), T(3.5)}) EXPECT_EQ(pow_of<T>(T(1), power), T(1));
  for (T base : {T(0.001), T(2), T(1e6)}) EXPECT_EQ(pow_of<T>(base, T(0)), T(1));
}
TYPED_TEST(Functions, BeyondTheEndsNothingOverflows) {
  using T = TypeParam;
  EXPECT_TRUE(std::isfinite(exp_of<T>(T(1e4))));
  EXPECT_GT(exp_of<T>(T(1e4)), T(1e37));
  EXPECT_GT(exp_of<T>(T(-1e4)), T(0));
  EXPECT_LT(exp_of<T>(T(-1e4)), T(1e-37));
}

TEST(SineAndCosine, AreGoodToTheLastPlaces) {
  EXPECT_LE(sin_cos_error<double>(-4, 4), 2);
  EXPECT_LE(sin_cos_error<double>(-9e4, 9e4), 2);
  EXPECT_LE(sin_cos_error<float>(-4, 4), 2);
  EXPECT_LE(sin_cos_error<float>(-900, 900), 2.5);
}
