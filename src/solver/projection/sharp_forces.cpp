// The pieces of the surface of sharp bodies, and the weights of pressure and friction on them.
#include <algorithm>
#include <cmath>

#include "field/field.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

std::vector<WallPiece> Sharp::wall() const {
  std::vector<WallPiece> all;
  each(window_, [&](const Place& c) {
    if (const auto piece = wall_piece(c)) all.push_back(*piece);
  });
  return all;
}

static Coordinates arm_of(const WallPiece& piece, const Coordinates& centre) {
  return {piece.at[0] - centre[0], piece.at[1] - centre[1], piece.at[2] - centre[2]};
}

// The pulls to which a force along `axis` contributes, with factors: the force itself, then moments with sign and arm.
static std::vector<std::pair<int, double>> pulls_of(int axis, int dimensions, const Coordinates& arm) {
  std::vector<std::pair<int, double>> all{{axis, 1.0}};
  const auto moment = [&](int m) { return dimensions == 2 ? 2 : dimensions + m; };
  for (int m = dimensions == 2 ? 2 : 0; m < 3; ++m) {  // M_m = r_first F_second − r_second F_first
    const int first = (m + 1) % 3, second = (m + 2) % 3;
    if (axis == second) all.emplace_back(moment(m), arm[first]);
    if (axis == first) all.emplace_back(moment(m), -arm[second]);
  }
  return all;
}

// The moments of a uniform pressure on a closed surface, per area: exactly 0, and here what points on the pieces leave,
// since they are not their middles. Without it moments would depend on the pressure's level. An open surface: none.
std::vector<double> Sharp::moments_of_level(const std::vector<WallPiece>& pieces, const Coordinates& centre) const {
  std::vector<double> sum(d_ == 2 ? 3 : 6, 0.0);
  double size = 0;
  for (const WallPiece& w : pieces) {
    size += std::sqrt(scalar_product(w.area, w.area));
    for (int a = 0; a < d_; ++a)
      for (const auto& [pull, times] : pulls_of(a, d_, arm_of(w, centre))) sum[std::size_t(pull)] += w.area[a] * times;
  }
  bool closed = size > 0;
  for (int a = 0; a < d_; ++a) closed = closed && std::abs(sum[std::size_t(a)]) < 1e-9 * size;
  for (double& v : sum) v = closed ? v / size : 0;
  for (int a = 0; a < d_; ++a) sum[std::size_t(a)] = 0;  // forces
  return sum;
}

// Adds the weights of the pressure on a piece of the wall, extrapolated from the cells around it.
void Sharp::add_pressure(std::vector<PullWeights>& all, const WallPiece& piece, const Box& box, const Coordinates& arm,
                         const std::vector<double>& of_level) const {
  const Data data = data_near(-1, piece.cell, piece.at, false);
  Fit::Weights w;
  for (int degree = 2; degree >= 0 && w.empty(); --degree)
    w = fit(-1, data, degree, piece.at, piece.cell, false).value(piece.at);
  const double size = std::sqrt(scalar_product(piece.area, piece.area));
  for (std::size_t n = 0; n < w.size(); ++n) {
    const std::size_t at = place_in(box, data.places[n]);
    for (int a = 0; a < d_; ++a)
      for (const auto& [pull, times] : pulls_of(a, d_, arm)) all[pull].pressure[at] += w[n] * piece.area[a] * times;
    for (std::size_t m = std::size_t(d_); m < all.size(); ++m) all[m].pressure[at] -= w[n] * size * of_level[m];
  }
}

// Adds the weights of friction: the force on the body along a is −μ Σ_b (∂u_a/∂x_b + ∂u_b/∂x_a) area_b, with the area
// pointing into the body.
void Sharp::add_friction(std::vector<PullWeights>& all, const WallPiece& piece, const Box& box,
                         const Coordinates& arm) const {
  const double viscosity = options_.fluid.kinematic();
  for (int c = 0; c < d_; ++c) {
    const double middle = grid_.centre(c, piece.cell[c]), rounding = 1e-9 * widths(piece.cell)[c];
    const bool upper = piece.at[c] > middle + rounding;  // the nearer face
    const Data data = data_near(c, moved(piece.cell, c, upper ? 1 : 0), piece.at, true);
    for (int a = 0; a < d_; ++a) {
      Coordinates direction{};
      if (a == c) direction = piece.area;
      direction[a] += piece.area[c];
      Fit::Weights w;
      for (int degree = 2; degree > 0 && w.empty(); --degree)
        w = fit(c, data, degree, piece.at, piece.cell, true).slope(piece.at, direction);
      for (const auto& [pull, times] : pulls_of(a, d_, arm)) {
        const double scale = -viscosity * times;
        for (std::size_t n = 0; n < w.size(); ++n) {
          const std::size_t places = data.places.size();
          if (n == 0)
            all[pull].constant += scale * w[n] * wall_value(c, piece.at);
          else if (n <= places)
            all[pull].velocity[c][place_in(face_box(box, c), data.places[n - 1])] += scale * w[n];
          else
            all[pull].constant += scale * w[n] * wall_value(c, data.walls[n - 1 - places]);
        }
      }
    }
  }
}

double Sharp::wall_speed(const Coordinates& x) const {
  double square = 0;
  for (int a = 0; a < d_; ++a) square += std::pow(wall_value(a, x), 2);
  return std::sqrt(square);
}
double Sharp::through_surface() const {
  double most = 0;
  for (const WallPiece& w : wall()) {
    if (pose(w.body).moves) continue;
    const Coordinates n = normal(w.at);
    double across = 0;
    for (int a = 0; a < d_; ++a) across += wall_value(a, w.at) * n[a];
    most = std::max(most, std::abs(across));
  }
  return most;
}

std::vector<PullWeights> Sharp::pulls(int body, const Box& box, const Coordinates& centre) const {
  std::vector<PullWeights> all(d_ == 2 ? 3 : 6);
  for (PullWeights& p : all) {
    p.pressure.assign(std::size_t(box.cells()), 0.0);
    for (int a = 0; a < d_; ++a) p.velocity[a].assign(std::size_t(face_box(box, a).cells()), 0.0);
  }
  std::vector<WallPiece> pieces = wall();
  std::erase_if(pieces, [&](const WallPiece& w) { return w.body != body; });
  const std::vector<double> of_level = moments_of_level(pieces, centre);
  for (const WallPiece& w : pieces) {
    add_pressure(all, w, box, arm_of(w, centre), of_level);
    add_friction(all, w, box, arm_of(w, centre));
  }
  return all;
}

}  // namespace eddy::projection
