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

class OpenFile {  // closes itself
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
// In the folder of a run no link is followed, and only plain files are opened: what a link points at is not ours, and a
// pipe would keep us waiting.
int open_own(const char* action, const Path& path, int flags);
std::string read_own_file(const Path& path);
void make_own_folder(const Path& path);
void part_from_others(const Path& path);         // a file that has other names (hard links) becomes one of its own
bool is_there(const Path& path);                 // whatever it is, a link to nowhere included
void remove_file(const Path& path);              // one that is not there is fine
std::vector<Path> files_in(const Path& folder);  // none where there is no folder

}  // namespace eddy
