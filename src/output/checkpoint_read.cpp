// Reads checkpoints. The seal finds accidental damage. A file that was made to harm has a good seal, so kinds, sizes
// and places of all data are checked before anything is read; and because HDF5 itself trusts its files, another process
// opens the file first.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cmath>

#include "base/error.hpp"
#include "output/checkpoint_format.hpp"
#include "output/checksum.hpp"
#include "output/hdf5.hpp"
#include "output/rehearsal.hpp"

namespace eddy {
namespace {

using namespace checkpoint_format;
using hdf5::check;
using hdf5::Handle;

std::size_t read_some(int file, char* to, std::size_t bytes, const Path& path) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t got = ::read(file, to + done, bytes - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_file_error("read checkpoint", path, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

int format_in(const Path& path, const std::string& head) {
  int format = 0;
  if (std::sscanf(head.c_str(), "eddy checkpoint %9d", &format) != 1)
    refuse_checkpoint(path, "it is not a checkpoint of eddy, or its beginning is damaged");
  if (format < oldest || format > newest)
    refuse_checkpoint(
        path, fmt::format("it has format {}, and this version of eddy reads formats {} to {}", format, oldest, newest));
  return format;
}

// Reads the whole file in pieces and checks its checksum; returns its length.
std::uint64_t check_seal(int file, const Path& path) {
  std::string head(seal_bytes, '\0');
  head.resize(read_some(file, head.data(), head.size(), path));
  if (head.empty()) refuse_checkpoint(path, "it is empty");
  const int format = format_in(path, head);
  Checksum sum;
  std::uint64_t bytes = head.size();
  std::vector<char> block(1 << 20);
  while (const std::size_t got = read_some(file, block.data(), block.size(), path)) {
    sum.add(block.data(), got);
    bytes += got;
  }
  unsigned long long expected = 0;
  if (std::sscanf(head.c_str(), "eddy checkpoint %*d bytes %llu", &expected) == 1 && bytes < expected)
    refuse_checkpoint(path, fmt::format("it is cut off: {} of {} bytes are there", bytes, expected));
  if (head != seal(format, bytes, sum.value())) refuse_checkpoint(path, "it is damaged: its checksum does not match");
  return bytes;
}

void require(bool good, const std::string& name) {
  if (!good) throw Error(Exit::missing, fmt::format("'{}' has another kind or size than eddy writes", name));
}

void get(hid_t at, const std::string& name, hid_t type, std::size_t count, void* value) {
  const Handle attribute(H5Aopen(at, name.c_str(), H5P_DEFAULT), H5Aclose, "find '" + name + "'");
  const Handle stored(H5Aget_type(attribute), H5Tclose, "read '" + name + "'");
  const Handle space(H5Aget_space(attribute), H5Sclose, "read '" + name + "'");
  require(H5Tequal(stored, type) > 0, name);
  require(H5Sget_simple_extent_npoints(space) == static_cast<hssize_t>(count), name);
  require(H5Aget_storage_size(attribute) == count * H5Tget_size(type), name);
  check(H5Aread(attribute, type, value), "read '" + name + "'");
}

double get_number(hid_t at, const std::string& name) {
  double v = 0;
  get(at, name, H5T_IEEE_F64LE, 1, &v);
  return v;
}

FileMark get_mark(hid_t at, const std::string& name) {
  std::uint64_t numbers[2] = {};
  get(at, name, H5T_STD_U64LE, 2, numbers);
  return {numbers[0], numbers[1]};
}

std::uint64_t get_sum(hid_t at) {
  std::uint64_t stored = 0;
  get(at, "crc64", H5T_STD_U64LE, 1, &stored);
  return stored;
}

void check_sum(std::uint64_t stored, std::uint64_t sum, const std::string& what) {
  if (stored != sum) throw Error(Exit::missing, "the checksum of " + what + " does not match");
}

struct Source {
  hid_t file;
  std::uint64_t bytes;  // size of the whole file: no data set can be larger
  bool values;          // false: only checks whether everything can be read
};

class DataSet {  // must be stored in one piece inside this file, and be no larger than the file
 public:
  DataSet(const Source& source, hid_t at, const std::string& name, std::size_t rank)
      : name_(name),
        set_(open(at, name), H5Dclose, "find '" + name + "'"),
        type_(H5Dget_type(set_), H5Tclose, "read '" + name + "'"),
        dims_(rank) {
    const Handle space(H5Dget_space(set_), H5Sclose, "read '" + name + "'");
    require(H5Sget_simple_extent_type(space) == H5S_SIMPLE, name);
    require(H5Sget_simple_extent_ndims(space) == static_cast<int>(rank), name);
    check(H5Sget_simple_extent_dims(space, dims_.data(), nullptr), "read the shape of '" + name + "'");
    check_layout();
    check_size(source.bytes);
    sum_ = get_sum(set_);  // read here, so that the other process reads it, too
  }
  operator hid_t() const { return set_; }
  hid_t type() const { return type_; }
  const std::vector<hsize_t>& dims() const { return dims_; }
  std::size_t bytes() const { return bytes_; }

  void read(hid_t type, void* to) const {
    require(H5Tequal(type_, type) > 0, name_);
    check(H5Dread(set_, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to), "read '" + name_ + "'");
    check_sum(sum_, checksum(to, bytes_), "'" + name_ + "'");
  }

 private:
  static hid_t open(hid_t at, const std::string& name) {
    H5L_info_t link{};
    check(H5Lget_info(at, name.c_str(), &link, H5P_DEFAULT), "find '" + name + "'");
    require(link.type == H5L_TYPE_HARD, name);  // other links may lead out of the file
    return H5Dopen2(at, name.c_str(), H5P_DEFAULT);
  }

  void check_layout() const {
    const Handle made(H5Dget_create_plist(set_), H5Pclose, "read '" + name_ + "'");
    require(H5Pget_layout(made) == H5D_CONTIGUOUS, name_);
    require(H5Pget_external_count(made) == 0, name_);
    require(H5Pget_nfilters(made) == 0, name_);
  }

  void check_size(std::uint64_t file_bytes) {
    bytes_ = H5Tget_size(type_);
    for (const hsize_t n : dims_) {
      require(n > 0 && n <= INT_MAX && bytes_ > 0 && n <= file_bytes / bytes_, name_);
      bytes_ *= n;
    }
    const haddr_t begin = H5Dget_offset(set_);
    require(H5Dget_storage_size(set_) == bytes_, name_);
    require(begin != HADDR_UNDEF && begin <= file_bytes && bytes_ <= file_bytes - begin, name_);
  }

  std::string name_;
  Handle set_, type_;
  std::vector<hsize_t> dims_;
  std::size_t bytes_ = 0;
  std::uint64_t sum_ = 0;
};

std::string get_text(const Source& source, const std::string& name) {
  const DataSet set(source, source.file, name, 1);
  require(H5Tequal(set.type(), H5T_STD_U8LE) > 0, name);
  std::string text(set.bytes(), '\0');
  set.read(H5T_STD_U8LE, text.data());
  const double used = get_number(source.file, name + "_bytes");
  require(used >= 0 && used <= double(text.size()), name);
  text.resize(static_cast<std::size_t>(used));
  return text;
}

CheckpointArray get_array(const Source& source, hid_t at, const std::string& name) {
  const DataSet set(source, at, name, 4);
  const auto n = [&set](int i) { return static_cast<int>(set.dims()[static_cast<std::size_t>(i)]); };
  const bool single = H5Tequal(set.type(), H5T_IEEE_F32LE) > 0;
  CheckpointArray a{name, {n(2), n(1), n(0)}, n(3), single ? Precision::single : Precision::double_, {}};
  require(H5Tequal(set.type(), file_type(a.precision)) > 0 && array_bytes(a) == set.bytes(), name);
  if (!source.values) return a;
  a.bytes.resize(set.bytes());
  set.read(file_type(a.precision), a.bytes.data());
  return a;
}

herr_t note_attribute(hid_t, const char* name, const H5A_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->push_back(name);
  return 0;
}

herr_t note_link(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->push_back(name);
  return 0;
}

std::vector<std::string> attributes_of(hid_t group) {
  std::vector<std::string> names;
  check(H5Aiterate2(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, note_attribute, &names), "list attributes");
  return names;
}

Handle open_group(hid_t file, const char* name) {
  return Handle(H5Gopen2(file, name, H5P_DEFAULT), H5Gclose, fmt::format("find the {}", name));
}

Checkpoint take(const Source& source) {
  Checkpoint c;
  get(source.file, "step", H5T_STD_I64LE, 1, &c.step);
  c.time = get_number(source.file, "time");
  c.dt = get_number(source.file, "dt");
  require(c.step >= 0, "step");
  require(std::isfinite(c.time) && std::isfinite(c.dt), "time");
  c.case_text = get_text(source, "case");
  c.version = get_text(source, "version");
  const Handle scalars = open_group(source.file, "scalars"), arrays = open_group(source.file, "arrays");
  for (const std::string& name : attributes_of(scalars)) c.scalars[name] = get_number(scalars, name);
  std::vector<std::string> names;
  check(H5Literate(arrays, H5_INDEX_NAME, H5_ITER_INC, nullptr, note_link, &names), "list the arrays");
  for (const std::string& name : names) c.arrays.push_back(get_array(source, arrays, name));
  c.knows_files = H5Lexists(source.file, "files", H5P_DEFAULT) > 0;
  if (c.knows_files) {
    const Handle files = open_group(source.file, "files");
    for (const std::string& name : attributes_of(files)) c.files[name] = get_mark(files, name);
  }
  check_sum(get_sum(source.file), attribute_sum(c), "step, time and scalars");
  return c;
}

Checkpoint take(int file, std::uint64_t bytes, bool values) {
  hdf5::quiet();
  const std::string opened = fmt::format("/proc/self/fd/{}", file);  // the very file whose seal was checked
  const Handle tree(H5Fopen(opened.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "open it");
  return take(Source{tree, bytes, values});
}

}  // namespace

void refuse_checkpoint(const Path& path, const std::string& why) {
  throw Error(Exit::missing, fmt::format("checkpoint '{}' cannot be used: {}.", path.string(), why));
}

Checkpoint read_checkpoint(const Path& path) {
  const OpenFile file(open_own("read checkpoint", path, O_RDONLY));
  const std::uint64_t bytes = check_seal(file, path);
  if (!survives([&] { take(file, bytes, false); })) refuse_checkpoint(path, "HDF5 crashes when it reads it");
  try {
    return take(file, bytes, true);
  } catch (const Error& error) {
    std::string why = error.what();
    if (why.ends_with('.')) why.pop_back();
    refuse_checkpoint(path, why);
  }
}

}  // namespace eddy
