// Writes a surface in space with a row of numbers for each face as VTK PolyData (.vtp, text).
#pragma once
#include "field/watcher.hpp"
#include "output/file.hpp"
#include "output/vtk.hpp"

namespace eddy {

void write_vtp(const Path& path, const SurfaceTable& table, const FileStamp& stamp);  // without columns of coordinates

}  // namespace eddy
