#include "solver/projection/rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "solver/boundary_kinds.hpp"
#include "solver/projection/boundary.hpp"

namespace eddy::projection {

// The rates of convection and diffusion are added, because upwind differences damp like diffusion.
double Limits::least() const { return 1 / (1 / advective + 1 / std::min(diffusive, thermal)); }

// On the real axis the three stages are stable down to −2.5, Euler to −2, and the second difference has eigenvalues
// down to −4.62/h² next to walls (r + 1/r − 2 with r² − 6r − 3 = 0, for ghosts by a parabola). The Courant number may
// be 1: third-order upwind differences alone would allow 1.6 with three stages, but with the pressure of the last step
// in all of them the cavity oscillates from 1.05 on. Since 2 ν_t S contains 2 ν_t ∇∇·u, the divergence of a stage is
// diffused with 2 ν_t.
Limits explicit_limits(const Model& m, const ProjectionOptions& o, double rate, double eddy) {
  const bool euler = o.scheme.time == TimeScheme::euler;
  const bool fourth = o.scheme.convection == Convection::central4;  // larger slopes of short waves, by 1.27 and 7/6
  const double reach = fourth ? 1 / 1.27 : 1.0, real = (euler ? 2.0 : 2.5) * (fourth ? 6.0 / 7 : 1.0);
  const double infinity = std::numeric_limits<double>::infinity(), second = real / (4.62 * m.diffusive_rate());
  return {rate > 0 ? reach / rate : infinity, second / (o.fluid.kinematic() + 2 * eddy),
          o.heat ? second / (o.largest_diffusivity() + eddy / o.turbulence.prandtl) : infinity};
}

Limits limits(const Model& m, const ProjectionOptions& o, double rate, double eddy) {
  Limits l = explicit_limits(m, o, rate, eddy);
  if (!o.scheme.implicit()) return l;
  const double infinity = std::numeric_limits<double>::infinity();
  l.diffusive = eddy > 0 ? l.diffusive * (o.fluid.kinematic() + 2 * eddy) / (2 * eddy) : infinity;
  if (o.heat && eddy > 0) l.thermal *= 1 + o.diffusivity() * o.turbulence.prandtl / eddy;
  if (eddy == 0) l.thermal = infinity;
  return l;
}

bool implicit_pays(const Model& m, const ProjectionOptions& o) {
  constexpr double worth = 4;
  const double typical = m.typical_rate();  // around bodies the flow crosses the smallest cells
  const Limits l = explicit_limits(m, o, o.body.empty() ? typical : std::max(typical, m.rate()));
  return std::min(l.diffusive, l.thermal) * (worth - 1) < l.advective;
}

// A fluid at rest has no limit of convection; instead, friction takes at least `steps` steps to cross the domain.
static double longest_step(const Model& m, const ProjectionOptions& o) {
  constexpr double steps = 20;
  double shortest = std::numeric_limits<double>::infinity();
  for (int a = 0; a < m.dimensions(); ++a) shortest = std::min(shortest, m.grid().upper(a) - m.grid().lower(a));
  const double spread = o.heat ? std::max(o.fluid.kinematic(), o.diffusivity()) : o.fluid.kinematic();
  return shortest * shortest / (steps * spread);
}

double free_step(const Model& m, const ProjectionOptions& o, const Driving& at_start, double cfl, double time,
                 double rate, double eddy) {
  const double longest = longest_step(m, o);
  const auto step = [&](const Driving& d) {
    return cfl * std::min(limits(m, o, d.reached(rate), eddy).least(), longest);
  };
  if (!m.driving_varies()) return step(at_start);
  double dt = step(m.driving(time));
  for (int n = 0; n < 50; ++n) {  // shortened until it is stable for the rates during the step
    const double next = std::min(step(m.driving(time + dt)), step(m.driving(time + 0.5 * dt)));
    if (next >= dt) break;
    dt = std::max(next, 0.5 * dt);
  }
  return dt;
}

double steady_step(double longest, double last) {
  constexpr double least = 0.85, middle = 0.93;  // of the longest step
  return last <= longest && last >= least * longest ? last : middle * longest;
}

std::optional<double> fixed_step(const RunOptions& run) {
  if (run.dt) return run.dt;
  if (run.end_time && run.steps) return *run.end_time / double(*run.steps);
  return {};
}

std::vector<std::string> warnings(const Model& m, const ProjectionOptions& o) {
  std::vector<std::string> all = old_words(o.boundary, conditions());
  for (const std::string& one : old_walls(o)) all.push_back(one);
  if (o.turbulence.on()) return all;
  for (const std::string& one : thin_layer_warnings(o.fluid, narrowest_cell(m.grid()))) all.push_back(one);
  return all;
}

void refuse_unstable(double dt, const Limits& l) {
  if (dt <= l.least() * (1 + 1e-12)) return;
  const double most = std::min({l.advective, l.diffusive, l.thermal});
  const char* const what = most == l.advective ? "convection" : most == l.thermal ? "conduction" : "diffusion";
  throw Error(Exit::usage, "the step of " + number_text(dt) + " s is above the stable limit of " +
                               readable_below(l.least()) + " s, which " + what +
                               " sets. Take run.dt below it, or none: run.cfl then says how far below.");
}

static void check_patches(const Model& m, Problems& problems) {
  for (int side = 0; side < 2 * m.dimensions(); ++side)
    if (const int n = m.patch_without_faces(side); n >= 0)
      problems.at("boundary." + std::string(side_names[side]) + " " + std::to_string(n + 1),
                  "of the conditions on the " + std::string(side_names[side]) + " side, number " +
                      std::to_string(n + 1) +
                      " has no face: its `where` is true nowhere there, or a later one takes its place. "
                      "Correct it, or leave it out.");
}

static void check_net_flow(const RunOptions& run, const Model& m, Problems& problems) {
  if (m.outflow_area() > 0) return;
  for (double t : some_times(run, m.boundary_varies())) {
    const double sum = m.inflow(t), size = m.inflow_size(t);
    if (std::abs(sum) > 1e-10 * size)
      return problems.at("boundary", "the boundaries let in " + readable(sum) +
                                         (m.dimensions() == 2 ? " m²/s" : " m³/s") + " more than they let out" +
                                         (t > 0 ? " at t = " + readable(t) + " s" : "") +
                                         ", and none is open. Balance the velocities, or make one side an outflow.");
  }
}

// Finds formulas that are not finite at the start, evaluated at some points.
static void check_formulas(const Grid& grid, const ProjectionOptions& o, Problems& problems) {
  const Model m(thinned(grid, 10'000), o);
  for (int side = 0; side < 2 * m.dimensions(); ++side) {
    if (m.periodic(side / 2)) continue;
    const std::string key = std::string("boundary.") + side_names[side];
    for (int a = 0; a < m.dimensions(); ++a) problems.of(key, [&] { m.side_values(side, a, 0); });
    if (o.heat) problems.of(o.wall.empty() ? key : "wall", [&] { m.thermal_values(side, 0); });
  }
  for (int a = 0; a < m.dimensions(); ++a) {
    problems.of("initial.velocity", [&] { m.initial_velocity(a); });
    if (!o.fluid.force.empty()) problems.of("fluid.force", [&] { m.force_values(a, 0); });
  }
  if (!o.heat) return;
  problems.of("heat.source", [&] { m.source(0); });
  problems.of("initial.temperature", [&] { m.initial_temperature(); });
}

void check_geometry(const Case& c, const Model& m, const Bodies& bodies, Problems& problems) {
  const auto& o = c.options_as<ProjectionOptions>();
  const std::size_t before = problems.size();
  check_formulas(m.grid(), o, problems);
  if (problems.size() > before) return;  // further checks evaluate these formulas
  problems.of("boundary", [&] { check_patches(m, problems), check_net_flow(c.run, m, problems); });
  if (const auto dt = fixed_step(c.run))
    problems.of(c.run.dt ? "run.dt" : "run.steps", [&] { refuse_unstable(*dt, limits(m, o, m.rate())); });
  problems.of("body", [&] { bodies.check(c, problems); });
}

void check_geometry(const Case& c, const ProjectionOptions& o, Problems& problems) {
  constexpr double most_faces = 400'000, most_cells = 4'000'000;  // faces on sides; cells around bodies
  double cells = 1, faces = 0;
  for (int n : c.mesh.cells) cells *= n;
  for (int n : c.mesh.cells) faces += 2 * cells / n;
  if (faces > most_faces) return;
  problems.of("mesh", [&] {
    const Grid grid = make_grid(c.mesh);
    if (cells_around_bodies(grid, o) > most_cells) return;
    const Model model(grid, o);
    check_geometry(c, model, Bodies(o, model), problems);
  });
}

void refuse(const Case& c, const Model& model, const Bodies& bodies) {
  Problems problems(c.place);
  check_geometry(c, model, bodies, problems);
  problems.throw_if_any();
}

}  // namespace eddy::projection
