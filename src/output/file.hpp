// Files that are whole or absent: written beside their final name, synced, renamed. Every call is checked.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace eddy {

using Path = std::filesystem::path;

class AtomicFile {
 public:
  explicit AtomicFile(Path target);  // opens `.NAME.part` in the same folder
  ~AtomicFile();                     // without commit(): the old file stays, the part goes
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit();

 private:
  void discard() noexcept;

  Path target_, part_;
  int file_ = -1;
};

[[noreturn]] void throw_file_error(const char* action, const Path& path, int error);  // "cannot ACTION 'PATH': …"
void write_all(int file, const void* data, std::size_t bytes, const Path& path);
void write_file(const Path& path, std::string_view text);
std::string read_file(const Path& path);
void make_folder(const Path& path);
void remove_file(const Path& path);              // one that is not there is fine
std::vector<Path> files_in(const Path& folder);  // none where there is no folder

}  // namespace eddy
