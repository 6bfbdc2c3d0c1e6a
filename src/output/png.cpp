// PNG by libpng's simple interface: encoded in memory, so that all writing and its errors are ours.
#include "output/png.hpp"

#include <png.h>

#include "base/error.hpp"

namespace eddy {
namespace {

struct Coder {  // frees what libpng holds, however we leave
  png_image image{};
  Coder() { image.version = PNG_IMAGE_VERSION; }
  ~Coder() { png_image_free(&image); }
  [[noreturn]] void fail(const char* action, const Path& path) {
    throw Error(Exit::missing, std::string("cannot ") + action + " '" + path.string() + "': " + image.message + ".");
  }
};

}  // namespace

void write_png(const Path& path, const Image& image) {
  Coder coder;
  coder.image.width = static_cast<png_uint_32>(image.width);
  coder.image.height = static_cast<png_uint_32>(image.height);
  coder.image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(coder.image);
  std::string text(size, '\0');
  if (!png_image_write_to_memory(&coder.image, text.data(), &size, 0, image.rgb.data(), 0, nullptr))
    coder.fail("encode", path);
  text.resize(size);
  write_file(path, text);
}

Image read_png(const Path& path) {
  const std::string text = read_file(path);
  Coder coder;
  if (!png_image_begin_read_from_memory(&coder.image, text.data(), text.size())) coder.fail("read", path);
  coder.image.format = PNG_FORMAT_RGB;
  Image image(static_cast<int>(coder.image.width), static_cast<int>(coder.image.height));
  if (!png_image_finish_read(&coder.image, nullptr, image.rgb.data(), 0, nullptr)) coder.fail("read", path);
  return image;
}

}  // namespace eddy
