// Built OpenCL kernels on disk, keyed by everything that they depend on: text, device, driver, options. They are in
// $XDG_CACHE_HOME/eddy/opencl or ~/.cache/eddy/opencl. A cache that cannot be read or written counts as empty. Kernels
// of PoCL, which has a cache of its own, are not kept here.
#pragma once
#include <string>

namespace eddy {

std::string cached_kernel(const std::string& key);  // empty: there is none for this key
void keep_kernel(const std::string& key, const std::string& binary);

}  // namespace eddy
