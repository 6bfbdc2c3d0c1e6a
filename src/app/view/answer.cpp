// Answers the requests of a page: the state, a frame, history.csv and log.txt from a byte on, pictures, orders. Numbers in
// requests and answers have the units of the case; history.csv is sent unchanged, with the factors of its columns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/run/tail.hpp"
#include "app/text_table.hpp"
#include "app/view/levels.hpp"
#include "app/view/source.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "output/csv.hpp"
#include "output/file.hpp"
#include "output/picture_plane.hpp"

namespace eddy::view {
namespace {

constexpr std::int64_t most_text = 1 << 20;  // bytes of a table per answer

Reply refusal(int status, const std::string& why) { return {status, "text/plain; charset=utf-8", why + "\n"}; }
Reply json_reply(const Json& json) {
  return {200, "application/json", json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

std::optional<double> number(const Question& q, const std::string& key) {
  const auto found = q.values.find(key);
  if (found == q.values.end() || found->second.empty()) return {};
  char* end = nullptr;
  const double value = std::strtod(found->second.c_str(), &end);
  if (*end != 0 || !std::isfinite(value)) throw Error(Exit::usage, fmt::format("'{}' is not a number.", key));
  return value;
}
int whole(const Question& q, const std::string& key, int otherwise, int low, int high) {
  return static_cast<int>(std::clamp(number(q, key).value_or(otherwise), double(low), double(high)));
}
std::string word(const Question& q, const std::string& key) {
  const auto found = q.values.find(key);
  return found == q.values.end() ? "" : found->second;
}

std::vector<Point> points_in(const std::string& text, const ShownUnit& length) {  // "x,y,z;x,y,z"
  constexpr std::size_t most = 16;
  std::vector<Point> points;
  for (const std::string& one : split(text, ';')) {
    if (one.empty() || points.size() >= most) continue;
    const std::vector<std::string> numbers = split(one, ',');
    Point& point = points.emplace_back(Point{});
    for (std::size_t a = 0; a < std::min<std::size_t>(3, numbers.size()); ++a)
      point[a] = length.si(std::strtod(numbers[a].c_str(), nullptr));
  }
  return points;
}

// Takes a component by its letter, the length of a vector, or the value itself from a raster.
std::vector<float> shown_part(Raster& r, const std::string& part) {
  const std::size_t wanted = std::string("xyz").find(part);
  if (!part.empty() && wanted < r.parts.size()) return std::move(r.parts[wanted]);
  return r.parts.size() == 1 ? std::move(r.parts[0]) : length_of(r.parts);
}

Json probe_values(const Seen& seen, const std::string& part, const ShownUnit& unit) {
  Json all = Json::array();
  const std::size_t wanted = std::string("xyz").find(part);
  for (const std::vector<double>& values : seen.probes) {
    double square = 0;
    for (const double v : values) square += v * v;
    if (values.empty())
      all.push_back(nullptr);
    else if (values.size() == 1 || (!part.empty() && wanted < values.size()))
      all.push_back(unit.shown(values.size() == 1 ? values[0] : values[wanted]));
    else
      all.push_back(unit.shown(std::sqrt(square)));
  }
  return all;
}

using Parts = std::vector<std::vector<float>>;

// The length of the head, the head, then the levels of all pixels, part by part.
std::string packed(const Json& head, const Parts& parts, const Solid& solid, const Ends& ends) {
  std::string text = head.dump(-1, ' ', false, Json::error_handler_t::replace);
  while (text.size() % 4 != 0) text += ' ';
  const auto length = static_cast<std::uint32_t>(text.size());
  const std::size_t begin = sizeof length + text.size(), bytes = sizeof(std::uint16_t) * parts[0].size();
  std::string body(begin + parts.size() * bytes, '\0');
  std::memcpy(body.data(), &length, sizeof length);
  std::memcpy(body.data() + sizeof length, text.data(), text.size());
  for (std::size_t p = 0; p < parts.size(); ++p) write_levels(parts[p], solid, ends, body.data() + begin + p * bytes);
  return body;
}

std::array<double, 2> shown_ends(const std::array<double, 2>& ends, const ShownUnit& unit) {
  return {unit.shown(ends[0]), unit.shown(ends[1])};
}

Plane asked_plane(const Question& q, const ShownUnit& length) {
  Plane plane;
  plane.axis = whole(q, "axis", 2, 0, 2);
  if (const auto slice = number(q, "slice")) plane.slice = length.si(*slice);
  return plane;
}

// The outlines of bodies and regions in a plane: of each the ends x, y, x, y of all its lines, in no order.
Json shapes(Source& source, const Question& q) {
  const ShownUnit length = shown_unit(source.units(), "m"), time = shown_unit(source.units(), "s");
  const Plane plane = asked_plane(q, length);
  const double now = time.si(number(q, "time").value_or(0));
  Json all = Json::array();
  for (const DrawnShape& shape : source.rasters().shapes()) {
    Json ends = Json::array();
    for (const RowLine& line : source.rasters().outline(shape, plane, now))
      for (const double place : {line.x0, line.y0, line.x1, line.y1}) ends.push_back(length.shown(place));
    all.push_back({{"solid", shape.solid}, {"lines", ends}});
  }
  return all;
}

Reply frame(Source& source, const Question& q) {
  const ShownUnit length = shown_unit(source.units(), "m"), time = shown_unit(source.units(), "s");
  Plane plane = asked_plane(q, length);
  plane.width = whole(q, "width", 512, 16, 2048);
  plane.height = whole(q, "height", 512, 16, 2048);
  plane = source.rasters().fitting(plane, source.most_pixels());
  Wanted wanted = source.rasters().wanted(word(q, "field"), plane);
  wanted.probes = points_in(word(q, "probes"), length);
  wanted.after = static_cast<std::int64_t>(number(q, "after").value_or(-1));
  const auto at = number(q, "at");
  const auto seen = source.look(wanted, at ? std::optional(static_cast<std::int64_t>(*at)) : std::nullopt);
  if (!seen) return {204, "application/octet-stream", ""};
  if (!seen->fault.empty()) return refusal(400, seen->fault);
  Raster r = source.rasters().raster(plane, seen->sample, word(q, "smooth") == "1");
  const bool vector = word(q, "vector") == "1" && r.parts.size() >= 2;
  const std::string part = word(q, "part");
  Parts shown;
  if (vector)
    shown = {r.parts[r.across], r.parts[std::min<std::size_t>(r.up, r.parts.size() - 1)]};
  else
    shown.push_back(shown_part(r, part));
  const Ends ends = ends_of(shown, r.solid);
  PictureOptions options;
  options.units = source.units();
  const ShownUnit unit = unit_of(seen->sample, options);
  const Json head{{"step", seen->moment.step},
                  {"time", time.shown(seen->moment.time)},
                  {"field", seen->sample.name},
                  {"unit", unit.name},
                  {"length", length.name},
                  {"components", seen->sample.components},
                  {"width", r.width},
                  {"height", r.height},
                  {"x", shown_ends(r.x, length)},
                  {"y", shown_ends(r.y, length)},
                  {"across", r.across},
                  {"up", r.up},
                  {"slice", length.shown(r.slice)},
                  {"low", unit.shown(double(ends[0]))},
                  {"high", unit.shown(double(ends[1]))},
                  {"parts", shown.size()},
                  {"probes", probe_values(*seen, part, unit)}};
  return {200, "application/octet-stream",
          packed(head, shown, source.rasters().grey_cells() ? r.solid : Solid(), ends)};
}

Tail text_of(const Path& file, const Question& q) {
  return tail_of(file, static_cast<std::int64_t>(number(q, "from").value_or(0)), most_text);
}
Json json_of(const Tail& tail) { return {{"from", tail.from}, {"size", tail.size}, {"text", tail.text}}; }

// A part of history.csv. The first part, with the names of the columns, comes with their units, factors and offsets.
Json history(const Source& source, const Question& q) {
  const Tail tail = text_of(source.folder() / "history.csv", q);
  Json all = json_of(tail);
  if (tail.from > 0) return all;
  const std::string line = tail.text.substr(after_comments(tail.text));
  for (const std::string& title : split(line.substr(0, line.find('\n')), ',')) {
    const ShownUnit unit = shown_unit_of(title, source.units());
    all["columns"].push_back(
        {{"title", column(bare(title), unit.name)}, {"factor", unit.factor}, {"offset", unit.offset}});
  }
  return all;
}

void show_times(Json& all, const ShownUnit& time) {
  for (const char* key : {"time", "dt"})
    if (all.contains(key)) all[key] = time.shown(all[key]);
  for (const char* key : {"run.end_time", "output.every"})
    if (all["options"].contains(key)) all["options"][key] = time.shown(all["options"][key]);
  if (!all.contains("states")) return;
  for (Json& state : all["states"]) state[1] = time.shown(state[1]);
}

Json shown_state(Source& source) {
  const ShownUnit length = shown_unit(source.units(), "m"), time = shown_unit(source.units(), "s");
  Json all = source.state();
  for (Json& ends : all["ends"]) ends = shown_ends(ends.get<std::array<double, 2>>(), length);
  show_times(all, time);
  all["units"] = {{"length", length.name}, {"time", time.name}};
  all["shapes"] = source.rasters().shapes().empty() ? "none" : source.rasters().shapes_move() ? "moving" : "resting";
  return all;
}

bool plain_name(const std::string& name) {
  const bool letters = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '.' || c == '_' || c == '-' || c == '|';
  });
  return letters && name.ends_with(".png") && !name.starts_with('.') && name.find("..") == name.npos;
}

Json picture_list(const Path& folder) {
  constexpr std::size_t most = 200;
  std::vector<std::string> names;
  for (const Path& file : files_in(folder))
    if (plain_name(file.filename().string())) names.push_back(file.filename().string());
  std::sort(names.begin(), names.end());
  if (names.size() > most) names.erase(names.begin(), names.end() - most);
  return names;
}

Reply picture_file(const Path& folder, const std::string& name) {
  if (!plain_name(name) || !is_there(folder / name)) return refusal(404, "there is no such picture.");
  return {200, "image/png", read_own_file(folder / name)};
}

Reply page(const std::string& name) {
  const std::string_view text = page_file(name);
  if (text.empty()) return refusal(404, "there is nothing here.");
  const std::string type = name.ends_with(".js")    ? "text/javascript"
                           : name.ends_with(".css") ? "text/css"
                           : name.ends_with(".svg") ? "image/svg+xml"
                                                    : "text/html; charset=utf-8";
  return {200, type, std::string(text)};
}

Reply answer_order(Source& source, const Question& q) {
  if (q.path != "order") return refusal(404, "there is nothing here.");
  const Answer a = source.order(q.body);
  return json_reply({{"done", a.done}, {"text", a.text}});
}

}  // namespace

Json case_facts(const std::string& title, const std::string& solver, const Grid& grid) {
  Json ends = Json::array();
  for (int a = 0; a < grid.dimensions; ++a) ends.push_back({grid.lower(a), grid.upper(a)});
  return {{"title", title},
          {"solver", solver},
          {"dimensions", grid.dimensions},
          {"ends", ends},
          {"cells", mesh_text(grid, "×")}};
}

Reply answer(Source& source, const Question& q) {
  try {
    if (q.order) return answer_order(source, q);
    if (q.path == "state") return json_reply(shown_state(source));
    if (q.path == "frame") return frame(source, q);
    if (q.path == "shapes") return json_reply(shapes(source, q));
    if (q.path == "history") return json_reply(history(source, q));
    if (q.path == "log") return json_reply(json_of(text_of(source.folder() / "log.txt", q)));
    if (q.path == "pictures") return json_reply(picture_list(source.folder()));
    if (q.path.starts_with("picture/")) return picture_file(source.folder(), q.path.substr(8));
    return page(q.path.empty() ? "index.html" : q.path);
  } catch (const Error& error) {
    return refusal(400, error.what());
  }
}

}  // namespace eddy::view
