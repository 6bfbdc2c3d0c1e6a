// Writes histories, probes and lines as tables.
#include "output/watchers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "output/extremes.hpp"
#include "output/picture.hpp"
#include "output/plane_points.hpp"
#include "output/png.hpp"
#include "output/surface_chart.hpp"
#include "output/surface_file.hpp"
#include "output/surface_picture.hpp"

namespace eddy {
namespace {

bool listed(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class SampleCache {  // copies each field from the device only once
 public:
  explicit SampleCache(const Watched& watched) : watched_(watched) {}
  const Sample& operator()(const std::string& field) {
    const auto found = samples_.find(field);
    return found != samples_.end() ? found->second
                                   : samples_.emplace(field, take_sample(watched_, field)).first->second;
  }

 private:
  const Watched& watched_;
  std::map<std::string, Sample> samples_;
};

std::string part_name(const std::string& field, std::size_t components, std::size_t k) {
  return components == 1 ? field : fmt::format("{}.{}", field, "xyz"[k]);
}

std::vector<std::string> or_all(const std::vector<std::string>& fields, const Watched& watched) {
  return fields.empty() ? watched.fields() : fields;
}

void require_inside(const MeshPoints& mesh, const Point& point, const std::string& what) {
  if (!mesh.contains(point))
    throw Error(Exit::usage, fmt::format("{} at ({}) lies outside of the mesh.", what,
                                         fmt::join(point.begin(), point.begin() + mesh.grid().dimensions, ", ")));
}

std::vector<Number> place(const Grid& grid, const Point& from, const Point& point) {
  double distance = 0;
  for (int axis = 0; axis < grid.dimensions; ++axis)
    distance += (point[axis] - from[axis]) * (point[axis] - from[axis]);
  std::vector<Number> numbers{{"distance", "m", std::sqrt(distance)}};
  for (int axis = 0; axis < grid.dimensions; ++axis) numbers.push_back({std::string(1, "xyz"[axis]), "m", point[axis]});
  return numbers;
}

// A table with the coordinates of a line's points; columns of fields follow.
Table places_on(const MeshPoints& mesh, const LineOptions& line, const std::vector<Point>& points) {
  Table table;
  for (const Point& point : points) {
    require_inside(mesh, point, "line '" + line.name + "'");
    const std::vector<Number> numbers = place(mesh.grid(), point_of(line.from), point);
    if (table.rows.empty())
      for (const Number& n : numbers) table.columns.push_back(column(n.name, n.unit));
    auto& row = table.rows.emplace_back();
    for (const Number& n : numbers) row.push_back(n.value);
  }
  return table;
}

// Adds columns of fields after the coordinates; false if a stop was requested meanwhile.
bool add_fields(Table& table, const MeshPoints& mesh, const std::vector<Point>& points,
                const std::vector<const Sample*>& fields, const KeepWriting& keep_writing) {
  constexpr std::size_t between_looks = 1024;  // points
  for (const Sample* s : fields) {
    if (!points.empty())
      for (int k = 0; k < s->components; ++k)
        table.columns.push_back(column(part_name(s->name, std::size_t(s->components), std::size_t(k)), s->unit));
    ValuesAtPoints value(mesh, *s, points);
    for (std::size_t n = 0; n < points.size(); ++n) {
      if (n % between_looks == 0 && !keep_writing()) return false;
      for (int k = 0; k < s->components; ++k) table.rows[n].push_back(value(n, k));
    }
  }
  return true;
}

// The table of a line; none if a stop was requested meanwhile.
std::optional<Table> table_of(const MeshPoints& mesh, const LineOptions& line, const std::vector<const Sample*>& fields,
                              const KeepWriting& keep_writing) {
  if (!keep_writing()) return {};
  const std::vector<Point> points = mesh.along(line);
  Table table = places_on(mesh, line, points);
  if (!add_fields(table, mesh, points, fields, keep_writing)) return {};
  return table;
}

std::optional<Table> table_of(const MeshPoints& mesh, const PlaneOptions& plane,
                              const std::vector<const Sample*>& fields, const KeepWriting& keep_writing) {
  if (!keep_writing()) return {};
  const std::vector<Point> points = plane_points(mesh, plane);
  Table table;
  for (int axis = 0; axis < mesh.grid().dimensions; ++axis)
    table.columns.push_back(column(std::string(1, "xyz"[axis]), "m"));
  for (const Point& p : points) table.rows.emplace_back(p.begin(), p.begin() + mesh.grid().dimensions);
  if (!add_fields(table, mesh, points, fields, keep_writing)) return {};
  return table;
}

}  // namespace

Sample take_sample(const Watched& watched, const std::string& field, const std::optional<Box>& cells) {
  const std::vector<std::string> names = watched.fields();
  if (listed(names, field)) return watched.sample(field, cells);
  const std::size_t dot = field.rfind('.');
  const std::size_t axis =
      dot != field.npos && dot + 2 == field.size() ? std::string("xyz").find(field.back()) : field.npos;
  if (axis != field.npos && listed(names, field.substr(0, dot))) {
    const Sample whole = watched.sample(field.substr(0, dot), cells);
    if (static_cast<int>(axis) < whole.components && whole.components > 1)
      return component(whole, static_cast<int>(axis));
  }
  throw Error(Exit::usage, fmt::format("output asks for field '{}', which this solver does not have. Fields: {}.{}",
                                       field, join(names), did_you_mean(field, names)));
}

Rows::~Rows() {
  try {
    write();
  } catch (...) {  // the first error is reported
  }
}

void Rows::begin(const Moment& moment) {
  moment.step == 0 ? file_.clear() : file_.cut_back(moment.step);
  mark_ = file_.mark_kept(every_);
  last_ = moment.step;
}

void Rows::add(const Moment& moment, NumbersLater numbers) {
  constexpr std::size_t most = 32;
  constexpr std::chrono::seconds longest{1};
  last_ = moment.step;
  added_.push_back({moment, std::move(numbers)});
  const bool found = !added_.back().numbers.fetch;
  if (found) return write();
  if (added_.size() == most || std::chrono::steady_clock::now() - written_ > longest) write_beside();
}

std::vector<double> Rows::row_of(const Added& added) {
  const auto& [moment, later] = added;
  const std::vector<Number> numbers = later.take();
  if (!file_.open()) {
    file_.cut_back(moment.step - 1, every_);  // drops a row that exists only because the earlier run ended
    std::vector<std::string> columns{"step", "time[s]"};
    for (const Number& n : numbers) columns.push_back(column(n.name, n.unit));
    file_.header(columns);
  }
  std::vector<double> values{static_cast<double>(moment.step), moment.time};
  for (const Number& n : numbers) values.push_back(n.value);
  return values;
}

void Rows::fetch_added() {
  written_ = std::chrono::steady_clock::now();
  for (const Added& added : added_)
    if (added.numbers.fetch) added.numbers.fetch();
}

// Rows after one that could not be written are not written either.
void Rows::wait() {
  if (!beside_.valid()) return;
  try {
    beside_.get();
  } catch (...) {
    added_.clear();
    throw;
  }
}

void Rows::put(const std::vector<Added>& all) {
  std::vector<std::vector<double>> rows;
  for (const Added& added : all) rows.push_back(row_of(added));
  file_.rows(rows);
  if (due(all.back().moment)) mark_ = file_.mark();
}

void Rows::write() {
  wait();
  fetch_added();
  if (added_.empty()) return;
  put(added_);
  added_.clear();
}

void Rows::write_beside() {
  wait();
  fetch_added();
  beside_ = std::async(std::launch::async, [this, all = std::exchange(added_, {})] { put(all); });
}

void Tabulated::begin(const Watched&, const Moment& moment) { rows_.begin(moment); }

void Tabulated::after_step(const Watched& watched, const Moment& moment) {
  if (rows_.due(moment)) rows_.add(moment, row(watched, moment));
}

void Tabulated::finish(const Watched& watched, const Moment& moment) {
  rows_.write();
  if (rows_.missing(moment)) rows_.add(moment, row(watched, moment));
  rows_.sync();
}

std::pair<std::string, FileMark> Tabulated::mark() {
  rows_.sync();
  return {name_, rows_.mark()};
}

NumbersLater History::row(const Watched& watched, const Moment& moment) const {
  std::vector<Number> of_fields;
  const bool all = fields_ == std::vector<std::string>{"all"};
  for (const std::string& field : all ? watched.fields() : fields_)
    for (Number& n : extremes_of(grid_, take_sample(watched, field), solid_)) of_fields.push_back(std::move(n));
  NumbersLater later = watched.numbers_later();
  later.take = [take = std::move(later.take), of_fields = std::move(of_fields), dt = moment.dt] {
    std::vector<Number> numbers{{"dt", "s", dt}};
    for (Number& n : take()) numbers.push_back(std::move(n));
    numbers.insert(numbers.end(), of_fields.begin(), of_fields.end());
    return numbers;
  };
  return later;
}

Probes::Probes(const Path& folder, const Grid& grid, const OutputOptions& options)
    : Tabulated(folder / "probes.csv", options), mesh_(grid), probes_(options.probe) {
  for (const ProbeOptions& p : probes_) require_inside(mesh_, point_of(p.at), "a probe");
}

NumbersLater Probes::row(const Watched& watched, const Moment&) const {
  return {.take = [all = values(watched)] { return all; }};
}

std::vector<Number> Probes::values(const Watched& watched) const {
  std::vector<Number> numbers;
  for (const ProbeOptions& p : probes_)
    for (const std::string& field : or_all(p.fields, watched)) {
      const FieldAtPoint f = mesh_.at(watched, field, point_of(p.at));
      for (std::size_t k = 0; k < f.values.size(); ++k)
        numbers.push_back(
            {fmt::format("{}({})", part_name(f.name, f.values.size(), k), fmt::join(p.at, " ")), f.unit, f.values[k]});
    }
  return numbers;
}

Lines::Lines(const Path& folder, const Grid& grid, const OutputOptions& options, KeepWriting keep_writing)
    : keep_writing_(std::move(keep_writing)),
      folder_(folder / "lines"),
      grid_(grid),
      lines_(options.line),
      comment_(origin_comment(options)) {}

void Lines::finish(const Watched& watched, const Moment&) {
  SampleCache samples(watched);
  const MeshPoints mesh(grid_);
  make_own_folder(folder_);
  for (const LineOptions& line : lines_) {
    std::vector<const Sample*> fields;
    for (const std::string& field : or_all(line.fields, watched)) fields.push_back(&samples(field));
    const auto table = table_of(mesh, line, fields, keep_writing_);
    if (!table) return;
    write_csv(folder_ / (line.name + ".csv"), *table, comment_);
  }
}

Planes::Planes(const Path& folder, const Grid& grid, const OutputOptions& options, KeepWriting keep_writing)
    : keep_writing_(std::move(keep_writing)),
      folder_(folder / "planes"),
      grid_(grid),
      planes_(options.plane),
      comment_(origin_comment(options)),
      schedule_(options.every, options.every_steps) {
  if (grid.dimensions < 2)
    throw Error(Exit::usage, "output.plane needs a mesh of two or three dimensions. Take output.line.");
}

void Planes::begin(const Watched& watched, const Moment& moment) {
  schedule_.begin(moment);
  make_own_folder(folder_);
  const std::int64_t step = moment.step == 0 ? -1 : moment.step;
  for (const PlaneOptions& plane : planes_)
    for (const Path& path : files_in(folder_))
      if (step_in_name(path.filename().string(), plane.name + "-", ".csv") > step) remove_file(path);
  if (moment.step == 0 && schedule_.set()) write(watched, "-000000");
}

void Planes::after_step(const Watched& watched, const Moment& moment) {
  if (schedule_.due(moment)) write(watched, fmt::format("-{:06}", moment.step));
}

void Planes::finish(const Watched& watched, const Moment&) { write(watched, ""); }

void Planes::write(const Watched& watched, const std::string& suffix) const {
  SampleCache samples(watched);
  const MeshPoints mesh(grid_);
  for (const PlaneOptions& plane : planes_) {
    std::vector<const Sample*> fields;
    for (const std::string& field : or_all(plane.fields, watched)) fields.push_back(&samples(field));
    const auto table = table_of(mesh, plane, fields, keep_writing_);
    if (!table) return;
    write_csv(folder_ / (plane.name + suffix + ".csv"), *table, comment_);
  }
}

static SurfaceTable shown_in(SurfaceTable table, const std::vector<std::string>& units) {
  Table shown = in_units({table.columns, table.rows}, units);
  table.columns = std::move(shown.columns);
  table.rows = std::move(shown.rows);
  return table;
}

void Surfaces::finish(const Watched& watched, const Moment& moment) {
  for (const SurfaceTable& without : watched.surfaces()) {
    const SurfaceTable table = with_length(without);
    make_own_folder(folder_);
    write_csv(folder_ / (table.name + ".csv"), {table.columns, table.rows}, comment_);
    const std::string title = title_.empty() ? table.name : title_;
    if (!table.faces.empty()) write_vtp(folder_ / (table.name + ".vtp"), table, {moment.time, origin_});
    const Image image = table.faces.empty() ? surface_chart(shown_in(table, units_), title)
                                            : surface_picture(table, {"cp_mean", "cp_rms"}, title);
    if (image.width > 0) write_png(folder_ / (table.name + ".png"), image, origin_notes(origin_));
  }
}

std::vector<std::unique_ptr<Watcher>> output_watchers(const Path& folder, const Grid& grid,
                                                      const OutputOptions& options, const std::string& title) {
  std::vector<std::unique_ptr<Watcher>> watchers;
  watchers.push_back(std::make_unique<History>(folder, grid, options));
  if (!options.probe.empty()) watchers.push_back(std::make_unique<Probes>(folder, grid, options));
  watchers.push_back(std::make_unique<Fields>(folder, grid, options));
  if (!options.image.empty()) watchers.push_back(std::make_unique<Pictures>(folder, grid, options, title));
  if (!options.line.empty()) watchers.push_back(std::make_unique<Lines>(folder, grid, options));
  if (!options.plane.empty()) watchers.push_back(std::make_unique<Planes>(folder, grid, options));
  watchers.push_back(std::make_unique<Surfaces>(folder, title, options));
  return watchers;
}

}  // namespace eddy
