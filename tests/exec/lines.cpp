// The analysis of line kernels: correct kernels pass, and each kind of fault is found.
#include <gtest/gtest.h>

#include "exec/record/analysis.hpp"
#include "exec/record/lines_record.hpp"

namespace eddy {

using enum Axis;

template <class S, class T, int D, class V>
struct Running {  // a running sum upwards, written back on the way down; V: the offsets at which it reads and writes
  static constexpr const char* name = "running";
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  struct Taken {
    Number v;
  };
  using Kept = Taken;
  using Carry = Taken;
  using Given = Taken;
  using Where = typename V::Variant;
  In<S, T> from;
  InOut<S, T> kept, to;
  FN Carry start(Cell<S> first, Cell<S>) const { return {from(first - Axis(axis))}; }
  FN Taken take(Cell<S> c) const { return {from(c) + to(c + Where::reads) + kept(c + Where::recalls)}; }
  FN Kept forward(const Taken& t, Carry& s) const {
    s.v = fma(s.v, s.v, t.v);
    return {s.v};
  }
  FN void keep(Cell<S> c, const Kept& k) const { kept(c) = k.v; }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const { s.v = from(last + Axis(axis)); }
  FN Kept recall(Cell<S> c) const { return {kept(c)}; }
  FN Given backward(const Kept& k, Carry& s) const {
    s.v = s.v + k.v;
    return {s.v};
  }
  FN void give(Cell<S> c, const Given& g) const { to(c + Where::writes) = g.v; }
};
struct Own {
  static constexpr Offset reads{}, recalls{}, writes{};
};
struct ReadsAcross {
  static constexpr Offset reads{0, 1, 0}, recalls{}, writes{};
};
struct ReadsDiagonally {
  static constexpr Offset reads{0, 1, 1}, recalls{}, writes{};
};
struct ReadsAlong {  // reads beside its cell what the other pass writes
  static constexpr Offset reads{1, 0, 0}, recalls{}, writes{};
};
struct OvertakesItself {  // reads beside its cell what the same pass writes
  static constexpr Offset reads{}, recalls{-1, 0, 0}, writes{};
};
struct WritesAcross {
  static constexpr Offset reads{}, recalls{}, writes{0, 0, 1};
};

template <class Where>
static std::string faults(int colour = -1) {
  using F = Running<OpenCl, double, 3, LineVariant<Where, 0>>;
  std::string all;
  for (const auto& f : analyse<F>({Set({{0, 0, 0}, {64, 64, 64}}, 3, colour)}).faults) all += f + "; ";
  return all;
}

TEST(Lines, ACleanKernelIsClean) {
  EXPECT_EQ(faults<Own>(), "");
  EXPECT_EQ(faults<ReadsAlong>(), "");
}
TEST(Lines, CatchesARaceAcrossLines) {
  EXPECT_NE(faults<ReadsAcross>().find("race: a line reads 'to' at (0, 1, 0) of itself"), std::string::npos);
  EXPECT_EQ(faults<ReadsAcross>(0), "");  // with every second line at a time there is no race
  EXPECT_NE(faults<ReadsDiagonally>(0).find("race"), std::string::npos);
  EXPECT_NE(faults<WritesAcross>().find("race"), std::string::npos);
}
TEST(Lines, CatchesAPassThatReadsWhatItWritesFurtherOn) {
  EXPECT_NE(faults<OvertakesItself>().find("race: it reads 'kept' -1 cells along its line"), std::string::npos);
}
TEST(Lines, CountsBytesAndFlops) {
  using F = Running<OpenCl, double, 3, LineVariant<Own, 1>>;
  const Analysis a = analyse<F>({Set({{0, 0, 0}, {64, 64, 64}}, 3)});
  EXPECT_EQ(a.bytes, 6 * 8);  // up: from, to, kept in, kept out; down: kept in, to out
  EXPECT_EQ(a.flops, 5);
  EXPECT_EQ(a.ghosts, 1);
}

template <class S, class T, int D, class V>
struct Careless {  // loads within the recurrence
  static constexpr const char* name = "careless";
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  struct Taken {
    Number v;
  };
  using Kept = Taken;
  using Carry = Taken;
  Line<S, T> table;
  Out<S, T> to, never;
  FN Carry start(Cell<S>, Cell<S>) const { return {T(0)}; }
  FN Taken take(Cell<S> c) const { return {table(c[axis])}; }
  FN Kept forward(const Taken& t, Carry& s) const {
    s.v = s.v + t.v * table(Index<S>(3));
    return {s.v};
  }
  FN void keep(Cell<S> c, const Kept& k) const { to(c) = k.v; }
};
TEST(Lines, CatchesMemoryInTheRecurrenceAndOutputsNeverWritten) {
  using F = Careless<OpenCl, float, 2, LineVariant<Own, 1>>;
  std::string all;
  for (const auto& f : analyse<F>({Set({{0, 0, 0}, {8, 8, 1}}, 2)}).faults) all += f + "; ";
  EXPECT_NE(all.find("its recurrence touches 'table'"), std::string::npos);
  EXPECT_NE(all.find("output 'never' is never written"), std::string::npos);
}

}  // namespace eddy
