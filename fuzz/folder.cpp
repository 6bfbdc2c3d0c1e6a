// No file in the folder of a run makes eddy crash: any bytes give values or an eddy::Error. The first byte tells which
// file the other bytes are:
//   c  changes to a good checkpoint, four bytes each (place, place, place, value), under a good seal
//   t  a table         p  fields.pvd         v  a VTK file         i  an index of VTK files
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/error.hpp"
#include "output/checkpoint.hpp"
#include "output/checkpoint_format.hpp"
#include "output/checksum.hpp"
#include "output/collection.hpp"
#include "output/csv.hpp"
#include "output/vtk.hpp"

namespace {

using eddy::Path;

void require(bool ok) {
  if (!ok) std::abort();
}

void write(const Path& path, const std::string& bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  require(file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fclose(file) == 0);
}

struct Folder {
  Path path;
  std::string checkpoint;  // a good checkpoint without its seal

  Folder() {
    std::string name = "/dev/shm/eddy-fuzz-XXXXXX";
    require(::mkdtemp(name.data()));
    path = name;
    eddy::Checkpoint good;
    good.step = 3, good.time = 0.25, good.dt = 0.125;
    good.case_text = "title = \"a\"\n", good.version = "0.1.0";
    good.scalars = {{"dt", 0.125}, {"loop.troubled_steps", 0}};
    good.arrays = {{"temperature", {2, 2, 1}, 1, eddy::Precision::double_, std::vector<std::byte>(32)},
                   {"velocity", {2, 1, 1}, 2, eddy::Precision::single, std::vector<std::byte>(16)}};
    good.files = {{"history.csv", {10, 20}}};
    checkpoint = eddy::read_file(eddy::write_checkpoint(path, good)).substr(eddy::checkpoint_format::seal_bytes);
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

void try_checkpoint(const Folder& folder, const std::string& changes) {
  std::string body = folder.checkpoint;
  for (std::size_t at = 0; at + 4 <= changes.size(); at += 4) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(changes[at + i]); };
    body[(byte(0) + 256u * byte(1) + 65536u * byte(2)) % body.size()] = changes[at + 3];
  }
  const std::uint64_t sum = eddy::checksum(body.data(), body.size());
  const Path path = eddy::checkpoint_path(folder.path, 3);
  namespace format = eddy::checkpoint_format;
  write(path, format::seal(format::newest, format::seal_bytes + body.size(), sum) + body);
  eddy::read_checkpoint(path);
}

void try_table(const Folder& folder, const std::string& text) {
  const Path path = folder.path / "history.csv";
  write(path, text);
  eddy::CsvFile file(path);
  file.mark_kept(7);
  file.cut_back(100, 7);
  eddy::read_csv(path);
}

void try_collection(const Folder& folder, const std::string& text) {
  write(folder.path / "fields.pvd", text);
  eddy::Collection collection(folder.path / "fields.pvd");
  collection.load();
  collection.cut_back(100);
  collection.mark(collection.entries().size());
}

eddy::Grid grid() {
  eddy::Grid g;
  g.dimensions = 2;
  g.nodes = {{{0, 1, 2}, {0, 1, 2}, {0, 1}}};
  return g;
}

void try_fields(const Folder& folder, const std::string& name, const std::string& text) {
  write(folder.path / name, text);
  for (const std::string& field : eddy::vtk_fields(folder.path / name))
    eddy::read_vtk(folder.path / name, grid(), field);
}

void try_file(const Folder& folder, char kind, const std::string& rest) {
  if (kind == 'c') try_checkpoint(folder, rest);
  if (kind == 't') try_table(folder, rest);
  if (kind == 'p') try_collection(folder, rest);
  if (kind == 'v') try_fields(folder, "step-000000003.vti", rest);
  if (kind == 'i') try_fields(folder, "step-000000003.pvti", rest);
}

}  // namespace

extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }  // HDF5 leaks memory of bad files

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  ::pthread_atfork(nullptr, nullptr, [] { __sanitizer_set_death_callback(nullptr); });  // a rehearsal may crash
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    try_file(folder, text[0], text.substr(1));
  } catch (const eddy::Error& error) {
    require(error.code() == eddy::Exit::missing && *error.what());
  }
  return 0;
}
