// A pack of cells computes what each of its cells would compute alone.
#include "exec/host/packs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/exec/precisions.hpp"

namespace eddy::tests {

template <class T, int registers>
class PackOfCells {
 public:
  using P = Pack<T, registers>;
  PackOfCells() {
    for (int n = 0; n < P::size; ++n) {
      a_[n] = T(1.5) + T(n);
      b_[n] = T(3.7) - T(0.5) * T(n);
    }
  }
  template <class Of>
  void expect(const char* what, const Of& of) const {
    T computed[P::size];
    of(P(a_), P(b_)).store(computed);
    for (int n = 0; n < P::size; ++n) EXPECT_EQ(computed[n], of(a_[n], b_[n])) << what << ", cell " << n;
  }

 private:
  T a_[P::size], b_[P::size];
};

template <class T, int registers>
void expect_alike() {
  const PackOfCells<T, registers> cells;
  cells.expect("sum", [](auto a, auto b) { return a + b; });
  cells.expect("difference", [](auto a, auto b) { return a - b; });
  cells.expect("product", [](auto a, auto b) { return T(2) * a * b; });
  cells.expect("quotient", [](auto a, auto b) { return b / a; });
  cells.expect("root", [](auto a, auto) { return sqrt(a); });
  cells.expect("size", [](auto, auto b) { return abs(b); });
  cells.expect("negative", [](auto, auto b) { return -b; });
  cells.expect("less", [](auto a, auto b) { return select(a < b, a, b); });
  cells.expect("not less", [](auto a, auto b) { return select(!(a < b), a, b); });
  cells.expect("one of two", [](auto a, auto b) { return select(a <= b || b < decltype(b)(T(0)), a, b); });
  cells.expect("both", [](auto a, auto b) { return select(b < a && a < decltype(b)(T(4)), a, b); });
  const Pack<T, registers> one(T(1)), two(T(2));
  EXPECT_TRUE(any(one < two));
  EXPECT_FALSE(any(two < one));
}

template <class T>
class PackedCells : public testing::Test {};
TYPED_TEST_SUITE(PackedCells, Precisions);

TYPED_TEST(PackedCells, AsOneByOne) {
  expect_alike<TypeParam, 1>();
  expect_alike<TypeParam, 2>();
  expect_alike<TypeParam, 3>();
}

}  // namespace eddy::tests
