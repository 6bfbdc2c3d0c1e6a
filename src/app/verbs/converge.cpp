// `eddy converge CASE`: runs a family of grids or steps, and prints observed orders and extrapolated values.
#include "app/verbs/converge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/run/endings.hpp"
#include "app/run/origin.hpp"
#include "app/run/runner.hpp"
#include "app/text_table.hpp"
#include "app/verbs/report.hpp"
#include "app/verbs/templates.hpp"
#include "app/verbs/verbs.hpp"
#include "base/readable.hpp"
#include "mesh/block_mesh.hpp"
#include "output/chart.hpp"
#include "output/png.hpp"

namespace eddy {
namespace {

using nlohmann::json;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Level {
  std::vector<int> cells;
  std::string mesh;
  std::int64_t steps = 0;
  std::vector<Number> results;
  std::vector<Sample> fields;
  std::vector<Number> changes;  // ‖f − f of the level before‖₂ on one grid, --time
};

struct Judged {  // one number over the levels
  std::string name, unit;
  std::vector<double> values, orders;  // orders: NaN where there is none yet
  double limit = none;                 // extrapolated
  double order_of_all = none;          // fitted over all levels
};

double change(const Sample& before, const Sample& now) {
  if (before.values.size() != now.values.size()) return none;
  double sum = 0;
  for (std::size_t n = 0; n < now.values.size(); ++n) sum += std::pow(now.values[n] - before.values[n], 2);
  return std::sqrt(sum / static_cast<double>(now.values.size()));
}
// Changes of computed fields; sources and errors are fields, too, but follow from the others.
std::vector<Number> changes(const std::vector<Sample>& before, const std::vector<Sample>& now) {
  std::vector<Number> all;
  for (std::size_t f = 0; f < now.size(); ++f)
    if (now[f].name != "error" && now[f].name != "source")
      all.push_back({now[f].name + ".change_l2", "", before.empty() ? none : change(before[f], now[f])});
  return all;
}

std::vector<Level> run_levels(const Case& c, const ConvergeArguments& a, const Talk& talk) {
  std::vector<Level> levels;
  for (int l = 0; l < a.levels; ++l) {
    const Case fine = a.time ? refined_time(c, l) : refined_grid(c, l);
    if (!talk.quiet) say(fmt::format("level {} of {} …", l + 1, a.levels));
    Outcome out = run_in_memory(fine, a.time, true);
    if (!out.converged) throw Error(Exit::diverged, fmt::format("level {}: {}", l + 1, out.trouble));
    Level level{fine.mesh.cells, out.mesh, out.last.step, out.results, std::move(out.fields), {}};
    level.changes = changes(levels.empty() ? std::vector<Sample>() : levels.back().fields, level.fields);
    if (!levels.empty()) levels.back().fields.clear();
    levels.push_back(std::move(level));
  }
  return levels;
}

bool is_error(const std::string& name) { return name.ends_with(".error_l2") || name.ends_with(".error_max"); }

Judged of_errors(const std::vector<Level>& levels, const Number& number) {
  Judged s{number.name, number.unit, {}, {}, none};
  for (const Level& l : levels) {
    s.values.push_back(find(l.results, number.name).value_or(none));
    const std::size_t n = s.values.size();
    s.orders.push_back(n < 2 ? none : order_of_errors(s.values[n - 2], s.values[n - 1]));
  }
  s.order_of_all = order_of_all_errors(s.values);
  return s;
}

Judged of_values(const std::vector<Level>& levels, const std::string& name) {
  Judged s{name, "", {}, {}, none};
  for (const Level& l : levels) {
    s.values.push_back(find(l.results, name).value_or(none));
    const std::size_t n = s.values.size();
    s.orders.push_back(n < 3 ? none : order_of_values(s.values[n - 3], s.values[n - 2], s.values[n - 1]));
  }
  const std::size_t n = s.values.size();
  if (n >= 3) s.limit = extrapolated(s.values[n - 3], s.values[n - 2], s.values[n - 1]);
  s.order_of_all = order_of_all_values(s.values);
  return s;
}

// With --time the error of the grid is the same at every level, so differences between levels tell the order, not
// errors.
Judged of_changes(const std::vector<Level>& levels, const std::string& name) {
  Judged s{name, "", {}, {}, none};
  for (const Level& l : levels) {
    const double before = s.values.empty() ? none : s.values.back();
    s.values.push_back(find(l.changes, name).value_or(none));
    s.orders.push_back(order_of_errors(before, s.values.back()));
  }
  if (s.values.size() > 1) s.order_of_all = order_of_all_errors({s.values.begin() + 1, s.values.end()});
  return s;
}

// The numbers that can be judged: errors against an exact solution, changes between levels, expected numbers.
std::vector<Judged> judged_series(const Case& c, const std::vector<Level>& levels, bool time) {
  std::vector<Judged> all;
  for (const Number& n : levels.back().changes)
    if (time) all.push_back(of_changes(levels, n.name));
  for (const Number& n : levels[0].results)
    if (is_error(n.name)) all.push_back(of_errors(levels, n));
  for (const Expect& e : c.expect)
    if (!is_order(e.name) && !is_error(e.name) && find(levels.back().results, e.name))
      all.push_back(of_values(levels, e.name));
  return all;
}

std::vector<Judged> series_of_results(const std::vector<Level>& levels) {
  std::vector<Judged> all;
  for (const Number& n : levels.back().results) all.push_back(of_values(levels, n.name));
  return all;
}

// Causes that may spoil the order without a fault of the scheme.
std::vector<std::string> warnings(const Case& c, bool time) {
  std::vector<std::string> all = solver_entry(c.solver).doubts(c);
  if (c.run.precision == Precision::single)
    all.push_back("single precision: rounding may spoil the order. Try run.precision = \"double\".");
  if (!time && !c.run.steady && (c.run.dt || c.run.steps))
    all.push_back("the time step stays the same on every grid, and so does its error. --time refines it.");
  return all;
}

std::vector<std::string> row_of(const std::string& name, const std::vector<double>& values, const char* format) {
  std::vector<std::string> row{name};
  for (double v : values) row.push_back(std::isfinite(v) ? fmt::format(fmt::runtime(format), v == 0 ? 0 : v) : "–");
  return row;
}

// A table with a column for each level, and the observed order below each number.
std::string levels_text(const std::vector<Level>& levels, const std::vector<Judged>& all) {
  std::vector<std::string> header{"cells"}, steps{"steps"};
  for (const Level& l : levels) header.push_back(l.mesh), steps.push_back(std::to_string(l.steps));
  header.push_back("extrapolated"), steps.push_back("");
  TextTable table(header);
  table.add(steps);
  for (const Judged& s : all) {
    std::vector<std::string> row = row_of(s.name, s.values, is_error(s.name) ? "{:.4e}" : "{:.6g}");
    row.push_back(std::isfinite(s.limit) ? readable(s.limit) : "");
    table.add(row);
    if (std::any_of(s.orders.begin(), s.orders.end(), [](double o) { return std::isfinite(o); })) {
      std::vector<std::string> orders = row_of("  order", s.orders, "{:.3f}");
      orders.push_back(std::isfinite(s.order_of_all) ? fmt::format("{:.3f} over all", s.order_of_all) : "");
      table.add(orders);
    }
  }
  return table.text();
}

json levels_json(const std::vector<Level>& levels, const std::vector<Judged>& all) {
  json out{{"levels", json::array()}, {"numbers", json::array()}};
  for (const Level& l : levels) out["levels"].push_back({{"cells", l.cells}, {"steps", l.steps}});
  for (const Judged& s : all)
    out["numbers"].push_back({{"name", s.name},
                              {"values", s.values},
                              {"orders", s.orders},
                              {"order_of_all", s.order_of_all},
                              {"extrapolated", s.limit}});
  return out;  // NaN becomes null
}

// The series that decide: all L2 errors, or all changes between levels; if there are none, the first expected number.
std::vector<Judged> deciding(const std::vector<Judged>& all, bool time) {
  std::vector<Judged> some;
  for (const Judged& s : all)
    if (s.name.ends_with(time ? ".change_l2" : ".error_l2")) some.push_back(s);
  if (some.empty() && !all.empty()) some.push_back(all[0]);
  return some;
}

// Whether the expected order is observed; none: the case expects no order.
std::optional<bool> order_holds(const Case& c, const std::vector<Judged>& all, bool time, std::string& verdict) {
  for (const Expect& e : c.expect) {
    if (e.name != (time ? "order_time" : "order")) continue;
    bool holds = !all.empty();
    for (const Judged& s : deciding(all, time)) {
      const double order = s.orders.back();
      const bool pass = order >= e.low && order <= e.high;
      verdict += fmt::format("{}{} of {}: {:.3f}, expected {:.4g} … {:.4g} ({}): {}", verdict.empty() ? "" : "\n",
                             e.name, s.name, order, e.low, e.high, e.source, pass ? "PASS" : "FAIL");
      holds = holds && pass;
    }
    if (all.empty()) verdict = fmt::format("{} of nothing: FAIL", e.name);
    return holds;
  }
  return {};
}

// Draws errors over refinement, with lines of first and second order to compare with; without errors, the distance of
// each value from the extrapolated one.
void draw_family(const Case& c, const std::vector<Level>& levels, const std::vector<Judged>& all, bool time,
                 const Path& file) {
  std::vector<Series> curves;
  std::vector<double> refined;
  for (std::size_t l = 0; l < levels.size(); ++l) refined.push_back(std::pow(2.0, double(l)));
  double largest = 0;
  for (const Judged& s : all) {
    const bool error = is_error(s.name) || s.name.ends_with(".change_l2");
    Series& curve = curves.emplace_back(Series{.name = s.name, .x = refined, .markers = true});
    for (const double v : s.values) {
      curve.y.push_back(error ? v : std::abs(v - s.limit));
      if (std::isfinite(curve.y.back())) largest = std::max(largest, curve.y.back());
    }
    if (!error) curve.name += ": distance from its limit";
  }
  for (const int order : {1, 2}) {
    Series& slope =
        curves.emplace_back(Series{.name = order == 1 ? "orders 1 and 2" : "", .x = refined, .guide = true});
    for (const double r : refined) slope.y.push_back(1.5 * largest * std::pow(r, -order));  // beside the curves
  }
  write_png(file,
            chart(curves, {.title = c.title.empty() ? c.name() : c.title,
                           .subtitle = time ? "refined in time" : "refined in space",
                           .x_label = time ? "steps, times those of the first"
                                           : "cells along an axis, times those of the first",
                           .y_label = "error",
                           .log_x = true,
                           .log_y = true}),
            origin_notes(origin_of(c)));
}

}  // namespace

Exit verb::converge(const ConvergeArguments& a, const Talk& talk) {
  if (a.levels < 2 || a.levels > most_levels)
    throw Error(Exit::usage, fmt::format("--levels must be between 2 and {}.", most_levels));
  if (a.picture) refuse_other_endings(*a.picture, "a picture", {".png"});
  const Case c = read_given_case(a.from);
  std::vector<std::string> notes = warnings(c, a.time);
  if (!talk.quiet)
    for (const std::string& w : notes) say("note: " + w);
  const auto levels = run_levels(c, a, talk);
  const auto judged = judged_series(c, levels, a.time);
  const auto shown = judged.empty() ? series_of_results(levels) : judged;
  if (a.picture) draw_family(c, levels, shown, a.time, *a.picture);
  std::string verdict;
  const std::optional<bool> pass = order_holds(c, judged, a.time, verdict);
  if (judged.empty())
    notes.push_back("the case has neither an exact solution nor expected numbers: these are all its results.");
  if (talk.json) {
    json out = levels_json(levels, shown);
    out["pass"] = pass ? json(*pass) : json();
    out["notes"] = notes;
    out["verdict"] = verdict;
    print(json_text(out));
  } else {
    print(levels_text(levels, shown) + (verdict.empty() ? "" : verdict + "\n"));
    if (judged.empty()) say("note: " + notes.back());
  }
  return pass.value_or(true) ? Exit::done : Exit::failed;
}

}  // namespace eddy
