// Formats tables for people: columns as wide as their widest entry, numbers aligned to the right.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "mesh/grid.hpp"

namespace eddy {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : header_(std::move(header)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;  // all lines, each with its newline

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

std::string cells_text(std::span<const int> cells, const char* times = " × ");  // "128 × 64"
// Like cells_text for a box, else "12000 (in 3 blocks)" or "500 (hexahedra)".
std::string mesh_text(const Grid& grid, const char* times = " × ");
void say(const std::string& text);    // writes talk to stderr; escapes control characters
void print(const std::string& text);  // writes results to stdout; escapes control characters
std::string lost_results();           // why stdout could not be written; "": it could, or its reader has closed it

template <class Json>
Json cells_json(const Grid& grid) {  // [128, 64]; of blocks one entry per name; of hexahedra their number
  if (grid.hexahedra) return Json::array({grid.cell_count()});
  Json all = grid.blocks ? Json::object() : Json::array();
  if (grid.blocks)
    for (const Block& b : grid.blocks->blocks)
      all[b.name] = std::vector<int>(b.cells.begin(), b.cells.begin() + b.dimensions);
  else
    for (int a = 0; a < grid.dimensions; ++a) all.push_back(grid.cells(a));
  return all;
}

template <class Json>
std::string json_text(const Json& json) {  // names of files may hold bytes that are not UTF-8
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace eddy
