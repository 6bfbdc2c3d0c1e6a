// Tables of numbers in files.
#include "output/csv.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

std::string line_of(std::span<const double> values) {
  std::string line;
  for (double value : values) {
    if (!line.empty()) line += ',';
    line += number_text(value);
  }
  return line + '\n';
}

bool there(const Path& path) { return ::access(path.c_str(), F_OK) == 0; }

std::size_t length_up_to(const std::string& text, std::int64_t step, std::int64_t every) {
  std::size_t begin = text.find('\n');
  if (begin == text.npos) return 0;
  ++begin;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    char* stop = nullptr;
    const double value = std::strtod(text.c_str() + begin, &stop);
    if (stop == text.c_str() + begin || !(value <= static_cast<double>(step))) break;
    if (static_cast<std::int64_t>(value) % every != 0) break;
  }
  return begin;
}

double number(std::string_view word, const Path& path, std::size_t line) {
  const std::string text(word);
  char* stop = nullptr;
  const double value = std::strtod(text.c_str(), &stop);
  if (text.empty() || *stop != '\0')
    throw Error(Exit::missing, fmt::format("'{}', line {}: '{}' is not a number.", path.string(), line, text));
  return value;
}

}  // namespace

std::string column(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + "[" + unit + "]";
}

std::string bare(const std::string& column) { return column.substr(0, column.find('[')); }

std::size_t column_of(const Table& t, const std::string& name) {
  for (std::size_t c = 0; c < t.columns.size(); ++c)
    if (bare(t.columns[c]) == bare(name)) return c;
  return t.columns.size();
}

CsvFile::~CsvFile() {
  if (file_ >= 0) ::close(file_);
}

void CsvFile::cut_back(std::int64_t step, std::int64_t every) {
  if (!there(path_)) return;
  const std::string text = read_file(path_);
  const std::size_t length = length_up_to(text, step, every);
  if (length < text.size() && ::truncate(path_.c_str(), static_cast<off_t>(length)) != 0)
    throw_file_error("cut back", path_, errno);
}

void CsvFile::header(const std::vector<std::string>& columns) {
  const std::string line = join(columns, ",") + "\n";
  const std::string old = there(path_) ? read_file(path_) : "";
  if (!old.empty() && old.compare(0, line.size(), line) != 0)
    throw Error(Exit::missing, fmt::format("'{}' has other columns than this run ({}). Move it away and start again.",
                                           path_.string(), line.substr(0, line.size() - 1)));
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) throw_file_error("write", path_, errno);
  length_ = static_cast<std::int64_t>(old.size());
  if (old.empty()) append(line);
}

void CsvFile::row(std::span<const double> values) { append(line_of(values)); }

void CsvFile::append(const std::string& line) {
  try {
    write_all(file_, line.data(), line.size(), path_);
  } catch (...) {
    if (::ftruncate(file_, length_) != 0) {
    }  // half a line helps nobody; the first error is the one to report
    throw;
  }
  length_ += static_cast<std::int64_t>(line.size());
}

void CsvFile::sync() {
  if (file_ >= 0 && ::fsync(file_) != 0 && errno != EINVAL) throw_file_error("write", path_, errno);
}

Table read_csv(const Path& path) {
  const std::string text = read_file(path);
  Table table;
  std::size_t line = 0;
  for (std::string_view row : split(text, '\n')) {
    ++line;
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    if (row.empty() || row.front() == '#') continue;
    const auto words = split(row, ',');
    if (table.columns.empty()) {
      table.columns.assign(words.begin(), words.end());
      continue;
    }
    if (words.size() != table.columns.size())
      throw Error(Exit::missing, fmt::format("'{}', line {}: {} numbers, but the header names {}.", path.string(), line,
                                             words.size(), table.columns.size()));
    auto& values = table.rows.emplace_back();
    for (std::string_view word : words) values.push_back(number(word, path, line));
  }
  if (table.columns.empty()) throw Error(Exit::missing, fmt::format("'{}' is empty: no header line.", path.string()));
  return table;
}

void write_csv(const Path& path, const Table& table) {
  std::string text = join(table.columns, ",") + "\n";
  for (const auto& row : table.rows) text += line_of(row);
  write_file(path, text);
}

}  // namespace eddy
