// Checks of a case that need its mesh, and warnings.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/readable.hpp"
#include "base/text.hpp"
#include "mesh/vectors.hpp"
#include "solver/boundary_kinds.hpp"
#include "solver/galerkin/boundary.hpp"
#include "solver/galerkin/perimeter.hpp"
#include "solver/galerkin/rules.hpp"

namespace eddy::galerkin {
namespace {

std::string place_text(const Point& p, int dimensions) {
  std::string text;
  for (int a = 0; a < dimensions; ++a) text += std::string(a ? ", " : "") + "xyz"[a] + " = " + readable(p[a]);
  return text;
}

class Pieces {  // connected pieces of the fluid, whose elements share nodes
 public:
  explicit Pieces(const Domain& domain) : parent_(static_cast<std::size_t>(domain.nodes())) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (std::int64_t e = 0; e < domain.elements(); ++e) {
      if (domain.cut_out(e)) continue;
      const auto nodes = domain.nodes_of(e);
      for (int n = 1; n < 1 << domain.dimensions(); ++n) unite(nodes[0], nodes[n]);
    }
    for (std::int64_t n = 0; n < domain.nodes(); ++n)
      if (domain.volume(n) > 0) volume_[root(static_cast<int>(n))] += domain.volume(n);
  }
  const std::map<int, double>& volumes() const { return volume_; }  // by the lowest node of each piece

 private:
  int root(int n) {
    while (parent_[static_cast<std::size_t>(n)] != n) {
      int& up = parent_[static_cast<std::size_t>(n)];
      up = parent_[static_cast<std::size_t>(up)];
      n = up;
    }
    return n;
  }
  void unite(int a, int b) {
    a = root(a);
    b = root(b);
    parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<int> parent_;
  std::map<int, double> volume_;
};

void check_pieces(const Domain& domain, Problems& problems) {
  const Pieces pieces(domain);
  const std::string key = domain.any_solid() ? "body" : "mesh";
  if (pieces.volumes().empty())
    return problems.at("body", "the bodies cover the whole domain: there is no fluid left.");
  if (pieces.volumes().size() == 1) return;
  const auto least = std::min_element(pieces.volumes().begin(), pieces.volumes().end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  problems.at(key, "the fluid is in " + std::to_string(pieces.volumes().size()) +
                       " pieces that are not connected; the smallest is around " +
                       place_text(domain.place(least->first), domain.dimensions()) +
                       (domain.any_solid() ? ". Bodies close the way: leave a gap, or fill that piece with a body."
                                           : ". Join them, or leave it out of the mesh."));
}

// Without an outflow the net inflow must vanish.
void check_net_flow(const Domain& domain, Problems& problems) {
  if (!domain.open().empty()) return;
  const bool settles = std::isfinite(domain.given_varies_until());
  const auto given = domain.given(settles ? domain.given_varies_until() : 0);
  std::map<int, Point> at;
  for (std::size_t n = 0; n < given.size(); ++n) at[domain.imposed()[n].node] = given[n];
  const int corners = 2 * (domain.dimensions() - 1);
  double net = 0, size = 0;
  for (const WallFace& f : domain.faces())
    for (int n = 0; n < corners; ++n)
      for (int a = 0; a < 3; ++a) {
        const double flow = at[f.nodes[n]][a] * f.area[a] / corners;
        net += flow;
        size += std::abs(flow);
      }
  if (std::abs(net) > 1e-6 * size)
    problems.at("boundary", "what comes in does not leave: the sides take " + readable(-net) +
                                (domain.dimensions() == 2 ? " m²/s" : " m³/s") +
                                " in all, and there is no outflow. Give one side kind = \"outflow\".");
}

void check_bodies(const Domain& domain, Problems& problems) {
  const auto& bodies = domain.options().body;
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    const int patch = 2 * domain.dimensions() + static_cast<int>(n);
    if (domain.faces_of({patch}).empty())
      problems.at("body." + bodies[n].name, "body '" + bodies[n].name +
                                                "' has no face in the fluid: no element has its centre inside, or "
                                                "other bodies hide it.");
  }
}

void check_profile(const Domain& domain, Problems& problems) {
  const WindOptions& w = domain.options().wind;
  if (w.profile != Profile::file || w.table.empty()) return;
  double low = 1e300, high = -1e300;
  for (int n : domain.gusty_nodes()) {
    const double z = domain.wind().height_of(domain.place(domain.imposed()[static_cast<std::size_t>(n)].node));
    low = std::min(low, z);
    high = std::max(high, z);
  }
  const double slack = 1e-9 * (high - low);
  if (low >= w.table.front()[0] - slack && high <= w.table.back()[0] + slack) return;
  problems.at("wind.file", "the profile '" + w.file + "' has heights from " + readable(w.table.front()[0]) + " to " +
                               readable(w.table.back()[0]) + " m and does not cover the inlet, which needs " +
                               readable(low) + " to " + readable(high) + " m. Add rows to it.");
}

double least_period(const Domain& domain) {  // ten gusts pass in it
  const WindOptions& w = domain.options().wind;
  return 10 * domain.wind().length(w.height) / domain.wind().speed(w.height);
}

// Too short a period leaves few frequencies, whose gusts are no turbulence.
void check_period(const Domain& domain, Problems& problems) {
  const WindOptions& w = domain.options().wind;
  if (!w.gusts_on || !w.gusts.period || *w.gusts.period >= least_period(domain)) return;
  problems.at("wind.gusts.period",
              "the gusts repeat after " + readable(*w.gusts.period) +
                  " s, in which less than ten of their lengths pass at the reference height. Give at least " +
                  readable(least_period(domain)) + " s, best the time over which means are taken.");
}

// Wind that flows out through all of its sides has a direction with the wrong sign.
void check_wind_enters(const Domain& domain, Problems& problems) {
  const std::vector<int> nodes = domain.gusty_nodes();
  if (nodes.empty()) return;
  const std::vector<Point> areas = domain.gusty_areas();
  bool enters = false;
  for (const Point& area : areas) enters = enters || dot(area, domain.wind().direction()) < -1e-9 * magnitude(area);
  if (!enters)
    problems.at("wind.direction",
                "the wind does not come in where boundaries are of kind 'wind': it blows along them or out. Turn "
                "wind.direction, or give the kind to the side that it comes from.");
}

void check_surfaces(const Domain& domain, Problems& problems) {
  const int d = domain.dimensions();
  for (const SurfaceOptions& s : domain.options().surface) {
    const std::string key = "surface." + s.name;
    const std::vector<int> faces = domain.faces_of(domain.patches_of(s.name, s.patches));
    for (double height : s.heights)
      if (d == 3 && perimeter(domain, faces, height).empty())
        problems.at(key + ".heights", key + ".heights: at " + readable(height) + " m no closed line leads around '" +
                                          s.name +
                                          "'. Take a height between its foot and its top, or leave the list out.");
    for (int a = 0; a < d && !s.reference.empty(); ++a)
      if (s.reference[a] < domain.grid().lower(a) || s.reference[a] > domain.grid().upper(a))
        problems.at(key + ".reference", key + ".reference lies outside of the domain along " + "xyz"[a] +
                                            ", which has " + readable(domain.grid().lower(a)) + " to " +
                                            readable(domain.grid().upper(a)) + " m.");
  }
}

std::optional<double> end_of(const RunOptions& run, const Limits& limits) {
  std::optional<double> end = run.end_time;
  if (run.steps) end = std::min(end.value_or(1e300), step_of(run, limits) * double(*run.steps));
  return end;
}

void check_statistics(const Case& c, const Limits& limits, Problems& problems) {
  const std::optional<double> end = end_of(c.run, limits);
  if (!c.statistics.start || !c.run.steps || *c.statistics.start < *end) return;
  problems.at("statistics.start", "statistics.start = " + number_text(*c.statistics.start) +
                                      " lies behind the end of the run, " + readable(*end) +
                                      " s: nothing would be averaged.");
}

}  // namespace

void check_domain(const Case& c, const Domain& domain, const Limits& limits, Problems& problems) {
  for (int a = 0; a < domain.dimensions() && domain.is_box(); ++a)
    if (domain.grid().cells(a) < 2)
      problems.at("mesh.cells", std::string("the mesh has one element along ") + "xyz"[a] + "; give two or more.");
  check_bodies(domain, problems);
  check_pieces(domain, problems);
  check_net_flow(domain, problems);
  check_profile(domain, problems);
  check_wind_enters(domain, problems);
  check_period(domain, problems);
  check_surfaces(domain, problems);
  check_statistics(c, limits, problems);
  refuse_unstable(c, limits, problems);
}

std::vector<std::string> warnings(const Case& c, const Domain& domain, const Limits& limits) {
  const GalerkinOptions& o = domain.options();
  std::vector<std::string> all = old_words(o.boundary, boundary_kinds());
  const NumericalViscosity nu = numerical_viscosity(o.scheme, limits, step_of(c.run, limits));
  if (nu.most > o.fluid.kinematic())
    all.push_back("selective lumping (scheme.lumping = " + number_text(o.scheme.e()) + ") adds a viscosity of " +
                  readable(nu.least) + " to " + readable(nu.most) + " m²/s, the fluid has " +
                  readable(o.fluid.kinematic()) +
                  " m²/s: the flow will be damped by the scheme. Take scheme.kind = \"lf\", or lumping = 1.");
  const double column = domain.grid().upper(0) - domain.grid().lower(0);
  if (any_of_kind(o.boundary, Kind::wind) && o.wind.ramp > 0 && o.wind.ramp * o.wind.speed < 10 * column)
    all.push_back(
        "wind.ramp = " + number_text(o.wind.ramp) + " s sets all air in the domain, " + readable(column) +
        " m of it, in motion by pressures far above those of the flow, and their sound stays for long. Take 0: "
        "the flow then begins with the wind.");
  const std::optional<double> end = end_of(c.run, limits);
  if (o.wind.gusts_on && o.wind.gusts.period && c.statistics.start && end) {
    const double means = *end - *c.statistics.start, times = means / *o.wind.gusts.period;
    if (means >= least_period(domain) && (times < 0.99 || std::abs(times - std::round(times)) > 0.01))
      all.push_back(
          "means are taken over " + readable(means) + " s, and gusts repeat after " + readable(*o.wind.gusts.period) +
          " s: the mean wind of this time is not quite the given one. Take wind.gusts.period = " + number_text(means) +
          ".");
  }
  if (o.turbulence.model == Model::none)
    for (const std::string& one : thin_layer_warnings(o.fluid, limits.shortest)) all.push_back(one);
  return all;
}

}  // namespace eddy::galerkin
