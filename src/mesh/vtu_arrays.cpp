#include "mesh/vtu_arrays.hpp"

#include <zlib.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "base/xml.hpp"
#include "mesh/file_bytes.hpp"

namespace eddy {

// A stream of bytes, raw or from base64. Groups of four letters are decoded one by one, because a group that ends in
// '=' may stand between others: VTK encodes a header and the data after it separately.
class ByteStream {
 public:
  ByteStream(const std::string& bytes, std::size_t at, bool raw) : bytes_(bytes), at_(at), raw_(raw) {}

  std::string take(std::uint64_t count) {
    if (count > bytes_.size()) throw std::out_of_range("too short");
    std::string result;
    if (raw_) {
      if (count > bytes_.size() - at_) throw std::out_of_range("too short");
      result = bytes_.substr(at_, count);
      at_ += count;
      return result;
    }
    while (left_.size() - used_ < count) decode_group();
    result = left_.substr(used_, count);
    used_ += count;
    return result;
  }

 private:
  static int value(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
  }
  char letter() {
    while (at_ < bytes_.size() && std::isspace(static_cast<unsigned char>(bytes_[at_]))) ++at_;
    if (at_ >= bytes_.size() || (value(bytes_[at_]) < 0 && bytes_[at_] != '=')) throw std::out_of_range("too short");
    return bytes_[at_++];
  }
  void decode_group() {
    unsigned group = 0;
    int letters = 0;
    for (int n = 0; n < 4; ++n) {
      const char c = letter();
      letters += c != '=';
      group = group << 6 | static_cast<unsigned>(c == '=' ? 0 : value(c));
    }
    for (int n = 0; n + 1 < letters; ++n) left_ += static_cast<char>(group >> (16 - 8 * n) & 255);
  }

  const std::string& bytes_;
  std::size_t at_;
  bool raw_;
  std::string left_;  // decoded so far
  std::size_t used_ = 0;
};

namespace {

std::string unpacked(const std::string& packed, std::uint64_t size) {
  std::string result(size, '\0');
  uLongf length = size;
  const auto* const from = reinterpret_cast<const Bytef*>(packed.data());
  if (uncompress(reinterpret_cast<Bytef*>(result.data()), &length, from, packed.size()) != Z_OK || length != size)
    throw std::out_of_range("damaged");
  return result;
}

template <class T>
std::vector<double> numbers_in(const std::string& bytes, bool swapped) {
  std::vector<double> numbers(bytes.size() / sizeof(T));
  for (std::size_t n = 0; n < numbers.size(); ++n)
    numbers[n] = static_cast<double>(number_at<T>(bytes.data() + n * sizeof(T), swapped));
  return numbers;
}

}  // namespace

void VtuArrays::refuse(const std::string& why) const { throw Error(Exit::usage, "'" + name_ + "' " + why); }

VtuArrays::VtuArrays(std::string bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {
  const std::size_t begin = bytes_.find("<VTKFile");
  if (begin > 4096) refuse("is no VTK file in XML (.vtu): it has no <VTKFile>. In ParaView: Save Data as .vtu.");
  const std::string file = bytes_.substr(begin, bytes_.find('>', begin) - begin);
  if (const std::string type = xml_attribute(file, "type"); type != "UnstructuredGrid")
    refuse("is a VTK file of type '" + type + "'. An UnstructuredGrid (.vtu) is read.");
  const bool big = xml_attribute(file, "byte_order") == "BigEndian";
  swapped_ = big != (std::endian::native == std::endian::big);
  header_bytes_ = xml_attribute(file, "header_type") == "UInt64" ? 8 : 4;
  const std::string compressor = xml_attribute(file, "compressor");
  compressed_ = compressor == "vtkZLibDataCompressor";
  if (!compressor.empty() && !compressed_)
    refuse("is compressed by " + compressor + ". Save it with zlib, or without compression.");
  const std::size_t appended = bytes_.find("<AppendedData");
  head_ = bytes_.substr(0, appended);
  if (appended != bytes_.npos) {
    const std::size_t end = bytes_.find('>', appended);
    raw_ = xml_attribute(bytes_.substr(appended, end - appended), "encoding") == "raw";
    data_ = bytes_.find('_', end);
    if (data_ == bytes_.npos) refuse("is cut short before its data.");
    ++data_;
  }
  if (appended == bytes_.npos && bytes_.find("</VTKFile>") == bytes_.npos)
    refuse("is cut short: </VTKFile> is missing.");
  const std::size_t piece = head_.find("<Piece");
  if (piece == head_.npos) refuse("has no <Piece>.");
  if (head_.find("<Piece", piece + 1) != head_.npos)
    refuse("has several pieces. Join them into one; in ParaView: Merge Blocks, Clean to Grid.");
}

long long VtuArrays::piece(const std::string& attribute) const {
  const std::size_t at = head_.find("<Piece");
  return std::atoll(xml_attribute(head_.substr(at, head_.find('>', at) - at), attribute).c_str());
}

std::vector<std::string> VtuArrays::elements(const std::string& section) const {
  std::vector<std::string> all;
  const std::size_t end = head_.find("</" + section + ">");
  if (end == head_.npos) return all;
  for (std::size_t at = head_.find("<" + section); (at = head_.find("<DataArray", at)) < end; ++at) {
    const std::size_t close = head_.find('>', at);
    if (close == head_.npos) break;
    const std::size_t last = head_[close - 1] == '/' ? close : head_.find("</DataArray>", close);
    all.push_back(head_.substr(at, last - at));
  }
  return all;
}

std::vector<double> VtuArrays::text_numbers(const std::string& text) const {
  std::vector<double> all;
  const char *at = text.data(), *const end = at + text.size();
  while (true) {
    while (at < end && std::isspace(static_cast<unsigned char>(*at))) ++at;
    if (at == end) return all;
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc()) refuse("has text in an array where a number should be.");
    all.push_back(value);
    at = next;
  }
}

// The content of an array: its length, then its bytes; or, compressed, the number of blocks and their sizes, then
// blocks.
std::string VtuArrays::content(const std::string& element, ByteStream& from) const {
  const auto size = [&] {
    const std::string n = from.take(static_cast<std::uint64_t>(header_bytes_));
    return header_bytes_ == 8 ? number_at<std::uint64_t>(n.data(), swapped_)
                              : std::uint64_t(number_at<std::uint32_t>(n.data(), swapped_));
  };
  if (!compressed_) return from.take(size());
  const std::uint64_t blocks = size(), block = size(), last = size();
  constexpr std::uint64_t most = std::uint64_t(1) << 30;
  if (blocks > bytes_.size() || block > most || last > most)
    refuse("has an array '" + xml_attribute(element, "Name") + "' that is damaged.");
  std::vector<std::uint64_t> packed(blocks);
  for (std::uint64_t& n : packed) n = size();
  std::string result;
  for (std::uint64_t n = 0; n < blocks; ++n)
    result += unpacked(from.take(packed[n]), n + 1 == blocks && last > 0 ? last : block);
  return result;
}

std::vector<double> VtuArrays::numbers(const std::string& element) const {
  const std::string format = xml_attribute(element, "format"), type = xml_attribute(element, "type");
  const std::size_t close = element.find('>');
  const std::string inside = close == element.npos ? "" : element.substr(close + 1);
  if (format == "ascii") return text_numbers(inside.substr(0, inside.find('<')));
  std::string bytes;
  try {
    const bool appended = format == "appended";
    const std::size_t offset = appended ? std::strtoull(xml_attribute(element, "offset").c_str(), nullptr, 10) : 0;
    if (appended && (data_ == 0 || offset > bytes_.size() - data_)) throw std::out_of_range("too short");
    ByteStream stream(appended ? bytes_ : inside, appended ? data_ + offset : 0, appended && raw_);
    bytes = content(element, stream);
  } catch (const std::out_of_range&) {
    refuse("is cut short or damaged in the array '" + xml_attribute(element, "Name") + "'.");
  }
  if (type == "Float64") return numbers_in<double>(bytes, swapped_);
  if (type == "Float32") return numbers_in<float>(bytes, swapped_);
  if (type == "Int64") return numbers_in<std::int64_t>(bytes, swapped_);
  if (type == "UInt64") return numbers_in<std::uint64_t>(bytes, swapped_);
  if (type == "Int32") return numbers_in<std::int32_t>(bytes, swapped_);
  if (type == "UInt32") return numbers_in<std::uint32_t>(bytes, swapped_);
  if (type == "Int16") return numbers_in<std::int16_t>(bytes, swapped_);
  if (type == "UInt16") return numbers_in<std::uint16_t>(bytes, swapped_);
  if (type == "Int8") return numbers_in<std::int8_t>(bytes, swapped_);
  if (type == "UInt8") return numbers_in<std::uint8_t>(bytes, swapped_);
  refuse("has an array of type '" + type + "', which is not known.");
}

}  // namespace eddy
