#include "app/run/origin.hpp"

#include <fmt/format.h>

#include "app/run/belonging.hpp"
#include "app/version.hpp"
#include "output/checksum.hpp"
#include "output/file.hpp"

namespace eddy {

std::string case_checksum(const Case& c) {
  const std::string text = computed_text(c, [&](const std::string&, const std::string& file) {
    const std::string bytes = read_file(c.beside(file));
    return fmt::format("{:016x}", checksum(bytes.data(), bytes.size()));
  });
  return fmt::format("{:016x}", checksum(text.data(), text.size()));
}

std::string origin_of(const Case& c) {
  return fmt::format("eddy {} ({}), case {}", version(), commit(), case_checksum(c));
}

}  // namespace eddy
