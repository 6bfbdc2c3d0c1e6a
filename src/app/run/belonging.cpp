#include "app/run/belonging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/tree.hpp"
#include "output/collection.hpp"
#include "output/csv.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

using Values = std::map<std::string, std::string>;  // texts of values by key

void collect(const Node& node, const std::string& name, Values& values) {
  if (!node.is_table()) {
    values[name] = toml_value_text(node);
    return;
  }
  for (const Node& item : node.items) collect(item, name.empty() ? item.name : name + "." + item.name, values);
}

Values values_of(const Case& c, const FileName& file_name = {}) {
  Values values;
  collect(parse_toml(write_case(c, solver_keys_list(), {}, file_name), "case"), "", values);
  return values;
}

// Whether a key is a title or belongs to the evaluation of results: such keys change nothing that is computed.
bool is_about_results(const std::string& key) {
  const std::string table = key.substr(0, key.find('.'));
  return table == "title" || table == "expect" || table == "compare" || table == "exact" || table == "signal";
}

bool changes_answer(const std::string& key) { return !is_settable(key) && !is_about_results(key); }

bool is_table(const std::string& name) { return name.ends_with(".csv") || name.ends_with(".pvd"); }

std::string misfit_of(const Path& file, const FileMark& mark) {
  return file.extension() == ".pvd" ? Collection(file).misfit(mark) : misfit(file, mark);
}

// Tables of the run lie in the folder itself; files that the case names lie in subfolders.
bool may_be_set_aside(const std::string& name) { return is_table(name) && name.find('/') == name.npos; }

}  // namespace

std::vector<std::string> settable_keys() {
  return {"run.device",
          "run.threads",
          "run.ranks",
          "run.end_time",
          "run.steps",
          "run.checkpoint_every",
          "run.checkpoint_minutes",
          "linear.max_iterations",
          "pseudo.max_iterations",
          "scheme.max_iterations"};
}

bool is_settable(const std::string& key) {
  const std::vector<std::string> keys = settable_keys();
  return key.starts_with("output.") || std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::vector<std::string> differing_keys(const Case& one, const Case& other) {
  const Values left = values_of(one), right = values_of(other);
  std::vector<std::string> keys;
  for (const auto& [key, value] : left)
    if (const auto same = right.find(key); same == right.end() || same->second != value) keys.push_back(key);
  for (const auto& [key, value] : right)
    if (!left.contains(key)) keys.push_back(key);
  return keys;
}

std::string computed_text(const Case& c, const FileName& file_name) {
  Case same = c;
  if (!c.run.dt && c.run.end_time && c.run.steps) same.run.dt = *c.run.end_time / static_cast<double>(*c.run.steps);
  std::string text;
  for (const auto& [key, value] : values_of(same, file_name))
    if (changes_answer(key)) text += key + " = " + value + "\n";
  return text;
}

// The step of the checkpoint is kept, because a changed end_time or steps would otherwise change it.
void keep_step(Case& c, const Checkpoint& from) {
  const auto dt = from.scalars.find("dt");
  if (!c.run.dt && dt != from.scalars.end() && dt->second > 0) c.run.dt = dt->second;
}

CaseInUse case_in_use(const std::string& text, const Path& folder) {
  CaseInUse used{text};
  const Case c = read_case_text(text, folder / "case.used.toml", {}, solver_keys_list());
  write_case(c, solver_keys_list(), {}, [&](const std::string&, const std::string& file) {
    used.files[file] = mark_of(read_file(folder / file));
    return file;
  });
  return used;
}

Case RunFiles::case_from(const std::string& text, const Checkpoint& checkpoint) const {
  Case c = read_case_text(text, case_file(), {}, solver_keys_list());
  keep_step(c, checkpoint);
  return c;
}

std::string RunFiles::misfit_of_case(const Checkpoint& checkpoint) const {
  std::vector<std::string> keys =
      differing_keys(case_from(case_text(checkpoint), checkpoint), case_from(checkpoint.case_text, checkpoint));
  std::erase_if(keys, [](const std::string& key) { return !changes_answer(key); });
  if (keys.empty()) return "";
  return fmt::format(
      "its case is another than case.used.toml ({}): either that was edited, or the checkpoint is of another run. Move "
      "case.used.toml away to go on with the case of the checkpoint",
      join(keys));
}

std::string RunFiles::misfit(const Checkpoint& checkpoint) const {
  if (std::string why = misfit_of_case(checkpoint); !why.empty()) return why;
  for (const auto& [name, mark] : checkpoint.files) {
    if (without_tables_ && may_be_set_aside(name)) continue;
    const std::string why = misfit_of(folder_ / name, mark);
    if (!why.empty())
      return fmt::format("'{}', from which the run goes on, {}. Put it back from a copy{}", name, why,
                         may_be_set_aside(name) ? ", or go on without its rows: eddy resume --force" : "");
  }
  return "";
}

std::string RunFiles::case_text(const Checkpoint& checkpoint) const {
  return is_there(case_file()) ? read_own_file(case_file()) : checkpoint.case_text;
}

std::vector<std::string> RunFiles::notes(const Checkpoint& checkpoint) const {
  std::vector<std::string> all;
  if (!checkpoint.knows_files)
    all.push_back(
        "note: the checkpoint was written by an earlier eddy, so nobody knows whether history.csv, probes.csv "
        "and fields.pvd are as it left them.");
  if (!is_there(case_file())) all.push_back("note: case.used.toml is missing; the case is that of the checkpoint.");
  const auto keys =
      differing_keys(case_from(case_text(checkpoint), checkpoint), case_from(checkpoint.case_text, checkpoint));
  if (!keys.empty())
    all.push_back(fmt::format("note: case.used.toml was changed since the checkpoint, and counts: {}.", join(keys)));
  return all;
}

std::vector<std::string> RunFiles::set_aside(const Checkpoint& checkpoint) const {
  std::vector<std::string> messages;
  for (const auto& [name, mark] : checkpoint.files) {
    const Path file = folder_ / name;
    const std::string why = may_be_set_aside(name) ? misfit_of(file, mark) : "";
    if (why.empty()) continue;
    messages.push_back(fmt::format("note: '{}' {}, and begins anew behind step {}.", name, why, checkpoint.step));
    std::error_code error;
    if (is_there(file)) std::filesystem::rename(file, file.string() + ".damaged", error);
    if (error) throw_file_error("rename", file, error.value());
  }
  return messages;
}

std::string note_of_lost_rows(const Case& c, const Path& folder) {
  for (const char* name : {"history.csv", "probes.csv"}) {
    if (c.signal.empty() || !is_there(folder / name)) continue;
    const Table table = read_csv(folder / name, {"step"});
    if (table.rows.size() < 2 ||
        table.rows.front().front() <= double(std::max<std::int64_t>(c.output.history_every, 1)))
      continue;
    return fmt::format(
        "note: '{}' begins at step {}, because earlier rows were lost; the numbers of [signal] know only the rest.",
        name, table.rows.front().front());
  }
  return "";
}

}  // namespace eddy
