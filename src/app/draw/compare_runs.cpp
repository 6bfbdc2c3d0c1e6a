// `eddy compare RUN RUN`: fields, histories, results and timing of two runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/draw/run_state.hpp"
#include "app/run/folder.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "case/formula_function.hpp"
#include "output/csv.hpp"
#include "output/watchers.hpp"

namespace eddy {
namespace {

using nlohmann::json;

struct Compared {  // one field or column
  std::string name, where;
  double largest = 0, size = 0;  // largest difference; largest value of the first run
  std::size_t count = 0;         // number of values that differ
  double relative() const { return largest == 0 ? 0 : size > 0 ? largest / size : HUGE_VAL; }
};

void add_value(Compared& c, double one, double other, const std::string& where) {
  const bool same = one == other || (std::isnan(one) && std::isnan(other));
  if (std::isfinite(one)) c.size = std::max(c.size, std::fabs(one));
  if (same) return;
  ++c.count;
  const double off = std::fabs(one - other);
  if (off > c.largest || std::isnan(off)) {
    c.largest = std::isnan(off) ? HUGE_VAL : off;
    c.where = where;
  }
}

bool same_points(const Sample& a, const Sample& b) {
  return a.size == b.size && a.location == b.location && a.components == b.components &&
         a.values.size() == b.values.size();
}

bool same_place(const Grid& a, const Grid& b) {
  return a.dimensions == b.dimensions && a.nodes == b.nodes && a.is_box() == b.is_box();
}

// For runs on two meshes: evaluates the second run's field at the points of the first.
Compared compare_at_points(const Sample& one, const Grid& grid, const Sample& other, const Grid& other_grid) {
  Compared c{one.name, "", 0, 0, 0};
  const MeshPoints mesh(other_grid);
  std::vector<Point> points;
  std::vector<std::size_t> places;
  for (std::size_t n = 0; n < one.values.size() / one.components; ++n) {
    const Point p = placed(grid, one, n).at;
    if (!mesh.contains(p)) continue;
    points.push_back(p);
    places.push_back(n);
  }
  ValuesAtPoints value(mesh, other, points);
  for (std::size_t n = 0; n < points.size(); ++n)
    for (int k = 0; k < one.components; ++k)
      add_value(c, one.values[places[n] * one.components + k], value(n, k), place_text(grid, one, places[n]));
  return c;
}

Compared compare_samples(const Sample& one, const RunState& a, const Sample& other, const RunState& b) {
  if (!same_points(one, other) || !same_place(a.grid, b.grid)) return compare_at_points(one, a.grid, other, b.grid);
  Compared c{one.name, "", 0, 0, 0};
  std::size_t worst = 0;
  for (std::size_t n = 0; n < one.values.size(); ++n) {
    const double before = c.largest;
    add_value(c, one.values[n], other.values[n], "");
    if (c.largest > before) worst = n;
  }
  if (c.count > 0) c.where = place_text(a.grid, one, worst / one.components);
  return c;
}

std::vector<Compared> compared_fields(const Path& one, const Path& other) {
  const auto a = state_of_run(one, {}, {}), b = state_of_run(other, {}, {});
  if (a->grid.dimensions != b->grid.dimensions)
    throw Error(Exit::usage, fmt::format("the runs have {} and {} dimensions: nothing can be compared.",
                                         a->grid.dimensions, b->grid.dimensions));
  const std::vector<std::string> known = b->fields->fields();
  std::vector<Compared> all;
  for (const std::string& field : a->fields->fields())
    if (std::find(known.begin(), known.end(), field) != known.end() && field != "body")
      all.push_back(compare_samples(take_sample(*a->fields, field), *a, take_sample(*b->fields, field), *b));
  return all;
}

std::vector<Compared> compared_histories(const Path& one, const Path& other) {
  if (!is_there(one / "history.csv") || !is_there(other / "history.csv")) return {};
  const Table a = read_csv(one / "history.csv"), b = read_csv(other / "history.csv");
  const std::size_t rows = std::min(a.rows.size(), b.rows.size());
  std::vector<Compared> all;
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    const std::string name = bare(a.columns[c]);
    const std::size_t d = column_of(b, name);
    if (d == b.columns.size() || name == "step") continue;
    Compared& one_column = all.emplace_back(Compared{name, "", 0, 0, 0});
    for (std::size_t r = 0; r < rows; ++r)
      add_value(one_column, a.rows[r][c], b.rows[r][d], "step " + readable(a.rows[r][0]));
  }
  return all;
}

json summary_of(const Path& folder) {
  if (!is_there(folder / "summary.json")) return json::object();
  const json read = json::parse(read_own_file(folder / "summary.json"), nullptr, false);
  return read.is_object() ? read : json::object();
}

std::string table_text(const std::string& head, const std::vector<Compared>& all) {
  TextTable table({head, "largest difference", "relative", "values that differ", "where"});
  for (const Compared& c : all)
    table.add({c.name, c.count == 0 ? "same bits" : readable(c.largest, 3),
               c.count == 0 ? "0" : readable(c.relative(), 3), std::to_string(c.count), c.where});
  return all.empty() ? "" : table.text();
}

json rows_of(const std::vector<Compared>& all) {
  json rows = json::array();
  for (const Compared& c : all)
    rows.push_back(
        {{"name", c.name}, {"largest", c.largest}, {"relative", c.relative()}, {"count", c.count}, {"where", c.where}});
  return rows;
}

std::string timing_text(const json& one, const json& other) {
  TextTable table({"run", "first", "second", "second / first"});
  for (const char* key : {"steps", "wall_time", "cell_updates_per_second", "gb_per_s"}) {
    if (!one.contains(key) || !other.contains(key)) continue;
    const double a = one[key].get<double>(), b = other[key].get<double>();
    table.add({key, readable(a), readable(b), a != 0 ? readable(b / a, 4) : "–"});
  }
  for (const char* key : {"device", "precision", "version", "commit", "case"})
    if (one.contains(key) && other.contains(key) && one[key] != other[key])
      table.add({key, one[key].dump(), other[key].dump(), ""});
  return table.text();
}

}  // namespace

extern "C" Exit eddy_compare_verb(const CompareArguments& a, const Talk& talk) {
  const WithoutFunctions looking;
  refuse_no_folder(a.one);
  refuse_no_folder(a.other);
  const auto fields = compared_fields(a.one, a.other);
  const auto histories = compared_histories(a.one, a.other);
  const json one = summary_of(a.one), other = summary_of(a.other);
  double worst = 0;
  for (const Compared& c : fields) worst = std::max(worst, c.relative());
  const bool pass = !a.tolerance || worst <= *a.tolerance;
  if (talk.json)
    print(json_text(json{
        {"fields", rows_of(fields)}, {"history", rows_of(histories)}, {"largest_relative", worst}, {"pass", pass}}));
  else
    print(table_text("field", fields) + table_text("history", histories) + timing_text(one, other) +
          fmt::format("fields: {}\n", worst == 0 ? "the same bits"
                                                 : fmt::format("largest relative difference {}", readable(worst, 3))));
  return pass ? Exit::done : Exit::failed;
}

}  // namespace eddy
