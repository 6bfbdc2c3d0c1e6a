// Holes of the heat solver, on the host: what their surfaces leave of cells and faces, and through which pieces of
// surface heat goes.
//
//    ○ ─ ○ ─ ○╲          a surface that gives flux or film (insulated, flux, convection): a cell that it cuts keeps its
//    │   │   │ ╲         open part, also where its centre lies in the hole, and faces conduct with their open part;
//    ○ ─ ○ ─ ○ ─ ●╲      the piece of surface within the cell lets through what the condition says
//
//    ○ ─ ○ ─ ○─┤         a surface that gives the temperature: cells whose centres lie outside are whole, and conduct
//    │   │   │  ╲        along each axis to the point where the surface crosses it
//    ○ ─ ○ ─ ○ ─ ○─┤
//
// Both are symmetric and of second order: Papac, Gibou and Ratsch, J. Comput. Phys. 229 (2010) 875; Gibou, Fedkiw, Cheng
// and Kang, J. Comput. Phys. 176 (2002) 205.
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

struct HolePiece {  // heat goes from a point of the surface to the centre of a cell
  std::size_t cell;
  int region;
  Point at;
  double area;                    // m² (2D: m)
  double distance;                // from the surface to the centre; negative: the centre lies in the hole
  std::optional<Place> beyond{};  // of a temperature: the closed cell behind that point
};

class Holes {
 public:
  Holes(const Grid& grid, const std::vector<Region>& regions);

  bool any() const { return !part_.empty(); }
  bool closed(std::size_t cell) const { return any() && part_[cell] == 0; }                // nothing is computed there
  double part(std::size_t cell) const { return any() ? part_[cell] : 1; }                  // of the cell's volume
  double open(int axis, std::size_t face) const { return any() ? open_[axis][face] : 1; }  // of the face's area
  const std::vector<HolePiece>& pieces() const { return pieces_; }                         // by region, then by cell
  std::vector<int> regions() const;                                                        // those that are holes
  Box around(int region) const { return window(region).common(cells_); }                   // the cells of its pieces

  // Error(usage): holes that overlap, leave nothing, are not seen by the mesh, or end at a periodic side.
  void refuse(const std::array<bool, 3>& periodic) const;
  // Steady: a part of the material from which heat leads nowhere. `leads`: to a known temperature, by cell.
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
  std::vector<double> part_;                 // none: there are no holes
  std::vector<std::uint8_t> in_wall_;        // cells whose centres lie in a hole with a temperature
  std::array<std::vector<double>, 3> open_;  // of faces, i fastest
  std::vector<HolePiece> pieces_;
};

bool gives_temperature(const Region& hole);  // its surface has a known temperature
// Cells whose centres lie in a hole or on its surface, i fastest; none: there are no holes.
std::vector<std::uint8_t> cells_in_holes(const Grid& grid, const std::vector<Region>& regions);

}  // namespace eddy::heat
