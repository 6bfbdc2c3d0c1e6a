// Holes of the heat solver, on the host: the parts of cells and faces that stay open, and the pieces of surface that
// heat flows through.
//
//    ○ ─ ○ ─ ○╲          a surface that gives flux or film (insulated, flux, convection): a cell that it cuts keeps its
//    │   │   │ ╲         open part, also where its centre lies in the hole, and faces conduct with their open part;
//    ○ ─ ○ ─ ○ ─ ●╲      the piece of surface within the cell lets through what the condition says
//
//    ○ ─ ○ ─ ○─┤         a surface that gives the temperature: cells whose centres lie outside are whole, and conduct
//    │   │   │  ╲        along each axis to the point where the surface crosses it
//    ○ ─ ○ ─ ○ ─ ○─┤
//
// Both are symmetric and of second order: Papac, Gibou and Ratsch, J. Comput. Phys. 229 (2010) 875; Gibou, Fedkiw,
// Cheng and Kang, J. Comput. Phys. 176 (2002) 205.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exec/core/box.hpp"
#include "mesh/cut.hpp"
#include "solver/heat/options.hpp"
#include "solver/places.hpp"

namespace eddy::heat {

struct HolePiece {  // a piece of surface that exchanges heat with the centre of a cell
  std::size_t cell;
  int region;
  Point at;
  double area;                    // m² (2D: m)
  double distance;                // from the surface to the centre; negative if the centre lies in the hole
  std::optional<Place> beyond{};  // if the temperature is given: the closed cell behind the point `at`
};

class Holes {
 public:
  Holes(const Grid& grid, const std::vector<Region>& regions);

  bool any() const { return !part_.empty(); }
  bool closed(std::size_t cell) const { return any() && part_[cell] == 0; }                // the cell has no unknown
  double part(std::size_t cell) const { return any() ? part_[cell] : 1; }                  // open part of its volume
  double open(int axis, std::size_t face) const { return any() ? open_[axis][face] : 1; }  // open part of its area
  const std::vector<HolePiece>& pieces() const { return pieces_; }                         // sorted by region
  std::vector<int> regions() const;                                                        // those that are holes
  Box around(int region) const { return window(region).common(cells_); }                   // contains its pieces' cells

  // Throws Error(usage) for holes that overlap, leave no material, have no effect on the mesh, or end at a periodic
  // side.
  void refuse(const std::array<bool, 3>& periodic) const;
  // For steady runs: throws if a part of the material has no connection to a known temperature. `leads` marks the cells
  // that conduct to one directly.
  void refuse_loose(const std::vector<std::uint8_t>& leads, const std::array<bool, 3>& periodic) const;

 private:
  Box window(int region) const;
  void find_parts(const CutShapes& films);
  void close(const CutShapes& walls);
  void find_open(const CutShapes& films);
  void add_films(const CutShapes& films, const std::vector<int>& regions);
  void add_walls(const CutShapes& walls, const std::vector<int>& regions);
  std::size_t place(const Place& c) const { return place_in(cells_, c); }

  const Grid& grid_;
  const std::vector<Region>& regions_;
  Box cells_;
  std::vector<double> part_;                 // empty: there are no holes
  std::vector<std::uint8_t> in_wall_;        // cells whose centres lie in a hole with a given temperature
  std::array<std::vector<double>, 3> open_;  // of faces, i fastest
  std::vector<HolePiece> pieces_;
};

bool gives_temperature(const Region& hole);  // its surface has a given temperature
// Marks the cells whose centres lie in a hole or on its surface, i fastest; empty: there are no holes.
std::vector<std::uint8_t> cells_in_holes(const Grid& grid, const std::vector<Region>& regions);

}  // namespace eddy::heat
