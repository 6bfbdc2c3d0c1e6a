// Sums that do not depend on the order of their terms.
#include "exec/core/sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "exec/host/cells.hpp"

namespace eddy {

static double total(const std::vector<double>& v) {
  Sum s;
  for (double x : v) s.add(x);
  return s.value();
}

TEST(Sum, ExactWhereTheBinsHoldEverything) {
  EXPECT_EQ(total({}), 0.0);
  EXPECT_EQ(total({1e16, 1.0, -1e16}), 1.0);  // lost by a plain sum
  EXPECT_EQ(total({0.1, 0.2, -0.1, -0.2}), 0.0);
  EXPECT_EQ(total(std::vector<double>(1000, 0.1)), 100.0);  // 1000 times the double nearest to 0.1, rounded once
  EXPECT_EQ(total({-3.5}), -3.5);
  EXPECT_EQ(total({1e-280, 3e-290}), 1e-280 + 3e-290);
  EXPECT_EQ(total({5e-324, 5e-324}), 0.0);  // terms below the lowest bin do not count
}

TEST(Sum, NotFiniteGivesNaN) {
  EXPECT_TRUE(std::isnan(total({1, NAN, 2})));
  EXPECT_TRUE(std::isnan(total({1, INFINITY, -INFINITY})));
  EXPECT_TRUE(std::isnan(total({1e300, 1})));  // above the range of the bins
  EXPECT_EQ(total({1e290, 1e290}), 2e290);
}

TEST(Sum, OrderAndGroupingDoNotMatter) {
  std::mt19937 random(7);
  std::vector<double> v;
  for (int n = 0; n < 5000; ++n) v.push_back(std::ldexp(double(random()) - 2147483648.0, int(random() % 300) - 150));
  Sum all;
  for (double x : v) all.add(x);
  for (int trial = 0; trial < 50; ++trial) {
    std::shuffle(v.begin(), v.end(), random);
    const std::size_t cut = random() % v.size();
    Sum a, b;
    for (std::size_t n = 0; n < cut; ++n) a.add(v[n]);
    detail::add_terms(b, int(v.size() - cut), v.data() + cut);  // the vectorised form
    b.merge(a);
    ASSERT_EQ(to_numbers(b), to_numbers(all));  // the value alone would hide the lowest bin
  }
}

// The remainder after large terms cancel: a term just below a bin's unit counts the same alone and beside large terms.
TEST(Sum, SmallTermsCountTheSameBesideLargeOnes) {
  for (int exponent = -300; exponent <= 0; ++exponent)
    for (double fraction : {0.5, 0.5000001, 0.75, 0.9999999}) {
      const double small = std::ldexp(fraction, exponent);
      Sum beside, alone, large;
      for (double x : {1.0, small, small, small, -1.0}) beside.add(x);
      for (double x : {small, small, small}) alone.add(x);
      for (double x : {1.0, -1.0}) large.add(x);
      large.merge(alone);
      ASSERT_EQ(to_numbers(large), to_numbers(beside)) << fraction << " · 2^" << exponent;
    }
}

TEST(Sum, CloserToTheTruthThanAPlainSum) {
  std::mt19937 random(3);
  std::vector<double> v;
  long double exact = 0;
  double plain = 0;
  for (int n = 0; n < 200000; ++n) {
    v.push_back(double(random()) / 4294967296.0 - 0.5);
    exact += static_cast<long double>(v.back());
    plain += v.back();
  }
  EXPECT_LE(std::abs(total(v) - double(exact)), 1e-13);
  EXPECT_LE(std::abs(total(v) - double(exact)), std::abs(plain - double(exact)));
}

TEST(Extreme, ZerosAndNaN) {
  auto most = [](std::vector<double> v) {
    Extreme e;
    for (double x : v) e.add(x);
    return e.value();
  };
  EXPECT_FALSE(std::signbit(most({-0.0, 0.0})));
  EXPECT_TRUE(std::signbit(most({-0.0, -1.0})));
  EXPECT_EQ(most({-5, -3, -4}), -3);
  EXPECT_TRUE(std::isnan(most({1, -NAN, INFINITY})));
}

}  // namespace eddy
