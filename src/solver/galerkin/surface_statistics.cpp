#include "solver/galerkin/surface_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/readable.hpp"
#include "mesh/vectors.hpp"
#include "solver/galerkin/perimeter.hpp"

namespace eddy::galerkin {
namespace {

struct Stored {  // numbers in the form that an archive stores and restores
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
    for (const ReferenceNode& n : reference_nodes(domain, s)) g.reference.push_back({place(n.node), n.weight});
    for (auto* values : {&g.mean, &g.squares, &g.least, &g.largest}) values->assign(g.faces.size(), 0.0);
  }
}

void SurfaceStatistics::sample(const WallState& state) {
  ++count_;
  const int corners = 2 * (domain_.dimensions() - 1);
  for (Group& g : groups_) {
    double level = 0;
    for (const ReferenceNode& n : g.reference) level += n.weight * state.pressure[static_cast<std::size_t>(n.node)];
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

// The centre of a face and its pressure coefficients.
std::vector<double> SurfaceStatistics::row_of(const Group& g, std::size_t f) const {
  const WallFace& face = domain_.faces()[static_cast<std::size_t>(g.faces[f])];
  const WindProfile& wind = domain_.wind();
  const double velocity = g.options->local ? wind.speed(wind.height_of(face.centre))
                                           : g.options->velocity.value_or(domain_.options().fluid.velocity);
  const double scale = 0.5 * velocity * velocity;
  std::vector<double> row(face.centre.begin(), face.centre.begin() + domain_.dimensions());
  row.insert(row.end(), {g.mean[f] / scale, std::sqrt(std::max(g.squares[f], 0.0) / double(count_)) / scale,
                         g.least[f] / scale, g.largest[f] / scale});
  return row;
}

std::vector<std::string> SurfaceStatistics::columns() const {
  std::vector<std::string> all;
  for (int a = 0; a < domain_.dimensions(); ++a) all.push_back(std::string(1, "xyz"[a]) + "[m]");
  for (const char* name : {"cp_mean", "cp_rms", "cp_min", "cp_max"}) all.push_back(name);
  return all;
}

SurfaceTable SurfaceStatistics::sheet_of(const Group& g) const {
  SurfaceTable t;
  t.name = g.options->name;
  t.columns = columns();
  t.columns.push_back("area[m²]");
  std::map<int, int> number;  // number of each node in the table
  for (std::size_t f = 0; f < g.faces.size(); ++f) {
    const WallFace& face = domain_.faces()[static_cast<std::size_t>(g.faces[f])];
    t.rows.push_back(row_of(g, f));
    t.rows.back().push_back(magnitude(face.area));
    auto& corners = t.faces.emplace_back();
    for (int n = 0; n < 4; ++n) {
      const auto [at, is_new] = number.try_emplace(face.nodes[n], static_cast<int>(t.nodes.size()));
      if (is_new) t.nodes.push_back(domain_.place(face.nodes[n]));
      corners[n] = at->second;
    }
  }
  return t;
}

SurfaceTable SurfaceStatistics::line_of(const Group& g, const std::string& name, double height) const {
  SurfaceTable t;
  t.name = name;
  t.along = "s/L";
  t.columns = columns();
  t.columns.insert(t.columns.begin(), t.along);
  for (const OnPerimeter& p : perimeter(domain_, g.faces, height)) {
    t.rows.push_back(row_of(g, static_cast<std::size_t>(p.face)));
    t.rows.back().insert(t.rows.back().begin(), p.s / domain_.options().fluid.length);
  }
  return t;
}

std::vector<SurfaceTable> SurfaceStatistics::lines_of(const Group& g) const {
  std::vector<SurfaceTable> all;
  if (domain_.dimensions() == 2) all.push_back(line_of(g, g.options->name, 0));
  for (double height : g.options->heights) all.push_back(line_of(g, g.options->name + "-z" + readable(height), height));
  std::erase_if(all, [](const SurfaceTable& t) { return t.rows.empty(); });
  return all;
}

// In 2D the perimeter; in 3D all faces, and perimeter lines at the wanted heights.
std::vector<SurfaceTable> SurfaceStatistics::tables() const {
  std::vector<SurfaceTable> all;
  for (const Group& g : groups_) {
    if (count_ == 0) continue;
    if (domain_.dimensions() == 3) all.push_back(sheet_of(g));
    for (SurfaceTable& line : lines_of(g)) all.push_back(std::move(line));
  }
  return all;
}

void SurfaceStatistics::add_numbers(std::vector<Number>& all) const {
  for (const Group& g : groups_) {
    if (count_ == 0) continue;
    for (const SurfaceTable& t : lines_of(g)) {
      const std::size_t cp = t.columns.size() - 4;
      const double whole = t.rows.front()[0] + t.rows.back()[0];
      const auto near = [&](double s) {  // the mean of what is next to it on both sides
        std::array<double, 2> gap{1e300, 1e300}, value{};
        for (const auto& row : t.rows)
          for (double turn : {-whole, 0.0, whole}) {
            const double off = row[0] + turn - s;
            double& least = gap[off < 0];
            if (std::abs(off) >= least) continue;
            least = std::abs(off);
            value[off < 0] = row[cp];
          }
        return (value[0] * gap[1] + value[1] * gap[0]) / (gap[0] + gap[1]);
      };
      all.push_back({"cp_windward_" + t.name, "", near(0)});
      all.push_back({"cp_side_" + t.name, "", 0.5 * (near(0.25 * whole) + near(0.75 * whole))});
      all.push_back({"cp_leeward_" + t.name, "", near(0.5 * whole)});
    }
  }
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
