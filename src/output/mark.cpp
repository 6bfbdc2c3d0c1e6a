#include "output/mark.hpp"

#include <fmt/format.h>

#include "output/checksum.hpp"

namespace eddy {

FileMark mark_of(std::string_view text) { return {text.size(), checksum(text.data(), text.size())}; }

std::string misfit(const Path& file, const FileMark& mark) {
  if (mark.length == 0) return "";
  if (!is_there(file)) return "is missing";
  const std::string text = read_own_file(file);
  if (text.size() < mark.length) return fmt::format("is cut off: {} of {} bytes are there", text.size(), mark.length);
  if (mark_of(std::string_view(text).substr(0, mark.length)) == mark) return "";
  return "was changed: its checksum does not match";
}

}  // namespace eddy
