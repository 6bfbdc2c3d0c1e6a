// A kernel that writes by a table is at fault unless it declares itself `listed`, and that word allows nothing else.
#include <gtest/gtest.h>

#include "exec/core/executor.hpp"
#include "exec/record/analysis.hpp"
#include "field/field.hpp"
#include "tests/exec/faults.hpp"

namespace eddy {

using enum Axis;

template <class F>
static std::string faults_of() {
  return faults(analyse<F>({Set({{0, 0, 0}, {64, 1, 1}}, 1, -1)}));
}
static bool says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

template <class S, class T>
struct Scattered {
  InOut<S, T> t;
  In<S, int> from, to;
  FN void operator()(Cell<S> c) const { t(to(c)) = T(2) * t(from(c)); }
};
template <class S, class T>
struct ListedScattered {
  static constexpr bool listed = true;
  InOut<S, T> t;
  In<S, int> from, to;
  FN void operator()(Cell<S> c) const { t(to(c)) = T(2) * t(from(c)); }
};
TEST(Listed, AWriteByATableIsAFaultUnlessItIsSaid) {
  EXPECT_TRUE(says(faults_of<Scattered<OpenCl, double>>(), "two cells may write one point"));
  EXPECT_EQ((faults_of<ListedScattered<OpenCl, double>>()), "");
  EXPECT_EQ((faults_of<ListedScattered<OpenCl, float>>()), "");
}

template <class S, class T>
struct Gathered {  // reads by a table and writes its own cell: needs no word
  In<S, T> t;
  In<S, int> from;
  Out<S, T> packed;
  FN void operator()(Cell<S> c) const { packed(c) = t(from(c)); }
};
template <class S, class T>
struct GatheredInPlace {
  InOut<S, T> t;
  In<S, int> from;
  FN void operator()(Cell<S> c) const { t(c) = t(from(c)); }
};
TEST(Listed, AReadByATableIsNone) {
  EXPECT_EQ((faults_of<Gathered<OpenCl, double>>()), "");
  EXPECT_TRUE(says(faults_of<GatheredInPlace<OpenCl, double>>(), "race: it gathers from"));
}

template <class S, class T>
struct ListedRace {  // writes its own cell, which the next cell reads
  static constexpr bool listed = true;
  InOut<S, T> t, u;
  In<S, int> to;
  FN void operator()(Cell<S> c) const {
    u(to(c)) = T(1);
    t(c) = t(c + x);
  }
};
template <class S, class T>
struct ListedShift {  // writes at a fixed offset, where two cells write the same place
  static constexpr bool listed = true;
  Out<S, T> t;
  In<S, T> u;
  FN void operator()(Cell<S> c) const {
    t(c) = u(c);
    t(c + x) = u(c);
  }
};
TEST(Listed, TheWordExcusesNothingElse) {
  EXPECT_TRUE(says(faults_of<ListedRace<OpenCl, double>>(), "race"));
  EXPECT_TRUE(says(faults_of<ListedShift<OpenCl, double>>(), "race"));
}

}  // namespace eddy
