// Reads the bytes of a mesh file, and the numbers in them in either byte order.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.hpp"

namespace eddy {

template <class T>
T number_at(const char* bytes, bool swapped) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes, sizeof(T));
  if (swapped) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

// Throws Error(missing) where there is no file, Error(usage) where it is empty; both call the file `name`.
inline std::string bytes_of_file(const std::filesystem::path& path, const std::string& name) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path))
    throw Error(Exit::missing, "'" + name + "' cannot be read. Put it beside the case.");
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (bytes.empty()) throw Error(Exit::usage, "'" + name + "' is empty.");
  return bytes;
}

}  // namespace eddy
