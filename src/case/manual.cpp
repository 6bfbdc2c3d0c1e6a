// Makes the manual from the descriptions that the reader uses.
#include "case/manual.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/case_describe.hpp"
#include "case/keys_list.hpp"
#include "case/units.hpp"

namespace eddy {
namespace {

bool is_placeholder(const std::string& part) { return part == "NAME" || part == "SIDE" || part == "AXIS"; }
bool is_table(const ManualEntry& entry) { return entry.type.find("table") != std::string::npos; }

using Parts = std::vector<std::string>;

bool same_parts(const Parts& asked, std::size_t at, const Parts& path, std::size_t of) {
  if (of == path.size()) return at == asked.size();
  if (at == asked.size() || (asked[at] != path[of] && !is_placeholder(path[of]))) return false;
  if (same_parts(asked, at + 1, path, of + 1)) return true;
  return path[of] == "NAME" && asked.size() - at > path.size() - of && same_parts(asked, at + 1, path, of);
}

// The path with NAME, SIDE and AXIS replaced by the words of `asked`: a typing error elsewhere is then close to it.
std::string filled_in(const std::string& path, const std::string& asked) {
  Parts parts = split(path, '.');
  const Parts words = split(asked, '.');
  for (std::size_t i = 0; i < std::min(parts.size(), words.size()); ++i)
    if (is_placeholder(parts[i])) parts[i] = words[i];
  return join(parts, ".");
}

std::string facts(const ManualEntry& e) {
  std::vector<std::string> parts{e.type};
  if (!e.unit.empty()) parts.push_back("in " + e.unit);
  if (!e.limit.empty()) parts.push_back(e.limit);
  if (!is_table(e))
    parts.push_back(e.required ? "required" : e.fallback.empty() ? "no default" : "default " + e.fallback);
  return join(parts);
}

std::string explain_entry(const ManualEntry& e) {
  std::string text =
      e.path + ": " + facts(e) + (e.solver.empty() ? "" : " (solver " + e.solver + ")") + "\n  " + e.doc + "\n";
  for (const auto& choice : e.choices) text += "    " + choice.word + ": " + choice.doc + "\n";
  return text;
}

// All keys, or those of one table; for a solver's table, only those of the same solver.
std::string list_keys(const std::vector<ManualEntry>& entries, const std::string& prefix,
                      const std::string& solver = "") {
  std::string text;
  for (const ManualEntry& e : entries)
    if (!is_table(e) && e.path.starts_with(prefix) && (solver.empty() || e.solver == solver))
      text += e.path + ": " + e.doc + "\n";
  return text;
}

std::string list_choices(const ManualEntry& e) {
  std::string text;
  for (const auto& choice : e.choices) text += choice.word + ": " + choice.doc + "\n";
  return text;
}

std::string last_word(const std::string& path) { return split(path, '.').back(); }

std::string explain_choice(const std::vector<ManualEntry>& entries, const std::string& word) {
  std::string text;
  for (const ManualEntry& e : entries)
    for (const auto& choice : e.choices)
      if (choice.word == word) text += e.path + " = \"" + word + "\": " + choice.doc + "\n";
  return text;
}

// Short names for keys with a list of words.
std::string topic_of(const ManualEntry& e) {
  if (e.path == "boundary.SIDE.kind") return "boundaries";
  if (e.path == "boundary.SIDE.heat.kind") return "heat-boundaries";
  if (e.path == "linear.solver") return "linear";
  if (e.path == "region.NAME.shape") return "shapes";
  if (e.path == "mesh.stretch.AXIS.kind") return "stretch";
  if (e.path == "mesh.kind") return "meshes";
  if (e.path == "mesh.around.shape") return "bodies";
  return e.path;
}

// All words that `explain` accepts.
std::vector<std::string> explained_words(const std::vector<ManualEntry>& entries, const std::string& asked) {
  std::vector<std::string> known;
  for (const ManualEntry& e : entries) {
    known.insert(known.end(), {filled_in(e.path, asked), last_word(e.path)});
    for (const auto& choice : e.choices) known.push_back(choice.word);
  }
  return known;
}

}  // namespace

bool same_path(const std::string& asked, const std::string& path) {
  return same_parts(split(asked, '.'), 0, split(path, '.'), 0);
}

std::vector<ManualEntry> manual(const Solvers& solvers) {
  std::vector<ManualEntry> entries;
  Case common;
  ListKeys keys(entries, "");
  describe_common(keys, common);
  for (const auto& solver : solvers)
    for (ManualEntry& e : entries)
      if (e.path == "solver") e.choices.push_back({solver.name, solver.doc});
  for (const SolverKeys& solver : solvers) {
    ListKeys own(entries, solver.name);
    std::any options = solver.defaults;
    solver.describe(own, options);
  }
  describe_sized(keys, common);
  ManualEntry& small = entries.emplace_back();
  small.path = "small";
  small.type = "table";
  small.doc = "Overrides for a quick variant, such as \"mesh.cells\" = [16, 16]; [small.expect] replaces [expect].";
  return entries;
}

std::string explain(const std::string& key, const Solvers& solvers) {
  const auto entries = manual(solvers);
  std::string text;
  for (const ManualEntry& e : entries)
    if (same_path(key, e.path))
      text += explain_entry(e) + (is_table(e) ? list_keys(entries, e.path + ".", e.solver) : "");
  if (!text.empty()) return text;
  for (const ManualEntry& e : entries)
    if (last_word(e.path) == key) text += explain_entry(e);
  text += explain_choice(entries, key);
  if (!text.empty()) return text;
  throw Error(Exit::usage, "'" + key + "' is not a key of a case." + did_you_mean(key, explained_words(entries, key)) +
                               " See `eddy list keys`.");
}

std::vector<std::string> list_topics(const Solvers& solvers) {
  std::vector<std::string> topics{"solvers", "keys"};
  for (const ManualEntry& e : manual(solvers))
    if (!e.choices.empty() && e.path != "solver" &&
        std::find(topics.begin(), topics.end(), topic_of(e)) == topics.end())
      topics.push_back(topic_of(e));
  return topics;
}

std::string list(const std::string& what, const Solvers& solvers) {
  const auto entries = manual(solvers);
  if (what == "keys") return list_keys(entries, "");
  std::string text;
  for (const ManualEntry& e : entries) {
    const bool asked = (what == "solvers" && e.path == "solver") || what == topic_of(e) || what == e.path;
    if (asked) text += list_choices(e);
  }
  if (!text.empty()) return text;
  const auto topics = list_topics(solvers);
  throw Error(Exit::usage,
              "there is no list of '" + what + "'." + did_you_mean(what, topics) + " Lists: " + join(topics) + ".");
}

namespace {

std::string cell(const std::string& text) {
  std::string escaped;
  for (char c : text) c == '|' ? escaped.append("\\|") : escaped.append(1, c);
  return escaped;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

std::string table_row(const ManualEntry& e) {
  std::string doc = e.doc;
  std::vector<std::string> choices;
  for (const auto& choice : e.choices) choices.push_back("`" + choice.word + "` (" + choice.doc + ")");
  if (!choices.empty()) doc += " " + join(choices) + ".";
  const std::string fallback = e.required ? "required" : code(e.fallback);
  const std::vector<std::string> cells{
      code(e.path), e.type, fallback, e.unit, e.limit, cell(doc) + (e.solver.empty() ? "" : " *" + e.solver + "*")};
  return std::string("| ").append(join(cells, " | ")).append(" |\n");
}

}  // namespace

std::string reference_markdown(const Solvers& solvers) {
  std::string text =
      "# Keys of a case\n\nGenerated by the program from the tables that it reads cases with. Keys of one solver carry "
      "its name.\n"
      "Any number may be a formula string of x, y, z and t, with pi, e, the usual functions, `if(c, a, b)` and "
      "`step(v)`;\n"
      "where the key says number, the formula must be constant.\n"
      "A number may carry a unit, which becomes that of its key: `\"5 mm\"`, `\"2 min\"`, `\"20 degC\"`, `\"1.2 "
      "kg/m^3\"`.\n"
      "Units: " +
      unit_words() + ".\n";
  const auto entries = manual(solvers);
  std::vector<std::string> tables{""};
  for (const ManualEntry& e : entries) {
    const std::string first = split(e.path, '.')[0];
    if (e.path.find('.') == std::string::npos && is_table(e) &&
        std::find(tables.begin(), tables.end(), first) == tables.end())
      tables.push_back(first);
  }
  for (const std::string& table : tables) {
    text += table.empty() ? "\n## The case\n\n" : "\n## [" + table + "]\n\n";
    std::vector<std::string> said;  // solvers may have a table in common, with the same text
    for (const ManualEntry& e : entries)
      if (e.path == table && std::find(said.begin(), said.end(), e.doc) == said.end()) {
        text += e.doc + "\n\n";
        said.push_back(e.doc);
      }
    std::string rows;
    for (const ManualEntry& e : entries) {
      const bool here =
          table.empty() ? e.path.find('.') == std::string::npos && !is_table(e) : e.path.starts_with(table + ".");
      if (here) rows += table_row(e);
    }
    if (!rows.empty()) text += "| key | type | default | unit | limit | what |\n|---|---|---|---|---|---|\n" + rows;
  }
  return text;
}

}  // namespace eddy
