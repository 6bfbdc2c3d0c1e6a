// No file of hexahedra makes eddy crash: any bytes give a mesh or an eddy::Error. A file that begins with '<' is read
// as VTK's, others as Gmsh's.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/error.hpp"
#include "mesh/gmsh.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/vtu.hpp"

namespace {

std::string file_of(const std::uint8_t* data, std::size_t size) {
  const std::string path = "/dev/shm/eddy-fuzz-mesh-" + std::to_string(::getpid());
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (!file || std::fwrite(data, 1, size, file) != size || std::fclose(file) != 0) std::abort();
  return path;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string path = file_of(data, size);
  try {
    eddy::FileMesh mesh = size > 0 && data[0] == '<' ? eddy::read_vtu(path, "a") : eddy::read_gmsh(path, "a");
    eddy::ExtrudeOptions layer;
    layer.cells = 1;
    eddy::hex_mesh_of(mesh.flat() ? eddy::extruded(mesh, layer) : mesh);
  } catch (const eddy::Error& error) {
    if (error.code() != eddy::Exit::usage) std::abort();
  }
  return 0;
}
