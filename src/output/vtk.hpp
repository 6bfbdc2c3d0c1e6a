// VTK XML files that ParaView, VisIt and PyVista open: .vti where every axis is uniform, .vtr otherwise. Raw appended,
// little endian.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "mesh/grid.hpp"
#include "output/file.hpp"

namespace eddy {

std::string vtk_extension(const Grid& grid);  // ".vti" or ".vtr"
void write_vtk(const Path& path, const Grid& grid, std::span<const Sample> samples, double time);

// Our own files read back. One that is damaged: Error(missing).
std::vector<std::string> vtk_fields(const Path& path);
Sample read_vtk(const Path& path, const Grid& grid, const std::string& field);  // 2D vectors have a third component, 0

}  // namespace eddy
