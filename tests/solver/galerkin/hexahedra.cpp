// Compares the domain of a mesh of hexahedra with that of the box that it was made from; closed forms on a distorted
// mesh; the perimeter of a body; forces by the surface.
#include <algorithm>
#include <cmath>
#include <map>

#include "mesh/vectors.hpp"
#include "solver/galerkin/perimeter.hpp"
#include "solver/galerkin/surface_force.hpp"
#include "tests/mesh/hex_helper.hpp"
#include "tests/solver/galerkin/helper.hpp"

using namespace eddy;
using namespace eddy::galerkin;

namespace {

const std::string unit_cube =
    "[mesh]\nlower = [0, 0, 0]\nupper = [1, 1, 1]\ncells = [4, 5, 3]\n[fluid]\nviscosity = 0.1\n"
    "[turbulence]\nmodel = \"smagorinsky\"\n[boundary]\nleft = { kind = \"inflow\", velocity = [1, 0, 0] }\n"
    "right = { kind = \"outflow\", pressure = 2 }\nfront = { kind = \"no-slip\" }\nothers = { kind = \"free-slip\" }\n";

struct OfHexahedra {
  Case c;
  Domain domain;
  explicit OfHexahedra(const Warp& warp = {}) : c(case_of(unit_cube)), domain(c, grid(warp)) {}
  static Grid grid(const Warp& warp) {
    Grid g;
    g.dimensions = 3;
    for (auto& n : g.nodes) n = {0, 1};
    g.hexahedra = std::make_shared<const HexMesh>(hex_mesh_of(cube_file({4, 5, 3}, warp)));
    return g;
  }
};

std::int64_t node_near(const Domain& d, const Point& at) {
  std::int64_t best = 0;
  for (std::int64_t n = 0; n < d.nodes(); ++n)
    if (magnitude(minus(d.place(n), at)) < magnitude(minus(d.place(best), at))) best = n;
  return best;
}

}  // namespace

TEST(GalerkinHexahedra, AreTheBoxTheyWereCutFrom) {
  const Prepared box(unit_cube);
  const OfHexahedra hex;
  ASSERT_EQ(hex.domain.nodes(), box.domain.nodes());
  EXPECT_NEAR(hex.domain.fluid_volume(), 1, 1e-14);
  EXPECT_NEAR(hex.domain.narrowest(), box.domain.narrowest(), 1e-14);
  EXPECT_EQ(hex.domain.imposed().size(), box.domain.imposed().size());
  EXPECT_EQ(hex.domain.open().size(), box.domain.open().size());
  EXPECT_EQ(hex.domain.faces().size(), box.domain.faces().size());
  for (const ImposedNode& n : box.domain.imposed()) {
    const auto same = node_near(hex.domain, box.domain.place(n.node));
    EXPECT_NEAR(hex.domain.volume(same), box.domain.volume(n.node), 1e-15);
    const auto at = std::find_if(hex.domain.imposed().begin(), hex.domain.imposed().end(),
                                 [&](const ImposedNode& m) { return m.node == same; });
    ASSERT_NE(at, hex.domain.imposed().end());
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(at->projection[i], n.projection[i], 1e-12);
  }
  for (std::int64_t e = 0; e < hex.domain.elements(); ++e)
    EXPECT_NEAR(hex.domain.wall_distance(e), hex.domain.centre(e)[2], 1e-14);  // the wall is at z = 0
}

// Patch test: Σ slopes = 0, Σ slopes x = I, and the slopes of the elements around an inner node cancel.
TEST(GalerkinHexahedra, SlopesAreExactOnADistortedMesh) {
  const auto warp = [](const Point& p) {
    return Point{p[0] + 0.05 * std::sin(5 * p[1] + p[2]), p[1] + 0.06 * std::sin(4 * p[2] - 3 * p[0]),
                 p[2] + 0.05 * std::sin(6 * p[0] + 2 * p[1])};
  };
  const OfHexahedra hex(warp);
  std::vector<Point> sum(static_cast<std::size_t>(hex.domain.nodes()));
  for (std::int64_t e = 0; e < hex.domain.elements(); ++e) {
    const ElementShape s = hex.domain.shape(e);
    EXPECT_NEAR(s.volume, volume_of(hex.domain.mesh(), static_cast<int>(e)), 1e-15);
    for (int i = 0; i < 3; ++i) {
      double all = 0;
      Point of_place{};
      for (int n = 0; n < 8; ++n) {
        all += s.slopes[n][i];
        for (int j = 0; j < 3; ++j) of_place[j] += s.slopes[n][i] * hex.domain.place(s.nodes[n])[j];
        sum[static_cast<std::size_t>(s.nodes[n])][i] += s.volume * s.slopes[n][i];
      }
      EXPECT_NEAR(all, 0, 1e-13);
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(of_place[j], i == j, 1e-13);
    }
  }
  std::vector<bool> outer(sum.size());
  for (const WallFace& f : hex.domain.faces())
    for (int n : f.nodes) outer[static_cast<std::size_t>(n)] = true;
  int inner = 0;
  for (std::size_t n = 0; n < sum.size(); ++n) {
    if (outer[n]) continue;
    ++inner;
    EXPECT_LT(magnitude(sum[n]), 1e-15);
  }
  EXPECT_EQ(inner, 3 * 4 * 2);
}

// A turned cube: free-slip removes the velocity through its walls, and nothing along them.
TEST(GalerkinHexahedra, InclinedWallsLetTheFlowSlip) {
  const double c = std::cos(0.5), s = std::sin(0.5);
  const OfHexahedra hex([&](const Point& p) { return Point{c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]}; });
  const Point along{c, s, 0}, across{-s, c, 0}, up{0, 0, 1};
  int found = 0;
  for (const ImposedNode& n : hex.domain.imposed()) {
    const Point at = hex.domain.place(n.node);
    const double x = dot(at, along), y = dot(at, across);
    if (x < 0.1 || x > 0.9 || at[2] < 0.1 || at[2] > 0.9 || (y > 0.1 && y < 0.9)) continue;
    ++found;
    const auto& p = n.projection;
    const auto projected = [&](const Point& v) {
      return Point{p[0] * v[0] + p[3] * v[1] + p[4] * v[2], p[3] * v[0] + p[1] * v[1] + p[5] * v[2],
                   p[4] * v[0] + p[5] * v[1] + p[2] * v[2]};
    };
    EXPECT_LT(magnitude(projected(across)), 1e-13);
    EXPECT_LT(magnitude(minus(projected(along), along)), 1e-13);
    EXPECT_LT(magnitude(minus(projected(up), up)), 1e-13);
  }
  EXPECT_EQ(found, 2 * 3 * 2);
}

TEST(GalerkinPerimeter, GoesAroundFromTheMiddleOfTheWindwardSide) {
  const Prepared p(
      "[mesh]\nlower = [0, 0, 0]\nupper = [6, 6, 4]\ncells = [12, 12, 8]\n[fluid]\nviscosity = 0.1\n[boundary]\n"
      "left = { kind = \"wind\" }\nright = { kind = \"outflow\" }\nothers = { kind = \"free-slip\" }\n"
      "[body.tower]\nshape = \"box\"\nlower = [2, 2, 0]\nupper = [3, 4, 2]\n[surface.tower]\n");
  const Domain& d = p.domain;
  const auto faces = d.faces_of(d.patches_of("tower", {}));
  const auto ring = perimeter(d, faces, 1.2);
  ASSERT_EQ(ring.size(), 12u);  // 6 m around, faces of 0.5 m
  const auto centre = [&](std::size_t n) { return d.faces()[static_cast<std::size_t>(faces[ring[n].face])].centre; };
  EXPECT_DOUBLE_EQ(ring.front().s, 0.25);
  EXPECT_EQ(centre(0), (Point{2, 2.75, 1.25}));
  EXPECT_EQ(centre(2), (Point{2.25, 2, 1.25}));
  EXPECT_EQ(centre(4), (Point{3, 2.25, 1.25}));
  EXPECT_DOUBLE_EQ(ring.back().s, 5.75);
  EXPECT_TRUE(perimeter(d, faces, 3).empty());  // above the roof
}

// For a linear pressure and a linear velocity the integrals are exact.
TEST(GalerkinSurfaceForce, IsExactForLinearFields) {
  const Prepared p(unit_cube);
  const Domain& d = p.domain;
  NodalState s;
  for (std::int64_t n = 0; n < d.nodes(); ++n) {
    const Point at = d.place(n);
    s.pressure.push_back(3 * at[0]);
    s.velocity[0].push_back(2 * at[2]);
    s.velocity[1].push_back(0);
    s.velocity[2].push_back(0);
  }
  const auto right = surface_force(d, d.faces_of(d.patches_of("right", {})), s);
  EXPECT_NEAR(right.pressure[0], 3, 1e-13);
  EXPECT_NEAR(right.friction[2], -0.2, 1e-14);  // −ν ∂u/∂z
  const auto front = surface_force(d, d.faces_of(d.patches_of("front", {})), s);
  EXPECT_NEAR(front.pressure[2], -1.5, 1e-13);
  EXPECT_NEAR(front.friction[0], 0.2, 1e-14);  // the fluid drags the floor along
}
