// Surfaces in space: their files and pictures.
#include <fstream>
#include <sstream>

#include "output/surface_file.hpp"
#include "output/surface_picture.hpp"
#include "tests/output/scratch.hpp"

using namespace eddy;

namespace {

// A cube without a floor, with one face per side; nodes run so that normals point into the cube.
SurfaceTable cube() {
  SurfaceTable t;
  t.name = "cube";
  t.columns = {"x[m]", "y[m]", "z[m]", "cp_mean"};
  for (int n = 0; n < 8; ++n) t.nodes.push_back({double(n & 1), double(n >> 1 & 1), double(n >> 2)});
  t.faces = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1}, {2, 3, 7, 6}, {4, 6, 7, 5}};
  t.rows = {{0, 0.5, 0.5, 1}, {1, 0.5, 0.5, -1}, {0.5, 0, 0.5, -0.5}, {0.5, 1, 0.5, -0.5}, {0.5, 0.5, 1, -0.8}};
  return t;
}

std::string text_of(const Path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST(Surfaces, AFileHoldsPointsFacesAndNumbers) {
  const Scratch scratch;
  write_vtp(scratch.path / "cube.vtp", cube(), {2.5, "eddy"});
  const std::string text = text_of(scratch.path / "cube.vtp");
  EXPECT_NE(text.find("NumberOfPoints=\"8\""), std::string::npos);
  EXPECT_NE(text.find("NumberOfPolys=\"5\""), std::string::npos);
  EXPECT_NE(text.find("Name=\"cp_mean\""), std::string::npos);
  EXPECT_NE(text.find("101 100 100 121 0</Array>"), std::string::npos);  // the origin "eddy" as codes of characters
  EXPECT_EQ(text.find("Name=\"x\""), std::string::npos);
  EXPECT_NE(text.find("4 8 12 16 20"), std::string::npos);
}

TEST(Surfaces, APictureShowsTheWindwardSideFirst) {
  const Image image = surface_picture(cube(), {"cp_mean"}, "cube");
  ASSERT_GT(image.width, 0);
  int red = image.width, blue = image.width;  // first column of each colour, from the left
  for (int x = 0; x < image.width / 2; ++x) {
    const std::uint8_t* const p = image.at(x, image.height - 60);
    if (p[0] > p[2] + 60) red = std::min(red, x);
    if (p[2] > p[0] + 60) blue = std::min(blue, x);
  }
  EXPECT_LT(red, blue);  // pressure before suction
  EXPECT_EQ(surface_picture(cube(), {"heat"}, "").width, 0);
}
