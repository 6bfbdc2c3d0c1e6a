// Makes families of grids and time steps.
#include <cmath>
#include <limits>
#include <numeric>

#include "app/verbs/converge.hpp"
#include "base/error.hpp"
#include "mesh/block_mesh.hpp"

namespace eddy {
namespace {

std::vector<double> halved(const std::vector<double>& nodes) {
  std::vector<double> fine;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
    fine.insert(fine.end(), {nodes[i], 0.5 * (nodes[i] + nodes[i + 1])});
  fine.push_back(nodes.back());
  return fine;
}

// Nodes lie at (Rᵗ − 1)/(R − 1) with t = i/n and R = rⁿ. R is kept; the factor, rⁿ⁻¹ = R^((n−1)/n), changes.
double same_geometric(double factor, double cells, double finer) {
  return std::pow(factor, cells / (cells - 1) * ((finer - 1) / finer));
}

}  // namespace

Case refined_grid(const Case& c, int level) {
  Case fine = c;
  const int times = 1 << level;
  if (c.mesh.from_file())
    throw Error(Exit::usage,
                "converge cannot refine a mesh that comes from a file. Take --time, or make the mesh here.");
  if (!c.mesh.is_box()) {
    const auto mesh = resized(c.mesh, times);
    if (!mesh) throw Error(Exit::usage, "level " + std::to_string(level) + " has too many cells. Take fewer --levels.");
    fine.mesh = *mesh;
    return fine;
  }
  for (int axis = 0; axis < c.dimensions(); ++axis) {
    const std::int64_t cells = std::int64_t(c.mesh.cells[axis]) * times;
    if (cells > most_cells_per_axis)
      throw Error(Exit::usage, "level " + std::to_string(level) + " has too many cells. Take fewer --levels.");
    fine.mesh.cells[axis] = static_cast<int>(cells);
    Stretch& s = fine.mesh.stretch[axis];
    if (s.kind == Stretch::Kind::geometric && c.mesh.cells[axis] > 1)
      s.factor = same_geometric(s.factor, c.mesh.cells[axis], static_cast<double>(cells));
    if (s.kind == Stretch::Kind::geometric && c.mesh.cells[axis] == 1) s.factor = 1;
    if (s.kind == Stretch::Kind::coordinates)
      for (int l = 0; l < level; ++l) s.coordinates = halved(s.coordinates);
    for (StretchPiece& p : s.pieces) {
      p.cells *= times;
      if (p.first) p.first = *p.first / times;
      if (p.last) p.last = *p.last / times;
    }
  }
  return fine;
}

Case refined_time(const Case& c, int level) {
  if (c.run.steady) throw Error(Exit::usage, "converge --time needs a transient case; this one has run.steady.");
  Case fine = c;
  const double times = 1 << level;
  if (c.run.dt) fine.run.dt = *c.run.dt / times;
  if (c.run.steps) fine.run.steps = *c.run.steps * (1 << level);
  if (!c.run.dt && !c.run.steps) fine.run.cfl = c.run.cfl / times;
  return fine;
}

double order_of_errors(double coarse, double fine) { return std::log2(coarse / fine); }
double order_of_values(double coarse, double middle, double fine) {
  return std::log2(std::abs((coarse - middle) / (middle - fine)));
}

namespace {

struct Line {  // y = at + slope · x, by least squares
  double slope = 0, at = 0, squares = 0;
};
Line fitted(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n,
               mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  Line line{xy / xx, 0, 0};
  line.at = mean_y - line.slope * mean_x;
  for (std::size_t i = 0; i < x.size(); ++i) line.squares += std::pow(line.at + line.slope * x[i] - y[i], 2);
  return line;
}

}  // namespace

double order_of_all_errors(const std::vector<double>& errors) {
  std::vector<double> level, size;
  for (const double e : errors) {
    level.push_back(static_cast<double>(level.size()));
    size.push_back(std::log2(std::abs(e)));
  }
  return errors.size() < 3 ? std::numeric_limits<double>::quiet_NaN() : -fitted(level, size).slope;
}

double order_of_all_values(const std::vector<double>& values) {
  const auto misfit = [&](double order) {
    std::vector<double> share;
    for (std::size_t n = 0; n < values.size(); ++n) share.push_back(std::exp2(-order * static_cast<double>(n)));
    return fitted(share, values).squares;
  };
  constexpr double step = 1e-3;
  constexpr int most = 8000;
  if (values.size() < 4) return std::numeric_limits<double>::quiet_NaN();  // three determine it: order_of_values
  int best = 1;
  for (int n = 2; n <= most; ++n)
    if (misfit(n * step) < misfit(best * step)) best = n;
  return best == 1 || best == most ? std::numeric_limits<double>::quiet_NaN() : best * step;
}

double extrapolated(double coarse, double middle, double fine) {
  if (coarse == middle && middle == fine) return fine;
  const double order = order_of_values(coarse, middle, fine);
  const bool settles = (coarse - middle) * (middle - fine) > 0 && order > 0.1;  // values converge from one side
  return settles ? fine + (fine - middle) / (std::exp2(order) - 1) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace eddy
