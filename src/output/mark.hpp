// A mark of a file: how much of it counts (bytes, or entries of a collection), and the checksum of that part. A
// checkpoint holds marks of the files that a resumed run appends to, so that a file that was cut, changed or removed is
// noticed.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "output/file.hpp"

namespace eddy {

struct FileMark {
  std::uint64_t length = 0, sum = 0;  // of the beginning of the file; later bytes do not count
  bool operator==(const FileMark&) const = default;
};
using FileMarks = std::map<std::string, FileMark>;  // by name, relative to the folder of the run

FileMark mark_of(std::string_view text);
// The fault of a file ("is missing"); "" if it begins as marked.
std::string misfit(const Path& file, const FileMark& mark);

}  // namespace eddy
