// Formats tables for people, and prints.
#include "app/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/printable.hpp"

namespace eddy {
namespace {

std::size_t width(const std::string& text) {  // characters, not bytes
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && (end == text.c_str() + text.size() || text == "–");
}

std::string padded(const std::string& text, std::size_t to, bool right) {
  const std::string space(to - std::min(to, width(text)), ' ');
  return right ? space + text : text + space;
}

}  // namespace

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  std::vector<bool> right(header_.size(), !rows_.empty());
  for (const std::string& h : header_) widths.push_back(width(h));
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], width(row[c]));
      right[c] = right[c] && (row[c].empty() || is_number(row[c]));
    }
  std::string text;
  const auto line = [&](const std::vector<std::string>& row) {
    std::string joined;
    for (std::size_t c = 0; c < row.size(); ++c) joined += (c ? "  " : "") + padded(row[c], widths[c], right[c]);
    joined.erase(joined.find_last_not_of(' ') + 1);
    text += joined + "\n";
  };
  line(header_);
  for (const auto& row : rows_) line(row);
  return text;
}

std::string cells_text(std::span<const int> cells, const char* times) {
  return fmt::format("{}", fmt::join(cells.begin(), cells.end(), times));
}

std::string mesh_text(const Grid& grid, const char* times) {
  const std::array<int, 3> cells = grid.cells();
  if (grid.hexahedra) return fmt::format("{} (hexahedra)", grid.cell_count());
  if (grid.is_box()) return cells_text(std::span(cells.data(), std::size_t(grid.dimensions)), times);
  const std::size_t blocks = grid.blocks->blocks.size();
  return fmt::format("{} (in {} block{})", grid.cell_count(), blocks, blocks == 1 ? "" : "s");
}

void say(const std::string& text) { std::fputs((printable_lines(text) + "\n").c_str(), stderr); }

static int print_error = 0;  // errno of the first text that could not be written

void print(const std::string& text) {
  if ((std::fputs(printable_lines(text).c_str(), stdout) < 0 || std::fflush(stdout) != 0) && print_error == 0)
    print_error = errno;
}

std::string lost_results() {
  print("");  // flushes the remaining text
  if (print_error == 0 || print_error == EPIPE) return "";
  return fmt::format("stdout cannot be written: {}. What it should show is lost; the files of a run are in its folder.",
                     std::strerror(print_error));
}

}  // namespace eddy
