// Gmsh's file as a row of numbers, be it text or binary, section after section.
#pragma once
#include <cstdint>
#include <string>

#include "mesh/file_bytes.hpp"

namespace eddy {

class GmshInput {
 public:
  GmshInput(std::string bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {}

  void read_format();   // $MeshFormat
  bool next_section();  // false: there is none
  void end_section();   // Error(usage) where $End… does not follow
  void skip_section();  // and its end
  const std::string& section() const { return section_; }
  bool binary() const { return binary_; }
  bool new_format() const { return new_format_; }  // 4.1

  // Numbers that are text in binary files, too.
  std::int64_t text_integer();
  std::int64_t text_count();
  std::string quoted();
  void begin_binary();  // behind a line of text: one newline is passed over

  int integer();
  std::int64_t size();
  std::int64_t count();  // a size that may still fit into the file
  double real();

  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::string word();
  [[noreturn]] void refuse_cut() const;
  std::int64_t plausible(std::int64_t count) const;
  template <class T>
  T binary_number();

  std::string bytes_, name_, section_;
  std::size_t at_ = 0;
  bool binary_ = false, swapped_ = false, new_format_ = true;
};

}  // namespace eddy
