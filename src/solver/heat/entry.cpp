// The entry of the heat solver in the list of solvers: keys, memory, facts, doubts, solid cells.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "field/statistics.hpp"
#include "linear/solver.hpp"
#include "solver/heat/model.hpp"
#include "solver/heat/rules.hpp"
#include "solver/instances.hpp"
#include "solver/make_system.hpp"
#include "solver/simulation.hpp"

namespace eddy {

SolverKeys heat_keys();

// On the device: temperature, source, and for transients the previous temperature and the right side; conductances and
// capacity if they vary. On the host: the model's copies of these, and two fields in double precision during setup and
// output.
static Memory memory(const Case& c, const Grid& g) {
  const auto& o = c.options_as<HeatOptions>();
  const bool varies = !heat::separable(o, g.dimensions), linear = solves_linear(c.run, o);
  double fields = 2, host = 2 * 8;
  if (!c.run.steady) fields += 1 + linear + heat::source_varies(o);
  if (linear) fields += fields_of(o.linear.solver);
  if (varies) {
    fields += g.dimensions + 1;
    host += 8 * (g.dimensions + 2);
  }
  if (linear && o.linear.in_cycles()) {
    // right side, correction; per face: conductances, weights, storage, residual; a third more for the coarse levels
    const double whole = c.run.precision == Precision::single || o.linear.precision == CyclePrecision::same ? 1 : 0.5;
    fields += whole * 4 / 3 * (2 + (varies ? 2 * g.dimensions + 4 : 0));
    if (varies) host += 8 * 3 * (g.dimensions + 2);
    const FirstGuess start = o.linear.start;  // right side and solution of the coarser grids, and results in between
    if (!varies && (start == FirstGuess::nested || (start == FirstGuess::automatic && c.run.steady))) fields += 4.0 / 3;
  }
  if (!o.region.empty()) host += 4;
  if (has_holes(o)) {
    fields += c.run.steady ? 0 : 3;  // heat capacity, exchange, remaining source
    host += 8 * (g.dimensions + 4);  // open parts of cells and faces, exchange, heat capacity
  }
  return {padded_cells(g, 16, 2) *
              (fields * precision_bytes(c.run) + statistics_bytes_per_cell(c.statistics, g.dimensions)),
          host * double(g.cell_count())};
}

// Diffusivity and explicit step limit of a uniform material, without a loop over all cells.
static std::vector<Number> rough_numbers(const Case& c, const Grid& g) {
  const auto& o = c.options_as<HeatOptions>();
  if (c.run.steady || !heat::separable(o, g.dimensions)) return {};
  double sum = 0;
  for (int a = 0; a < g.dimensions; ++a) {
    double least = g.width(a, 0);
    for (int i = 1; i < g.cells(a); ++i) least = std::min(least, g.width(a, i));
    sum += 2 / (least * least);
  }
  const double diffusivity = o.material.conductivity(0, 0, 0, 0) / o.material.heat_capacity(0, 0, 0, 0);
  return {{"diffusivity", "m²/s", diffusivity}, {"explicit step limit (about)", "s", 1 / (diffusivity * sum)}};
}

// Evaluates every formula that a run uses, at its start and, if known, at its end; large meshes are sampled.
static void evaluate_all(const Case& c, const Grid& whole) {
  const heat::Model model(thinned(whole), c.options_as<HeatOptions>());
  model.initial();
  for (double t : {0.0, c.run.end_time.value_or(0.0)}) {
    model.source_of_cells(t);
    for (int side = 0; side < 2 * whole.dimensions; ++side) model.ghosts(side, t);
  }
  if (c.run.steady || c.run.end_time) model.exact(c.run.end_time.value_or(0.0), model.cells());
}

static void refuse_steady(const Case& c, const heat::Model& model) {
  const auto& o = c.options_as<HeatOptions>();
  double sum = 0, size = 0;
  for (double q : model.source_of_cells(0)) {
    sum += q;
    size += std::abs(q);
  }
  heat::refuse_no_source(o.linear, size);
  const bool single = c.run.precision == Precision::single;
  const double rounding =
      single ? double(std::numeric_limits<float>::epsilon()) : std::numeric_limits<double>::epsilon();
  if (!model.fixes_value() && !model.holes_fix_value()) heat::refuse_imbalance(sum, size, rounding);
}

static void refuse_fft(const Case& c, const Grid& g, const heat::Model& model) {
  const auto& o = c.options_as<HeatOptions>();
  if (o.linear.solver != LinearSolver::fft || !solves_linear(c.run, o) || g.dimensions == 1) return;
  if (!model.separable()) {
    FftFaces f{g.cells(), {}, model.capacity()};
    for (int a = 0; a < g.dimensions; ++a) f.conductance.push_back(model.conductance(a));
    refuse_varying(f);
  }
  eddy::refuse_fft(model, c.run.precision == Precision::single);
}

static Facts facts(const Case& c, const Grid& g, const Device& device) {
  constexpr std::int64_t quickly_done = 1'000'000;  // cells; of larger meshes less is checked
  const auto& o = c.options_as<HeatOptions>();
  if (device.space != SpaceKind::cpu && solves_linear(c.run, o) && o.linear.solver == LinearSolver::gauss_seidel)
    throw Error(Exit::usage, std::string(ordered_on_cpu_only) + " Here run.device = \"" + c.run.device + "\" takes " +
                                 label(device) + ".");
  evaluate_all(c, g);
  Facts f{rough_numbers(c, g), 0, {}};
  if (g.cell_count() <= quickly_done) {
    const heat::Model model(g, o);
    model.refuse_holes(c.run.steady.has_value());
    refuse_fft(c, g, model);
    if (c.run.steady) return refuse_steady(c, model), f;
    const double limit = model.stable_step();
    f.dt = heat::time_step(c.run, limit);
    heat::refuse_unstable(f.dt, o.theta, limit);
    if (!f.numbers.empty()) f.numbers.pop_back();
    f.numbers.push_back({"explicit step limit", "s", limit});
  } else if (!c.run.steady && (c.run.dt || (c.run.end_time && c.run.steps))) {
    f.dt = heat::time_step(c.run, 0);
  }
  return f;
}

static std::vector<std::string> doubts(const Case& c) {
  const auto& o = c.options_as<HeatOptions>();
  if (!solves_linear(c.run, o) || o.linear.tolerance <= 1e-10) return {};
  return {(c.run.steady ? "run.steady = " : "linear.tolerance = ") + number_text(o.linear.tolerance) +
          ": what the linear solver leaves may spoil the order. Try 1e-12."};
}

static CellTest solid(const Case& c, const Grid& g) {
  const auto& o = c.options_as<HeatOptions>();
  if (!has_holes(o)) return {};
  return [cells = g.cells(), inside = heat::cells_in_holes(g, o.region)](const std::array<int, 3>& c) {
    return inside[c[0] + std::size_t(cells[0]) * (c[1] + std::size_t(cells[1]) * c[2])] != 0;
  };
}

SolverEntry heat_entry() { return {heat_keys(), memory, facts, doubts, solid}; }

}  // namespace eddy
