// Rows that `--only` leaves.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy::bench {

// Leaves the rows whose text has all the words; refuses words that leave none.
template <class Row, class Text>
void keep_only(std::vector<Row>& rows, const std::vector<std::string>& words, const Text& text) {
  std::erase_if(rows, [&](const Row& row) {
    const std::string all = text(row);
    return !std::all_of(words.begin(), words.end(), [&](const std::string& w) { return all.find(w) != all.npos; });
  });
  if (rows.empty()) throw Error(Exit::usage, "no row has all the words of --only: " + join(words) + ".");
}

}  // namespace eddy::bench
