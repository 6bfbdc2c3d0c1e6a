// Writes a tree as TOML text: each table and named table has a header, everything deeper is on one line.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.hpp"
#include "case/tree.hpp"

namespace eddy {
namespace {

// U+0080 … U+009F: two bytes that some terminals interpret as the start of a command.
bool steers_terminal(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t n) { return n < text.size() ? static_cast<unsigned char>(text[n]) : 0; };
  return byte(at) == 0xC2 && byte(at + 1) >= 0x80 && byte(at + 1) < 0xA0;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04X", static_cast<unsigned char>(c));
    if (steers_terminal(text, at)) {
      std::snprintf(code, sizeof code, "\\u%04X", static_cast<unsigned char>(text[++at]));
      out += code;
    } else if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 32 || c == 127)
      out += code;
    else
      out += c;
  }
  return out + "\"";
}

std::string key_text(const std::string& key) {
  const auto bare = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  return !key.empty() && std::all_of(key.begin(), key.end(), bare) ? key : quoted(key);
}

std::string float_text(double number) {
  if (!std::isfinite(number)) return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
  std::string text = number_text(number);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string entry_text(const Node& node) { return key_text(node.name) + " = " + toml_value_text(node); }

std::string inline_items(const Node& node, std::string (*one)(const Node&)) {
  std::vector<std::string> parts;
  for (const Node& item : node.items) parts.push_back(one(item));
  return join(parts);
}

// Lists of tables, and long lists, are written with one line per entry.
std::string wrapped_entry(const Node& node) {
  const std::string plain = entry_text(node);
  constexpr std::size_t widest = 118;
  const bool of_tables = node.kind == Node::Kind::array && node.items.size() > 1 && node.items[0].is_table();
  if (node.kind != Node::Kind::array || (!of_tables && plain.size() <= widest)) return plain + "\n";
  std::string out = key_text(node.name) + " = [\n";
  for (const Node& item : node.items) out += "  " + toml_value_text(item) + ",\n";
  return out + "]\n";
}

bool has_header(const Node& node) { return node.is_table() && !node.is_inline; }

std::string inner_path(std::string path, const Node& item) {
  if (!path.empty()) path += '.';
  path += key_text(item.name);
  return path;
}

void write_table(std::string& out, const Node& table, const std::string& path) {
  const bool plain = std::any_of(table.items.begin(), table.items.end(), [](auto& item) { return !has_header(item); });
  if (!path.empty() && (plain || table.items.empty())) out += "\n[" + path + "]\n";
  for (const Node& item : table.items)
    if (!has_header(item)) out += wrapped_entry(item);
  for (const Node& item : table.items)
    if (has_header(item)) write_table(out, item, inner_path(path, item));
}

}  // namespace

std::string toml_value_text(const Node& node) {
  switch (node.kind) {
    case Node::Kind::boolean:
      return node.boolean ? "true" : "false";
    case Node::Kind::integer:
      return std::to_string(node.integer);
    case Node::Kind::number:
      return float_text(node.number);
    case Node::Kind::text:
      return quoted(node.text);
    case Node::Kind::array:
      return std::string("[").append(inline_items(node, toml_value_text)).append("]");
    case Node::Kind::table:
      return std::string("{ ").append(inline_items(node, entry_text)).append(" }");
    default:
      return "\"\"";
  }
}

std::string toml_text(const Node& root) {
  std::string out;
  write_table(out, root, "");
  return out;
}

}  // namespace eddy
