#include "mesh/gmsh_input.hpp"

#include <charconv>

namespace eddy {

void GmshInput::refuse(const std::string& why) const { throw Error(Exit::usage, "'" + name_ + "' " + why); }

void GmshInput::refuse_cut() const { refuse("is cut short in $" + section_ + ". Write it again."); }

std::string GmshInput::word() {
  while (at_ < bytes_.size() && std::isspace(static_cast<unsigned char>(bytes_[at_]))) ++at_;
  const std::size_t begin = at_;
  while (at_ < bytes_.size() && !std::isspace(static_cast<unsigned char>(bytes_[at_]))) ++at_;
  if (begin == at_) refuse_cut();
  if (at_ == bytes_.size() && bytes_[begin] != '$') refuse_cut();  // the last digits of a number may be missing
  return bytes_.substr(begin, std::min<std::size_t>(at_ - begin, 200));
}

void GmshInput::read_format() {
  if (!bytes_.starts_with("$MeshFormat")) {
    const bool model = bytes_.find("Point(") != bytes_.npos || bytes_.find("Point (") != bytes_.npos;
    refuse(model ? "is a model, no mesh. In Gmsh: mesh it and save it as .msh, or: gmsh -2 -format msh41 " + name_ + "."
                 : "is no mesh of Gmsh: it does not begin with $MeshFormat.");
  }
  at_ = std::string("$MeshFormat").size();
  section_ = "MeshFormat";
  const std::string version = word();
  if (version != "4.1" && version != "2.2")
    refuse("has version " + version + " of Gmsh's format; 4.1 and 2.2 are read. In Gmsh: Mesh.MshFileVersion = 4.1.");
  new_format_ = version == "4.1";
  binary_ = text_integer() == 1;
  if (text_integer() != 8) refuse("has numbers of another size than 8 bytes.");
  if (binary_) {
    begin_binary();
    if (at_ + 4 > bytes_.size()) refuse_cut();
    swapped_ = number_at<std::int32_t>(bytes_.data() + at_, false) != 1;
    if (integer() != 1) refuse("has neither order of bytes: it is damaged, or was changed as if it were text.");
  }
  end_section();
}

bool GmshInput::next_section() {
  while (at_ < bytes_.size() && std::isspace(static_cast<unsigned char>(bytes_[at_]))) ++at_;
  if (at_ == bytes_.size()) return false;
  const std::string begin = word();
  if (begin[0] != '$')
    refuse("has '" + begin.substr(0, 20) + "' where a section should begin, after $" + section_ + ".");
  section_ = begin.substr(1);
  if (binary_ && (new_format_ && section_ != "PhysicalNames")) begin_binary();
  return true;
}

void GmshInput::end_section() {
  if (const std::string end = word(); end != "$End" + section_)
    refuse("has '" + end.substr(0, 20) + "' where $End" + section_ + " should be: it is damaged.");
}

void GmshInput::skip_section() {
  at_ = bytes_.find("$End" + section_, at_);
  if (at_ == bytes_.npos) {
    at_ = bytes_.size();
    refuse_cut();
  }
  end_section();
}

std::int64_t GmshInput::text_integer() {
  const std::string text = word();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    refuse("has '" + text.substr(0, 20) + "' in $" + section_ + " where a whole number should be.");
  return value;
}

std::int64_t GmshInput::plausible(std::int64_t count) const {
  if (count < 0) refuse("has a negative number of things in $" + section_ + ": it is damaged.");
  if (static_cast<std::uint64_t>(count) > bytes_.size() - at_) refuse_cut();  // each takes at least one byte
  return count;
}

std::int64_t GmshInput::text_count() { return plausible(text_integer()); }

std::string GmshInput::quoted() {
  const std::size_t begin = bytes_.find('"', at_), line = bytes_.find('\n', at_);
  const std::size_t end = begin == bytes_.npos ? begin : bytes_.find('"', begin + 1);
  if (end == bytes_.npos || begin > line) refuse("has a physical group without a name in quotes.");
  at_ = end + 1;
  return bytes_.substr(begin + 1, end - begin - 1);
}

void GmshInput::begin_binary() {
  if (!binary_) return;
  if (at_ < bytes_.size() && bytes_[at_] == '\r') ++at_;
  if (at_ < bytes_.size() && bytes_[at_] == '\n') ++at_;
}

template <class T>
T GmshInput::binary_number() {
  if (at_ + sizeof(T) > bytes_.size()) refuse_cut();
  at_ += sizeof(T);
  return number_at<T>(bytes_.data() + at_ - sizeof(T), swapped_);
}

int GmshInput::integer() {
  if (binary_) return binary_number<std::int32_t>();
  const std::int64_t value = text_integer();
  if (value < INT32_MIN || value > INT32_MAX) refuse("has a number in $" + section_ + " that is too large.");
  return static_cast<int>(value);
}

std::int64_t GmshInput::size() { return binary_ ? binary_number<std::int64_t>() : text_integer(); }
std::int64_t GmshInput::count() { return plausible(size()); }

double GmshInput::real() {
  if (binary_) return binary_number<double>();
  const std::string text = word();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    refuse("has '" + text.substr(0, 20) + "' in $" + section_ + " where a number should be.");
  return value;
}

}  // namespace eddy
