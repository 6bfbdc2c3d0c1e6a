// PNG by libpng. It encodes in memory; AtomicFile writes the file and reports errors.
#include "output/png.hpp"

#include <png.h>

#include <csetjmp>
#include <vector>

#include "base/error.hpp"

namespace eddy {
namespace {

[[noreturn]] void fail(const char* action, const Path& path, const std::string& why) {
  throw Error(Exit::missing, std::string("cannot ") + action + " '" + path.string() + "': " + why + ".");
}

class Encoder {  // libpng fails by a long jump, so no function that it may leave owns anything
 public:
  Encoder() : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, this, complain, nullptr)) {
    if (png_) info_ = png_create_info_struct(png_);
    if (info_) png_set_write_fn(png_, this, append, nullptr);
  }
  ~Encoder() { png_destroy_write_struct(&png_, &info_); }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  bool encode(const Image& image, std::vector<png_text>& notes) {
    if (!info_ || setjmp(png_jmpbuf(png_))) return false;
    png_set_compression_level(png_, 4);  // level 4 with one filter takes a third of the time of libpng's defaults
    png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);  // and a tenth more bytes
    png_set_IHDR(png_, info_, png_uint_32(image.width), png_uint_32(image.height), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_text(png_, info_, notes.data(), int(notes.size()));
    png_write_info(png_, info_);
    for (int y = 0; y < image.height; ++y) png_write_row(png_, image.at(0, y));
    png_write_end(png_, info_);
    return true;
  }
  const std::string& file() const { return file_; }
  const std::string& why() const { return why_; }

 private:
  static void complain(png_structp png, png_const_charp why) {
    static_cast<Encoder*>(png_get_error_ptr(png))->why_ = why;
    png_longjmp(png, 1);
  }
  static void append(png_structp png, png_bytep data, std::size_t bytes) {
    static_cast<Encoder*>(png_get_io_ptr(png))->file_.append(reinterpret_cast<const char*>(data), bytes);
  }

  png_structp png_;
  png_infop info_ = nullptr;
  std::string file_, why_ = "libpng cannot start";
};

struct Decoder {  // frees the memory of libpng, also after an exception
  png_image image{};
  Decoder() { image.version = PNG_IMAGE_VERSION; }
  ~Decoder() { png_image_free(&image); }
};

std::size_t length_at(const std::string& text, std::size_t at) {  // four bytes, the most significant first
  std::size_t length = 0;
  for (std::size_t i = 0; i < 4; ++i) length = 256 * length + static_cast<unsigned char>(text[at + i]);
  return length;
}

}  // namespace

void write_png(const Path& path, const Image& image, const PngNotes& notes) {
  PngNotes own = notes;
  std::vector<png_text> texts;
  for (auto& [key, text] : own) {
    png_text note{};
    note.compression = PNG_TEXT_COMPRESSION_NONE;
    note.key = const_cast<char*>(key.c_str());  // libpng copies the key
    note.text = text.data();
    note.text_length = text.size();
    texts.push_back(note);
  }
  Encoder encoder;
  if (!encoder.encode(image, texts)) fail("encode", path, encoder.why());
  write_file(path, encoder.file());
}

Image read_png(const Path& path) {
  const std::string text = read_file(path);
  Decoder decoder;
  png_image& head = decoder.image;
  if (!png_image_begin_read_from_memory(&head, text.data(), text.size())) fail("read", path, head.message);
  head.format = PNG_FORMAT_RGB;
  Image image(static_cast<int>(head.width), static_cast<int>(head.height));
  if (!png_image_finish_read(&head, nullptr, image.rgb.data(), 0, nullptr)) fail("read", path, head.message);
  return image;
}

// Eight bytes are followed by chunks: a length, four letters, so many bytes, a checksum.
std::optional<std::string> png_note(const Path& path, const std::string& key) {
  const std::string text = read_file(path), head = "tEXt" + key + '\0';
  for (std::size_t at = 8; at + 12 <= text.size();) {
    const std::size_t length = length_at(text, at), next = at + 12 + length;
    if (next > text.size()) return {};
    if (text.compare(at + 4, head.size(), head) == 0 && length + 4 >= head.size())
      return text.substr(at + 4 + head.size(), length + 4 - head.size());
    at = next;
  }
  return {};
}

}  // namespace eddy
