// Atomic writing: temporary name, fsync, rename, fsync of the folder.
#include "output/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace eddy {
namespace {

const char* advice(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return " Free some space and try again.";
    case EFBIG:
      return " Raise the limit on file sizes (ulimit -f) and try again.";
    case EACCES:
    case EPERM:
    case EROFS:
    case ENOTDIR:
    case ENOENT:
      return " Choose a folder that can be written.";
    default:
      return "";
  }
}

void sync_folder(const Path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) throw_file_error("open folder", folder, errno);
  const int error = ::fsync(file) == 0 ? 0 : errno;
  ::close(file);
  // Some network file systems cannot sync a folder; the rename itself has been done.
  if (error != 0 && error != EINVAL && error != ENOTSUP) throw_file_error("sync folder", folder, error);
}

Path folder_of(const Path& path) { return path.has_parent_path() ? path.parent_path() : Path("."); }

}  // namespace

void throw_file_error(const char* action, const Path& path, int error) {
  throw Error(Exit::missing,
              fmt::format("cannot {} '{}': {}.{}", action, path.string(), std::strerror(error), advice(error)));
}

void write_all(int file, const void* data, std::size_t bytes, const Path& path) {
  auto next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t done = ::write(file, next, std::min<std::size_t>(bytes, std::size_t(1) << 30));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) throw_file_error("write", path, errno);
    if (done == 0) throw_file_error("write", path, EIO);
    next += done;
    bytes -= static_cast<std::size_t>(done);
  }
}

AtomicFile::AtomicFile(Path target) : target_(std::move(target)) {
  part_ = folder_of(target_) / fmt::format(".{}.part", target_.filename().string());
  file_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) throw_file_error("write", target_, errno);
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  if (!part_.empty()) ::unlink(part_.c_str());
  part_.clear();
}

void AtomicFile::write(const void* data, std::size_t bytes) { write_all(file_, data, bytes, target_); }

void AtomicFile::commit() {
  if (::fsync(file_) != 0 && errno != EINVAL) throw_file_error("write", target_, errno);
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) throw_file_error("write", target_, errno);
  if (::rename(part_.c_str(), target_.c_str()) != 0) throw_file_error("write", target_, errno);
  part_.clear();
  sync_folder(folder_of(target_));
}

void write_file(const Path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

std::string read_file(const Path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw_file_error("read", path, errno);
  std::string text;
  char block[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      const int error = errno;
      ::close(file);
      if (got < 0) throw_file_error("read", path, error);
      return text;
    }
    text.append(block, static_cast<std::size_t>(got));
  }
}

void make_folder(const Path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw_file_error("make folder", path, error.value());
}

std::vector<Path> files_in(const Path& folder) {
  std::vector<Path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) files.push_back(entry.path());
  return files;
}

void remove_file(const Path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw_file_error("remove", path, errno);
}

}  // namespace eddy
