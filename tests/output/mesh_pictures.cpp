// Drawings of meshes: inner lines have the colour of their block, patches have colours, and a body is drawn enlarged.
#include <gtest/gtest.h>

#include <set>

#include "mesh/block_mesh.hpp"
#include "mesh/block_shapes.hpp"
#include "mesh/join.hpp"
#include "output/colour.hpp"
#include "output/mesh_picture.hpp"

using namespace eddy;

namespace {

Block strip(const std::string& name, double x) {
  BlockOptions o;
  o.name = name;
  o.cells = {4, 4};
  o.corners = {{x, 0}, {x + 1, 0}, {x + 1, 1}, {x, 1}};
  return block_by_edges(o, "");
}

std::set<Rgb> colours_in(const Image& image) {
  std::set<Rgb> all;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) all.insert({image.at(x, y)[0], image.at(x, y)[1], image.at(x, y)[2]});
  return all;
}

}  // namespace

TEST(MeshPictures, BlocksAndPatchesHaveColours) {
  const BlockMesh mesh = join({strip("one", 0), strip("two", 1)});
  const auto colours = colours_in(mesh_picture(mesh, {.title = "t", .subtitle = "s", .width = 1280, .marked = {}}));
  for (int n = 0; n < static_cast<int>(mesh.patches.size()); ++n)
    EXPECT_TRUE(colours.count(bytes(series_colour(n)))) << mesh.patches[n].name;
  EXPECT_FALSE(colours.count({217, 13, 26}));
  const auto marked =
      colours_in(mesh_picture(mesh, {.title = "", .subtitle = "", .width = 1280, .marked = {{0, {1, 1, 0}}}}));
  EXPECT_TRUE(marked.count(bytes({0.85, 0.05, 0.1}))) << "a folded cell is circled";
}

TEST(MeshPictures, OfAllKinds) {
  MeshOptions o;
  o.kind = MeshKind::o_grid;
  o.cells = {32, 8};
  o.first = 0.05;
  o.far = 20;
  const Image flat = mesh_picture(make_block_mesh(o), {.title = {}, .subtitle = {}, .width = 640, .marked = {}});
  EXPECT_EQ(flat.width, 640);
  o.extrude.cells = 3;
  EXPECT_GT(colours_in(mesh_picture(make_block_mesh(o), {})).size(), 4u);
}
