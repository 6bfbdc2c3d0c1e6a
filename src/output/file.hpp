// Files that are either complete or absent: written under another name, synced, renamed. Every call is checked.
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
  ~AtomicFile();                     // without commit() removes the part and keeps the old file
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

class OpenFile {  // owns an open file and closes it
 public:
  explicit OpenFile(int file) : file_(file) {}
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  operator int() const { return file_; }

 private:
  int file_;
};

[[noreturn]] void throw_file_error(const char* action, const Path& path, int error);  // "cannot ACTION 'PATH': …"
void write_all(int file, const void* data, std::size_t bytes, const Path& path);
void write_file(const Path& path, std::string_view text);
std::string read_file(const Path& path);
void make_folder(const Path& path);
// In the folder of a run no link is followed, because its target may belong to somebody else, and only plain files are
// opened, because a pipe could block for ever.
int open_own(const char* action, const Path& path, int flags);
std::string read_own_file(const Path& path);
void make_own_folder(const Path& path);
void part_from_others(const Path& path);         // replaces a file that has other names (hard links) by a copy
bool is_there(const Path& path);                 // true for anything of that name, even a broken link
void remove_file(const Path& path);              // no error if it does not exist
std::vector<Path> files_in(const Path& folder);  // empty if there is no folder

}  // namespace eddy
