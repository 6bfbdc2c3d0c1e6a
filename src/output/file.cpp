// Writes files atomically: temporary name, fsync, rename, fsync of the folder.
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
  // Some network file systems cannot sync a folder; the rename itself was successful.
  if (error != 0 && error != EINVAL && error != ENOTSUP) throw_file_error("sync folder", folder, error);
}

[[noreturn]] void refuse(const char* action, const Path& path, const char* why) {
  throw Error(Exit::missing, fmt::format("cannot {} '{}': {}", action, path.string(), why));
}

bool is_plain(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

std::string read_all(int file, const Path& path) {
  std::string text;
  char block[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_file_error("read", path, errno);
    if (got == 0) return text;
    text.append(block, static_cast<std::size_t>(got));
  }
}

Path folder_of(const Path& path) { return path.has_parent_path() ? path.parent_path() : Path("."); }

}  // namespace

OpenFile::~OpenFile() {
  if (file_ >= 0) ::close(file_);
}

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
  ::unlink(part_.c_str());  // left by a run that was killed; or a link, which is not followed
  file_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
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
  const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file < 0) throw_file_error("read", path, errno);
  return read_all(file, path);
}

int open_own(const char* action, const Path& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0 && errno == ELOOP)
    refuse(action, path, "it is a link, and in the folder of a run no link is followed. Put the file itself there.");
  if (file < 0 && errno != ENXIO) throw_file_error(action, path, errno);
  if (file >= 0 && is_plain(file)) return file;
  if (file >= 0) ::close(file);
  refuse(action, path, "it is a pipe, a device, a socket or a directory, and not a plain file. Move it away.");
}

std::string read_own_file(const Path& path) {
  const OpenFile file(open_own("read", path, O_RDONLY));
  return read_all(file, path);
}

void make_own_folder(const Path& path) {
  make_folder(folder_of(path));
  if (::mkdir(path.c_str(), 0777) == 0) return;
  if (errno != EEXIST) throw_file_error("make folder", path, errno);
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) throw_file_error("make folder", path, errno);
  if (!S_ISDIR(status.st_mode))
    refuse("make folder", path,
           "a link or a file has its name, and in the folder of a run no link is followed. Move it away.");
}

void part_from_others(const Path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 1)
    write_file(path, read_own_file(path));
}

bool is_there(const Path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
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
