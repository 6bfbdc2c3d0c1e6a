// Makes a mesh of blocks from [mesh], [block.NAME] and [seam.NAME].
#pragma once
#include "case/mesh_options.hpp"
#include "mesh/blocks.hpp"

namespace eddy {

// Makes a mesh of any kind but a box. Its cells may be folded, which refuse_folded (mesh/quality.hpp) finds. Throws
// Error(usage) with all that is wrong with its sides and seams, Error(missing) where a file cannot be read.
BlockMesh make_block_mesh(const MeshOptions& options);

// The same mesh with each number of cells times `factor`. No value where that is not a whole number, or where the mesh
// comes from a file.
std::optional<MeshOptions> resized(const MeshOptions& options, double factor);
double cell_count_of(const MeshOptions& options);                       // counted from the options alone; 0 for a file
std::string mesh_text(const MeshOptions& options, std::int64_t cells);  // "128 × 64 cells", "3 blocks with 5000 cells"

}  // namespace eddy
