// The heat problem on the host: computes values per cell and per face from options and grid, independent of space and
// precision. The solver uploads them.
#pragma once
#include <array>
#include <vector>

#include "exec/core/box.hpp"
#include "mesh/grid.hpp"
#include "solver/heat/holes.hpp"
#include "solver/heat/options.hpp"
#include "solver/heat_boundary/face.hpp"

namespace eddy::heat {

bool separable(const HeatOptions& options, int dimensions);  // constant k and ρc, one condition per side
bool source_varies(const HeatOptions& options);              // in time, fluxes through the boundary included

class Model {
 public:
  Model(Grid grid, const HeatOptions& options);

  int dimensions() const { return grid_.dimensions; }
  Box cells() const { return {{0, 0, 0}, grid_.cells()}; }
  double width(int axis, int cell) const { return grid_.width(axis, cell); }
  bool separable() const { return separable_; }
  bool periodic(int axis) const;
  bool fixes_value() const { return fixes_value_; }  // heat flows through some face to a known temperature
  bool source_varies() const { return heat::source_varies(options_); }
  const Holes& holes() const { return holes_; }
  bool boundary_varies() const;

  // Separable: conductance per area of the faces along an axis. Otherwise: of whole faces, i fastest.
  const std::vector<double>& conductance(int axis) const { return conductance_[axis]; }
  std::array<double, 2> ends(int axis, int cell) const;  // of both faces of a cell, divided by its width (separable)
  const std::vector<double>& capacity() const {
    return capacity_;
  }                                                      // separable: one number, per volume; otherwise of whole cells
  std::vector<double> source(double t) const;            // as in the equation: per volume (separable), or per cell
  std::vector<double> source_of_cells(double t) const;   // W per cell, fluxes through the boundary included
  std::vector<double> ghosts(int side, double t) const;  // beyond the faces of a side, first tangential axis fastest
  std::vector<double> source_density(double t, const Box& cells) const;  // q, W/m³
  double source_heat(double t) const;                                    // Σ q V
  double flux_heat(int side, double t) const;                            // Σ q A of flux conditions
  // Holes: the heat that flows from their surfaces into a cell is exchange · (beyond − T) + flux.
  std::vector<double> exchange() const;  // W/K, of all cells
  struct HoleHeat {                      // of one hole, in the cells of `around`
    std::vector<double> exchange, beyond;
    double flux = 0;  // W
  };
  HoleHeat hole_heat(int region, double t) const;
  std::vector<std::pair<Place, double>> wall_temperatures(double t) const;  // of closed cells beside open cells
  bool holes_fix_value() const;            // heat flows through some surface to a given value
  void refuse_holes(bool steady) const;    // Error(usage): holes that this grid cannot have
  struct Outside {                         // temperatures beyond the faces that conduct heat
    double mean = 0, least = 0, most = 0;  // mean weighted by conductance; all 0 if there are none
    bool even() const;                     // all equal, up to rounding
  };
  Outside outside(double t) const;
  std::vector<double> initial() const;
  std::vector<double> exact(double t, const Box& cells) const;  // empty: none given
  double jacobi_radius(double rate) const;                      // spectral radius, estimated for sor's factor
  double stable_step() const;                                   // min C / Σ g, the limit of explicit steps
  void forget_matrix();  // frees conductances and capacities, once the solver has them

 private:
  struct Sheet;                                            // the faces of one side
  std::vector<double> source_of_material(double t) const;  // W per cell
  void add_holes(std::vector<double>& source, double t) const;
  Face hole_face(const HolePiece& piece, double t) const;
  std::array<bool, 3> periodic_axes() const;
  double open_area(int side, int n, int m) const;
  std::vector<Face> faces(int side, double t) const;
  // Formulas may be undefined in cells that holes have closed: these get `elsewhere`.
  std::vector<double> of_cells(const Formula& f, const char* key, double t, const Box& cells, double elsewhere) const;
  template <class Call>
  void in_region(const Region& region, Call call) const;  // call(cell, centre)
  std::array<double, 3> centre(std::size_t cell) const;
  void find_conductivity();
  void find_conductance();
  void find_capacity();
  double area(int axis, int n, int m) const;
  std::vector<double> sheet_conductance(int axis) const;
  std::vector<double> sheet_diagonal(int axis, const std::vector<double>& conductance, double others) const;

  const Grid grid_;
  const HeatOptions& options_;
  const Holes holes_;
  bool separable_ = false, fixes_value_ = false;
  std::array<std::vector<double>, 3> conductance_;
  std::vector<double> conductivity_, capacity_;
  mutable std::optional<double> source_heat_;  // stored while constant in time
  mutable std::array<std::optional<double>, 6> flux_heat_;
  std::vector<int> region_;  // per cell: the last region that gives a source; −1: none, the material's is used
};

}  // namespace eddy::heat
