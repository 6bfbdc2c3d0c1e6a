// `eddy converge CASE`: a family of grids or steps, observed order, extrapolated values.
#include "app/converge.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/report.hpp"
#include "app/runner.hpp"
#include "app/text_table.hpp"
#include "app/verbs.hpp"

namespace eddy {
namespace {

using nlohmann::json;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Level {
  std::vector<int> cells;
  std::int64_t steps = 0;
  std::vector<Number> results;
  std::vector<Sample> fields;
  std::vector<Number> changes;  // ‖f − f of the level before‖₂ on one grid, --time
};

struct Series {  // one number over the levels
  std::string name, unit;
  std::vector<double> values, orders;  // orders: NaN where there is none yet
  double limit = none;                 // extrapolated
};

double change(const Sample& before, const Sample& now) {
  if (before.values.size() != now.values.size()) return none;
  double sum = 0;
  for (std::size_t n = 0; n < now.values.size(); ++n) sum += std::pow(now.values[n] - before.values[n], 2);
  return std::sqrt(sum / static_cast<double>(now.values.size()));
}
// Of what is computed: sources and errors are fields, too, but follow from the others.
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
    Outcome out = run_in_memory(fine, a.time);
    if (!out.converged) throw Error(Exit::diverged, fmt::format("level {}: {}", l + 1, out.trouble));
    Level level{fine.mesh.cells, out.last.step, out.results, std::move(out.fields), {}};
    level.changes = changes(levels.empty() ? std::vector<Sample>() : levels.back().fields, level.fields);
    if (!levels.empty()) levels.back().fields.clear();
    levels.push_back(std::move(level));
  }
  return levels;
}

bool is_error(const std::string& name) { return name.ends_with(".error_l2") || name.ends_with(".error_max"); }

Series of_errors(const std::vector<Level>& levels, const Number& number) {
  Series s{number.name, number.unit, {}, {}, none};
  for (const Level& l : levels) {
    s.values.push_back(find(l.results, number.name).value_or(none));
    const std::size_t n = s.values.size();
    s.orders.push_back(n < 2 ? none : order_of_errors(s.values[n - 2], s.values[n - 1]));
  }
  return s;
}

Series of_values(const std::vector<Level>& levels, const std::string& name) {
  Series s{name, "", {}, {}, none};
  for (const Level& l : levels) {
    s.values.push_back(find(l.results, name).value_or(none));
    const std::size_t n = s.values.size();
    s.orders.push_back(n < 3 ? none : order_of_values(s.values[n - 3], s.values[n - 2], s.values[n - 1]));
  }
  const std::size_t n = s.values.size();
  if (n >= 3) s.limit = extrapolated(s.values[n - 3], s.values[n - 2], s.values[n - 1]);
  return s;
}

// The error of the grid is the same at every level of --time, so that differences between levels tell the order, not
// errors.
Series of_changes(const std::vector<Level>& levels, const std::string& name) {
  Series s{name, "", {}, {}, none};
  for (const Level& l : levels) {
    const double before = s.values.empty() ? none : s.values.back();
    s.values.push_back(find(l.changes, name).value_or(none));
    s.orders.push_back(order_of_errors(before, s.values.back()));
  }
  return s;
}

std::vector<Series> all_series(const Case& c, const std::vector<Level>& levels, bool time) {
  std::vector<Series> all;
  for (const Number& n : levels.back().changes)
    if (time) all.push_back(of_changes(levels, n.name));
  for (const Number& n : levels[0].results)
    if (is_error(n.name)) all.push_back(of_errors(levels, n));
  for (const Expect& e : c.expect)
    if (!is_order(e.name) && !is_error(e.name) && find(levels[0].results, e.name))
      all.push_back(of_values(levels, e.name));
  return all;
}

// What may spoil the order without being the scheme's fault.
std::vector<std::string> warnings(const Case& c, bool time) {
  std::vector<std::string> all = solver_entry(c.solver).doubts(c);
  if (c.run.precision == Precision::single)
    all.push_back("single precision: rounding may spoil the order. Try run.precision = \"double\".");
  if (!time && !c.run.steady && (c.run.dt || c.run.steps))
    all.push_back("the time step stays the same on every grid, and so does its error. --time refines it.");
  return all;
}

std::string or_dash(double v, const char* format) { return std::isnan(v) ? "–" : fmt::format(fmt::runtime(format), v); }

std::string levels_text(const std::vector<Level>& levels, const std::vector<Series>& all) {
  std::vector<std::string> header{"level", "cells", "steps"};
  for (const Series& s : all) header.push_back(s.name), header.push_back("order");
  TextTable table(header);
  for (std::size_t l = 0; l < levels.size(); ++l) {
    std::vector<std::string> row{std::to_string(l + 1), cells_text(levels[l].cells, "×"),
                                 std::to_string(levels[l].steps)};
    for (const Series& s : all)
      row.push_back(or_dash(s.values[l], is_error(s.name) ? "{:.4e}" : "{:.8g}")),
          row.push_back(or_dash(s.orders[l], "{:.3f}"));
    table.add(row);
  }
  std::string text = table.text();
  for (const Series& s : all)
    if (!std::isnan(s.limit)) text += fmt::format("{} extrapolated: {:.10g}\n", s.name, s.limit);
  return text;
}

json levels_json(const std::vector<Level>& levels, const std::vector<Series>& all) {
  json out{{"levels", json::array()}, {"numbers", json::array()}};
  for (const Level& l : levels) out["levels"].push_back({{"cells", l.cells}, {"steps", l.steps}});
  for (const Series& s : all)
    out["numbers"].push_back({{"name", s.name}, {"values", s.values}, {"orders", s.orders}, {"extrapolated", s.limit}});
  return out;  // NaN becomes null
}

// Every L2 error has to hold, or every change between levels; where there is none, the first expected number.
std::vector<Series> deciding(const std::vector<Series>& all, bool time) {
  std::vector<Series> some;
  for (const Series& s : all)
    if (s.name.ends_with(time ? ".change_l2" : ".error_l2")) some.push_back(s);
  if (some.empty() && !all.empty()) some.push_back(all[0]);
  return some;
}

bool order_holds(const Case& c, const std::vector<Series>& all, bool time, std::string& verdict) {
  for (const Expect& e : c.expect) {
    if (e.name != (time ? "order_time" : "order")) continue;
    bool holds = !all.empty();
    for (const Series& s : deciding(all, time)) {
      const double order = s.orders.back();
      const bool pass = order >= e.low && order <= e.high;
      verdict += fmt::format("{}{} of {}: {:.3f}, expected {:.4g} … {:.4g} ({}): {}", verdict.empty() ? "" : "\n",
                             e.name, s.name, order, e.low, e.high, e.source, pass ? "PASS" : "FAIL");
      holds = holds && pass;
    }
    if (all.empty()) verdict = fmt::format("{} of nothing: FAIL", e.name);
    return holds;
  }
  return true;
}

}  // namespace

Exit verb::converge(const ConvergeArguments& a, const Talk& talk) {
  if (a.levels < 2 || a.levels > most_levels)
    throw Error(Exit::usage, fmt::format("--levels must be between 2 and {}.", most_levels));
  const Case c = read_case(a.from.path, a.from.set, solver_keys_list(), a.from.small);
  const auto doubts = warnings(c, a.time);
  if (!talk.quiet)
    for (const std::string& w : doubts) say("note: " + w);
  const auto levels = run_levels(c, a, talk);
  const auto all = all_series(c, levels, a.time);
  std::string verdict;
  const bool pass = order_holds(c, all, a.time, verdict);
  if (talk.json) {
    json out = levels_json(levels, all);
    out["pass"] = pass, out["notes"] = doubts, out["verdict"] = verdict;
    print(out.dump(2) + "\n");
  } else {
    print(levels_text(levels, all) + (verdict.empty() ? "" : verdict + "\n"));
  }
  if (all.empty())
    say("note: the case has neither an exact solution nor expected numbers to look at. Give [exact] or [expect].");
  return pass ? Exit::done : Exit::failed;
}

}  // namespace eddy
