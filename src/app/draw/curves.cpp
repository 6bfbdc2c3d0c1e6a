#include "app/draw/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/draw/page.hpp"
#include "app/run/folder.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "output/chart.hpp"
#include "output/csv.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

std::vector<double> values_in(const Table& table, std::size_t column) {
  std::vector<double> all;
  for (const auto& row : table.rows) all.push_back(row[column]);
  return all;
}

std::string unit_in(const std::string& column) {
  const std::size_t from = column.find('[');
  return from == column.npos ? "" : column.substr(from);
}

std::string with_space(const std::string& column) {  // "time [s]"
  return unit_in(column).empty() ? column : bare(column) + " " + unit_in(column);
}

double width_of(const std::vector<double>& v) {
  const auto [low, high] = std::minmax_element(v.begin(), v.end());
  return v.empty() ? 0 : *high - *low;
}

// Positive values that span three powers of ten get a logarithmic axis.
bool wants_log(const std::vector<Series>& series) {
  double low = HUGE_VAL, high = 0;
  for (const Series& s : series)
    for (const double v : s.y) {
      if (v < 0) return false;
      if (v > 0) low = std::min(low, v);
      high = std::max(high, v);
    }
  return high > 1000 * low;
}

// Columns of a reference table match those of the run by name, with or without units.
Table with_units_of(Table reference, const Table& run) {
  for (std::string& c : reference.columns)
    if (const std::size_t same = column_of(run, c); unit_in(c).empty() && same < run.columns.size())
      c = run.columns[same];
  return reference;
}

std::size_t known_column(const Table& table, const std::string& name, const std::string& file) {
  const std::size_t found = column_of(table, name);
  if (found < table.columns.size()) return found;
  std::vector<std::string> names;
  for (const std::string& c : table.columns) names.push_back(bare(c));
  throw Error(Exit::usage,
              fmt::format("{} has no column '{}'.{} Columns: {}.", file, name, did_you_mean(name, names), join(names)));
}

std::string title_of(const Case& c) { return c.title.empty() ? c.name() : c.title; }

struct Group {  // curves of one unit
  std::string unit;
  std::vector<Series> series;
};

Image charts(const std::vector<Group>& groups, ChartOptions o, const std::string& title) {
  std::vector<Image> all;
  o.height = groups.size() == 1 ? o.width * 5 / 8 : o.width * 9 / 20;
  for (const Group& g : groups) {
    o.title = all.empty() ? title : "";
    if (!all.empty()) o.subtitle = "";
    o.y_label = g.series.size() == 1 ? g.series[0].name + (g.unit.empty() ? "" : " " + g.unit) : g.unit;
    std::vector<Series> shown = g.series;
    if (shown.size() == 1) shown[0].name = "";
    o.log_y = wants_log(shown);
    all.push_back(chart(shown, o));
  }
  return panels(all, 1, "", false);
}

Group& group_of(std::vector<Group>& groups, const std::string& unit) {
  for (Group& g : groups)
    if (g.unit == unit) return g;
  return groups.emplace_back(Group{unit, {}});
}

bool is_place(const std::string& name) {
  return name == "x" || name == "y" || name == "z" || name == "s" || name == "distance" || name == "angle";
}

Path table_of_line(const Path& folder, const std::string& name) {
  for (const char* below : {"lines", "surfaces"})
    if (const Path file = folder / below / (name + ".csv"); is_there(file)) return file;
  throw Error(Exit::usage, fmt::format("the run in '{}' has no line '{}'.{} Lines: {}.", folder.string(), name,
                                       did_you_mean(name, line_names(folder)), join(line_names(folder))));
}

// The coordinate with the largest extent; for a wall that turns back the length along it.
std::size_t running_column(const Table& t, const Table* reference) {
  std::size_t best = t.columns.size();
  for (const char* name : {"x", "y", "z", "s", "angle", "distance"}) {
    const std::size_t c = column_of(t, name);
    if (c == t.columns.size()) continue;
    if (reference && column_of(*reference, name) == reference->columns.size()) continue;
    if (best == t.columns.size() || width_of(values_in(t, c)) > (1 + 1e-9) * width_of(values_in(t, best))) best = c;
  }
  return best;
}

void add_line(std::vector<Group>& groups, const Table& t, std::size_t along, const Table* reference) {
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    const std::string name = bare(t.columns[c]);
    const std::size_t known = reference ? column_of(*reference, name) : 0;
    if (is_place(name) || (reference && known == reference->columns.size())) continue;
    if (!reference && !(width_of(values_in(t, c)) > 0)) continue;
    Group& g = groups.emplace_back(Group{unit_in(t.columns[c]), {}});
    g.series.push_back({.name = name, .x = values_in(t, along), .y = values_in(t, c)});
    if (reference)
      g.series.push_back({.name = "reference",
                          .x = values_in(*reference, column_of(*reference, bare(t.columns[along]))),
                          .y = values_in(*reference, known),
                          .markers = true,
                          .line = false});
  }
}

Image charts_of_line(const Path& folder, const Case& c, const std::string& name, int width) {
  const Table stored = read_csv(table_of_line(folder, name)), t = in_units(stored, c.output.units);
  const auto compared =
      std::find_if(c.compare.begin(), c.compare.end(), [&](const Compare& one) { return one.line == name; });
  std::optional<Table> reference;
  if (compared != c.compare.end())
    reference = in_units(with_units_of(read_csv(folder / compared->file), stored), c.output.units);
  const std::size_t along = running_column(t, reference ? &*reference : nullptr);
  if (along == t.columns.size())
    throw Error(Exit::usage, fmt::format("line '{}' and its reference have no coordinate in common.", name));
  std::vector<Group> groups;
  add_line(groups, t, along, reference ? &*reference : nullptr);
  ChartOptions o{.subtitle = "along " + name, .x_label = with_space(t.columns[along]), .width = width};
  return charts(groups, o, title_of(c));
}

}  // namespace

std::vector<std::string> line_names(const Path& folder) {
  std::vector<std::string> names;
  for (const char* below : {"lines", "surfaces"})
    for (const Path& file : files_in(folder / below))
      if (file.extension() == ".csv") names.push_back(file.stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Image history_charts(const Path& folder, const std::string& table, const std::vector<std::string>& columns, int width) {
  refuse_no_folder(folder);
  const Case run = read_case(folder / "case.used.toml", {}, solver_keys_list());
  const Table t = in_units(read_csv(folder / (table + ".csv")), run.output.units);
  const std::vector<double> times = values_in(t, known_column(t, "time", table + ".csv"));
  const std::string along = width_of(times) > 0 ? "time" : "step";
  const std::size_t x = known_column(t, along, table + ".csv");
  std::vector<std::string> names = columns;
  if (names.empty())
    for (const std::string& c : t.columns)
      if (const std::string name = bare(c); name != "step" && name != "time" && name != "dt") names.push_back(name);
  std::vector<Group> groups;
  for (const std::string& name : names) {
    const std::size_t c = known_column(t, name, table + ".csv");
    group_of(groups, unit_in(t.columns[c]))
        .series.push_back({.name = name, .x = values_in(t, x), .y = values_in(t, c)});
  }
  return charts(groups, {.subtitle = table, .x_label = with_space(t.columns[x]), .width = width}, title_of(run));
}

Image line_charts(const Path& folder, const std::vector<std::string>& names, int width) {
  refuse_no_folder(folder);
  const Case c = read_case(folder / "case.used.toml", {}, solver_keys_list());
  const std::vector<std::string> wanted = names.empty() ? line_names(folder) : names;
  if (wanted.empty())
    throw Error(Exit::usage,
                fmt::format("the run in '{}' has no lines. Ask for them in its case: output.line.", folder.string()));
  std::vector<Image> all;
  for (const std::string& name : wanted) all.push_back(charts_of_line(folder, c, name, width));
  return panels(all, 1, "", false);
}

}  // namespace eddy
