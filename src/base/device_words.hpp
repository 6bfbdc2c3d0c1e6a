// The values of run.device: case/ checks them, exec/ finds the device.
#pragma once
#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "base/text.hpp"

namespace eddy {

inline constexpr const char* device_words = "auto, cpu, cuda, cuda:1, opencl, opencl:0, opencl:name";

struct DeviceWish {
  std::string space, which;  // which: a number or a part of the device's name; empty: any
};

inline bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 5 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

inline std::optional<DeviceWish> device_wish(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == text.npos) {
    if (text == "auto" || text == "cpu" || text == "cuda" || text == "opencl") return DeviceWish{text, ""};
    return {};
  }
  const DeviceWish wish{text.substr(0, colon), text.substr(colon + 1)};
  const bool known = (wish.space == "cuda" && is_number(wish.which)) || (wish.space == "opencl" && !wish.which.empty());
  return known ? std::optional(wish) : std::nullopt;
}

inline std::string no_device_text(const std::string& text) {
  return "run.device = '" + text.substr(0, 60) + "' is no device." + did_you_mean(text, {"auto", "cuda", "opencl"}) +
         " Devices: " + device_words + ".";
}

}  // namespace eddy
