// Checkpoints: the HDF5 file is made in memory and written by AtomicFile, because HDF5 cannot close a file on a full
// disk.
//
//   0            512                                      end
//   | seal       | HDF5 (h5dump and h5py open it)           |     seal: text with format, length and CRC-64 of the rest
//
// The seal is checked before HDF5 sees a byte; every data set and the attributes carry checksums of their own inside.
#include "output/checkpoint.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <set>

#include "base/error.hpp"
#include "output/checksum.hpp"
#include "output/collection.hpp"
#include "output/hdf5.hpp"

namespace eddy {
namespace {

using hdf5::check;
using hdf5::Handle;

static_assert(std::endian::native == std::endian::little, "checkpoints hold arrays as they lie in memory");

constexpr int format_version = 1;
constexpr std::size_t seal_bytes = 512, keep = 3;

std::string seal(std::uint64_t bytes, std::uint64_t sum) {
  std::string text = fmt::format("eddy checkpoint {}\nbytes {}\ncrc64 {:016x}\n", format_version, bytes, sum);
  text.resize(seal_bytes, '\n');
  return text;
}

[[noreturn]] void refuse(const Path& path, const std::string& why) {
  throw Error(Exit::missing, fmt::format("checkpoint '{}' cannot be used: {}.", path.string(), why));
}

std::size_t value_bytes(Precision p) { return p == Precision::single ? 4 : 8; }
hid_t file_type(Precision p) { return p == Precision::single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE; }

std::size_t array_bytes(const CheckpointArray& a) {
  return std::size_t(a.size[0]) * a.size[1] * a.size[2] * a.components * value_bytes(a.precision);
}

std::uint64_t attribute_sum(const Checkpoint& c) {
  Checksum sum;
  const auto number = [&sum](auto v) { sum.add(&v, sizeof v); };
  const auto text = [&](const std::string& t) { number(std::uint64_t(t.size())), sum.add(t.data(), t.size()); };
  number(c.step), number(c.time), number(c.dt);
  text(c.case_text), text(c.version);
  for (const auto& [name, value] : c.scalars) text(name), number(value);
  std::set<std::string> names;  // in the order in which HDF5 lists them
  for (const auto& a : c.arrays) names.insert(a.name);
  for (const auto& name : names) text(name);
  return sum.value();
}

void put(hid_t at, const std::string& name, hid_t type, const void* value) {
  Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a data space");
  Handle attribute(H5Acreate2(at, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                   "make '" + name + "'");
  check(H5Awrite(attribute, type, value), "write '" + name + "'");
}

void put_number(hid_t at, const std::string& name, double v) { put(at, name, H5T_IEEE_F64LE, &v); }
void put_sum(hid_t at, std::uint64_t v) { put(at, "crc64", H5T_STD_U64LE, &v); }

void put_data(hid_t at, const std::string& name, hid_t type, const std::vector<hsize_t>& dims, const void* data) {
  Handle space(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr), H5Sclose, "make a data space");
  Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "start");
  check(H5Pset_obj_track_times(creation, false), "leave out the time of day");  // the same state, the same bytes
  Handle set(H5Dcreate2(at, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose,
             "make '" + name + "'");
  check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "write '" + name + "'");
  std::size_t bytes = H5Tget_size(type);
  for (hsize_t n : dims) bytes *= n;
  put_sum(set, checksum(data, bytes));
}

Handle make_group(hid_t at, const char* name) {
  return Handle(H5Gcreate2(at, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "make a group");
}

void put_text(hid_t at, const std::string& name, const std::string& text) {
  const std::string kept = text.empty() ? " " : text;  // HDF5 knows no empty data set; the length tells
  put_data(at, name, H5T_STD_U8LE, {kept.size()}, kept.data());
  put_number(at, name + "_bytes", static_cast<double>(text.size()));
}

void put_array(hid_t at, const CheckpointArray& a) {
  if (a.bytes.size() != array_bytes(a) || a.bytes.empty())
    throw Error(Exit::fault, fmt::format("array '{}' of a checkpoint has {} bytes instead of {}.", a.name,
                                         a.bytes.size(), array_bytes(a)));
  const auto n = [](int v) { return static_cast<hsize_t>(v); };
  put_data(at, a.name, file_type(a.precision), {n(a.size[2]), n(a.size[1]), n(a.size[0]), n(a.components)},
           a.bytes.data());
}

void fill(hid_t file, const Checkpoint& c) {
  put(file, "step", H5T_STD_I64LE, &c.step);
  put_number(file, "time", c.time);
  put_number(file, "dt", c.dt);
  put_text(file, "case", c.case_text);
  put_text(file, "version", c.version);
  const Handle scalars = make_group(file, "scalars"), arrays = make_group(file, "arrays");
  for (const auto& [name, value] : c.scalars) put_number(scalars, name, value);
  for (const auto& a : c.arrays) put_array(arrays, a);
  put_sum(file, attribute_sum(c));
}

class MemoryFile {  // an HDF5 file that lives in memory
 public:
  explicit MemoryFile(std::size_t payload)
      : access_(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "start"),
        file_(create(payload), H5Fclose, "make a file in memory") {}
  operator hid_t() const { return file_; }

  // The library's own buffer: a state of many GB is not copied again.
  std::pair<const char*, std::size_t> image() const {
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "finish the file");
    void** memory = nullptr;
    check(H5Fget_vfd_handle(file_, access_, reinterpret_cast<void**>(&memory)), "give the file's bytes");
    hsize_t buffer = 0;
    check(H5Fget_filesize(file_, &buffer), "give the file's size");
    const ssize_t used =
        H5Fget_file_image(file_, nullptr, 0);  // without the room for the seal, which HDF5 does not count
    check(used < 0 ? -1 : 0, "give the file's size");
    return {static_cast<const char*>(*memory),
            std::min<std::size_t>(buffer, static_cast<std::size_t>(used) + seal_bytes)};
  }

 private:
  hid_t create(std::size_t payload) {
    check(H5Pset_fapl_core(access_, payload + (1 << 16), false), "use memory");
    Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "start");
    check(H5Pset_userblock(creation, seal_bytes), "leave room for the seal");
    return H5Fcreate("checkpoint", H5F_ACC_TRUNC, creation, access_);
  }

  Handle access_, file_;
};

void remove_stale(const Path& folder) {  // parts left by a run that was killed, then the oldest checkpoints
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (step_in_name(entry.path().filename().string(), ".checkpoint-", ".h5.part") >= 0) remove_file(entry.path());
  const std::vector<Path> all = checkpoints(folder);
  for (std::size_t i = keep; i < all.size(); ++i) remove_file(all[i]);
}

struct File {  // for reading
  int id;
  explicit File(const Path& path) : id(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (id < 0) throw_file_error("read checkpoint", path, errno);
  }
  ~File() { ::close(id); }
  std::size_t read(char* to, std::size_t bytes, const Path& path) {
    std::size_t done = 0;
    while (done < bytes) {
      const ssize_t got = ::read(id, to + done, bytes - done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw_file_error("read checkpoint", path, errno);
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }
};

void check_head(const Path& path, const std::string& head) {
  int format = 0;
  if (std::sscanf(head.c_str(), "eddy checkpoint %d", &format) != 1)
    refuse(path, "it is not a checkpoint of eddy, or its beginning is damaged");
  if (format != format_version)
    refuse(path, fmt::format("it has format {}, and this version of eddy reads format {}", format, format_version));
}

void check_seal(const Path& path) {
  File file(path);
  std::string head(seal_bytes, '\0');
  head.resize(file.read(head.data(), head.size(), path));
  if (head.empty()) refuse(path, "it is empty");
  check_head(path, head);
  Checksum sum;
  std::uint64_t bytes = head.size();
  std::vector<char> block(1 << 20);
  while (const std::size_t got = file.read(block.data(), block.size(), path)) sum.add(block.data(), got), bytes += got;
  unsigned long long expected = 0;
  if (std::sscanf(head.c_str(), "eddy checkpoint %*d bytes %llu", &expected) == 1 && bytes < expected)
    refuse(path, fmt::format("it is cut off: {} of {} bytes are there", bytes, expected));
  if (head != seal(bytes, sum.value())) refuse(path, "it is damaged: its checksum does not match");
}

void get(hid_t at, const std::string& name, hid_t type, void* value) {
  Handle attribute(H5Aopen(at, name.c_str(), H5P_DEFAULT), H5Aclose, "find '" + name + "'");
  check(H5Aread(attribute, type, value), "read '" + name + "'");
}

double get_number(hid_t at, const std::string& name) {
  double v = 0;
  get(at, name, H5T_IEEE_F64LE, &v);
  return v;
}

void check_sum(hid_t at, std::uint64_t sum, const std::string& what) {
  std::uint64_t stored = 0;
  get(at, "crc64", H5T_STD_U64LE, &stored);
  if (stored != sum) throw Error(Exit::missing, "the checksum of " + what + " does not match");
}

std::string get_text(hid_t at, const std::string& name) {
  Handle set(H5Dopen2(at, name.c_str(), H5P_DEFAULT), H5Dclose, "find '" + name + "'");
  Handle space(H5Dget_space(set), H5Sclose, "read '" + name + "'");
  std::string text(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)), '\0');
  check(H5Dread(set, H5T_STD_U8LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), "read '" + name + "'");
  check_sum(set, checksum(text.data(), text.size()), "'" + name + "'");
  text.resize(std::min(text.size(), static_cast<std::size_t>(get_number(at, name + "_bytes"))));
  return text;
}

CheckpointArray get_array(hid_t at, const std::string& name) {
  Handle set(H5Dopen2(at, name.c_str(), H5P_DEFAULT), H5Dclose, "find '" + name + "'");
  Handle space(H5Dget_space(set), H5Sclose, "read '" + name + "'");
  Handle type(H5Dget_type(set), H5Tclose, "read '" + name + "'");
  std::array<hsize_t, 4> dims{};
  if (H5Sget_simple_extent_ndims(space) != 4) check(-1, "read the shape of '" + name + "'");
  check(H5Sget_simple_extent_dims(space, dims.data(), nullptr), "read the shape of '" + name + "'");
  const auto n = [&dims](int i) { return static_cast<int>(dims[i]); };
  CheckpointArray a{
      name, {n(2), n(1), n(0)}, n(3), H5Tget_size(type) == 4 ? Precision::single : Precision::double_, {}};
  a.bytes.resize(array_bytes(a));
  check(H5Dread(set, file_type(a.precision), H5S_ALL, H5S_ALL, H5P_DEFAULT, a.bytes.data()), "read '" + name + "'");
  check_sum(set, checksum(a.bytes.data(), a.bytes.size()), "'" + name + "'");
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

Checkpoint take(hid_t file) {
  Checkpoint c;
  get(file, "step", H5T_STD_I64LE, &c.step);
  c.time = get_number(file, "time");
  c.dt = get_number(file, "dt");
  c.case_text = get_text(file, "case");
  c.version = get_text(file, "version");
  std::vector<std::string> scalars, arrays;
  const Handle some(H5Gopen2(file, "scalars", H5P_DEFAULT), H5Gclose, "find the scalars");
  check(H5Aiterate2(some, H5_INDEX_NAME, H5_ITER_INC, nullptr, note_attribute, &scalars), "list the scalars");
  for (const auto& name : scalars) c.scalars[name] = get_number(some, name);
  const Handle all(H5Gopen2(file, "arrays", H5P_DEFAULT), H5Gclose, "find the arrays");
  check(H5Literate(all, H5_INDEX_NAME, H5_ITER_INC, nullptr, note_link, &arrays), "list the arrays");
  for (const auto& name : arrays) c.arrays.push_back(get_array(all, name));
  check_sum(file, attribute_sum(c), "step, time and scalars");
  return c;
}

}  // namespace

const CheckpointArray& Checkpoint::array(const std::string& name) const {
  for (const auto& a : arrays)
    if (a.name == name) return a;
  throw Error(Exit::missing, fmt::format("the checkpoint of step {} holds no array '{}'.", step, name));
}

double Checkpoint::scalar(const std::string& name) const {
  const auto found = scalars.find(name);
  if (found != scalars.end()) return found->second;
  throw Error(Exit::missing, fmt::format("the checkpoint of step {} holds no number '{}'.", step, name));
}

Path checkpoint_path(const Path& folder, std::int64_t step) {
  return folder / fmt::format("checkpoint-{:09}.h5", step);
}

std::vector<Path> checkpoints(const Path& folder) {
  std::vector<std::pair<std::int64_t, Path>> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::int64_t step = step_in_name(entry.path().filename().string(), "checkpoint-", ".h5");
    if (step >= 0) found.emplace_back(step, entry.path());
  }
  if (error) throw_file_error("read folder", folder, error.value());
  std::sort(found.begin(), found.end(), std::greater<>());
  std::vector<Path> paths;
  for (auto& [step, path] : found) paths.push_back(path);
  return paths;
}

Path write_checkpoint(const Path& folder, const Checkpoint& checkpoint) {
  hdf5::quiet();
  std::size_t payload = checkpoint.case_text.size();
  for (const auto& a : checkpoint.arrays) payload += a.bytes.size();
  const Path path = checkpoint_path(folder, checkpoint.step);
  AtomicFile file(path);
  {
    MemoryFile memory(payload);
    fill(memory, checkpoint);
    const auto [image, bytes] = memory.image();
    file.write(seal(bytes, checksum(image + seal_bytes, bytes - seal_bytes)));
    file.write(image + seal_bytes, bytes - seal_bytes);
  }
  file.commit();
  remove_stale(folder);
  return path;
}

Checkpoint read_checkpoint(const Path& path) {
  check_seal(path);
  hdf5::quiet();
  try {
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "open it");
    return take(file);
  } catch (const Error& error) {
    std::string why = error.what();
    if (why.ends_with('.')) why.pop_back();
    refuse(path, why);
  }
}

GoodCheckpoint newest_good(const Path& folder) {
  GoodCheckpoint good;
  const std::vector<Path> all = checkpoints(folder);
  if (all.empty())
    throw Error(Exit::missing,
                fmt::format("'{}' holds no checkpoint, so there is nothing to resume. Start it with 'eddy run'.",
                            folder.string()));
  for (const Path& path : all) try {
      good.checkpoint = read_checkpoint(path);
      good.path = path;
      if (!good.messages.empty())
        good.messages.push_back(fmt::format("Going on from the one before, '{}'.", path.string()));
      return good;
    } catch (const Error& error) {
      good.messages.push_back(error.what());
    }
  std::string text;
  for (const auto& message : good.messages) text += message + " ";
  throw Error(Exit::missing,
              text + fmt::format("No checkpoint in '{}' is whole. Start again with 'eddy run'.", folder.string()));
}

}  // namespace eddy
