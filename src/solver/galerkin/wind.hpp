// The mean wind U(z), and intensity and length of its gusts. z is the height above the lower end of the domain.
//
//   power   speed (z/height)^exponent                         z is at least the height of the first element
//   log     (u*/κ) ln((z − d)/z₀)                             u* gives `speed` at `height`; 0 below d + z₀
//   file    linear between the heights of a table
#pragma once
#include <array>

#include "mesh/grid.hpp"
#include "solver/galerkin/options.hpp"

namespace eddy::galerkin {

// Height, speed, intensity and length of each row; missing columns are −1. Throws an error if the file is wrong.
std::vector<std::array<double, 4>> read_profile(const std::filesystem::path& file);

class WindProfile {
 public:
  WindProfile(const WindOptions& options, const Grid& grid);

  double height_of(const Point& place) const { return place[up_] - ground_; }
  double speed(double height) const;
  double intensity(double height) const;  // σ_u / U
  double length(double height) const;
  Point velocity(const Point& place, double time) const;
  double ramp(double time) const;  // 0 … 1
  const Point& direction() const { return direction_; }
  int up() const { return up_; }

 private:
  double column(int number, double height) const;
  const WindOptions& options_;
  int up_ = 2;
  double ground_ = 0, first_ = 0;  // coordinate of height 0; height of the first element
  Point direction_{1, 0, 0};
};

}  // namespace eddy::galerkin
