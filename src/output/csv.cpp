// Writes and reads tables of numbers.
#include "output/csv.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

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

// Length of the comments and the line with the columns; 0: that line is incomplete.
std::size_t length_of_header(std::string_view text) { return text.find('\n', after_comments(text)) + 1; }

// Length of the header and the complete rows up to a step, as long as steps ascend, without a last row whose step is no
// multiple of `every`.
std::size_t length_up_to(std::string_view text, std::int64_t step, std::int64_t every) {
  std::size_t begin = length_of_header(text);
  if (begin == 0) return 0;
  const double most = std::min(static_cast<double>(step), 1e18);
  std::size_t last_begin = begin;
  double last = -1;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    const std::string line(text.substr(begin, end - begin));
    char* stop = nullptr;
    const double value = std::strtod(line.c_str(), &stop);
    if (stop == line.c_str() || !(value > last && value <= most)) break;
    last_begin = begin;
    last = value;
  }
  return static_cast<std::int64_t>(last) % every == 0 ? begin : last_begin;
}

void shorten(const Path& path, std::size_t length) {
  const OpenFile file(open_own("cut back", path, O_WRONLY));
  if (::ftruncate(file, static_cast<off_t>(length)) != 0) throw_file_error("cut back", path, errno);
}

// Takes the part before a character off the text, and that character.
std::string_view cut_off(std::string_view& text, char at) {
  const std::size_t end = text.find(at);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return part;
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

std::string origin_comment(const OutputOptions& o) {
  return o.csv_origin && !o.origin.empty() ? "# " + o.origin + "\n" : "";
}

std::size_t after_comments(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && text[begin] == '#') begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  return begin;
}

std::size_t column_of(const Table& t, const std::string& name) {
  for (std::size_t c = 0; c < t.columns.size(); ++c)
    if (bare(t.columns[c]) == bare(name)) return c;
  return t.columns.size();
}

CsvFile::~CsvFile() {
  if (file_ >= 0) ::close(file_);
}

void CsvFile::cut_back(std::int64_t step, std::int64_t every) {
  if (!is_there(path_)) return;
  part_from_others(path_);
  const std::string text = read_own_file(path_);
  const std::size_t length = length_up_to(text, step, every);
  if (length < text.size()) shorten(path_, length);
}

FileMark CsvFile::mark_kept(std::int64_t every) const {
  if (!is_there(path_)) return {};
  const std::string text = read_own_file(path_);
  const std::size_t length = length_up_to(text, std::numeric_limits<std::int64_t>::max(), every);
  return length <= length_of_header(text) ? FileMark{} : mark_of(std::string_view(text).substr(0, length));
}

void CsvFile::header(const std::vector<std::string>& columns) {
  const std::string line = join(columns, ",") + "\n";
  const std::string old = is_there(path_) ? read_own_file(path_) : "";
  if (!old.empty() && old.compare(after_comments(old), line.size(), line) != 0)
    throw Error(Exit::missing, fmt::format("'{}' has other columns than this run ({}). Move it away, and go on without "
                                           "its rows: eddy resume --force",
                                           path_.string(), line.substr(0, line.size() - 1)));
  file_ = open_own("write", path_, O_RDWR | O_CREAT | O_APPEND);
  length_ = static_cast<std::int64_t>(old.size());
  sum_ = {};
  sum_.add(old.data(), old.size());
  if (old.empty()) append(comment_ + line);
}

void CsvFile::rows(std::span<const std::vector<double>> all) {
  std::string lines;
  for (const std::vector<double>& row : all) lines += line_of(row);
  append(lines);
}

void CsvFile::append(const std::string& lines) {
  stay();
  try {
    write_all(file_, lines.data(), lines.size(), path_);
  } catch (...) {
    if (::ftruncate(file_, length_) != 0) {
    }  // a part is useless; the first error is reported
    throw;
  }
  length_ += static_cast<std::int64_t>(lines.size());
  sum_.add(lines.data(), lines.size());
}

void CsvFile::stay() {
  if (file_ < 0) return;
  struct stat mine {
  }, named{};
  if (::fstat(file_, &mine) != 0) throw_file_error("look at", path_, errno);
  if (mine.st_size != length_)
    refuse_changed(fmt::format("it has {} bytes instead of {}", std::int64_t(mine.st_size), length_));
  if (::lstat(path_.c_str(), &named) != 0) return put_back();
  if (named.st_ino != mine.st_ino || named.st_dev != mine.st_dev) refuse_changed("another file has taken its place");
}

// The file was removed or moved away. As long as it is open, all of it can still be read.
void CsvFile::put_back() {
  std::string text(static_cast<std::size_t>(length_), '\0');
  const ssize_t got = ::pread(file_, text.data(), text.size(), 0);
  if (got != static_cast<ssize_t>(text.size()) || checksum(text.data(), text.size()) != sum_.value())
    refuse_changed("it was removed");
  write_file(path_, text);
  ::close(std::exchange(file_, -1));
  file_ = open_own("write", path_, O_RDWR | O_APPEND);
}

void CsvFile::refuse_changed(const std::string& how) const {
  throw Error(Exit::missing, fmt::format("'{}' was changed by another program while the run was writing it: {}. Leave "
                                         "it alone while a run goes on.",
                                         path_.string(), how));
}

void CsvFile::sync() {
  stay();
  if (file_ >= 0 && ::fsync(file_) != 0 && errno != EINVAL) throw_file_error("write", path_, errno);
}

ShownUnit shown_unit_of(const std::string& column, const std::vector<std::string>& units) {
  const std::string name = bare(column);
  if (column.size() < name.size() + 3) return {};
  const std::string si = column.substr(name.size() + 1, column.size() - name.size() - 2);
  const bool is_temperature = name.find("temperature") != name.npos && name.find("rms") == name.npos;
  return shown_unit(units, si, !is_temperature);
}

Table in_units(Table table, const std::vector<std::string>& units) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const ShownUnit unit = shown_unit_of(table.columns[c], units);
    if (unit.name.empty()) continue;
    table.columns[c] = column(bare(table.columns[c]), unit.name);
    for (std::vector<double>& row : table.rows) row[c] = unit.shown(row[c]);
  }
  return table;
}

Table read_csv(const Path& path, const std::vector<std::string>& wanted) {
  const std::string text = read_own_file(path);
  Table table;
  std::vector<bool> kept;  // of the columns of the file
  std::size_t line = 0;
  const auto is_wanted = [&](std::string_view column) {
    const auto is = [&](const std::string& name) { return bare(name) == bare(std::string(column)); };
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), is);
  };
  for (std::string_view left = text, row; !left.empty();) {
    row = cut_off(left, '\n');
    ++line;
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    if (row.empty() || row.front() == '#') continue;
    const bool is_header = kept.empty();
    std::vector<double> values;
    values.reserve(table.columns.size());
    std::size_t count = 0;
    for (bool more = true; more; ++count) {
      more = row.find(',') != row.npos;
      const std::string_view word = cut_off(row, ',');
      if (is_header) kept.push_back(is_wanted(word));
      if (count >= kept.size() || !kept[count]) continue;
      if (is_header)
        table.columns.emplace_back(word);
      else
        values.push_back(number(word, path, line));
    }
    if (count != kept.size())
      throw Error(Exit::missing, fmt::format("'{}', line {}: {} numbers, but the header names {}.", path.string(), line,
                                             count, kept.size()));
    if (!is_header) table.rows.push_back(std::move(values));
  }
  if (kept.empty()) throw Error(Exit::missing, fmt::format("'{}' is empty: no header line.", path.string()));
  return table;
}

void write_csv(const Path& path, const Table& table, const std::string& comment) {
  std::string text = comment + join(table.columns, ",") + "\n";
  for (const auto& row : table.rows) text += line_of(row);
  write_file(path, text);
}

}  // namespace eddy
