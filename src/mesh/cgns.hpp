// Structured CGNS files: zones become blocks, boundary conditions name patches.
#pragma once
#include <filesystem>
#include <string>

#include "mesh/body_grids.hpp"

namespace eddy {

bool has_cgns();  // whether eddy was built with the library
// Error(missing) without the library, or where the file is not there; Error(usage) where it is not structured.
BodyGrid read_cgns(const std::filesystem::path& path, const std::string& name, int dimensions);

}  // namespace eddy
