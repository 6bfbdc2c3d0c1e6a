// Reads STL files.
//
//   binary: 80 bytes | count, uint32 | count × 50 bytes: normal and three corners (12 floats), 2 bytes unused
//   ASCII:  solid NAME { facet normal N N N outer loop { vertex X Y Z } × 3 endloop endfacet } endsolid NAME
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "mesh/surface.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;
using Triangles = std::vector<std::array<Corner, 3>>;

static_assert(std::endian::native == std::endian::little, "binary STL is read as it lies in memory");
constexpr std::size_t head_bytes = 84, triangle_bytes = 50, normal_bytes = 12;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(Exit::usage, "'" + name + "' " + why);
}

std::string read_bytes(const fs::path& path, const std::string& name) {
  std::error_code failed;
  const auto status = fs::status(path, failed);
  if (status.type() == fs::file_type::not_found) refuse(name, "is not there. Paths are relative to the case file.");
  if (status.type() != fs::file_type::regular) refuse(name, "is not a regular file.");
  const auto size = fs::file_size(path, failed);
  std::ifstream in(path, std::ios::binary);
  if (failed || !in) refuse(name, "cannot be read.");
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

// Binary files.

std::uint32_t binary_count(const std::string& bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + head_bytes - sizeof count, sizeof count);
  return count;
}

Triangles read_binary(const std::string& bytes) {
  Triangles all(binary_count(bytes));
  for (std::size_t t = 0; t < all.size(); ++t) {
    float numbers[9];
    std::memcpy(numbers, bytes.data() + head_bytes + t * triangle_bytes + normal_bytes, sizeof numbers);
    for (int n = 0; n < 9; ++n) all[t][n / 3][n % 3] = static_cast<double>(numbers[n]);
  }
  return all;
}

// ASCII files.

class Words {
 public:
  Words(const std::string& text, const std::string& name) : text_(text), name_(name) {}

  bool over() {
    skip();
    return at_ == text_.size();
  }
  std::string next() {  // in lower case; "" at the end
    skip();
    std::string word;
    while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_])))
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_++])));
    return word;
  }
  void expect(const char* wanted) { expect(next(), wanted); }
  void expect(const std::string& word, const char* wanted) {
    if (word != wanted) refuse_line(std::string("'") + wanted + "'", word);
  }
  double number() {
    const std::string word = next();
    const char* const begin = word.c_str() + word.starts_with('+');
    double value = 0;
    const auto [end, error] = std::from_chars(begin, word.c_str() + word.size(), value);
    const bool small = error == std::errc::result_out_of_range && word.find("e-") != std::string::npos;
    if ((error != std::errc() && !small) || *end != '\0' || word.empty()) refuse_line("a number", word);
    return value;
  }
  void rest_of_line() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

 private:
  void skip() {
    for (; at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])); ++at_)
      line_ += text_[at_] == '\n';
  }
  [[noreturn]] void refuse_line(const std::string& wanted, const std::string& found) {
    refuse(name_, "is damaged: line " + std::to_string(line_) + " has " +
                      (found.empty() ? "nothing" : "'" + found.substr(0, 40) + "'") + " where " + wanted + " belongs.");
  }

  const std::string& text_;
  const std::string& name_;
  std::size_t at_ = 0;
  int line_ = 1;
};

std::array<Corner, 3> read_facet(Words& words) {
  std::array<Corner, 3> corners{};
  words.expect("normal");
  for (int n = 0; n < 3; ++n) words.number();
  words.expect("outer");
  words.expect("loop");
  for (Corner& corner : corners) {
    words.expect("vertex");
    for (double& x : corner) x = words.number();
  }
  words.expect("endloop");
  words.expect("endfacet");
  return corners;
}

Triangles read_ascii(const std::string& text, const std::string& name) {
  Triangles all;
  Words words(text, name);
  while (!words.over()) {  // a file may hold several solids
    words.expect("solid");
    words.rest_of_line();
    std::string word = words.next();
    for (; word == "facet"; word = words.next()) all.push_back(read_facet(words));
    words.expect(word, "endsolid");
    words.rest_of_line();
  }
  return all;
}

void check_numbers(const Triangles& all, const std::string& name) {
  for (std::size_t t = 0; t < all.size(); ++t)
    for (const Corner& corner : all[t])
      for (double x : corner)
        if (!std::isfinite(x))
          refuse(name, "is damaged: triangle " + std::to_string(t + 1) + " has a coordinate that is not finite.");
}

}  // namespace

// A binary file may begin with "solid", too, so its size is looked at first.
Triangles read_stl(const fs::path& path, const std::string& name) {
  const std::string bytes = read_bytes(path, name);
  const bool headed = bytes.size() >= head_bytes;
  const double binary_bytes = headed ? double(head_bytes) + double(triangle_bytes) * double(binary_count(bytes)) : 0;
  const bool binary = headed && double(bytes.size()) == binary_bytes;
  if (!binary && !bytes.starts_with("solid") && !headed)
    refuse(name, bytes.empty()
                     ? "is empty."
                     : "is not an STL file: it is too short for a binary one, and does not begin with 'solid'.");
  if (!binary && !bytes.starts_with("solid"))
    refuse(name, "is damaged: as a binary STL file it says that it has " + std::to_string(binary_count(bytes)) +
                     " triangles, " + bytes_text(binary_bytes) + " in all, but it has " +
                     bytes_text(double(bytes.size())) + ".");
  const Triangles all = binary ? read_binary(bytes) : read_ascii(bytes, name);
  if (all.empty()) refuse(name, "holds no triangles.");
  if (all.size() > std::numeric_limits<std::uint32_t>::max() / 3) refuse(name, "holds too many triangles.");
  check_numbers(all, name);
  return all;
}

}  // namespace eddy
