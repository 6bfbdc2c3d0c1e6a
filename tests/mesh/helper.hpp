// Small surfaces and their files.
#pragma once
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "mesh/surface.hpp"

namespace eddy {

using Triangles = std::vector<std::array<Corner, 3>>;

inline Triangles box_triangles(const Corner& a, const Corner& b) {
  const auto at = [&](int n) { return Corner{n & 1 ? b[0] : a[0], n & 2 ? b[1] : a[1], n & 4 ? b[2] : a[2]}; };
  const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  Triangles all;
  for (const auto& q : quads) {
    all.push_back({at(q[0]), at(q[1]), at(q[2])});
    all.push_back({at(q[0]), at(q[2]), at(q[3])});
  }
  return all;
}

// 2 n (m − 1) triangles between n meridians and m parallels; all corners on the sphere.
inline Triangles sphere_triangles(const Corner& centre, double radius, int n, int m) {
  const auto at = [&](int i, int j) {
    const double a = 2 * std::numbers::pi * (i % n) / n, b = std::numbers::pi * j / m,
                 s = j == 0 || j == m ? 0 : std::sin(b);
    const auto single = [](double v) { return std::round(v * 1048576) / 1048576; };  // exact in a float
    return Corner{single(centre[0] + radius * s * std::cos(a)), single(centre[1] + radius * s * std::sin(a)),
                  single(centre[2] - radius * std::cos(b))};
  };
  Triangles all;
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      if (j > 0) all.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      if (j + 1 < m) all.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return all;
}

inline std::string binary_stl(const Triangles& triangles, const char* head = "made by a test") {
  std::string bytes(80, ' ');
  std::memcpy(bytes.data(), head, std::strlen(head));
  const auto add = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  add(static_cast<std::uint32_t>(triangles.size()));
  for (const auto& t : triangles) {
    for (int n = 0; n < 3; ++n) add(0.0f);
    for (const Corner& c : t)
      for (double x : c) add(static_cast<float>(x));
    add(std::uint16_t(0));
  }
  return bytes;
}

inline std::string ascii_stl(const Triangles& triangles) {
  std::string text = "solid made by a test\n";
  for (const auto& t : triangles) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (const Corner& c : t)
      text += "      vertex " + number_text(c[0]) + " " + number_text(c[1]) + " +" + number_text(c[2]) + "\n";
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid made by a test\n";
}

class StlFolder {  // a temporary folder, removed by the destructor
 public:
  StlFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "eddy-stl-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~StlFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path put(const std::string& name, const std::string& bytes) const {
    std::ofstream(path / name, std::ios::binary) << bytes;
    return path / name;
  }
  std::filesystem::path path;
};

}  // namespace eddy
