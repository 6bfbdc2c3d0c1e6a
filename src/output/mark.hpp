// How much of a file counts (bytes, or entries of a collection), and its checksum. A checkpoint holds marks of the
// files that a resumed run goes on from: whoever cuts, changes or removes one of them is found out.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "output/file.hpp"

namespace eddy {

struct FileMark {
  std::uint64_t length = 0, sum = 0;  // of the beginning: what comes later is not looked at
  bool operator==(const FileMark&) const = default;
};
using FileMarks = std::map<std::string, FileMark>;  // by name, relative to the folder of the run

FileMark mark_of(std::string_view text);
std::string misfit(const Path& file, const FileMark& mark);  // "is missing"; empty: the file begins as it should

}  // namespace eddy
