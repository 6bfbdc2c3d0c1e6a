// Ownership of points when a grid is cut into parts.
#include "exec/ranks/parts.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "exec/core/sum.hpp"

using namespace eddy;

namespace {

bool holds(const Box& b, int i, int j, int k) { return b.holds({{i, j, k}, {i + 1, j + 1, k + 1}}); }

std::string refusal(const std::array<int, 3>& cells, int dimensions, int ranks, const std::vector<int>& wish) {
  try {
    cut(cells, dimensions, ranks, wish);
  } catch (const Error& e) {
    return e.code() == Exit::usage ? e.what() : "another code";
  }
  return "";
}

}  // namespace

TEST(Parts, EveryPointBelongsToOneRank) {
  const std::array<int, 3> cells{19, 24, 13};
  for (int ranks : {1, 2, 3, 4, 6, 8}) {
    const Partition p = cut(cells, 3, ranks, {});
    ASSERT_EQ(p.ranks(), ranks);
    for (int k = -3; k < cells[2] + 4; ++k)  // with ghost cells, and the nodes at the upper ends
      for (int j = -3; j < cells[1] + 4; ++j)
        for (int i = -3; i < cells[0] + 4; ++i) {
          int owners = 0;
          for (int r = 0; r < ranks; ++r) owners += holds(p.own(r), i, j, k);
          ASSERT_EQ(owners, 1) << ranks << " ranks, " << i << " " << j << " " << k;
        }
  }
}

TEST(Parts, GroupsOfRowsAreNeverCut) {  // otherwise sums would have other bits
  for (int d : {2, 3})
    for (int ranks : {2, 3, 5, 7}) {
      const Partition p =
          cut({64, 61, d == 3 ? 63 : 1}, d, ranks, d == 3 ? std::vector{1, 1, ranks} : std::vector{1, ranks});
      for (int n = 1; n < ranks; ++n) EXPECT_EQ(p.begins(d - 1)[n] % group_rows(d), 0);
    }
}

TEST(Parts, LeastSurface) {
  const auto parts = [](const Partition& p) { return std::array{p.parts(0), p.parts(1), p.parts(2)}; };
  EXPECT_EQ(parts(cut({400, 100, 1}, 2, 4, {})), (std::array{4, 1, 1}));
  EXPECT_EQ(parts(cut({256, 256, 1}, 2, 4, {})), (std::array{2, 2, 1}));
  EXPECT_EQ(parts(cut({256, 256, 1}, 2, 2, {})), (std::array{1, 2, 1}));  // rows stay whole
  EXPECT_EQ(parts(cut({64, 64, 64}, 3, 8, {})), (std::array{2, 2, 2}));
  // Two parts of a periodic axis touch at its ends, too. Here the two contacts cost more than one cut along the other
  // axis; without periodic ends they do not.
  EXPECT_EQ(parts(cut({60, 100, 1}, 2, 2, {})), (std::array{1, 2, 1}));
  EXPECT_EQ(parts(cut({60, 100, 1}, 2, 2, {}, {false, true, false})), (std::array{2, 1, 1}));
  EXPECT_EQ(parts(cut({100, 1, 1}, 1, 3, {})), (std::array{3, 1, 1}));
}

TEST(Parts, Refusals) {
  EXPECT_NE(refusal({8, 8, 1}, 2, 5, {}).find("Start 4."), std::string::npos) << refusal({8, 8, 1}, 2, 5, {});
  EXPECT_NE(refusal({64, 64, 1}, 2, 3, {2, 2}).find("makes 4 parts, and 3 ranks"), std::string::npos);
  EXPECT_NE(refusal({64, 64, 1}, 2, 4, {4}).find("has 1 numbers, and the mesh has 2 axes"), std::string::npos);
  EXPECT_NE(refusal({64, 8, 1}, 2, 4, {1, 4}).find("is too many for 64 × 8 cells"), std::string::npos);
  EXPECT_NE(refusal({64, 64, 1}, 2, 2, {65536, 65536}).find("makes far too many parts"), std::string::npos);
  EXPECT_NE(refusal({8, 8, 1}, 2, 3, {}).find("Start 2 or 4."), std::string::npos) << refusal({8, 8, 1}, 2, 3, {});
  EXPECT_EQ(refusal({64, 64, 1}, 2, 4, {2, 2}), "");
}

TEST(Parts, HalosOfNeighboursFit) {  // a rank receives what its neighbour owns
  const Partition p = cut({40, 40, 40}, 3, 8, {});
  Held h;
  h.part = &p;
  h.bounds = Box{{-2, -2, -2}, {42, 42, 43}};  // ghosts, and one more face along z
  for (int r = 0; r < 8; ++r)
    for (int d = 0; d < directions; ++d) {
      const auto at = p.place(r);
      const int other = p.rank({at[0] + d % 3 - 1, at[1] + d / 3 % 3 - 1, at[2] + d / 9 - 1});
      if (other < 0 || other == r) continue;
      const Box b = h.halo(r, d, p.halo());
      EXPECT_FALSE(b.empty());
      EXPECT_TRUE(h.own(other).holds(b)) << r << " " << d;
    }
}

TEST(Parts, CoarseCellsFollowTheirFirstFineCell) {
  const Partition fine = cut({32, 32, 1}, 2, 4, {2, 2});
  std::vector<int> first;  // the first cells of pairs; the last two cells stay single
  for (int i = 0; i < 30; i += 2) first.push_back(i);
  first.push_back(30), first.push_back(31);
  const Partition coarse = coarsened(fine, {&first, &first, nullptr});
  for (int c = 0; c < 17; ++c)
    for (int r = 0; r < 4; ++r)
      EXPECT_EQ(holds(coarse.own(r), c, c, 0), holds(fine.own(r), first[c], first[c], 0)) << c << " " << r;
}
