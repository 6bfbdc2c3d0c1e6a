// Reads Gmsh's file, text or binary, as a sequence of numbers, section after section.
#pragma once
#include <cstdint>
#include <string>

#include "mesh/file_bytes.hpp"

namespace eddy {

class GmshInput {
 public:
  GmshInput(std::string bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {}

  void read_format();   // reads $MeshFormat
  bool next_section();  // false: there is no other section
  void end_section();   // throws Error(usage) where $End… does not follow
  void skip_section();  // passes over the section and its end
  const std::string& section() const { return section_; }
  bool binary() const { return binary_; }
  bool new_format() const { return new_format_; }  // format 4.1, not 2.2

  // Words and numbers that are text even in binary files.
  std::int64_t text_integer();
  std::int64_t text_count();
  std::string quoted();
  void begin_binary();  // after a line of text: passes over one newline

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
