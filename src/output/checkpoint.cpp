// Writes checkpoints. The HDF5 file is made in memory and written by AtomicFile, because HDF5 cannot close a file on a
// full disk.
//
//   0            512                                      end
//   | seal       | HDF5 (h5dump and h5py open it)           |     seal: text with format, length and CRC-64 of the rest
//
// The seal is checked before HDF5 sees a byte. Inside, each data set and the attributes have checksums of their own.
#include "output/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "output/checkpoint_format.hpp"
#include "output/checksum.hpp"
#include "output/collection.hpp"
#include "output/hdf5.hpp"

namespace eddy {
namespace {

using namespace checkpoint_format;
using hdf5::check;
using hdf5::Handle;

static_assert(std::endian::native == std::endian::little, "checkpoints hold arrays as they lie in memory");

constexpr std::size_t keep = 3;

void put(hid_t at, const std::string& name, hid_t type, hid_t space, const void* value) {
  Handle attribute(H5Acreate2(at, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                   "make '" + name + "'");
  check(H5Awrite(attribute, type, value), "write '" + name + "'");
}

void put(hid_t at, const std::string& name, hid_t type, const void* value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a data space");
  put(at, name, type, space, value);
}

void put_mark(hid_t at, const std::string& name, const FileMark& mark) {
  const hsize_t count = 2;
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose, "make a data space");
  const std::uint64_t numbers[count] = {mark.length, mark.sum};
  put(at, name, H5T_STD_U64LE, space, numbers);
}

void put_number(hid_t at, const std::string& name, double v) { put(at, name, H5T_IEEE_F64LE, &v); }
void put_sum(hid_t at, std::uint64_t v) { put(at, "crc64", H5T_STD_U64LE, &v); }

void put_data(hid_t at, const std::string& name, hid_t type, const std::vector<hsize_t>& dims, const void* data) {
  Handle space(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr), H5Sclose, "make a data space");
  Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "start");
  // Without times the same state gives the same bytes.
  check(H5Pset_obj_track_times(creation, false), "leave out the time of day");
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
  const std::string kept = text.empty() ? " " : text;  // HDF5 has no empty data sets; the stored length tells
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
  const Handle scalars = make_group(file, "scalars"), arrays = make_group(file, "arrays"),
               files = make_group(file, "files");
  for (const auto& [name, value] : c.scalars) put_number(scalars, name, value);
  for (const auto& a : c.arrays) put_array(arrays, a);
  for (const auto& [name, mark] : c.files) put_mark(files, name, mark);
  put_sum(file, attribute_sum(c));
}

class MemoryFile {  // an HDF5 file in memory
 public:
  explicit MemoryFile(std::size_t payload)
      : access_(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "start"),
        file_(create(payload), H5Fclose, "make a file in memory") {}
  operator hid_t() const { return file_; }

  // The bytes in the library's own buffer, because a state of many GB must not be copied again.
  std::pair<const char*, std::size_t> image() const {
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "finish the file");
    void** memory = nullptr;
    check(H5Fget_vfd_handle(file_, access_, reinterpret_cast<void**>(&memory)), "give the file's bytes");
    hsize_t buffer = 0;
    check(H5Fget_filesize(file_, &buffer), "give the file's size");
    const ssize_t used = H5Fget_file_image(file_, nullptr, 0);  // does not count the room for the seal
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

void remove_stale(const Path& folder) {  // removes parts left by a run that was killed, and the oldest checkpoints
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (step_in_name(entry.path().filename().string(), ".checkpoint-", ".h5.part") >= 0) remove_file(entry.path());
  const std::vector<Path> all = checkpoints(folder);
  for (std::size_t i = keep; i < all.size(); ++i) remove_file(all[i]);
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
    file.write(seal(newest, bytes, checksum(image + seal_bytes, bytes - seal_bytes)));
    file.write(image + seal_bytes, bytes - seal_bytes);
  }
  file.commit();
  remove_stale(folder);
  return path;
}

namespace {

[[noreturn]] void refuse_all(const Path& folder, const GoodCheckpoint& none, bool some_whole) {
  std::string text;
  for (const std::string& message : none.messages) text += message + " ";
  text += some_whole ? fmt::format("No checkpoint in '{}' fits the files beside it.", folder.string())
                     : fmt::format("No checkpoint in '{}' is whole. Start again with 'eddy run'.", folder.string());
  throw Error(Exit::missing, text);
}

}  // namespace

GoodCheckpoint newest_good(const Path& folder, const Fits& fits) {
  GoodCheckpoint good;
  bool some_whole = false;
  const std::vector<Path> all = checkpoints(folder);
  if (all.empty())
    throw Error(Exit::missing,
                fmt::format("'{}' holds no checkpoint, so there is nothing to resume. Start it with 'eddy run'.",
                            folder.string()));
  for (const Path& path : all) try {
      good.checkpoint = read_checkpoint(path);
      some_whole = true;
      if (const std::string why = fits ? fits(good.checkpoint) : ""; !why.empty()) refuse_checkpoint(path, why);
      good.path = path;
      if (!good.messages.empty())
        good.messages.push_back(fmt::format("Going on from the one before, '{}'.", path.string()));
      return good;
    } catch (const Error& error) {
      good.messages.push_back(error.what());
    }
  refuse_all(folder, good, some_whole);
}

}  // namespace eddy
