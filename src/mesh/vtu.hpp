// VTK's files of unstructured grids (.vtu): text, base64 or raw, compressed by zlib or not, in either order of bytes.
#pragma once
#include <filesystem>
#include <string>

#include "mesh/file_mesh.hpp"

namespace eddy {

inline constexpr const char* vtu_patch = "patch";  // cell data: the number of the patch that a face belongs to

// Reads a file of one piece. A patch is named by its number in the cell data `patch` of quadrilaterals, or of lines in
// a flat mesh. Throws Error(usage), which calls the file `name`, or Error(missing) where there is no file.
FileMesh read_vtu(const std::filesystem::path& path, const std::string& name);

}  // namespace eddy
