// Reads PLOT3D grids: text or binary, one block or many, flat or not, single or double precision, either byte order,
// with or without IBLANK. The file does not say which it is, so each way of reading it is compared with its length.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "mesh/blocks.hpp"

namespace eddy {

struct Plot3dForm {
  bool text = false, records = false;  // text, or binary with Fortran's record marks or without
  bool many = false;                   // begins with the number of blocks
  int dimensions = 3;                  // number of coordinates of a node
  int bytes = 8;                       // size of a number
  bool swapped = false;                // byte order differs from this machine's
  bool blanks = false;                 // the file has an IBLANK number for each node
  std::string text_of() const;         // "binary with Fortran records, 3D, double precision"
};

struct Plot3dFile {
  Plot3dForm form;
  std::vector<Block> blocks;  // named 1, 2, …
};

// Reads a mesh of so many dimensions; 2 also takes files of three coordinates with one layer. Throws Error(usage),
// which calls the file `name` and says what it looks like, or Error(missing) where there is no file.
Plot3dFile read_plot3d(const std::filesystem::path& path, const std::string& name, int dimensions);

}  // namespace eddy
