// VTK XML files that ParaView, VisIt and PyVista open: .vti where every axis is uniform, .vtr otherwise. Raw appended,
// little endian. With many ranks each writes its piece to a file, and an index lists the pieces (.pvti, .pvtr, .pvtu).
// Pieces share no cells; points at a cut are in the pieces of both sides. Where there are bodies, the cells have a mask
// `body`. A mesh of blocks has a .vts for each block and an index, .vtm; hexahedra have a .vtu.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "mesh/grid.hpp"
#include "output/file.hpp"

namespace eddy {

struct FileStamp {  // time and origin, which are written into a file
  double time = 0;
  std::string origin{};  // program and case
  FileStamp(double t, std::string from = "") : time(t), origin(std::move(from)) {}
};

inline constexpr const char* vtk_mask = "body";  // a sample of this name is written as UInt8: 1 in bodies, 0 elsewhere

std::string vtk_extension(const Grid& grid);  // ".vti", ".vtr", ".vtm" or ".vtu"
void write_vtk(const Path& path, const Grid& grid, std::span<const Sample> samples, const FileStamp& stamp);

void write_vtk_blocks(const Path& path, const BlockMesh& mesh, std::span<const Sample> samples, const FileStamp& stamp);
Path vtk_block(const Path& index, int block);  // the file of one block
void write_vtk_hexahedra(const Path& path, const HexMesh& mesh, std::span<const Sample> samples,
                         const FileStamp& stamp);
// Writes a piece: some elements with their values, cut out of samples of all, and the numbers of elements and nodes.
void write_vtk_elements(const Path& path, const HexMesh& mesh, const std::vector<int>& elements,
                        std::span<const Sample> samples, const FileStamp& stamp);
// Array with the numbers of elements or nodes, in pieces of hexahedra.
inline constexpr const char* vtk_numbers = "number";

std::string vtk_index_extension(const Grid& grid);  // ".pvti", ".pvtr" or ".pvtu"
Path vtk_piece(const Path& index, const Grid& grid, int rank);
void write_vtk(const Path& path, const Grid& grid, const Box& cells, std::span<const Sample> samples,
               const FileStamp& stamp);  // a piece: some cells, and samples of these cells only
// `heads`: samples whose values are not used. For hexahedra only the number of pieces matters.
void write_vtk_index(const Path& path, const Grid& grid, const std::vector<Box>& pieces, std::span<const Sample> heads);

// These read eddy's own files, an index with all its pieces. A damaged file throws Error(missing).
std::vector<Sample> vtk_heads(const Path& path);  // samples without values
std::vector<std::string> vtk_fields(const Path& path);
Sample read_vtk(const Path& path, const Grid& grid, const std::string& field);  // 2D vectors have a third component, 0

}  // namespace eddy
