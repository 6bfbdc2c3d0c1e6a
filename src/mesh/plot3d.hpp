// PLOT3D grids: text or binary, one block or many, flat or not, single or double precision, either order of bytes, with
// or without IBLANK. The file does not say which it is: every way of reading it is tried against its length.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "mesh/blocks.hpp"

namespace eddy {

struct Plot3dForm {
  bool text = false, records = false;  // text; binary with Fortran's record marks, or without
  bool many = false;                   // begins with the number of blocks
  int dimensions = 3;                  // coordinates of a node
  int bytes = 8;                       // of a number
  bool swapped = false;                // bytes of the other order than this machine's
  bool blanks = false;                 // an IBLANK number for each node
  std::string text_of() const;         // "binary with Fortran records, 3D, double precision"
};

struct Plot3dFile {
  Plot3dForm form;
  std::vector<Block> blocks;  // named 1, 2, …
};

// A mesh of so many dimensions; 2 takes files of three coordinates, too, if they have one layer. Error(usage), which calls
// the file `name`, says what it looks like where it cannot be read; Error(missing) where it is not there.
Plot3dFile read_plot3d(const std::filesystem::path& path, const std::string& name, int dimensions);

}  // namespace eddy
