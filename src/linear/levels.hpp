// The grids of multigrid, made on the host in double precision: which cells are joined, and the operator of what they
// become. No space and no precision here; linear/multigrid.hpp uploads what it needs.
//
// Along each axis a coarse cell is two fine cells or one. Cells are joined where they are narrow: on level l those
// whose joint width is below a limit that doubles from level to level. Where the grid is stretched, cells are thus
// joined along the axis of their strong coupling alone, until they are as long as they are wide; on a grid of equal
// cells all axes are halved. A point smoother then does on every grid, and sizes need not be even.
//
//      fine      | 0 | 1 | 2 | 3 |   4   |     5     |
//      coarse    |   0   |   1   |   2   |     3     |
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace eddy {

struct LevelOperator {  // rate · capacity · x − Σ g (x_n − x_c)
  int dimensions = 0;
  std::array<int, 3> cells{1, 1, 1};
  std::array<bool, 3> periodic{};
  bool separable = false;
  bool cut = false;                          // conductances differ by what bodies take of the faces, not by material
  std::array<std::vector<double>, 3> width;  // of the cells along each axis
  std::array<std::vector<double>, 3>
      conductance;               // of faces, i fastest; separable: per area, one per place on the axis
  std::vector<double> capacity;  // of cells; separable: one number, per volume

  std::size_t count() const { return static_cast<std::size_t>(cells[0]) * cells[1] * cells[2]; }
};

struct AxisMap {  // from the cells along one axis to those of the next level
  bool joins = false;
  std::vector<int> parent, toward;  // per fine cell: its coarse cell; the next one on its side (or the same)
  std::vector<int> first, second;   // per coarse cell: its fine cells; second == first: it has but one
  std::vector<int> below, above;    // per coarse cell: the fine cells beyond its ends that lean towards it, or −1
  bool pair(int coarse) const { return first[coarse] != second[coarse]; }
};

struct Level {
  LevelOperator op;
  std::array<AxisMap, 3> map;  // to the next level; the last has none
  // How much of a cell's value comes from `toward`. Separable: along each axis. Otherwise axis by axis: weight[a] is
  // for cells that are coarse along the axes before a, and fine along a and those after it.
  std::array<std::vector<double>, 3> weight;
  bool halves_all = false;  // all axes, more than one, are joined in pairs throughout: over-relaxation pays
};

// Most cells of the last level, along each axis: it is solved by a matrix.
inline constexpr int coarsest_cells = 64;
inline constexpr std::array<int, 3> coarsest_box(int dimensions) {
  return dimensions == 1   ? std::array<int, 3>{64, 1, 1}
         : dimensions == 2 ? std::array<int, 3>{8, 8, 1}
                           : std::array<int, 3>{4, 4, 4};
}

std::vector<Level> make_levels(LevelOperator finest);
LevelOperator coarser(Level& fine);  // of the next level, by the maps of this one, whose weights it makes
// As make_levels would make them of another finest operator; cells far from where it differs keep what they have.
void change_levels(std::vector<Level>& levels, LevelOperator finest);

// A smooth solution from the next level's, along one axis: by the parabola through a fine cell's coarse cell and the
// two beside it, or, at the ends, through the last three, whatever the condition there is: a solution of the discrete
// equations goes on smoothly up to the last cell, but not to the value beyond it. (Cubics leave a defect of 0.7 of
// that.)
//
// From the wall at distance d to the first centre the equations take the solution as straight, where it is bent by
// ½ u″ d². That differs from level to level, and is most of what keeps their solutions apart. So on a coarser level the
// value beyond a wall is moved by ½ u″ (d² − d₀²), with u″ of the level after it, and all levels aim at the solution of
// the finest. (Without, the defect of the guess is ten times as large at 1024².)
struct Interpolation {
  static constexpr int points = 3;
  std::array<std::vector<int>, points> from;  // coarse cells; on a periodic axis they may lie beyond its ends
  std::array<std::vector<double>, points> weight;
  std::array<std::array<double, points>, 2> move{};  // at both ends: how much the first coarse cells move a wall
};
// Along each axis, from every level to the one before it; [level][axis].
std::vector<std::array<Interpolation, 3>> interpolations(const std::vector<Level>& levels);

// x = M b solves the last level, for the right side as its equation has it. Entry of row r and column m at r + 64 m,
// cells counted in coarsest_box. Where the operator leaves a level open, that of a connected region has mean 0.
std::vector<double> coarsest_matrix(const LevelOperator& op, double rate);

}  // namespace eddy
