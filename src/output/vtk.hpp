// VTK XML files that ParaView, VisIt and PyVista open: .vti where every axis is uniform, .vtr otherwise. Raw appended,
// little endian. Many ranks: a piece of each in a file of its own, and an index of them (.pvti, .pvtr, .pvtu). Pieces share
// no cells; points at a cut are in the pieces of both sides. Where there are bodies, the cells have a mask `body`.
// A mesh of blocks: a .vts of each block, and an index of them, .vtm. Hexahedra: a .vtu.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "mesh/grid.hpp"
#include "output/file.hpp"

namespace eddy {

struct FileStamp {  // what a file says of itself
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
// A piece: some elements with the values of these, cut out of samples of all, and the numbers of elements and nodes.
void write_vtk_elements(const Path& path, const HexMesh& mesh, const std::vector<int>& elements,
                        std::span<const Sample> samples, const FileStamp& stamp);
inline constexpr const char* vtk_numbers = "number";  // of elements and of nodes, in pieces of hexahedra

std::string vtk_index_extension(const Grid& grid);  // ".pvti", ".pvtr" or ".pvtu"
Path vtk_piece(const Path& index, const Grid& grid, int rank);
void write_vtk(const Path& path, const Grid& grid, const Box& cells, std::span<const Sample> samples,
               const FileStamp& stamp);  // a piece: some cells, and the samples of these alone
// `heads`: samples whose values do not matter; of hexahedra pieces are counted only.
void write_vtk_index(const Path& path, const Grid& grid, const std::vector<Box>& pieces, std::span<const Sample> heads);

// Our own files read back, an index with all its pieces. One that is damaged: Error(missing).
std::vector<Sample> vtk_heads(const Path& path);  // without values
std::vector<std::string> vtk_fields(const Path& path);
Sample read_vtk(const Path& path, const Grid& grid, const std::string& field);  // 2D vectors have a third component, 0

}  // namespace eddy
