// Formulas: values, the variables that they use, errors, speed.
#include "case/formula.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <clocale>
#include <cmath>
#include <numbers>
#include <thread>

#include "base/error.hpp"

using namespace eddy;

namespace {

double at(const std::string& text, double x = 0, double y = 0, double z = 0, double t = 0) {
  return Formula(text)(x, y, z, t);
}

std::string message(const std::string& text) { return formula_problem(text); }

}  // namespace

TEST(Formula, Values) {
  EXPECT_EQ(at("1 + 2*3^2"), 19);
  EXPECT_EQ(at("x + 10*y + 100*z + 1000*t", 1, 2, 3, 4), 4321);
  EXPECT_EQ(at("sin(pi*x)", 0.25), std::sin(std::numbers::pi * 0.25));
  EXPECT_EQ(at("e"), std::numbers::e);
  EXPECT_EQ(at("2e3"), 2000);
  EXPECT_EQ(at("if(x < 0.5, 1, 2)", 0.4), 1);
  EXPECT_EQ(at("if(x < 0.5, 1, 2)", 0.6), 2);
  EXPECT_EQ(at("x < 0.5 ? 1 : 2", 0.6), 2);
  EXPECT_EQ(at("step(x) + abs(x) + min(x, 3) + max(1, 2) + floor(1.7) + ceil(1.2) + mod(7, 4)", -2),
            0 + 2 - 2 + 2 + 1 + 2 + 3);
  EXPECT_EQ(at("erf(x) + erfc(x)", 0.3), std::erf(0.3) + std::erfc(0.3));
  EXPECT_EQ(at("2*-x + 1 - -x + x^-1 - (-x)", 2), -4 + 1 + 2 + 0.5 + 2);
  EXPECT_EQ(at("x > 0.1 && x <= 1", 0.5), 1);
  EXPECT_EQ(at("x == 1 || x != 2", 2), 0);
}

TEST(Formula, ConstantsAndUse) {
  EXPECT_TRUE(Formula(3.5).constant());
  EXPECT_EQ(Formula(3.5)(9, 9, 9, 9), 3.5);
  EXPECT_EQ(Formula(3.5).text(), "3.5");
  EXPECT_TRUE(Formula("2*pi").constant());
  EXPECT_FALSE(Formula("2*pi").is_number());
  const Formula f("y*sin(t)");
  EXPECT_FALSE(f.constant());
  EXPECT_TRUE(f.uses_time());
  EXPECT_TRUE(f.uses('y'));
  EXPECT_FALSE(f.uses('x'));
  EXPECT_FALSE(f.uses('z'));
  EXPECT_EQ(f.text(), "y*sin(t)");
}

TEST(Formula, CopiesAreIndependent) {
  const Formula f("x + t");
  std::vector<std::thread> threads;
  std::array<double, 4> sums{};
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([copy = f, i, &sums] {
      for (int n = 0; n < 10000; ++n) sums[i] += copy(i, 0, 0, 0);
    });
  for (auto& thread : threads) thread.join();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(sums[i], 10000.0 * i);
  Formula other(1.0);
  other = f;
  EXPECT_EQ(other(1, 0, 0, 2), 3);
}

TEST(Formula, IgnoresTheLocale) {
  const char* german = std::setlocale(LC_ALL, "de_DE.UTF-8");
  if (!german) std::setlocale(LC_ALL, "");
  EXPECT_EQ(at("1.5 + x", 0.25), 1.75);
  EXPECT_EQ(Formula(1.5).text(), "1.5");
  std::setlocale(LC_ALL, "C");
}

TEST(Formula, ErrorsShowThePlace) {
  EXPECT_EQ(message("1 + "), "The formula ends too early.\n    1 + \n        ^");
  EXPECT_EQ(message("1 + sinn(x)"),
            "Unknown name 'sinn' in the formula. Did you mean 'sin'?\n    1 + sinn(x)\n        ^");
  EXPECT_EQ(message("x + (y"), "A parenthesis is not closed in the formula.\n    x + (y\n          ^");
  EXPECT_EQ(message("x = 3"), "A formula cannot assign; use == to compare.\n    x = 3\n      ^");
  EXPECT_EQ(message(""), "The formula is empty.\n    \n    ^");
  EXPECT_EQ(message("x $ y").substr(0, 37), "A formula cannot hold this character.");
  EXPECT_EQ(message("x, y").substr(0, 37), "A formula gives one number; this has ");
  EXPECT_EQ(message("sin(x, y)").substr(0, 18), "Too many arguments");
  EXPECT_EQ(message("if(x)").substr(0, 17), "Too few arguments");
  EXPECT_EQ(message("x y").substr(0, 12), "Unexpected '");
  EXPECT_EQ(message(std::string(5000, 'x')).substr(0, 26), "The formula is longer than");
  EXPECT_EQ(message(std::string(100, '(') + "x" + std::string(100, ')')).substr(0, 33),
            "The formula is nested too deeply.");
  EXPECT_EQ(message("x + 1"), "");
  try {
    Formula("1 +", Where{"case.toml", 4, 7});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::usage);
    EXPECT_EQ(std::string(error.what()), "case.toml:4:7 error: The formula ends too early.\n    1 +\n       ^");
  }
}

TEST(Formula, RefusesWhatIsNotFinite) {
  Formula f("1/x");
  f.set_where({"case.toml", 3, 9});
  try {
    const std::vector<std::array<double, 3>> points{{1, 0, 0}, {0, 0.5, 0}};
    evaluate(f, "material.source", points, 2.0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::usage);
    EXPECT_EQ(
        std::string(error.what()),
        "case.toml:3:9 error: material.source = \"1/x\" gives inf at x = 0, y = 0.5, z = 0, t = 2. It must be a finite "
        "number in the whole domain.");
  }
  EXPECT_THROW(evaluate(Formula("sqrt(x)"), "k", std::array<double, 3>{-1, 0, 0}, 0), Error);
}

TEST(Formula, OnAProductOfAxes) {
  const std::vector<double> x{1, 2, 3}, y{10, 20}, z{100, 200};
  for (const char* text : {"x + y + z", "y", "x*z", "7", "z + t"}) {
    const Formula f(text);
    const auto all = evaluate(f, "f", std::array<std::span<const double>, 3>{x, y, z}, 0.5);
    ASSERT_EQ(all.size(), 12u);
    for (int k = 0, n = 0; k < 2; ++k)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i) EXPECT_EQ(all[n++], f(x[i], y[j], z[k], 0.5)) << text;
  }
}

TEST(Formula, AMillionPointsInASecond) {
  const std::vector<std::array<double, 3>> points(1000000, {0.3, 0.4, 0.5});
  const auto start = std::chrono::steady_clock::now();
  evaluate(Formula("sin(pi*x)*exp(-y^2) + if(z > 0.5, 1, x*y)"), "f", points, 0.1);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
            1.0 * 4);  // a margin for shared machines
}
