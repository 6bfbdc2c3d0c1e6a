// CRC-64 (ECMA-182, reflected), which finds every single flipped bit and every burst of up to 64 bits.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace eddy {

class Checksum {
 public:
  void add(const void* data, std::size_t bytes) {
    auto p = static_cast<const unsigned char*>(data);
    for (; bytes >= 8; bytes -= 8, p += 8) eight(p);
    for (; bytes > 0; --bytes, ++p) state_ = tables()[0][(state_ ^ *p) & 0xFF] ^ state_ >> 8;
  }
  std::uint64_t value() const { return ~state_; }

 private:
  using Tables = std::array<std::array<std::uint64_t, 256>, 8>;

  void eight(const unsigned char* p) {  // eight bytes at a time by eight tables, several times faster than one by one
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    word ^= state_;
    state_ = 0;
    for (int k = 0; k < 8; ++k) state_ ^= tables()[7 - k][word >> 8 * k & 0xFF];
  }

  static constexpr Tables make() {
    Tables t{};
    for (std::uint64_t i = 0; i < 256; ++i) {
      std::uint64_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xC96C5795D7870F42u : 0u);
      t[0][i] = value;
    }
    for (int k = 1; k < 8; ++k)
      for (int i = 0; i < 256; ++i) t[k][i] = t[0][t[k - 1][i] & 0xFF] ^ t[k - 1][i] >> 8;
    return t;
  }
  static const Tables& tables() {
    static constexpr Tables t = make();
    return t;
  }

  std::uint64_t state_ = ~std::uint64_t(0);
};

inline std::uint64_t checksum(const void* data, std::size_t bytes) {
  Checksum sum;
  sum.add(data, bytes);
  return sum.value();
}

}  // namespace eddy
