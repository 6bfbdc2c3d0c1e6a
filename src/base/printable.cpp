// Escapes for control characters and broken UTF-8.
#include "base/printable.hpp"

#include <algorithm>
#include <cstdio>

namespace eddy {
namespace {

struct Letter {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool broken = true;
};

std::size_t length_of(unsigned char first) {  // 0: not a valid first byte
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

Letter letter_at(std::string_view text) {
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  const std::size_t length = length_of(byte(0));
  if (length == 0 || length > text.size()) return {};
  char32_t code = length == 1 ? byte(0) : byte(0) & (0xFF >> (length + 1));
  for (std::size_t n = 1; n < length; ++n) {
    if ((byte(n) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(n) & 0x3F);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool no_letter = code > 0x10FFFF || (code >= 0xD800 && code < 0xE000);
  return overlong || no_letter ? Letter{} : Letter{code, length, false};
}

std::string escape(const char* format, unsigned number) {
  char text[16];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

std::string shown(const Letter& letter, std::string_view bytes) {
  if (letter.broken) return escape("\\x%02x", static_cast<unsigned char>(bytes[0]));
  if (letter.code == '\n') return "\\n";
  if (letter.code == '\t') return "\\t";
  if (is_control(letter.code)) return escape("\\u%04x", static_cast<unsigned>(letter.code));
  return std::string(bytes.substr(0, letter.bytes));
}

std::string without_controls(std::string_view text, bool keep_lines) {
  std::string all;
  while (!text.empty()) {
    const Letter letter = letter_at(text);
    all += keep_lines && letter.code == '\n' ? "\n" : shown(letter, text);
    text.remove_prefix(letter.bytes);
  }
  return all;
}

}  // namespace

bool is_control(char32_t code) {
  const auto between = [&](char32_t low, char32_t high) { return code >= low && code <= high; };
  const bool turns = between(0x200E, 0x200F) || between(0x202A, 0x202E) || between(0x2066, 0x2069);
  const bool ends_lines = between(0x2028, 0x2029);
  return code < 0x20 || between(0x7F, 0x9F) || turns || ends_lines;
}

std::string printable(std::string_view text) { return without_controls(text, false); }
std::string printable_lines(std::string_view text) { return without_controls(text, true); }

}  // namespace eddy
