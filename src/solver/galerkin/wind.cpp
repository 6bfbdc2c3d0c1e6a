#include "solver/galerkin/wind.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "base/text.hpp"

namespace eddy::galerkin {
namespace {

constexpr double karman = 0.41;

std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  while (end && (*end == ' ' || *end == '\r' || *end == '\t')) ++end;
  if (end == text.c_str() || *end != 0 || !std::isfinite(value)) return {};
  return value;
}

}  // namespace

std::vector<std::array<double, 4>> read_profile(const std::filesystem::path& file) {
  std::ifstream in(file);
  const std::string name = "'" + file.string() + "'";
  if (!in) throw Error(Exit::usage, "the profile " + name + " cannot be opened.");
  std::vector<std::array<double, 4>> table;
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    const std::vector<std::string> parts = split(text, ',');
    if (text.empty() || text[0] == '#' || (table.empty() && !number_in(parts[0]))) continue;  // the header
    std::array<double, 4> row{-1, -1, -1, -1};
    bool good = parts.size() >= 2 && parts.size() <= 4;
    for (std::size_t n = 0; n < parts.size() && good; ++n) {
      const std::optional<double> value = number_in(parts[n]);
      good = value && *value >= 0;
      row[n] = value.value_or(0);
    }
    if (good && !table.empty()) good = row[0] > table.back()[0];
    if (!good)
      throw Error(Exit::usage, name + ", line " + std::to_string(line) +
                                   ": a profile has rows of height, speed[, intensity[, length]], not negative, with "
                                   "growing heights.");
    table.push_back(row);
  }
  if (table.size() < 2) throw Error(Exit::usage, "the profile " + name + " has fewer than two rows.");
  return table;
}

WindProfile::WindProfile(const WindOptions& o, const Grid& grid) : options_(o) {
  up_ = o.up ? static_cast<int>(*o.up) : grid.dimensions - 1;
  ground_ = grid.lower(up_);
  first_ = grid.is_box() ? grid.width(up_, 0) : 0;
  if (o.direction.empty()) return;
  double size = 0;
  for (double d : o.direction) size += d * d;
  direction_ = {};
  for (std::size_t a = 0; a < o.direction.size(); ++a) direction_[a] = o.direction[a] / std::sqrt(size);
}

double WindProfile::column(int number, double height) const {
  const auto& t = options_.table;
  if (height <= t.front()[0]) return t.front()[number];
  if (height >= t.back()[0]) return t.back()[number];
  std::size_t n = 1;
  while (t[n][0] < height) ++n;
  const double part = (height - t[n - 1][0]) / (t[n][0] - t[n - 1][0]);
  return t[n - 1][number] + part * (t[n][number] - t[n - 1][number]);
}

double WindProfile::speed(double height) const {
  const WindOptions& o = options_;
  const double z = std::max(height, first_);
  if (o.profile == Profile::power) return o.speed * std::pow(z / o.height, o.exponent);
  if (o.profile == Profile::file) return column(1, height);
  if (o.profile == Profile::uniform) return o.speed;
  const auto grown = [&](double at) { return std::log(std::max((at - o.displacement) / o.roughness, 1.0)); };
  return o.speed * grown(z) / grown(o.height);
}

double WindProfile::intensity(double height) const {
  const WindOptions& o = options_;
  const double z = std::max(height, first_);
  if (o.gusts.intensity) return evaluate(*o.gusts.intensity, "wind.gusts.intensity", {0, 0, z}, 0);
  if (o.profile == Profile::file) return column(2, height);
  return 1 / std::log(std::max((z - o.displacement) / o.roughness, std::numbers::e));
}

double WindProfile::length(double height) const {
  const WindOptions& o = options_;
  if (o.gusts.length) return evaluate(*o.gusts.length, "wind.gusts.length", {0, 0, std::max(height, first_)}, 0);
  return column(3, height);
}

double WindProfile::ramp(double time) const {
  if (time >= options_.ramp) return 1;
  return 0.5 * (1 - std::cos(std::numbers::pi * std::max(time, 0.0) / options_.ramp));
}

Point WindProfile::velocity(const Point& place, double time) const {
  const double u = speed(height_of(place)) * ramp(time);
  return {u * direction_[0], u * direction_[1], u * direction_[2]};
}

}  // namespace eddy::galerkin
