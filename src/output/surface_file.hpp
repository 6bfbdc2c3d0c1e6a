// A surface in space with a row of numbers per face, as VTK PolyData (.vtp, text).
#pragma once
#include "field/watcher.hpp"
#include "output/file.hpp"

namespace eddy {

void write_vtp(const Path& path, const SurfaceTable& table);  // columns that are coordinates are left out

}  // namespace eddy
