// A closed surface of triangles, read from an STL file.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace eddy {

using Corner = std::array<double, 3>;

struct Surface {
  std::vector<Corner> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // places in `points`
};

// ASCII or binary, as it stands in the file. All that is wrong with it: Error(usage), which calls it `name`.
std::vector<std::array<Corner, 3>> read_stl(const std::filesystem::path& path, const std::string& name);

// Corners at the same place become one point. Every edge must be shared by exactly two triangles, which run along it in
// opposite directions: Error(usage) with the number of edges that are not, and a place.
Surface make_surface(const std::vector<std::array<Corner, 3>>& triangles, const std::string& name);

}  // namespace eddy
