// Reads the arrays of a VTK XML file, in whatever encoding, as numbers.
#pragma once
#include <string>
#include <vector>

namespace eddy {

class VtuArrays {
 public:
  VtuArrays(std::string bytes, std::string name);  // throws Error(usage) where it is no unstructured grid

  // The elements <DataArray …> between <section> and </section>.
  std::vector<std::string> elements(const std::string& section) const;
  std::vector<double> numbers(const std::string& element) const;
  long long piece(const std::string& attribute) const;  // an attribute of <Piece …>

  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::vector<double> text_numbers(const std::string& text) const;
  std::string content(const std::string& element, class ByteStream& from) const;

  std::string bytes_, name_, head_;  // head: all text before the appended data
  std::size_t data_ = 0;             // where appended data begin
  bool swapped_ = false, compressed_ = false, raw_ = false;
  int header_bytes_ = 4;
};

}  // namespace eddy
