// `eddy explain KEY`: prints the manual of a key, from the tables that the reader uses, with an example from the cases
// that come with the program. Several words, or one that is no key, are searched for in the whole manual.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/text_table.hpp"
#include "app/verbs/templates.hpp"
#include "app/verbs/verbs.hpp"
#include "base/text.hpp"
#include "case/manual.hpp"
#include "case/tree.hpp"
#include "output/file.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

bool is_name(const std::string& part) { return part == "NAME" || part == "SIDE" || part == "AXIS"; }

struct FoundKey {
  std::string path, value;
};

// The first key in a tree that a path of the manual matches.
std::optional<FoundKey> found_in(const Node& node, const std::vector<std::string>& parts, std::size_t at,
                                 const std::string& path) {
  if (at == parts.size()) return FoundKey{path, toml_value_text(node)};
  if (node.kind == Node::Kind::array) {
    for (const Node& item : node.items)
      if (item.is_table())
        if (const auto found = found_in(item, parts, at, path)) return found;
    return {};
  }
  for (const Node& item : node.items)
    if (node.is_table() && (item.name == parts[at] || is_name(parts[at])))
      if (const auto found = found_in(item, parts, at + 1, path.empty() ? item.name : path + "." + item.name))
        return found;
  return {};
}

bool of_type(const ManualEntry& e, const char* part) { return e.type.find(part) != std::string::npos; }

// An example of a value, for keys that no case has.
std::string likely_value(const ManualEntry& e) {
  if (!e.fallback.empty() && e.fallback != "[]" && e.fallback != "\"\"") return e.fallback;
  if (!e.choices.empty()) return "\"" + e.choices[0].word + "\"";
  if (of_type(e, "list of tables")) return "[{ … }]";
  if (of_type(e, "table")) return "{ … }";
  const std::string last = split(e.path, '.').back();
  std::string one = "1";
  if (of_type(e, "true")) one = "true";
  if (of_type(e, "whole")) one = "10";
  if (e.unit == "K") one = "300";
  if (e.unit == "m" || e.unit == "s") one = "0.01";
  if (of_type(e, "string") || of_type(e, "word")) {
    if (last == "units") return "[\"mm\", \"degC\"]";
    const bool fields = last.ends_with("fields");
    return last == "file" ? "\"body.stl\"" : fields ? "[\"velocity\"]" : "\"" + last + "\"";
  }
  if (of_type(e, "points")) return "[[0, 0], [1, 0], [0.5, 1]]";
  if (of_type(e, "list")) return fmt::format("[{0}, {0}]", one);
  return one;
}

std::string example_of(const ManualEntry& e) {
  for (const Template& t : templates()) {
    const Node root = parse_toml(read_file(t.folder / "case.toml"), t.name);
    const Node* const solver = root.find("solver");
    if (!e.solver.empty() && (!solver || solver->text != e.solver)) continue;
    if (const auto found = found_in(root, split(e.path, '.'), 0, ""); found && found->value.size() < 200)
      return fmt::format("  Example: {} = {}  (cases/{})\n", found->path, found->value, t.name);
  }
  return fmt::format("  Example: {} = {}\n", e.path, likely_value(e));
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

std::string searched(const std::string& words, const std::vector<ManualEntry>& entries) {
  std::string text;
  for (const ManualEntry& e : entries) {
    std::string all = lower(e.path + " " + e.doc + " " + e.unit + " " + e.solver);
    for (const auto& choice : e.choices) all += " " + lower(choice.word + " " + choice.doc);
    const std::vector<std::string> wanted = split(lower(words), ' ');
    const bool fits = std::all_of(wanted.begin(), wanted.end(),
                                  [&](const std::string& word) { return all.find(word) != std::string::npos; });
    if (fits) text += e.path + ": " + e.doc + (e.solver.empty() ? "" : " (solver " + e.solver + ")") + "\n";
  }
  return text;
}

std::string explained(const std::string& key) {
  const auto solvers = solver_keys_list();
  const std::vector<ManualEntry> entries = manual(solvers);
  std::string text;
  try {
    text = eddy::explain(key, solvers);
  } catch (const Error&) {
    text = searched(key, entries);
    if (text.empty()) throw;
    return text;
  }
  std::vector<std::string> told;
  for (const ManualEntry& e : entries)
    if (same_path(key, e.path) || split(e.path, '.').back() == key)
      if (const std::string example = example_of(e);
          std::find(told.begin(), told.end(), example) == told.end() && told.size() < 5) {
        told.push_back(example);
        text += example;
      }
  return text;
}

}  // namespace

Exit verb::explain(const std::string& key, const Talk& talk) {
  const std::string text = explained(key);
  print(talk.json ? json_text(nlohmann::json{{"key", key}, {"text", text}}) : text);
  return Exit::done;
}

}  // namespace eddy
