// `eddy report DIR`: prints computed value, interval, source, and PASS or FAIL.
#include "app/verbs/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/run/folder.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"
#include "base/readable.hpp"
#include "case/case.hpp"
#include "case/formula_function.hpp"
#include "output/csv.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* nothing_to_compare =
    "There is nothing to compare with: the case of this run expects no number, and compares no line.";

json read_summary(const fs::path& folder) {
  const fs::path file = folder / "summary.json";
  std::error_code failed;
  const std::string name = "'" + folder.string() + "'";
  if (!fs::exists(file, failed))
    throw Error(Exit::usage, fs::exists(folder / "case.used.toml", failed)
                                 ? "the run in " + name + " is not over: there is no summary.json yet. Wait for its " +
                                       "end, or 'eddy resume' it where it was stopped."
                                 : name + " holds no summary.json: it is not the folder of a run. Run the case.");
  json summary = json::parse(read_own_file(file), nullptr, false);
  if (!summary.is_object())
    throw Error(Exit::missing, "'" + file.string() + "' is damaged: it is not JSON. Run the case again.");
  return summary;
}

std::optional<double> number_in(const json& table, const std::string& name) {
  const auto found = table.find(name);
  if (found == table.end()) return {};
  const json& value = found->is_object() && found->contains("value") ? (*found)["value"] : *found;
  if (value.is_null()) return std::nan("");  // JSON has null for NaN
  return value.is_number() ? std::optional<double>(value.get<double>()) : std::nullopt;
}

std::optional<double> find_number(const json& summary, const std::string& name) {
  if (const auto results = summary.find("results"); results != summary.end())
    if (const auto v = number_in(*results, name)) return v;
  return number_in(summary, name);
}

// Six digits, or as many more as show the ends of a narrow interval to a hundredth of its width.
int digits_of(const Expect& e) {
  const auto off = [](double v, int digits) { return std::abs(std::strtod(readable(v, digits).c_str(), nullptr) - v); };
  int digits = 6;
  if (std::isfinite(e.low) && std::isfinite(e.high))
    while (digits < 17 && std::max(off(e.low, digits), off(e.high, digits)) > 0.01 * (e.high - e.low)) ++digits;
  return digits;
}

std::string interval_text(const Expect& e) {
  const std::string low = readable(e.low, digits_of(e)), high = readable(e.high, digits_of(e));
  if (std::isinf(e.low)) return "≤ " + high;
  if (std::isinf(e.high)) return "≥ " + low;
  return low + " … " + high;
}

std::string why_unknown(const json& summary, const std::string& name) {
  const auto unknown = summary.find("unknown");
  if (unknown == summary.end() || !unknown->is_object() || !unknown->contains(name) || !(*unknown)[name].is_string())
    return "the run has no number of this name";
  return "not known: " + (*unknown)[name].get<std::string>();
}

Judgement judge_number(const Expect& e, const json& summary) {
  Judgement j{e.name, "–", interval_text(e), e.source, false, ""};
  const auto value = find_number(summary, e.name);
  if (!value) {
    j.reason = why_unknown(summary, e.name);
    return j;
  }
  j.value = *value;
  j.computed = readable(*value, digits_of(e));
  j.pass = *value >= e.low && *value <= e.high;
  if (std::isnan(*value))
    j.reason = "not a number";
  else if (!j.pass)
    j.reason = *value < e.low ? fmt::format("below by {:.3g}", e.low - *value)
                              : fmt::format("above by {:.3g}", *value - e.high);
  return j;
}

// The run itself.

Judgement judge_ending(const json& summary) {
  Judgement j{"run", "finished", "finished", "", true, ""};
  const auto flag = [&](const char* name, bool wanted) {
    const auto v = summary.find(name);
    return v == summary.end() || !v->is_boolean() || v->get<bool>() == wanted;
  };
  const auto text = [&](const char* name) {
    return summary.contains(name) && summary[name].is_string() ? summary[name].get<std::string>() : "";
  };
  if (!flag("finished", true) || !flag("stopped", false)) {
    j.computed = "stopped";
    j.pass = false;
    j.reason = "the run was stopped before its end; resume it";
  }
  if (!flag("converged", true)) {
    j.computed = "not converged";
    j.pass = false;
    j.reason = text("trouble").empty() ? "not converged" : text("trouble");
  }
  return j;
}

// The numbers of [signal.NAME], computed at the end of the run.

std::string signals_text(const Case& used, const json& summary) {
  TextTable table({"signal", "mean, 95 %", "rms, 95 %", "min", "max", "periods", "frequency", "amplitude", "Strouhal"});
  for (const SignalOptions& s : used.signal) {
    const auto number = [&](const char* what) {
      const auto value = find_number(summary, s.name + "." + what);
      return !value || std::isnan(*value) ? "–" : readable(*value);
    };
    table.add({s.name + " (" + s.column + ")", number("mean") + " ± " + number("mean_error"),
               number("rms") + " ± " + number("rms_error"), number("min"), number("max"), number("periods"),
               number("frequency"), number("amplitude"), number("strouhal")});
  }
  return used.signal.empty() ? "" : table.text();
}

}  // namespace

bool is_order(const std::string& expected) { return expected == "order" || expected == "order_time"; }

std::vector<Judgement> judge_run(const fs::path& folder) {
  const json summary = read_summary(folder);
  const Case used = read_case(folder / "case.used.toml", {}, solver_keys_list());
  std::vector<Judgement> all;
  if (const Judgement ending = judge_ending(summary); !ending.pass) all.push_back(ending);
  for (const Expect& e : used.expect)
    if (!is_order(e.name)) all.push_back(judge_number(e, summary));
  for (const Compare& c : used.compare) all.push_back(judge_line(c, folder));
  return all;
}

static std::string note_of(const fs::path& folder) {
  const json summary = read_summary(folder);
  const auto found = summary.find("note");
  return found != summary.end() && found->is_string() ? found->get<std::string>() : "";
}

// No verdict where nothing was compared.
static std::optional<bool> verdict(const std::vector<Judgement>& rows) {
  if (rows.empty()) return {};
  return std::all_of(rows.begin(), rows.end(), [](const Judgement& j) { return j.pass; });
}

static json rows_json(const std::vector<Judgement>& rows) {
  json all = json::array();
  for (const Judgement& j : rows)
    all.push_back({{"number", j.name},
                   {"computed", j.computed},
                   {"value", j.value ? json(*j.value) : json()},
                   {"expected", j.interval},
                   {"source", j.source},
                   {"pass", j.pass},
                   {"why", j.reason}});
  return all;
}

static std::string rows_text(const std::vector<Judgement>& rows) {
  if (rows.empty()) return std::string(nothing_to_compare) + "\n";
  TextTable table({"number", "computed", "expected", "source", "", "why"});
  for (const Judgement& j : rows)
    table.add({j.name, j.computed, j.interval, j.source, j.pass ? "PASS" : "FAIL", j.reason});
  return table.text();
}

Exit verb::report(const fs::path& folder, const Talk& talk, const std::optional<fs::path>& html) {
  const WithoutFunctions looking;
  refuse_no_folder(folder);
  read_summary(folder);  // throws if this is no run, or not finished
  if (html) {
    module_function<void(const fs::path&, const fs::path&)>("draw", "verb", "eddy_report_html")(folder, *html);
    if (!talk.quiet) say("the report is in " + html->string());
  }
  const auto rows = judge_run(folder);
  const std::optional<bool> pass = verdict(rows);
  const std::string note = note_of(folder);
  if (talk.json) {
    json out{{"folder", folder.string()}, {"pass", pass ? json(*pass) : json()}, {"rows", rows_json(rows)}};
    if (!pass) out["note"] = nothing_to_compare;
    if (!note.empty()) out["note_of_run"] = note;
    print(json_text(out));
  } else {
    print(rows_text(rows));
    print(signals_text(read_case(folder / "case.used.toml", {}, solver_keys_list()), read_summary(folder)));
    if (!note.empty()) print("note: " + note + "\n");
  }
  return pass.value_or(true) ? Exit::done : Exit::failed;
}

}  // namespace eddy
