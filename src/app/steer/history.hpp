// The rows of a history.csv that grows: read as they are written, and thinned so that they stay few.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace eddy {

class GrowingTable {
 public:
  explicit GrowingTable(std::filesystem::path file) : file_(std::move(file)) {}
  void read();  // reads new rows; a file that was cut back is read again from its beginning

  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<std::vector<double>>& rows() const { return rows_; }
  std::optional<std::size_t> find(const std::string& column) const;  // with or without its unit

 private:
  void take(const std::string& line);
  void thin();

  std::filesystem::path file_;
  std::int64_t read_ = 0;
  std::string rest_;  // the beginning of an incomplete line
  std::vector<std::string> columns_;
  std::vector<std::vector<double>> rows_;
  std::int64_t every_ = 1, seen_ = 0;  // every so many rows one is kept, and the last row
  bool last_is_extra_ = false;
};

}  // namespace eddy
