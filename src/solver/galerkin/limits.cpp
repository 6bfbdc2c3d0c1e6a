#include "solver/galerkin/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/readable.hpp"
#include "base/text.hpp"

namespace eddy::galerkin {
namespace {

constexpr double speed_up = 1.8;  // largest speed around a bluff body, over fluid.velocity
constexpr double margin = 0.8;    // part of the viscous limit that is used

// Interpolates linearly between rows; beyond them the nearest row holds.
double between_rows(std::initializer_list<std::array<double, 2>> rows, double at) {
  const std::array<double, 2>* before = rows.begin();
  for (const auto& row : rows) {
    if (at <= row[0]) {
      const double width = row[0] - (*before)[0];
      return width > 0 ? (*before)[1] + (at - (*before)[0]) / width * (row[1] - (*before)[1]) : row[1];
    }
    before = &row;
  }
  return (*before)[1];
}

double model_constant(const TurbulenceOptions& t) {
  if (t.model == Model::none) return 0;
  if (t.model == Model::dynamic) return 0.2;  // the largest value that it may find
  return t.constant.value_or(t.model == Model::wale ? 0.325 : 0.1);
}

}  // namespace

Limits limits_of(const Domain& domain) {
  const GalerkinOptions& o = domain.options();
  const double c = o.sound(), v = speed_up * o.fluid.velocity, constant = model_constant(o.turbulence);
  Limits l;
  l.acoustic = l.viscous = l.shortest = std::numeric_limits<double>::infinity();
  for (std::int64_t e = 0; e < domain.elements(); ++e) {
    if (domain.cut_out(e)) continue;
    const ElementSize s = domain.size(e);
    const double h = s.shortest, width = std::pow(s.volume, 1.0 / domain.dimensions());
    const double eddy = constant * constant * width * v;  // (C Δ)² |S| with |S| = |v|/Δ
    l.acoustic = std::min(l.acoustic, h / (c + v));
    l.viscous = std::min(l.viscous,
                         margin * 2 / (8 * (o.fluid.kinematic() + eddy) / (h * h) + 4 * o.scheme.c_lambda() * c / h));
    l.shortest = std::min(l.shortest, h);
    l.longest = std::max(l.longest, s.longest);
  }
  return l;
}

double usual_cfl(SchemeKind kind) { return kind == SchemeKind::lf ? 0.9 : kind == SchemeKind::tg2 ? 0.4 : 1.2; }

double largest_cfl(const SchemeOptions& s) {
  const double bulk = s.c_lambda();
  if (s.kind == SchemeKind::lf) return between_rows({{0, 0.9}, {0.05, 1.8}, {0.1, 1.7}, {0.2, 1.5}}, bulk);
  if (s.kind == SchemeKind::tg3) return between_rows({{0, 1.7}, {0.1, 2.1}}, bulk);
  return std::max(between_rows({{0, 0.4}, {0.1, 1.2}, {0.25, 1.8}}, bulk),
                  between_rows({{0.9, 0.8}, {0.99, 0.5}, {1, 0.4}}, s.e()));
}

double step_of(const RunOptions& run, const Limits& limits) {
  if (run.dt) return *run.dt;
  if (run.end_time && run.steps) return *run.end_time / double(*run.steps);
  const double stable = limits.step(run.cfl);
  if (!run.end_time) return stable;
  return *run.end_time / std::ceil(*run.end_time / stable * (1 - 1e-12));
}

void refuse_unstable(const Case& c, const Limits& l, Problems& problems) {
  const SchemeOptions& scheme = c.options_as<GalerkinOptions>().scheme;
  const double most = largest_cfl(scheme);
  if (c.run.cfl > most)
    problems.at("run.cfl", "run.cfl = " + number_text(c.run.cfl) + " is above " + number_text(most) +
                               ", up to which scheme '" + word_of(scheme.kind) + "' is stable.");
  const double dt = step_of(c.run, l), limit = l.step(most);
  if (dt > limit * (1 + 1e-12))
    problems.at("run.dt", "the step of " + number_text(dt) + " s is above the stable limit of " +
                              readable_below(limit) + " s, which " + (limit == l.viscous ? "viscosity" : "sound") +
                              " sets. Take run.dt below it, or none: run.cfl then says how far below.");
}

NumericalViscosity numerical_viscosity(const SchemeOptions& scheme, const Limits& l, double dt) {
  const double factor = (1 - scheme.e()) / (6 * dt);
  return {factor * l.shortest * l.shortest, factor * l.longest * l.longest};
}

}  // namespace eddy::galerkin
