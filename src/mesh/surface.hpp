// A closed surface of triangles, read from an STL file.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "mesh/rows.hpp"

namespace eddy {

using Corner = std::array<double, 3>;

struct Surface {
  std::vector<Corner> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // places in `points`
};

// Reads an ASCII or binary file as it is. Throws Error(usage), which calls the file `name`.
std::vector<std::array<Corner, 3>> read_stl(const std::filesystem::path& path, const std::string& name);

// Corners at the same place become one point. Every edge must be shared by exactly two triangles, which run along it in
// opposite directions: Error(usage) with the number of edges that are not, and a place.
Surface make_surface(const std::vector<std::array<Corner, 3>>& triangles, const std::string& name);

// The line where a triangle meets the plane z = const, if it does. The lines of all triangles close (mesh/rows.hpp).
void add_cut(std::vector<RowLine>& lines, const Surface& surface, const std::array<std::uint32_t, 3>& triangle,
             double z);

}  // namespace eddy
