// An RGB picture in memory, with rows from the top down.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eddy {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  Image() = default;
  Image(int w, int h) : width(w), height(h), rgb(std::size_t(3) * w * h, 255) {}
  std::uint8_t* at(int x, int y) { return rgb.data() + 3 * (std::size_t(y) * width + x); }
  const std::uint8_t* at(int x, int y) const { return rgb.data() + 3 * (std::size_t(y) * width + x); }
};

}  // namespace eddy
