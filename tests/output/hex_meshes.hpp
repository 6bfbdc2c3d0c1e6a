// Meshes of hexahedra for the tests of output/.
#pragma once
#include "mesh/hex_order.hpp"
#include "tests/mesh/hex_helper.hpp"
#include "tests/output/meshes.hpp"

namespace eddy {

inline Grid bent_cube(int n) {
  HexMesh mesh = hex_mesh_of(cube_file({n, n, n}, [](const Point& p) {
    return Point{p[0] + 0.05 * std::sin(3 * p[1]), p[1] - 0.04 * p[0] * p[2], p[2] + 0.03 * p[0]};
  }));
  order_along_curve(mesh);
  return grid_of(std::move(mesh));
}

// The cells of blocks as hexahedra that share no nodes, which interpolation and pictures do not need.
inline Grid hexahedra_of(const BlockMesh& blocks) {
  HexMesh mesh;
  for_block_cells(blocks, [&](int b, const std::array<int, 3>& cell, std::size_t) {
    HexNodes e;
    for (int n = 0; n < 8; ++n) {
      e[hex_corners[n]] = static_cast<int>(mesh.nodes.size());
      mesh.nodes.push_back(blocks.blocks[b].at(corner_node(blocks.blocks[b], cell, n)));
    }
    mesh.elements.push_back(e);
  });
  return grid_of(std::move(mesh));
}

inline Sample sampled_hexahedra(const Grid& grid, const std::string& name, const std::vector<Function>& parts,
                                Location location = Location::cell) {
  const HexMesh& mesh = *grid.hexahedra;
  Sample s;
  s.name = name;
  s.unit = "Pa";
  s.location = location;
  s.components = static_cast<int>(parts.size());
  s.size[0] = static_cast<int>(location == Location::cell ? mesh.elements.size() : mesh.nodes.size());
  for (int n = 0; n < s.size[0]; ++n) {
    const Point p = location == Location::cell ? centre_of(mesh, n) : mesh.nodes[n];
    for (const Function& f : parts) s.values.push_back(f(p[0], p[1], p[2]));
  }
  return s;
}

}  // namespace eddy
