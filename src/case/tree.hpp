// A case file as a tree of values with their places, in the order of the file; the stage between TOML and the keys.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "case/where.hpp"

namespace eddy {

struct Node {
  enum class Kind { none, boolean, integer, number, text, date, array, table };
  Kind kind = Kind::none;
  std::string name;  // of the key
  Where where;       // of the value
  Where key_where;   // of the key
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  std::string text;
  std::vector<Node> items;     // of an array or a table
  bool is_inline = false;      // a table written { … }
  bool by_user = false;        // given on the command line
  bool seen = false;           // some description has asked for it
  mutable bool wrong = false;  // already reported: its contents are not checked

  bool is_table() const { return kind == Kind::table; }
  Node* find(std::string_view key);
  const Node* find(std::string_view key) const { return const_cast<Node*>(this)->find(key); }
  Node& add(std::string_view key);  // the entry of that name, created if missing
  std::string describe() const;     // "the string 'abc'", "a table": for messages
};

Node empty_table();
Node make_text(const std::string& text);
Node make_number(double number);
Node make_integer(std::int64_t number);
Node make_boolean(bool value);
Node make_array(std::vector<Node> items);

inline constexpr int deepest_tree = 16;  // how deeply tables and lists may be nested
// Refuses text that is nested too deeply, by brackets or by dots in keys, since the parser is recursive. Throws
// Error(usage).
void refuse_deep_text(std::string_view text, const std::string& file);
// Throws Error(usage) with line and column if the text is not TOML.
Node parse_toml(std::string_view text, const std::string& file);
// Applies "key=value", with the value as TOML or else as a plain string; an empty value removes the key. Throws
// Error(usage).
void apply_override(Node& root, const std::string& assignment);
// Applies the case's own [small] table: "mesh.cells" = [16, 16], or [small.mesh]; [small.expect] replaces [expect].
void apply_small(Node& root);

std::string toml_text(const Node& root);        // a whole file
std::string toml_value_text(const Node& node);  // one value, on one line

}  // namespace eddy
