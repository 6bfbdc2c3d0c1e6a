// Makes one block from its description: by formulas, between four edges, or by extrusion of a flat block.
#pragma once
#include "mesh/blocks.hpp"
#include "mesh/curve.hpp"

namespace eddy {

Block empty_block(const std::string& name, const std::vector<int>& cells);  // all nodes at the origin
Block block_by_formula(const BlockOptions& options);
// Transfinite interpolation (Gordon and Hall 1973) between bottom, top, left and right, which meet in the corners. How
// far a node lies between two opposite edges follows from the spacing along the other two.
Block block_between(const std::string& name, const PointList& bottom, const PointList& top, const PointList& left,
                    const PointList& right);
Block block_by_edges(const BlockOptions& options, const std::filesystem::path& folder);
Block extruded(const Block& flat, const ExtrudeOptions& extrude);

}  // namespace eddy
