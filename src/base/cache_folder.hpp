// The folder for files that eddy can make again: $XDG_CACHE_HOME/eddy/WHAT, or ~/.cache/eddy/WHAT. Empty if neither
// variable is set.
#pragma once
#include <filesystem>

namespace eddy {

std::filesystem::path cache_folder(const char* what);

}  // namespace eddy
