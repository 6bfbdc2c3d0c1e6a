#include "base/program.hpp"

#include <unistd.h>

#include <cstdlib>

#include "base/text.hpp"

namespace eddy {

std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  for (const auto& folder : split(path ? path : "", ':')) {
    const std::string file = std::string(folder) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

}  // namespace eddy
