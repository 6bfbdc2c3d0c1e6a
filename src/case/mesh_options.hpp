// [mesh], [block.NAME] and [seam.NAME]: a box, blocks, a grid around a body, or a file.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "case/formula.hpp"
#include "case/words.hpp"

namespace eddy {

enum class MeshKind { box, blocks, o_grid, c_grid, h_grid, plot3d, cgns, gmsh, vtu };

struct StretchPiece {  // a part of an axis, from the end of the previous piece on
  double to = 0;
  int cells = 1;
  std::optional<double> first, last;  // m, cell widths at its ends; one: geometric, both: tanh, none: uniform
};

struct Stretch {
  enum class Kind { uniform, geometric, tanh, coordinates, pieces } kind = Kind::uniform;
  double factor = 1.0;                 // geometric: last width over first; tanh: strength, fine at both ends
  std::vector<double> coordinates;     // kind coordinates: all nodes, ascending
  std::vector<StretchPiece> pieces{};  // kind pieces
  bool given() const { return kind == Kind::coordinates || kind == Kind::pieces; }  // explicit nodes, or pieces
};

struct Cluster {  // the spacing of nodes along a curve
  enum class Kind { tanh, geometric } kind = Kind::tanh;
  std::optional<double> first, last;  // m, widths of the cells at the two ends
  std::optional<double> ratio;        // geometric: each width over the previous one
  bool given() const { return first || last || ratio; }
};

struct EdgeOptions {  // an edge of a block, from lower to upper index
  enum class Kind { line, arc, formula, points } kind = Kind::line;
  bool given = false;
  std::vector<double> from, to;         // ends; empty: the corners of the block
  std::vector<double> centre, through;  // arc: one of the two is given
  std::optional<Formula> x, y;          // formula, of s = 0 … 1
  std::string file;                     // points: two columns, beside the case
  bool smooth = true;                   // points: a spline through them, or straight lines
  Cluster cluster;
};

struct PatchRange {  // a named piece of a side of a block
  std::string name;
  std::vector<int> from, to;  // in cells along the side's own axes; empty: the whole side
};

struct BlockOptions {  // [block.NAME]
  std::string name;
  std::vector<int> cells;
  std::array<std::optional<Formula>, 3> formula;  // x, y, z of xi, eta, zeta = 0 … 1
  std::vector<std::vector<double>> corners;       // left bottom, right bottom, right top, left top
  std::array<EdgeOptions, 4> edge;                // left, right, bottom, top
  std::array<std::vector<PatchRange>, 6> sides;   // indexed by Side
  bool by_formula() const { return formula[0] || formula[1] || formula[2]; }
};

struct SeamOptions {  // [seam.NAME]
  std::string name, first, second;
};

struct ExtrudeOptions {  // of a mesh in two dimensions into the third
  int cells = 0;         // 0: no extrusion
  double from = 0, to = 1;
  Cluster cluster;
};

struct SectionOptions {  // mesh.around: the body inside an O-, C- or H-grid
  enum class Kind { circle, naca, diamond, points } shape = Kind::circle;
  std::vector<double> centre;   // circle
  double radius = 0.5;          // circle
  std::string digits = "0012";  // naca
  double chord = 1;             // naca, diamond
  double half_angle = 10;       // diamond, degrees
  std::vector<double> leading;  // naca, diamond: the leading edge's position
  bool sharp = true;            // naca: closed trailing edge
  double angle = 0;             // degrees, nose up, about the leading edge
  std::string file;             // points: two columns, beside the case
};

struct MeshOptions {
  std::vector<double> lower, upper;  // one, two or three numbers: 1D, 2D, 3D
  std::vector<int> cells;            // of a box; of a body grid: around or along the body, and outwards
  std::array<Stretch, 3> stretch{};

  MeshKind kind = MeshKind::box;
  SectionOptions around{};
  std::optional<double> first{}, growth{}, far{};  // two of them are given
  int wake = 0;                                    // c-grid: cells along the wake
  int upstream = 0, downstream = 0;                // h-grid: cells before and behind the body
  bool half = false;                               // h-grid: the upper half alone
  ExtrudeOptions extrude{};
  std::string file{};  // plot3d, cgns, gmsh, vtu
  int file_dimensions = 2;
  double scale = 1;  // m per unit of the file
  std::vector<BlockOptions> block{};
  std::vector<SeamOptions> seam{};
  std::filesystem::path folder{};  // the case's folder, which contains its files

  bool is_box() const { return kind == MeshKind::box; }
  bool of_hexahedra() const { return kind == MeshKind::gmsh || kind == MeshKind::vtu; }  // a list of cells, not blocks
  bool from_file() const { return kind == MeshKind::plot3d || kind == MeshKind::cgns || of_hexahedra(); }
  int dimensions() const;
};

const EnumWords& words(MeshKind);
const EnumWords& words(Stretch::Kind);
const EnumWords& words(Cluster::Kind);
const EnumWords& words(EdgeOptions::Kind);
const EnumWords& words(SectionOptions::Kind);

}  // namespace eddy
