// Reads the part of a file beyond a place, to follow a file that grows.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace eddy {

struct Tail {
  std::int64_t from = 0, size = 0;  // place where the text begins; present size of the file
  std::string text;
};
// Reads at most `most` bytes. A missing file is empty; one that is now shorter than `from` is read from its beginning;
// a negative `from` counts from the end.
Tail tail_of(const std::filesystem::path& file, std::int64_t from, std::int64_t most);

}  // namespace eddy
