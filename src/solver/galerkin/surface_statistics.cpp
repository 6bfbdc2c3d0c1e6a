#include "solver/galerkin/surface_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace eddy::galerkin {
namespace {

struct Stored {  // numbers as an archive wants them
  std::vector<double>& values;
  Sample sample(const std::string&) const {
    Sample s;
    s.size = {static_cast<int>(values.size()), 1, 1};
    s.values = values;
    return s;
  }
  void put(const std::vector<double>& from) { values = from; }
};

}  // namespace

SurfaceStatistics::SurfaceStatistics(const Domain& domain) : domain_(domain) {
  const std::vector<int> nodes = domain.wall_nodes();
  const auto place = [&](int node) {
    return static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  for (const SurfaceOptions& s : domain.options().surface) {
    Group& g = groups_.emplace_back();
    g.options = &s;
    g.faces = domain.faces_of(domain.patches_of(s.name, s.patches));
    for (int f : g.faces) {
      auto& to = g.corners.emplace_back();
      for (int n = 0; n < 2 * (domain.dimensions() - 1); ++n)
        to[n] = place(domain.faces()[static_cast<std::size_t>(f)].nodes[n]);
    }
    if (!s.reference.empty()) {
      Point at{};
      std::copy(s.reference.begin(), s.reference.end(), at.begin());
      g.reference = place(domain.nearest_node(at));
    }
    for (auto* values : {&g.mean, &g.squares, &g.least, &g.largest}) values->assign(g.faces.size(), 0.0);
  }
}

void SurfaceStatistics::sample(const WallState& state) {
  ++count_;
  const int corners = 2 * (domain_.dimensions() - 1);
  for (Group& g : groups_) {
    const double level = g.reference < 0 ? 0 : state.pressure[static_cast<std::size_t>(g.reference)];
    for (std::size_t f = 0; f < g.faces.size(); ++f) {
      double p = 0;
      for (int n = 0; n < corners; ++n) p += state.pressure[static_cast<std::size_t>(g.corners[f][n])] / corners;
      p -= level;
      const double before = p - g.mean[f];
      g.mean[f] += before / double(count_);
      g.squares[f] += before * (p - g.mean[f]);
      g.least[f] = count_ == 1 ? p : std::min(g.least[f], p);
      g.largest[f] = count_ == 1 ? p : std::max(g.largest[f], p);
    }
  }
}

SurfaceTable SurfaceStatistics::table_of(const Group& g) const {
  SurfaceTable t;
  const int d = domain_.dimensions();
  t.name = g.options->name;
  for (int a = 0; a < d; ++a) t.columns.push_back(std::string(1, "xyz"[a]) + "[m]");
  for (int a = 0; a < d; ++a) t.columns.push_back(std::string("normal_") + "xyz"[a]);
  t.columns.insert(t.columns.end(), {d == 2 ? "area[m]" : "area[m²]", "cp_mean", "cp_rms", "cp_min", "cp_max"});
  const double velocity = g.options->velocity.value_or(domain_.options().fluid.velocity);
  const double scale = 0.5 * velocity * velocity;
  for (std::size_t f = 0; f < g.faces.size() && count_ > 0; ++f) {
    const WallFace& face = domain_.faces()[static_cast<std::size_t>(g.faces[f])];
    const double area = std::hypot(face.area[0], face.area[1], face.area[2]);
    std::vector<double> row(face.centre.begin(), face.centre.begin() + d);
    for (int a = 0; a < d; ++a) row.push_back(-face.area[a] / area);  // out of the body
    row.insert(row.end(), {area, g.mean[f] / scale, std::sqrt(std::max(g.squares[f], 0.0) / double(count_)) / scale,
                           g.least[f] / scale, g.largest[f] / scale});
    t.rows.push_back(std::move(row));
  }
  return t;
}

std::vector<SurfaceTable> SurfaceStatistics::tables() const {
  std::vector<SurfaceTable> all;
  for (const Group& g : groups_) all.push_back(table_of(g));
  return all;
}

void SurfaceStatistics::state(Archive& archive) {
  if (!any()) return;
  archive.scalar("surface.count", count_);
  for (Group& g : groups_) {
    const std::string name = "surface." + g.options->name;
    const auto add = [&](const char* part, std::vector<double>& values) {
      Stored stored{values};
      archive.field(name + part, stored);
    };
    add(".mean", g.mean);
    add(".squares", g.squares);
    add(".least", g.least);
    add(".largest", g.largest);
  }
}

}  // namespace eddy::galerkin
