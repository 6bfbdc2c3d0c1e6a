// Compares a table of the literature, [compare] of a case, with a sampled line or with the values along a wall.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/verbs/report.hpp"
#include "base/error.hpp"
#include "base/readable.hpp"
#include "output/csv.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;

bool is_coordinate(const std::string& name) {
  return name == "x" || name == "y" || name == "z" || name == "s" || name == "distance";
}

bool has(const Table& table, const std::string& name) { return column_of(table, name) < table.columns.size(); }

struct ColumnRange {
  double low = HUGE_VAL, high = -HUGE_VAL;
};

ColumnRange column_range(const Table& table, std::size_t column) {
  ColumnRange r;
  for (const auto& row : table.rows) {
    r.low = std::min(r.low, row[column]);
    r.high = std::max(r.high, row[column]);
  }
  return r;
}

// The coordinate with the largest range in the line, among those that both tables have.
std::optional<std::string> running_coordinate(const Table& line, const Table& table) {
  std::optional<std::string> best;
  double most = -1;
  for (const char* name : {"distance", "s", "x", "y", "z"}) {
    if (!has(line, name) || !has(table, name) || line.rows.empty()) continue;
    const ColumnRange range = column_range(line, column_of(line, name));
    if (range.high - range.low > most) {
      most = range.high - range.low;
      best = name;
    }
  }
  return best;
}

struct RowPlace {       // a place between two rows of a line
  std::size_t row = 1;  // the second of the two rows
  double weight = 0;    // weight of the second row
};

double value_at(const Table& line, const RowPlace& p, std::size_t column) {
  const double before = line.rows[p.row - 1][column];
  return before + p.weight * (line.rows[p.row][column] - before);
}

// Interpolates linearly between the points of the line, and extrapolates beyond its ends, because a line through cells
// ends half a cell before the wall.
RowPlace place_on_line(const Table& t, std::size_t along, double at) {
  const auto& rows = t.rows;
  const double sign = rows.back()[along] < rows.front()[along] ? -1 : 1;
  std::size_t r = 1;
  while (r + 1 < rows.size() && sign * (rows[r][along] - at) < 0) ++r;
  const double w = (at - rows[r - 1][along]) / (rows[r][along] - rows[r - 1][along]);
  if (w < -1 || w > 2) throw Error(Exit::usage, fmt::format("the table goes beyond the line, to {}", at));
  return {r, w};
}

// A wall may turn back, so each pair of neighbouring rows that encloses the coordinate is a place.
std::vector<RowPlace> places_on_wall(const Table& wall, std::size_t along, double at) {
  std::vector<RowPlace> all;
  for (std::size_t r = 1; r < wall.rows.size(); ++r) {
    const double from = wall.rows[r - 1][along], to = wall.rows[r][along];
    const bool end = at == to && r + 1 == wall.rows.size();
    if (from != to && (at - from) * (at - to) <= 0 && (at != to || end)) all.push_back({r, (at - from) / (to - from)});
  }
  return all;
}

// The row nearest to a coordinate beyond the wall's rows, which end half a cell before a nose or a tail.
RowPlace nearest_on_wall(const Table& wall, std::size_t along, double at) {
  std::size_t best = 0;
  for (std::size_t r = 1; r < wall.rows.size(); ++r)
    if (std::abs(wall.rows[r][along] - at) < std::abs(wall.rows[best][along] - at)) best = r;
  const ColumnRange range = column_range(wall, along);
  if (std::abs(wall.rows[best][along] - at) > 0.02 * (range.high - range.low))
    throw Error(Exit::usage, fmt::format("the table goes beyond the surface, to {}", at));
  return best > 0 ? RowPlace{best, 1} : RowPlace{1, 0};
}

// The distance of a place on the wall from a row of the table in the coordinates that both have, without the running
// one; none if there are no others.
std::optional<double> distance_to_row(const Table& wall, const RowPlace& place, const Table& table,
                                      const std::vector<double>& row, const std::string& running) {
  std::optional<double> sum;
  for (const char* name : {"x", "y", "z"})
    if (name != running && has(wall, name) && has(table, name))
      sum = sum.value_or(0) + std::abs(value_at(wall, place, column_of(wall, name)) - row[column_of(table, name)]);
  return sum;
}

RowPlace place_on_wall(const Table& wall, const Table& table, const std::vector<double>& row,
                       const std::string& running) {
  const std::size_t along = column_of(wall, running);
  const double at = row[column_of(table, running)];
  const std::vector<RowPlace> places = places_on_wall(wall, along, at);
  if (places.empty()) return nearest_on_wall(wall, along, at);
  const auto off = [&](const RowPlace& p) { return distance_to_row(wall, p, table, row, running); };
  if (places.size() > 1 && !off(places[0]))
    throw Error(Exit::usage, fmt::format("the surface passes {0} = {1} more than once. Give the table y beside {0}, or "
                                         "s, the length along the surface",
                                         running, at));
  return *std::min_element(places.begin(), places.end(),
                           [&](const RowPlace& a, const RowPlace& b) { return off(a) < off(b); });
}

struct Deviation {
  double largest = 0;
  std::string where;
};

Deviation deviation(const Table& line, const Table& table, const std::string& running, bool wall) {
  Deviation worst;
  bool any = false;
  const std::size_t along = column_of(line, running), at = column_of(table, running);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string name = bare(table.columns[c]);
    if (is_coordinate(name)) continue;
    const std::size_t own = column_of(line, name);
    if (own == line.columns.size())
      throw Error(Exit::usage, fmt::format("the {} has no column '{}'", wall ? "surface" : "line", name));
    const auto [low, high] = column_range(table, c);
    const double range = high > low ? high - low : std::max(std::abs(high), 1e-300);
    for (const auto& row : table.rows) {
      double value = line.rows.empty() ? std::nan("") : line.rows.front()[own];
      if (line.rows.size() > 1)
        value =
            value_at(line, wall ? place_on_wall(line, table, row, running) : place_on_line(line, along, row[at]), own);
      const double d = std::abs(value - row[c]) / range;
      if (!any || !(d <= worst.largest)) worst = {d, fmt::format("{} at {} = {}", name, running, row[at])};
      any = true;
      if (std::isnan(d)) return worst;
    }
  }
  if (!any) throw Error(Exit::usage, "the table has no values");
  return worst;
}

}  // namespace

Judgement judge_line(const Compare& c, const fs::path& folder) {
  const fs::path surface = folder / "surfaces" / (c.line + ".csv"), line = folder / "lines" / (c.line + ".csv");
  const bool wall = !fs::exists(line) && fs::exists(surface);
  Judgement j{(wall ? "surface " : "line ") + c.line, "–", "≤ " + readable(c.tolerance), c.file, false, ""};
  try {
    const Table own = read_csv(wall ? surface : line), table = read_csv(folder / c.file);
    const auto running = running_coordinate(own, table);
    if (!running)
      throw Error(Exit::usage, fmt::format("the table and the {} have no coordinate in common (x, y, z or {})",
                                           wall ? "surface" : "line", wall ? "s" : "distance"));
    const Deviation d = deviation(own, table, *running, wall);
    j.value = d.largest;
    j.computed = readable(d.largest);
    j.pass = d.largest <= c.tolerance;
    if (!j.pass) j.reason = "largest deviation: " + d.where;
  } catch (const Error& e) {
    j.reason = e.what();
  }
  return j;
}

}  // namespace eddy
