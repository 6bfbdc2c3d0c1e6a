// What a page may ask: state, frame, history.csv and log.txt from a place on, pictures; and orders.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/run/tail.hpp"
#include "app/text_table.hpp"
#include "app/view/source.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "output/file.hpp"

namespace eddy::view {
namespace {

constexpr std::int64_t most_text = 1 << 20;  // bytes of a table at once
constexpr std::uint16_t not_finite = 65534, in_body = 65535;
constexpr double levels = 65533;

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

std::vector<Point> points_in(const std::string& text) {  // "x,y,z;x,y,z"
  constexpr std::size_t most = 16;
  std::vector<Point> points;
  for (const std::string& one : split(text, ';')) {
    if (one.empty() || points.size() >= most) continue;
    const std::vector<std::string> numbers = split(one, ',');
    Point& point = points.emplace_back(Point{});
    for (std::size_t a = 0; a < std::min<std::size_t>(3, numbers.size()); ++a)
      point[a] = std::strtod(numbers[a].c_str(), nullptr);
  }
  return points;
}

// One component by its letter, the length of a vector, or the value itself.
std::vector<float> shown_part(const Raster& r, const std::string& part) {
  const std::size_t wanted = std::string("xyz").find(part);
  if (!part.empty() && wanted < r.parts.size()) return r.parts[wanted];
  if (r.parts.size() == 1) return r.parts[0];
  std::vector<float> length(r.parts[0].size());
  for (std::size_t n = 0; n < length.size(); ++n) {
    float square = 0;
    for (const auto& p : r.parts) square += p[n] * p[n];
    length[n] = std::sqrt(square);
  }
  return length;
}

struct Encoded {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  std::vector<std::uint16_t> values;
};

Encoded encoded(const std::vector<std::vector<float>>& parts, const std::vector<std::uint8_t>& solid) {
  Encoded e;
  for (const auto& part : parts)
    for (std::size_t n = 0; n < part.size(); ++n) {
      if (!std::isfinite(part[n]) || (!solid.empty() && solid[n])) continue;
      e.low = std::min<double>(e.low, part[n]);
      e.high = std::max<double>(e.high, part[n]);
    }
  if (!(e.low <= e.high)) e.low = e.high = 0;
  const double scale = e.high > e.low ? levels / (e.high - e.low) : 0;
  for (const auto& part : parts)
    for (std::size_t n = 0; n < part.size(); ++n) {
      const bool body = !solid.empty() && solid[n];
      const double level = (double(part[n]) - e.low) * scale + 0.5;
      e.values.push_back(body ? in_body : std::isfinite(part[n]) ? static_cast<std::uint16_t>(level) : not_finite);
    }
  return e;
}

Json probe_values(const Seen& seen, const std::string& part) {
  Json all = Json::array();
  const std::size_t wanted = std::string("xyz").find(part);
  for (const std::vector<double>& values : seen.probes) {
    double square = 0;
    for (const double v : values) square += v * v;
    if (values.empty())
      all.push_back(nullptr);
    else if (values.size() == 1 || (!part.empty() && wanted < values.size()))
      all.push_back(values.size() == 1 ? values[0] : values[wanted]);
    else
      all.push_back(std::sqrt(square));
  }
  return all;
}

std::string packed(const Json& head, const Encoded& e) {  // length of the head, the head, the values
  std::string text = head.dump(-1, ' ', false, Json::error_handler_t::replace);
  while (text.size() % 4 != 0) text += ' ';
  const auto length = static_cast<std::uint32_t>(text.size());
  std::string body(sizeof length + text.size() + 2 * e.values.size(), '\0');
  std::memcpy(body.data(), &length, sizeof length);
  std::memcpy(body.data() + sizeof length, text.data(), text.size());
  std::memcpy(body.data() + sizeof length + text.size(), e.values.data(), 2 * e.values.size());
  return body;
}

Reply frame(Source& source, const Question& q) {
  Plane plane;
  plane.axis = whole(q, "axis", 2, 0, 2);
  plane.slice = number(q, "slice");
  plane.width = whole(q, "width", 512, 16, 2048);
  plane.height = whole(q, "height", 512, 16, 2048);
  plane = source.rasters().fitting(plane, source.most_pixels());
  Wanted wanted = source.rasters().wanted(word(q, "field"), plane);
  wanted.probes = points_in(word(q, "probes"));
  wanted.after = static_cast<std::int64_t>(number(q, "after").value_or(-1));
  const auto at = number(q, "at");
  const auto seen = source.look(wanted, at ? std::optional(static_cast<std::int64_t>(*at)) : std::nullopt);
  if (!seen) return {204, "application/octet-stream", ""};
  if (!seen->fault.empty()) return refusal(400, seen->fault);
  const Raster r = source.rasters().raster(plane, seen->sample);
  const bool vector = word(q, "vector") == "1" && r.parts.size() >= 2;
  const std::string part = word(q, "part");
  std::vector<std::vector<float>> shown;
  if (vector)
    shown = {r.parts[r.across], r.parts[std::min<std::size_t>(r.up, r.parts.size() - 1)]};
  else
    shown = {shown_part(r, part)};
  const Encoded e = encoded(shown, r.solid);
  const Json head{{"step", seen->moment.step},
                  {"time", seen->moment.time},
                  {"field", seen->sample.name},
                  {"unit", seen->sample.unit},
                  {"components", seen->sample.components},
                  {"width", r.width},
                  {"height", r.height},
                  {"x", r.x},
                  {"y", r.y},
                  {"across", r.across},
                  {"up", r.up},
                  {"slice", r.slice},
                  {"low", e.low},
                  {"high", e.high},
                  {"parts", shown.size()},
                  {"probes", probe_values(*seen, part)}};
  return {200, "application/octet-stream", packed(head, e)};
}

Reply table(const Path& file, const Question& q) {
  const Tail tail = tail_of(file, static_cast<std::int64_t>(number(q, "from").value_or(0)), most_text);
  return json_reply({{"from", tail.from}, {"size", tail.size}, {"text", tail.text}});
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
    if (q.path == "state") return json_reply(source.state());
    if (q.path == "frame") return frame(source, q);
    if (q.path == "history") return table(source.folder() / "history.csv", q);
    if (q.path == "log") return table(source.folder() / "log.txt", q);
    if (q.path == "pictures") return json_reply(picture_list(source.folder()));
    if (q.path.starts_with("picture/")) return picture_file(source.folder(), q.path.substr(8));
    return page(q.path.empty() ? "index.html" : q.path);
  } catch (const Error& error) {
    return refusal(400, error.what());
  }
}

}  // namespace eddy::view
