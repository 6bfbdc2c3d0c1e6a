// The grids of multigrid, made on the host in double precision: which cells are joined, and the operator of the coarse
// cells. linear/multigrid.hpp converts it to the precision of the cycle and uploads it.
//
// Along each axis a coarse cell is two fine cells or one. Cells are joined where they are narrow: on level l those
// whose joint width is below a limit that doubles from level to level. Where the grid is stretched, cells are thus
// joined only along the axis of strong coupling, until they are as long as they are wide; on a grid of equal cells all
// axes are halved. A point smoother is therefore enough on every level, and sizes need not be even.
//
//      fine      | 0 | 1 | 2 | 3 |   4   |     5     |
//      coarse    |   0   |   1   |   2   |     3     |
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/box.hpp"

namespace eddy {

struct LevelOperator {  // rate · capacity · x − Σ g (x_n − x_c)
  int dimensions = 0;
  std::array<int, 3> cells{1, 1, 1};
  std::array<bool, 3> periodic{};
  bool separable = false;
  bool cut = false;                          // bodies block parts of the faces; the material is the same everywhere
  std::array<std::vector<double>, 3> width;  // of the cells along each axis
  std::array<std::vector<double>, 3>
      conductance;               // of faces, i fastest; separable: per area, one per index along the axis
  std::vector<double> capacity;  // of cells; separable: one number, per volume

  std::size_t count() const { return static_cast<std::size_t>(cells[0]) * cells[1] * cells[2]; }
};

struct AxisMap {  // from the cells along one axis to those of the next level
  bool joins = false;
  std::vector<int> parent, toward;  // per fine cell: its coarse cell; the coarse cell next to it, or its own
  std::vector<int> first, second;   // per coarse cell: its fine cells; second == first if it has only one
  std::vector<int> below, above;    // per coarse cell: fine cells beyond its ends whose `toward` it is, or −1
  bool pair(int coarse) const { return first[coarse] != second[coarse]; }
};

struct Level {
  LevelOperator op;
  std::array<AxisMap, 3> map;  // to the next level; the last has none
  // The share of a cell's interpolated value that comes from `toward`. Separable: one per index along each axis.
  // Otherwise weight[a] is for cells that are coarse along the axes before a, and fine along a and those after it.
  std::array<std::vector<double>, 3> weight;
  bool halves_all = false;  // every axis is joined in pairs throughout, and there are several: over-relaxation pays
};

// The most cells of the last level along each axis; that level is solved by a dense matrix.
inline constexpr int coarsest_cells = 64;
inline constexpr std::array<int, 3> coarsest_box(int dimensions) {
  return dimensions == 1   ? std::array<int, 3>{64, 1, 1}
         : dimensions == 2 ? std::array<int, 3>{8, 8, 1}
                           : std::array<int, 3>{4, 4, 4};
}

std::vector<Level> make_levels(LevelOperator finest);
LevelOperator coarser(Level& fine);  // the next level's operator, by the maps of this level, whose weights it sets
// What has changed on a level: faces of these cells, and weights.
struct LevelChange {
  static constexpr Box none{{0, 0, 0}, {0, 0, 0}};
  Box cells = none;
  std::array<Box, 3> weights{none, none, none};
};
std::vector<LevelChange> all_changed(const std::vector<Level>& levels);
void add_changes(const std::vector<LevelChange>& more, std::vector<LevelChange>& changes);
// Gives the levels that make_levels would give where faces of some cells have other conductances; `conductance` has all
// faces of these cells, i fastest. Only cells near a change are recomputed.
std::vector<LevelChange> change_levels(std::vector<Level>& levels, const Box& cells,
                                       const std::array<std::vector<double>, 3>& conductance);

// Interpolates a smooth solution from the next level along one axis: by the parabola through a fine cell's coarse cell
// and the two beside it, or, at an end of the axis, through the last three cells, whatever the boundary condition. A
// solution of the discrete equations is smooth up to the last cell, but not up to the ghost value. (Cubics would
// leave 0.7 times the defect.)
//
// Between the wall and the first centre, at distance d, the equations take the solution as straight, where its
// curvature makes a difference of ½ u″ d². This error differs from level to level, and is most of the difference
// between their solutions. On a coarser level the value beyond a wall is therefore moved by ½ u″ (d² − d₀²), with u″ of
// the next coarser level, so that all levels approximate the solution of the finest. (Without this, the defect of the
// guess is ten times as large at 1024².)
struct Interpolation {
  static constexpr int points = 3;
  std::array<std::vector<int>, points> from;  // coarse cells; on a periodic axis they may lie beyond its ends
  std::array<std::vector<double>, points> weight;
  std::array<std::array<double, points>, 2> move{};  // at both ends: weights of the first cells in a wall's move
};
// Interpolations from every level to the finer one before it, [level][axis].
std::vector<std::array<Interpolation, 3>> interpolations(const std::vector<Level>& levels);

// The matrix M for which x = M b solves the last level, with b in the form of its equation (per volume or per cell).
// The entry of row r and column m is at r + 64 m; cells are counted in coarsest_box. In a connected region where x is
// determined up to a constant, its mean is 0.
std::vector<double> coarsest_matrix(const LevelOperator& op, double rate);

}  // namespace eddy
