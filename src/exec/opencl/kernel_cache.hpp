// Built OpenCL kernels on disk, by everything they depend on: text, device, driver, options.
// $XDG_CACHE_HOME/eddy/opencl, or ~/.cache/eddy/opencl. A cache that cannot be read or written is as good as none. Not
// of PoCL, which keeps its own.
#pragma once
#include <string>

namespace eddy {

std::string cached_kernel(const std::string& key);  // empty: not there, or not for this key
void keep_kernel(const std::string& key, const std::string& binary);

}  // namespace eddy
