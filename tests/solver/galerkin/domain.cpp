// Nodes, faces and conditions of boxes: known values.
#include "solver/galerkin/domain.hpp"

#include <cmath>
#include <map>

#include "solver/galerkin/reference_nodes.hpp"
#include "tests/solver/galerkin/helper.hpp"

using namespace eddy;
using namespace eddy::galerkin;

namespace {

const ImposedNode& imposed_at(const Domain& d, const std::array<int, 3>& node) {
  for (const ImposedNode& n : d.imposed())
    if (n.node == d.node_at(node)) return n;
  ADD_FAILURE() << "nothing is imposed there";
  return d.imposed().front();
}
Point given_at(const Domain& d, const std::array<int, 3>& node, double time) {
  const auto& one = imposed_at(d, node);
  return d.given(time)[static_cast<std::size_t>(&one - d.imposed().data())];
}

const std::string tower =
    "[mesh]\nlower = [0, 0, 0]\nupper = [4, 4, 4]\ncells = [8, 8, 8]\n[fluid]\nviscosity = 0.1\n"
    "[boundary]\nleft = { kind = \"wind\" }\nright = { kind = \"outflow\", pressure = 3 }\n"
    "front = { kind = \"no-slip\" }\nothers = { kind = \"free-slip\" }\n"
    "[body.tower]\nshape = \"box\"\nlower = [1, 1, 0]\nupper = [2, 3, 2]\n[wind]\nprofile = \"power\"\nramp = 2\n"
    "[forces.tower]\n[surface.tower]\nreference = [0, 2, 4]\n[turbulence]\nmodel = \"smagorinsky\"\n";

}  // namespace

TEST(GalerkinDomain, VolumesAddUp) {
  const Prepared p(channel_2d);
  EXPECT_EQ(p.domain.nodes(), 9 * 5);
  EXPECT_DOUBLE_EQ(p.domain.fluid_volume(), 8);
  EXPECT_DOUBLE_EQ(p.domain.volume(p.domain.node_at({0, 0, 0})), 0.25 / 4);
  EXPECT_DOUBLE_EQ(p.domain.volume(p.domain.node_at({3, 2, 0})), 0.25);
  EXPECT_DOUBLE_EQ(p.domain.narrowest(), 0.5);
}

TEST(GalerkinDomain, APeriodicAxisHasNoLastNode) {
  const Prepared p(
      "[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [4, 4]\n[fluid]\nviscosity = 0.1\n[boundary]\n"
      "others = { kind = \"periodic\" }\n");
  EXPECT_EQ(p.domain.nodes(), 16);
  EXPECT_TRUE(p.domain.imposed().empty());
  EXPECT_TRUE(p.domain.faces().empty());
  EXPECT_EQ(p.domain.nodes_of(15), (std::array<int, 8>{15, 12, 0, 3}));
  for (std::int64_t n = 0; n < 16; ++n) EXPECT_DOUBLE_EQ(p.domain.volume(n), 1.0 / 16);
}

TEST(GalerkinDomain, StrongerConditionsWin) {
  const Prepared p(channel_2d);
  const Domain& d = p.domain;
  const std::array<double, 6> fixed{};
  EXPECT_EQ(imposed_at(d, {0, 0, 0}).condition, -1);  // a wall at rest wins over the inflow
  EXPECT_EQ(imposed_at(d, {0, 0, 0}).projection, fixed);
  EXPECT_EQ(imposed_at(d, {0, 4, 0}).projection, fixed);  // the inflow wins over free-slip
  EXPECT_DOUBLE_EQ(given_at(d, {0, 2, 0}, 0)[0], 1);
  EXPECT_EQ(imposed_at(d, {3, 4, 0}).projection, (std::array<double, 6>{1, 0, 1, 0, 0, 0}));
  EXPECT_EQ(imposed_at(d, {8, 4, 0}).projection, (std::array<double, 6>{1, 0, 1, 0, 0, 0}));
}

TEST(GalerkinDomain, AnOutflowActsOnWhatIsFree) {
  const Prepared p(channel_2d);
  ASSERT_EQ(p.domain.open().size(), 4u);  // not at the wall, but at the free-slip side
  double area = 0;
  for (const OpenNode& o : p.domain.open()) area += o.area[0];
  EXPECT_DOUBLE_EQ(area, 2 - 0.25);
}

TEST(GalerkinDomain, SlipsWithDifferentNormalsAreCombined) {
  const Prepared p(
      "[mesh]\nlower = [0, 0, 0]\nupper = [1, 1, 1]\ncells = [2, 2, 2]\n[fluid]\nviscosity = 0.1\n"
      "[boundary]\nothers = { kind = \"free-slip\" }\n");
  EXPECT_EQ(imposed_at(p.domain, {0, 0, 0}).projection, (std::array<double, 6>{}));
  EXPECT_EQ(imposed_at(p.domain, {0, 1, 2}).projection, (std::array<double, 6>{0, 1, 0, 0, 0, 0}));
}

TEST(GalerkinDomain, ABodyIsCutOut) {
  const Prepared p(tower);
  const Domain& d = p.domain;
  EXPECT_DOUBLE_EQ(d.fluid_volume(), 64 - 4);
  EXPECT_EQ(d.volume(d.node_at({3, 4, 1})), 0);
  EXPECT_TRUE(d.solid({2, 2, 0}));
  EXPECT_FALSE(d.solid({2, 2, 4}));
  const std::vector<int> faces = d.faces_of(d.patches_of("tower", {}));
  ASSERT_EQ(faces.size(), 2u * 16 + 2 * 8 + 8);
  Point sum{};
  double front = 0;
  for (int f : faces)
    for (int a = 0; a < 3; ++a) {
      const double part = d.faces()[static_cast<std::size_t>(f)].area[a];
      sum[a] += part;
      if (a == 0) front += std::max(part, 0.0);
    }
  EXPECT_EQ(sum, (Point{0, 0, -2}));  // areas point into the body, which stands on the ground
  EXPECT_DOUBLE_EQ(front, 4);
}

TEST(GalerkinDomain, FacesTurnOutwards) {
  const Prepared p(tower);
  for (const WallFace& f : p.domain.faces()) {
    const Point a = p.domain.place(f.nodes[0]), b = p.domain.place(f.nodes[1]), c = p.domain.place(f.nodes[2]);
    Point normal{};
    for (int n = 0; n < 3; ++n) {
      const int m = (n + 1) % 3, o = (n + 2) % 3;
      normal[n] = (b[m] - a[m]) * (c[o] - b[o]) - (b[o] - a[o]) * (c[m] - b[m]);
    }
    for (int n = 0; n < 3; ++n) EXPECT_NEAR(normal[n], f.area[n], 1e-12);
  }
}

TEST(GalerkinDomain, WallDistancesAreThoseOfTheNearestWall) {
  const Prepared p(tower);
  const auto at = [&](int i, int j, int k) { return p.domain.wall_distance(i + 8 * (j + 8 * k)); };
  EXPECT_DOUBLE_EQ(at(7, 7, 0), 0.25);
  EXPECT_DOUBLE_EQ(at(1, 3, 3), 0.25);
  EXPECT_DOUBLE_EQ(at(1, 1, 5), std::sqrt(3 * 0.0625 + 0.5));  // from the corner, above the body
  EXPECT_DOUBLE_EQ(at(7, 7, 7), std::min(3.75, std::sqrt(1.75 * 1.75 + 0.75 * 0.75 + 1.75 * 1.75)));
}

TEST(GalerkinDomain, TheWindRisesAndStays) {
  const Prepared p(tower);
  EXPECT_DOUBLE_EQ(p.domain.given_varies_until(), 2);
  EXPECT_EQ(given_at(p.domain, {0, 4, 2}, 0)[0], 0);
  EXPECT_DOUBLE_EQ(given_at(p.domain, {0, 4, 2}, 1)[0], 0.5);
  EXPECT_DOUBLE_EQ(given_at(p.domain, {0, 4, 4}, 5)[0], std::pow(2, 0.23));
  EXPECT_EQ(p.domain.gusty_nodes().size(), 9u * 8);
}

TEST(GalerkinDomain, WallNodesHoldTheReference) {
  const Prepared p(tower);
  const auto nodes = p.domain.wall_nodes();
  EXPECT_TRUE(std::is_sorted(nodes.begin(), nodes.end()));
  EXPECT_TRUE(std::binary_search(nodes.begin(), nodes.end(), static_cast<int>(p.domain.node_at({0, 4, 8}))));
  EXPECT_EQ(nodes.size(), 3u * 5 * 5 - 1 * 3 * 4 + 1);
}

TEST(GalerkinDomain, ThePressureAtTheInletAtTheHeightOfTheRoofIsTheReference) {
  const Prepared p(tower.substr(0, tower.find("reference")) + tower.substr(tower.find("[turbulence]")));
  const std::vector<ReferenceNode> nodes = reference_nodes(p.domain, p.domain.options().surface.front());
  EXPECT_EQ(nodes.size(), 9u);
  for (const ReferenceNode& n : nodes) {
    const Point at = p.domain.place(n.node);
    EXPECT_EQ(at[0], 0);
    EXPECT_EQ(at[2], 2);
    EXPECT_DOUBLE_EQ(n.weight, at[1] == 0 || at[1] == 4 ? 1.0 / 16 : 1.0 / 8);
  }
  const Prepared given(tower);
  EXPECT_EQ(reference_nodes(given.domain, given.domain.options().surface.front()).size(), 1u);
}

TEST(GalerkinDomain, StartIsTheInflowWithoutWalls) {
  const Prepared p(channel_2d + "[initial]\nnoise = 0\n");
  const auto v = p.domain.velocity_at_start();
  EXPECT_DOUBLE_EQ(v[static_cast<std::size_t>(p.domain.node_at({5, 2, 0}))][0], 1);
  EXPECT_EQ(v[static_cast<std::size_t>(p.domain.node_at({5, 0, 0}))], (Point{0, 0, 0}));
}

TEST(GalerkinDomain, NoiseIsBoundedAndNowhereAtWalls) {
  const Prepared p(channel_2d + "[initial]\nvelocity = [0, 0]\nnoise = 0.1\n");
  const auto v = p.domain.velocity_at_start();
  double most = 0, sum = 0;
  for (std::int64_t n = 0; n < p.domain.nodes(); ++n) {
    most = std::max(most, std::abs(v[static_cast<std::size_t>(n)][1]));
    sum += v[static_cast<std::size_t>(n)][1];
    if (p.domain.place(n)[1] > 0) continue;
    EXPECT_EQ(v[static_cast<std::size_t>(n)], (Point{0, 0, 0}));
  }
  EXPECT_GT(most, 0.05);
  EXPECT_LE(most, 0.1);
  EXPECT_LT(std::abs(sum), 1.0);
}
