// Gmsh's mesh files: versions 4.1 and 2.2, text or binary in either order of bytes. Physical groups give the names.
#pragma once
#include <filesystem>
#include <string>

#include "mesh/file_mesh.hpp"

namespace eddy {

// Where groups of the highest dimension exist, cells outside of them are left out, as Gmsh does. Throws Error(usage),
// which calls the file `name`, or Error(missing) where there is no file.
FileMesh read_gmsh(const std::filesystem::path& path, const std::string& name);

}  // namespace eddy
