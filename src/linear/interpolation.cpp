// The weights that interpolate a smooth solution from the next level, between the cells and beyond the walls.
#include <algorithm>

#include "linear/levels.hpp"

namespace eddy {
namespace {

// The centre of a pair is the middle between the centres of its cells, as in the pair's operator.
std::vector<double> joined_centres(const std::vector<double>& centre, const AxisMap& map) {
  std::vector<double> all;
  for (std::size_t c = 0; c < map.first.size(); ++c)
    all.push_back(0.5 * (centre[map.first[c]] + centre[map.second[c]]));
  return all;
}

Interpolation interpolate(const std::vector<double>& fine, const std::vector<double>& coarse, const AxisMap& map,
                          double period) {
  Interpolation t;
  const int n = static_cast<int>(coarse.size()), points = std::min(Interpolation::points, n);
  const auto at = [&](int c) {
    return period > 0 ? coarse[(c + n) % n] + (c < 0 ? -period : c < n ? 0 : period) : coarse[c];
  };
  for (std::size_t i = 0; i < fine.size(); ++i) {
    const int c = map.parent[i];
    int first = c - (points - 1) / 2;
    if (!(period > 0)) first = std::clamp(first, 0, n - points);
    for (int p = 0; p < Interpolation::points; ++p) {
      double w = p < points ? 1 : 0;
      for (int q = 0; q < points; ++q)
        if (q != p && p < points) w *= (fine[i] - at(first + q)) / (at(first + p) - at(first + q));
      t.from[p].push_back(p < points ? first + p : first);
      t.weight[p].push_back(w);
    }
  }
  return t;
}

// The weights of the first three coarse cells in the move of the value beyond a wall, from the distances to the wall of
// the first centre, of the coarse cells' centres, and of the finest level's first centre.
std::array<double, Interpolation::points> wall_move(double first, const std::array<double, 3>& next, double finest) {
  std::array<double, Interpolation::points> w{};
  for (int p = 0; p < 3; ++p)  // ½ u″ = Σ u / ((d_p − d_q) (d_p − d_r))
    w[p] = (first * first - finest * finest) / ((next[p] - next[(p + 1) % 3]) * (next[p] - next[(p + 2) % 3]));
  return w;
}

}  // namespace

std::vector<std::array<Interpolation, 3>> interpolations(const std::vector<Level>& levels) {
  std::vector<std::array<Interpolation, 3>> all(levels.size() - 1);
  for (int a = 0; a < levels[0].op.dimensions; ++a) {
    std::vector<double> centre;
    double end = 0;
    for (double w : levels[0].op.width[a]) {
      centre.push_back(end + 0.5 * w);
      end += w;
    }
    const std::array<double, 2> finest{centre.front(), end - centre.back()};
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      const std::vector<double> coarse = joined_centres(centre, levels[l].map[a]);
      all[l][a] = interpolate(centre, coarse, levels[l].map[a], levels[0].op.periodic[a] ? end : 0);
      const std::size_t n = coarse.size();
      if (n >= 3) {
        all[l][a].move[0] = wall_move(centre.front(), {coarse[0], coarse[1], coarse[2]}, finest[0]);
        all[l][a].move[1] =
            wall_move(end - centre.back(), {end - coarse[n - 1], end - coarse[n - 2], end - coarse[n - 3]}, finest[1]);
      }
      centre = coarse;
    }
  }
  return all;
}

}  // namespace eddy
