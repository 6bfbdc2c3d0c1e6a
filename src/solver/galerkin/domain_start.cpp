// The state at time 0, and the patches, bodies and nodes that options name.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/text.hpp"
#include "solver/galerkin/boundary.hpp"
#include "solver/galerkin/domain.hpp"
#include "solver/galerkin/reference_nodes.hpp"

namespace eddy::galerkin {
namespace {

// A random value between −1 and 1 that depends on the number alone, so it is the same on any number of ranks.
double noise_of(std::uint64_t number) {
  std::uint64_t h = number + 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
  h ^= h >> 31;
  return double(h >> 11) * 0x1p-52 - 1;
}

}  // namespace

// Without initial.velocity the flow starts with the velocity of the first wind or inflow, everywhere as at its side.
std::vector<std::array<double, 3>> Domain::velocity_at_start() const {
  const Given* entering = nullptr;
  for (const Given& g : given_by_)
    if (!entering && kind_of(*g.patch) != Kind::no_slip) entering = &g;
  std::vector<std::array<double, 3>> all(static_cast<std::size_t>(nodes()));
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (volume_[n] == 0) continue;
    Point at = place(static_cast<std::int64_t>(n));
    Point& v = all[n];
    if (!options_.velocity.empty()) {
      for (int a = 0; a < dimensions(); ++a) v[a] = evaluate(options_.velocity[a], "initial.velocity", at, 0);
    } else if (entering) {
      if (entering->side >= 0)
        at[entering->side / 2] = entering->side % 2 ? grid_.upper(entering->side / 2) : grid_.lower(entering->side / 2);
      v = given_at(*entering, at, 0);
    }
    for (int a = 0; a < dimensions() && options_.noise > 0; ++a)
      v[a] += options_.noise * options_.fluid.velocity * noise_of(3 * n + static_cast<std::size_t>(a));
  }
  const std::vector<Point> given_now = given(0);
  for (std::size_t n = 0; n < imposed_.size(); ++n) {
    Point& v = all[static_cast<std::size_t>(imposed_[n].node)];
    const auto& p = imposed_[n].projection;
    const Point u = v;
    v = {p[0] * u[0] + p[3] * u[1] + p[4] * u[2], p[3] * u[0] + p[1] * u[1] + p[5] * u[2],
         p[4] * u[0] + p[5] * u[1] + p[2] * u[2]};
    for (int a = 0; a < 3; ++a) v[a] += given_now[n][a];
  }
  return all;
}

std::vector<double> Domain::pressure_at_start() const {
  std::vector<double> all(static_cast<std::size_t>(nodes()));
  for (std::size_t n = 0; n < all.size(); ++n)
    if (volume_[n] > 0)
      all[n] = evaluate(options_.pressure, "initial.pressure", place(static_cast<std::int64_t>(n)), 0) /
               options_.fluid.density;
  for (const OpenNode& o : open_)
    if (o.fixed) all[static_cast<std::size_t>(o.node)] = o.pressure;
  return all;
}

void Domain::check_names(Problems& problems) const {
  const std::string list = " There are: " + join(patches_) + ".";
  for (std::size_t p = 0; p < patches_.size(); ++p) {
    const bool body = is_box() && p >= 2 * static_cast<std::size_t>(dimensions());
    if (!body && !condition_of(options_.boundary, patches_[p]))
      problems.at("boundary",
                  "patch '" + patches_[p] + "' has no condition. Give boundary." + patches_[p] + ", or 'others'.");
  }
  const auto known = [&](const std::string& name) {
    return std::find(patches_.begin(), patches_.end(), name) != patches_.end();
  };
  for (const NamedCondition& n : options_.boundary)
    if (n.name != "others" && !known(n.name))
      problems.at("boundary." + n.name,
                  "the mesh has no patch '" + n.name + "'." + did_you_mean(n.name, patches_) + list);
  const auto check = [&](const std::string& key, const std::string& name, const std::vector<std::string>& parts) {
    for (const std::string& part : parts.empty() ? std::vector<std::string>{name} : parts)
      if (!known(part))
        problems.at(key,
                    "[" + key + "]: there is no body or patch '" + part + "'." + did_you_mean(part, patches_) + list);
  };
  for (const ForcesOptions& f : options_.forces) check("forces." + f.name, f.name, f.patches);
  for (const SurfaceOptions& s : options_.surface) check("surface." + s.name, s.name, s.patches);
}

std::vector<int> Domain::patches_of(const std::string& name, const std::vector<std::string>& parts) const {
  std::vector<int> all;
  for (const std::string& part : parts.empty() ? std::vector<std::string>{name} : parts)
    all.push_back(static_cast<int>(std::find(patches_.begin(), patches_.end(), part) - patches_.begin()));
  return all;
}

std::vector<int> Domain::faces_of(const std::vector<int>& patches) const {
  std::vector<int> all;
  for (std::size_t n = 0; n < faces_.size(); ++n)
    if (std::find(patches.begin(), patches.end(), faces_[n].patch) != patches.end()) all.push_back(static_cast<int>(n));
  return all;
}

std::vector<int> Domain::wall_nodes() const {
  std::set<int> all;
  const auto add = [&](const std::string& name, const std::vector<std::string>& parts) {
    for (int f : faces_of(patches_of(name, parts)))
      for (int n = 0; n < 2 * (dimensions() - 1); ++n) all.insert(faces_[static_cast<std::size_t>(f)].nodes[n]);
  };
  for (const ForcesOptions& f : options_.forces) add(f.name, f.patches);
  for (const SurfaceOptions& s : options_.surface) {
    add(s.name, s.patches);
    for (const ReferenceNode& n : reference_nodes(*this, s)) all.insert(n.node);
  }
  for (const WallFace& f : faces_)
    for (int n = 0; n < 2 * (dimensions() - 1) && options_.momentum; ++n) all.insert(f.nodes[n]);
  return {all.begin(), all.end()};
}
std::vector<int> Domain::nodes_at_forces() const {
  std::set<int> all;
  for (const ForcesOptions& o : options_.forces)
    for (int n : faces_of(patches_of(o.name, o.patches))) {
      const WallFace& f = faces_[static_cast<std::size_t>(n)];
      const std::array<int, 8> corners = nodes_of(f.element);
      all.insert(corners.begin(), corners.begin() + (1 << dimensions()));
      all.insert(f.nodes.begin(), f.nodes.begin() + 2 * (dimensions() - 1));
    }
  return {all.begin(), all.end()};
}

int Domain::nearest_node(const Point& to) const {
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t n = 0; n < nodes(); ++n) {
    if (volume(n) == 0) continue;
    const Point at = place(n);
    const double d = std::hypot(at[0] - to[0], at[1] - to[1], at[2] - to[2]);
    if (d >= least) continue;
    least = d;
    best = static_cast<int>(n);
  }
  return best;
}

}  // namespace eddy::galerkin
