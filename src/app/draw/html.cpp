// `eddy report DIR --html FILE`: numbers, curves and pictures of a run in one self-contained file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/draw/curves.hpp"
#include "app/draw/page.hpp"
#include "app/run/endings.hpp"
#include "app/run/origin.hpp"
#include "app/text_table.hpp"
#include "app/verbs/report.hpp"
#include "app/verbs/verbs.hpp"
#include "base/readable.hpp"
#include "output/csv.hpp"
#include "output/png.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

using nlohmann::json;

std::string plain(const std::string& text) {  // escapes text for HTML
  std::string safe;
  for (const char c : text) switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  return safe;
}

std::string base64(const std::string& data) {
  constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t n = 0; n < data.size(); n += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (n + k < data.size() ? static_cast<unsigned char>(data[n + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) text += n + k > data.size() ? '=' : letters[three >> (18 - 6 * k) & 63];
  }
  return text;
}

std::string image_element(const std::string& png, const std::string& words) {
  return fmt::format(
      "<figure><img alt=\"{0}\" src=\"data:image/png;base64,{1}\"><figcaption>{0}</figcaption></figure>\n",
      plain(words), base64(png));
}

std::string section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : fmt::format("<h2>{}</h2>\n{}", plain(title), body);
}

std::string judged(const std::vector<Judgement>& rows) {
  std::string text;
  for (const Judgement& j : rows)
    text += fmt::format("<tr class=\"{}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{} {}</td></tr>\n",
                        j.pass ? "pass" : "fail", plain(j.name), plain(j.computed), plain(j.interval), plain(j.source),
                        j.pass ? "PASS" : "FAIL", plain(j.reason));
  return text.empty() ? ""
                      : "<table><tr><th>number</th><th>computed</th><th>expected</th><th>source</th><th></th></tr>\n" +
                            text + "</table>\n";
}

std::string value_text(const json& value) {
  if (value.is_number()) return readable(value.get<double>());
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string summary_rows(const json& summary) {
  std::string text;
  constexpr std::array<std::array<const char*, 2>, 13> about{{{"solver", ""},
                                                              {"steps", ""},
                                                              {"time", " s"},
                                                              {"cells", ""},
                                                              {"device", ""},
                                                              {"precision", ""},
                                                              {"threads", ""},
                                                              {"ranks", ""},
                                                              {"wall_time", " s"},
                                                              {"cell_updates_per_second", ""},
                                                              {"version", ""},
                                                              {"commit", ""},
                                                              {"case", ""}}};
  for (const auto& [key, unit] : about)
    if (summary.contains(key))
      text += fmt::format("<tr><td>{}</td><td>{}{}</td></tr>\n", key, plain(value_text(summary[key])), unit);
  if (summary.contains("results"))
    for (const auto& [name, value] : summary["results"].items()) {
      const std::string unit =
          summary.contains("units") && summary["units"].contains(name) ? summary["units"][name].get<std::string>() : "";
      text += fmt::format("<tr><td>{}</td><td>{} {}</td></tr>\n", plain(name), plain(value_text(value)), plain(unit));
    }
  return "<table>" + text + "</table>\n";
}

std::string drawn(const Path& scratch, const Image& image, const std::string& words) {
  write_png(scratch, image);
  const std::string png = read_file(scratch);
  remove_file(scratch);
  return image_element(png, words);
}

std::string curves_of(const Path& folder, const Path& scratch) {
  std::string text;
  if (is_there(folder / "history.csv") && read_csv(folder / "history.csv").rows.size() > 1)
    text += drawn(scratch, history_charts(folder, "history", {}, 960), "history");
  for (const std::string& name : line_names(folder))
    text += drawn(scratch, line_charts(folder, {name}, 960), "line " + name);
  return text;
}

std::string pictures_of(const Path& folder) {
  std::vector<Path> files;
  for (const char* below : {"", "surfaces", "signals"})
    for (const Path& file : files_in(folder / below))
      if (file.extension() == ".png") files.push_back(file);
  std::sort(files.begin(), files.end());
  std::string text;
  for (const Path& file : files)
    if (const std::string stem = file.stem().string(); step_in_name(stem, stem.substr(0, stem.rfind('-') + 1), "") < 0)
      text += image_element(read_own_file(file), stem);
  return text;
}

constexpr const char* style =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:1000px;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:left}"
    ".pass td:last-child{color:#17693a}.fail td:last-child{color:#b3261e}img{max-width:100%}figure{margin:1em 0}"
    "figcaption{color:#666}pre{overflow:auto;background:#f6f6f6;padding:1em}"
    "@media(prefers-color-scheme:dark){body{color:#dfe6ec;background:#14181c}td,th{border-color:#2f3840}"
    ".pass td:last-child{color:#6fcf97}.fail "
    "td:last-child{color:#ff8a80}figcaption{color:#9aa7b2}pre{background:#1c2227}"
    "img{border-radius:6px}}";

}  // namespace

extern "C" void eddy_report_html(const Path& folder, const Path& file) {
  refuse_other_endings(file, "a report", {".html"});
  const auto rows = judge_run(folder);
  const Case c = read_case(folder / "case.used.toml", {}, solver_keys_list());
  const json summary = json::parse(read_own_file(folder / "summary.json"), nullptr, false);
  const std::string title = plain(c.title.empty() ? c.name() : c.title);
  const Path scratch = file.string() + ".png.part";
  write_file(file,
             fmt::format("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"color-scheme\" "
                         "content=\"light dark\"><title>{0}</title>"
                         "<style>{1}</style></head><body>\n<h1>{0}</h1>\n<p>{2}</p>\n{3}{4}{5}{6}{7}</body></html>\n",
                         title, style, plain(origin_of(c)), section("Expected", judged(rows)),
                         section("Numbers", summary_rows(summary)), section("Curves", curves_of(folder, scratch)),
                         section("Pictures", pictures_of(folder)),
                         section("Case", "<pre>" + plain(read_own_file(folder / "case.used.toml")) + "</pre>\n")));
}

}  // namespace eddy
