#include "output/surface_chart.hpp"

#include <algorithm>
#include <cmath>

#include "output/chart.hpp"
#include "output/csv.hpp"
#include "output/watchers.hpp"

namespace eddy {
namespace {

constexpr int width = 960, height_of_one = 600, height_of_many = 420;

bool is_coordinate(const std::string& column) {
  const std::string name = bare(column);
  return name == "x" || name == "y" || name == "z" || name == "s" || name == "angle";
}

std::string spaced(const std::string& column) {  // "x [m]"
  const std::size_t unit = column.find('[');
  return unit == column.npos ? column : column.substr(0, unit) + " " + column.substr(unit);
}

std::vector<double> values_of(const SurfaceTable& table, std::size_t column) {
  std::vector<double> values;
  for (const auto& row : table.rows) values.push_back(row[column]);
  return values;
}

double span_of(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return values.empty() ? 0 : *high - *low;
}

// The column for the abscissa: x, unless the wall extends farther along y or z; without these the length s.
std::size_t abscissa(const SurfaceTable& table) {
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (!table.along.empty() && bare(table.columns[c]) == table.along) return c;
  std::size_t best = table.columns.size();
  double most = -1;
  for (const char* name : {"x", "y", "z", "s"}) {
    const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                    [&](const std::string& column) { return bare(column) == name; });
    if (found == table.columns.end() || (std::string(name) == "s" && best < table.columns.size())) continue;
    const auto column = static_cast<std::size_t>(found - table.columns.begin());
    const double range = span_of(values_of(table, column));
    if (range > (1 + 1e-9) * most) {  // a circle is drawn over x
      most = range;
      best = column;
    }
  }
  return best;
}

void append_below(Image& page, const Image& below) {
  if (page.width == 0) page.width = below.width;
  page.height += below.height;
  page.rgb.insert(page.rgb.end(), below.rgb.begin(), below.rgb.end());
}

bool named(const std::string& column, const char* name) { return bare(column) == name; }

// The columns that are drawn, pressure first. Constant columns are left out, and so is a quantity whose coefficient is
// in the table.
std::vector<std::size_t> shown_columns(const SurfaceTable& table) {
  const auto has = [&](const char* name) {
    return std::any_of(table.columns.begin(), table.columns.end(), [&](const auto& c) { return named(c, name); });
  };
  std::vector<std::size_t> shown;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string& column = table.columns[c];
    const bool twice = (named(column, "pressure") && has("cp")) || (named(column, "friction") && has("cf"));
    const bool with_mean = bare(column).ends_with("_min") || bare(column).ends_with("_max");
    if (with_mean || is_coordinate(column) || bare(column) == table.along || twice ||
        !(span_of(values_of(table, c)) > 0))
      continue;
    shown.insert(named(column, "cp") ? shown.begin() : shown.end(), c);
  }
  return shown;
}

// A mean is drawn together with the minimum and the maximum, where the table has them.
std::vector<std::size_t> drawn_together(const SurfaceTable& table, std::size_t column) {
  std::vector<std::size_t> all{column};
  const std::string name = bare(table.columns[column]);
  if (!name.ends_with("_mean")) return all;
  const std::string stem = name.substr(0, name.size() - 5);
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (named(table.columns[c], (stem + "_min").c_str()) || named(table.columns[c], (stem + "_max").c_str()))
      all.push_back(c);
  return all;
}

// Whether the table is of a body in 3D, whose points form no line.
bool is_sheet(const SurfaceTable& table) {
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (named(table.columns[c], "z") && span_of(values_of(table, c)) > 0) return true;
  return false;
}

std::vector<Series> series_of(const SurfaceTable& table, std::size_t along, std::size_t column) {
  std::vector<Series> all;
  const auto together = drawn_together(table, column);
  for (const std::size_t c : together)
    all.push_back({.name = together.size() > 1 ? bare(table.columns[c]) : "",
                   .x = values_of(table, along),
                   .y = values_of(table, c),
                   .markers = is_sheet(table) || table.rows.size() <= 40,
                   .line = !is_sheet(table)});
  return all;
}

}  // namespace

SurfaceTable with_length(const SurfaceTable& table) {
  SurfaceTable result = table;
  std::vector<std::size_t> place;  // columns of x, y, z
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (named(table.columns[c], "s")) return result;
    for (const char* name : {"x", "y", "z"})
      if (named(table.columns[c], name)) place.push_back(c);
  }
  if (place.empty() || is_sheet(table) || !table.along.empty()) return result;
  const auto behind = static_cast<std::ptrdiff_t>(place.back() + 1);
  result.columns.insert(result.columns.begin() + behind, "s[m]");
  double length = 0;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    double squares = 0;
    for (std::size_t c : place) squares += r > 0 ? std::pow(table.rows[r][c] - table.rows[r - 1][c], 2) : 0;
    length += std::sqrt(squares);
    result.rows[r].insert(result.rows[r].begin() + behind, length);
  }
  return result;
}

Image surface_chart(const SurfaceTable& table, const std::string& title) {
  const std::size_t along = abscissa(table);
  Image page;
  if (along == table.columns.size()) return page;
  const std::vector<std::size_t> shown = shown_columns(table);
  for (const std::size_t c : shown) {
    ChartOptions options{.title = page.width == 0 ? title : "",
                         .subtitle = page.width == 0 ? "along " + table.name : "",
                         .x_label = spaced(table.columns[along]),
                         .y_label = spaced(table.columns[c]),
                         .y_downwards = bare(table.columns[c]) == "cp",  // suction on top, as wings are drawn
                         .width = width,
                         .height = shown.size() == 1 ? height_of_one : height_of_many};
    append_below(page, chart(series_of(table, along, c), options));
  }
  return page;
}

}  // namespace eddy
