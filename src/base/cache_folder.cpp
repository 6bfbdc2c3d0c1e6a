#include "base/cache_folder.hpp"

#include <cstdlib>

namespace eddy {

std::filesystem::path cache_folder(const char* what) {
  const std::filesystem::path below = std::filesystem::path("eddy") / what;
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg) return xdg / below;
  if (const char* home = std::getenv("HOME"); home && *home) return home / (".cache" / below);
  return {};
}

}  // namespace eddy
