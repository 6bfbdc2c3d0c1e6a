// Reads a case's text from disk; anything but a small text file is refused with one sentence.
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/case.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t largest_file = 1 << 20;

[[noreturn]] void refuse(const fs::path& path, const std::string& why, Exit code = Exit::usage) {
  throw Error(code, path.string() + " error: " + why);
}

fs::path case_file(const fs::path& path) {
  std::error_code failed;
  const auto status = fs::status(path, failed);
  if (status.type() == fs::file_type::not_found)
    refuse(path, "there is no such case. Name a folder with a case.toml, or a .toml file.");
  if (failed) refuse(path, "cannot be read: " + failed.message() + ".", Exit::missing);
  if (status.type() != fs::file_type::directory) return path;
  const fs::path inner = path / "case.toml";
  if (!fs::exists(inner, failed)) refuse(path, "the folder holds no case.toml.");
  if (fs::is_directory(inner, failed)) refuse(inner, "is a folder, not a file.");
  return inner;
}

std::string read_text(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) refuse(file, "is not a regular file.");
  const auto size = fs::file_size(file, failed);
  if (failed) refuse(file, "cannot be read: " + failed.message() + ".", Exit::missing);
  if (size > largest_file)
    refuse(file, "is " + bytes_text(static_cast<double>(size)) +
                     "; a case has at most 1 MiB. Keep data in files of their own.");
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(file, std::string("cannot be read: ") + std::strerror(errno) + ".", Exit::missing);
  std::string text(size, '\0');
  in.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

}  // namespace

Case read_case(const fs::path& path, const std::vector<std::string>& overrides, const Solvers& solvers, bool small) {
  const fs::path file = case_file(path);
  const std::string text = read_text(file);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) refuse(file, "is empty.");
  if (text.find('\0') != std::string::npos) refuse(file, "is binary, not TOML text.");
  return read_case_text(text, file, overrides, solvers, small);
}

}  // namespace eddy
