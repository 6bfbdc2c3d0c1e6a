// Pictures to PNG files and back.
#pragma once
#include "output/file.hpp"
#include "output/image.hpp"

namespace eddy {

void write_png(const Path& path, const Image& image);  // atomic
Image read_png(const Path& path);

}  // namespace eddy
