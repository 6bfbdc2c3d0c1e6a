// Meshes of blocks from the text of a case, and small ones by hand.
#pragma once
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "case/case.hpp"
#include "mesh/block_mesh.hpp"
#include "mesh/block_shapes.hpp"

namespace eddy {

struct NoOptions {};
inline void describe(Keys&, NoOptions&) {}
inline void check(const Case&, NoOptions&, Problems&) {}

// A solver that accepts every mesh and has no keys.
inline Solvers solver_of_blocks() {
  SolverKeys keys = solver_keys<NoOptions>("some", "for tests");
  keys.blocks = true;
  keys.hexahedra = true;
  return {keys};
}
inline Case case_of(const std::string& text, const std::filesystem::path& folder = "") {
  return read_case_text("solver = \"some\"\n[run]\nsteps = 1\n" + text, folder / "case.toml", {}, solver_of_blocks());
}
inline BlockMesh mesh_from(const std::string& text, const std::filesystem::path& folder = "") {
  return make_block_mesh(case_of(text, folder).mesh);
}
template <class Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}
inline std::string mesh_error(const std::string& text, const std::filesystem::path& folder = "") {
  return error_of([&] { mesh_from(text, folder); });
}

// A box of cells of width 1; `from` is its lower corner.
inline Block unit_block(const std::string& name, const std::vector<int>& cells, const Point& from = {}) {
  Block b = empty_block(name, cells);
  for (int k = 0; k < b.node_count(2); ++k)
    for (int j = 0; j < b.node_count(1); ++j)
      for (int i = 0; i < b.node_count(0); ++i) {
        const std::array<int, 3> n{i, j, k};
        for (int a = 0; a < b.dimensions; ++a) b.nodes[a][b.node(i, j, k)] = from[a] + n[a];
      }
  return b;
}

}  // namespace eddy
