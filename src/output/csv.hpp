// Tables of numbers: `time[s],…`, with the fewest digits that read back to the same bits, and written by whole lines.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "case/options.hpp"
#include "case/units.hpp"
#include "output/checksum.hpp"
#include "output/mark.hpp"

namespace eddy {

std::string column(const std::string& name, const std::string& unit);  // "time[s]"; without a unit "step"

std::string bare(const std::string& column);  // the name of a column without its unit

std::string origin_comment(const OutputOptions& options);  // the first line of a table; empty: no such line
std::size_t after_comments(std::string_view text);         // place of the line with the columns

class CsvFile {
 public:
  explicit CsvFile(Path path, std::string comment = "") : path_(std::move(path)), comment_(std::move(comment)) {}
  ~CsvFile();
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;

  // Keeps the header and the rows up to a step (the first number), without a last row that only the end of a run wrote,
  // whose step is no multiple of `every`. An incomplete last line is removed, too.
  void cut_back(std::int64_t step, std::int64_t every = 1);
  void clear() { remove_file(path_); }
  void header(const std::vector<std::string>& columns);  // starts the file, or checks that the kept one has the same
  void rows(std::span<const std::vector<double>> all);   // with one write
  void sync();                                           // also checks that the file is still the one that was written
  FileMark mark() const { return {static_cast<std::uint64_t>(length_), sum_.value()}; }  // mark of everything written
  FileMark mark_kept(std::int64_t every) const;  // mark of the part that cut_back(…, every) would keep
  bool open() const { return file_ >= 0; }

 private:
  void append(const std::string& lines);
  void stay();
  void put_back();
  [[noreturn]] void refuse_changed(const std::string& how) const;

  Path path_;
  std::string comment_;  // stands above the columns; a file that is continued keeps its own
  int file_ = -1;
  std::int64_t length_ = 0;  // length of the complete lines
  Checksum sum_;             // their checksum
};

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};
ShownUnit shown_unit_of(const std::string& column, const std::vector<std::string>& units);
// The table with its columns in these units, at most one per measure; other columns stay. For pictures: files are in SI.
Table in_units(Table table, const std::vector<std::string>& units);
std::size_t column_of(const Table& table, const std::string& name);  // units are ignored; columns.size(): none
Table read_csv(const Path& path, const std::vector<std::string>& wanted = {});          // wanted columns; none: all
void write_csv(const Path& path, const Table& table, const std::string& comment = "");  // atomic

}  // namespace eddy
