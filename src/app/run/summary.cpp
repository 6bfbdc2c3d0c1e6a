// Writes summary.json and the result on stdout.
#include "app/run/summary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/run/log.hpp"
#include "app/run/origin.hpp"
#include "app/text_table.hpp"
#include "app/verbs/report.hpp"
#include "app/version.hpp"
#include "base/printable.hpp"
#include "base/ranks.hpp"
#include "base/readable.hpp"
#include "base/traffic.hpp"
#include "exec/record/kernels.hpp"
#include "output/picture.hpp"

namespace eddy {
namespace {

using nlohmann::ordered_json;

ordered_json kernels_json(const Timers& timers) {
  ordered_json all = ordered_json::array();
  for (const auto& [kernel, timing] : timers) {
    const double bytes = bytes_per_cell(kernel);
    ordered_json one{{"kernel", kernel.name},           {"variant", kernel.variant},
                     {"dimensions", kernel.dimensions}, {"precision", kernel.precision()},
                     {"launches", timing.launches},     {"cells", timing.cells}};
    if (timing.seconds > 0) one["seconds"] = timing.seconds;
    if (std::isfinite(bytes)) one["bytes_per_cell"] = bytes;  // known only where the recorded form is built
    if (std::isfinite(bytes) && timing.seconds > 0)
      one["gb_per_s"] = 1e-9 * bytes * double(timing.cells) / timing.seconds;
    all.push_back(one);
  }
  return all;
}

std::string coloured(bool pass) {
  const char* word = pass ? "PASS" : "FAIL";
  return colours(STDOUT_FILENO) ? fmt::format("\033[{}m{}\033[0m", pass ? 32 : 31, word) : word;
}

std::string exact_lines(const std::vector<Number>& results) {
  const std::string ending = ".error_l2";
  std::string text;
  for (const Number& n : results) {
    if (!n.name.ends_with(ending)) continue;
    const std::string field = n.name.substr(0, n.name.size() - ending.size());
    text += fmt::format("{}: error against the exact solution: L2 {}", field, readable(n.value, 3));
    if (const auto most = find(results, field + ".error_max")) text += ", max " + readable(*most, 3);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string summary_json(Session& s, const Outcome& outcome, const Pace& pace) {
  const bool on_cpu = s.device.space == SpaceKind::cpu;
  ordered_json j{{"title", s.c.title}, {"solver", s.c.solver}, {"finished", true}, {"converged", outcome.converged}};
  if (!outcome.trouble.empty()) j["trouble"] = outcome.trouble;
  if (const std::string note = s.simulation->remarks().note; !note.empty()) j["note"] = note;
  j["steps"] = outcome.last.step;
  j["time"] = outcome.last.time;
  j["cells"] = cells_json<ordered_json>(s.grid);
  for (const Number& n : outcome.results) j["results"][n.name] = n.value;
  for (const Number& n : outcome.results) j["units"][n.name] = n.unit;
  for (const auto& [name, why] : outcome.unknown) j["unknown"][name] = why;
  j["wall_time"] = pace.wall_seconds;
  if (pace.loop_seconds > 0) {
    j["cell_updates_per_second"] = pace.updates * double(s.grid.cell_count()) / pace.loop_seconds;
    if (std::isfinite(pace.bytes)) j["gb_per_s"] = 1e-9 * pace.bytes / pace.loop_seconds;
  }
  j["device"] = label(s.device);
  j["precision"] = word_of(s.c.run.precision);
  j["ranks"] = ranks::count();
  if (ranks::many()) {  // sent by rank 0
    const ranks::Traffic& sent = ranks::traffic();
    j["sent"] = {{"messages", sent.messages}, {"bytes", sent.bytes}, {"sums", sent.merges}};
    if (!on_cpu)
      j["sent"]["from"] =
          s.device.space == SpaceKind::cuda && ranks::device_memory() ? "the device's memory" : "the host's memory";
  }
  if (on_cpu) j["threads"] = s.c.run.threads > 0 ? s.c.run.threads : default_threads();  // threads of each rank
  j["version"] = version();
  j["commit"] = commit();
  j["case"] = case_checksum(s.c);
  j["kernels"] = kernels_json(s.simulation->executor().timers);
  return printable_lines(json_text(j));
}

std::string result_text(const Session& s, const Outcome& outcome, const std::filesystem::path& folder) {
  std::string text = exact_lines(outcome.results);
  for (const Judgement& j : judge_run(folder)) {
    if (j.name == "run") continue;  // reported elsewhere
    text += fmt::format("{}: {} (expected {}) {}{}\n", printable(j.name), j.computed, j.interval, coloured(j.pass),
                        j.reason.empty() ? "" : ": " + printable(j.reason));
  }
  if (text.empty())
    for (const Number& n : outcome.results)
      text += fmt::format("{}: {}{}\n", printable(n.name), readable(n.value), n.unit.empty() ? "" : " " + n.unit);
  std::string pictures;
  for (const std::string& name : picture_names(s.c.output.image)) pictures += ", " + name + ".png";
  for (const std::string below : {"surfaces", "signals"}) {
    std::vector<Path> charts = files_in(folder / below);
    std::sort(charts.begin(), charts.end());
    for (const Path& chart : charts)
      if (chart.extension() == ".png") pictures += ", " + below + "/" + chart.filename().string();
  }
  return text + fmt::format("Files: {} (summary.json, history.csv, fields.pvd{})\n", printable(folder.string()),
                            printable(pictures));
}

}  // namespace eddy
