// Writes and reads pictures as PNG files. A file may carry notes: short texts, each with a key.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "output/file.hpp"
#include "output/image.hpp"

namespace eddy {

using PngNotes = std::map<std::string, std::string>;
inline PngNotes origin_notes(const std::string& origin) {  // notes of program and case, if known
  return origin.empty() ? PngNotes{} : PngNotes{{"Software", origin}};
}
void write_png(const Path& path, const Image& image, const PngNotes& notes = {});  // atomic
Image read_png(const Path& path);
std::optional<std::string> png_note(const Path& path, const std::string& key);  // none also where it is no PNG file

}  // namespace eddy
