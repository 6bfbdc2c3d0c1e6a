// Where eddy keeps what it can find again: $XDG_CACHE_HOME/eddy/WHAT, or ~/.cache/eddy/WHAT. Empty: there is no such
// place.
#pragma once
#include <filesystem>

namespace eddy {

std::filesystem::path cache_folder(const char* what);

}  // namespace eddy
