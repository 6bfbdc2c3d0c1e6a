// What a file of a run holds beyond a place: for those who look at it while it grows.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace eddy {

struct Tail {
  std::int64_t from = 0, size = 0;  // where the text begins; how long the file is now
  std::string text;
};
// At most so many bytes. A file that is not there is empty; one that became shorter than `from` is read from its begin;
// a negative `from` counts from its end.
Tail tail_of(const std::filesystem::path& file, std::int64_t from, std::int64_t most);

}  // namespace eddy
