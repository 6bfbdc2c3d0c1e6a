// Makes a JSON schema of case files for editors from the tables that the reader uses.
#include "app/verbs/schema.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"
#include "case/manual.hpp"

namespace eddy {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_formula() {  // any number may be a formula, or carry a unit
  return {{"anyOf", Json::array({{{"type", "number"}}, {{"type", "string"}}})}};
}

Json list_of(const Json& item) {
  return {{"anyOf", Json::array({item, {{"type", "array"}, {"items", item}}})}};  // a single entry needs no brackets
}

bool holds(const std::string& text, const char* word) { return text.find(word) != std::string::npos; }

Json type_of_entry(const std::string& type) {
  const bool list = type.starts_with("list of");
  if (type.starts_with("true")) return {{"type", "boolean"}};
  if (holds(type, "points")) return {{"type", "array"}};
  if (holds(type, "{")) return Json::object();
  if (holds(type, "whole")) return list ? list_of({{"type", "integer"}}) : Json{{"type", "integer"}};
  if (holds(type, "number") || type == "formula") return list ? list_of(number_or_formula()) : number_or_formula();
  return list ? list_of({{"type", "string"}}) : Json{{"type", "string"}};
}

std::string described(const ManualEntry& e) {
  std::string text = e.doc;
  if (!e.unit.empty()) text += " In " + e.unit + ".";
  if (!e.limit.empty()) text += " " + e.limit + ".";
  if (!e.fallback.empty()) text += " Default: " + e.fallback + ".";
  if (!e.solver.empty()) text += " (solver " + e.solver + ")";
  for (const auto& choice : e.choices) text += "\n" + choice.word + ": " + choice.doc;
  return text;
}

Json fresh_table() { return {{"type", "object"}, {"properties", Json::object()}}; }

// The node with the properties of a part of a path. NAME, SIDE and AXIS stand for names that the user chooses.
Json& inside_of(Json& node, const std::string& part) {
  Json& own = node.contains("items") ? node["items"] : node;
  if (part != "NAME" && part != "SIDE") {
    if (!own["properties"].contains(part)) own["properties"][part] = fresh_table();
    return own["properties"][part];
  }
  if (!own.contains("additionalProperties")) own["additionalProperties"] = fresh_table();
  return own["additionalProperties"];
}

void add_words(Json& key, const ManualEntry& e) {
  for (const auto& choice : e.choices) {
    Json& words = key["enum"];
    if (std::find(words.begin(), words.end(), choice.word) == words.end()) words.push_back(choice.word);
  }
}

void add_entry(Json& root, const ManualEntry& e) {
  Json* node = &root;
  std::vector<std::string> parts = split(e.path, '.');
  if (parts.size() > 2 && parts[2] == "AXIS") return;  // in mesh.stretch `check` checks the names of axes
  for (const std::string& part : parts) node = &inside_of(*node, part);
  if (holds(e.type, "list of tables") && !node->contains("items"))
    *node = {{"type", "array"}, {"items", fresh_table()}};
  else if (!holds(e.type, "table")) {
    const Json words = node->contains("enum") ? (*node)["enum"] : Json::array();
    *node = type_of_entry(e.type);
    if (!words.empty()) (*node)["enum"] = words;
    add_words(*node, e);
  }
  (*node)["description"] = described(e);
}

// Tables allow no unknown key, except tables of names, and [small], which may hold any key.
void close_tables(Json& node) {
  if (!node.is_structured()) return;
  const bool closed = node.is_object() && node.contains("properties") && !node["properties"].empty();
  if (closed && !node.contains("additionalProperties")) node["additionalProperties"] = false;
  for (Json& below : node) close_tables(below);
}

}  // namespace

Json case_schema(const Solvers& solvers) {
  Json root = fresh_table();
  for (const ManualEntry& e : manual(solvers)) add_entry(root, e);
  Json& conditions = root["properties"]["boundary"]["additionalProperties"];
  const Json one = conditions.contains("items") ? conditions["items"] : conditions;
  conditions = {{"anyOf", Json::array({one, {{"type", "array"}, {"items", one}}})}};
  root["properties"]["small"] = {{"type", "object"},
                                 {"description", "Other values of any keys, for a quick run: --small."}};
  close_tables(root);
  root["required"] = {"solver"};
  Json whole{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "A case of eddy"}};
  whole.update(root);
  return whole;
}

}  // namespace eddy
