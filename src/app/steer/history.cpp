#include "app/steer/history.hpp"

#include <cstdlib>
#include <limits>

#include "app/run/tail.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

constexpr std::int64_t chunk = 1 << 20;  // bytes
constexpr std::size_t most_rows = 4096;

double number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() ? std::numeric_limits<double>::quiet_NaN() : value;
}

}  // namespace

void GrowingTable::read() {
  for (;;) {
    const Tail tail = tail_of(file_, read_, chunk);
    if (tail.from < read_) *this = GrowingTable(file_);
    if (tail.text.empty()) return;
    read_ = tail.from + std::ssize(tail.text);
    rest_ += tail.text;
    std::size_t begin = 0;
    for (std::size_t end; (end = rest_.find('\n', begin)) != rest_.npos; begin = end + 1)
      take(rest_.substr(begin, end - begin));
    rest_.erase(0, begin);
  }
}

void GrowingTable::take(const std::string& line) {
  if (line.starts_with('#')) return;  // the comment that tells the origin of the table
  const std::vector<std::string> words = split(line, ',');
  if (columns_.empty()) {
    columns_ = words;
    return;
  }
  if (words.size() != columns_.size()) return;
  if (last_is_extra_) rows_.pop_back();
  std::vector<double>& row = rows_.emplace_back();
  for (const std::string& word : words) row.push_back(number_in(word));
  last_is_extra_ = seen_++ % every_ != 0;
  if (rows_.size() >= most_rows) thin();
}

void GrowingTable::thin() {
  std::size_t kept = 0;
  for (std::size_t n = 0; n < rows_.size(); n += 2) std::swap(rows_[kept++], rows_[n]);
  rows_.resize(kept);
  every_ *= 2;
  last_is_extra_ = false;
}

std::optional<std::size_t> GrowingTable::find(const std::string& column) const {
  for (std::size_t n = 0; n < columns_.size(); ++n)
    if (columns_[n] == column || columns_[n].substr(0, columns_[n].find('[')) == column) return n;
  return {};
}

}  // namespace eddy
