#include "app/view/levels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace eddy::view {
namespace {

constexpr float largest = std::numeric_limits<float>::max(), endless = std::numeric_limits<float>::infinity();
constexpr std::size_t lanes = 16;  // extremes are sought in so many places at once

struct Extremes {
  std::array<float, lanes> low, high;
  Extremes() {
    low.fill(endless);
    high.fill(-endless);
  }
  void take(std::size_t lane, float value, bool counts) {
    const bool shown = counts && std::abs(value) <= largest;
    const float below = shown ? value : endless, above = shown ? value : -endless;
    low[lane] = below < low[lane] ? below : low[lane];
    high[lane] = above > high[lane] ? above : high[lane];
  }
};

template <class Counts>
void widen(Extremes& extremes, const std::vector<float>& part, const Counts& counts) {
  const std::size_t whole = part.size() / lanes * lanes;
  const float* const values = part.data();
  Extremes found = extremes;
  for (std::size_t n = 0; n < whole; n += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) found.take(lane, values[n + lane], counts(n + lane));
  for (std::size_t n = whole; n < part.size(); ++n) found.take(0, values[n], counts(n));
  extremes = found;
}

}  // namespace

std::vector<float> component_of(const Sample& sample, int component) {
  const std::size_t step = static_cast<std::size_t>(sample.components), count = sample.values.size() / step;
  std::vector<float> part(count);
  const double* const from = sample.values.data() + component;
  float* const to = part.data();
  if (step == 1)
    for (std::size_t n = 0; n < count; ++n) to[n] = static_cast<float>(from[n]);
  else
    for (std::size_t n = 0; n < count; ++n) to[n] = static_cast<float>(from[n * step]);
  return part;
}

std::vector<float> means_of(const Sample& s, const CellLists& cells, int dimensions, int component) {
  std::array<int, 3> far{};
  for (int a = 0; a < dimensions; ++a) far[a] = at_ends(s.location, a);
  const std::array<int, 3> first = s.first.value_or(std::array<int, 3>{0, 0, 0});
  std::vector<std::size_t> points;  // places of the points of a cell, from the first one on
  for (int k = 0; k <= far[2]; ++k)
    for (int j = 0; j <= far[1]; ++j)
      for (int i = 0; i <= far[0]; ++i)
        points.push_back(s.components * (i + s.size[0] * (j + std::size_t(s.size[1]) * k)));
  std::vector<float> means;
  means.reserve(cells[0].size() * cells[1].size() * cells[2].size());
  for (const int k : cells[2])
    for (const int j : cells[1]) {
      const double* const row = s.values.data() + s.place(first[0], j, k) * s.components + component;
      for (const int i : cells[0]) {
        double sum = 0;
        for (const std::size_t point : points) sum += row[(i - first[0]) * s.components + point];
        means.push_back(static_cast<float>(sum / double(points.size())));
      }
    }
  return means;
}

std::vector<float> length_of(const std::vector<std::vector<float>>& parts) {
  std::vector<float> length(parts[0].size());
  for (const std::vector<float>& part : parts)
    for (std::size_t n = 0; n < length.size(); ++n) length[n] += part[n] * part[n];
  for (float& value : length) value = std::sqrt(value);
  return length;
}

Ends ends_of(const std::vector<std::vector<float>>& parts, const Solid& solid) {
  Extremes extremes;
  const std::uint8_t* const bodies = solid.data();
  for (const std::vector<float>& part : parts)
    if (solid.empty())
      widen(extremes, part, [](std::size_t) { return true; });
    else
      widen(extremes, part, [bodies](std::size_t n) { return bodies[n] == 0; });
  const float low = *std::min_element(extremes.low.begin(), extremes.low.end());
  const float high = *std::max_element(extremes.high.begin(), extremes.high.end());
  return low <= high ? Ends{low, high} : Ends{0, 0};
}

void write_levels(const std::vector<float>& part, const Solid& solid, const Ends& ends, char* to) {
  constexpr std::size_t most = 4096;  // pixels at a time
  const double low = ends[0], scale = ends[1] > ends[0] ? levels / (double(ends[1]) - low) : 0;
  std::array<std::uint16_t, most> some;
  for (std::size_t begin = 0; begin < part.size(); begin += most) {
    const std::size_t count = std::min(most, part.size() - begin);
    const float* const from = part.data() + begin;
    for (std::size_t n = 0; n < count; ++n) {
      const double level = (double(from[n]) - low) * scale + 0.5;
      const double inside = level > 0 ? std::min(level, levels) : 0;  // values in bodies may lie elsewhere
      const int found = static_cast<int>(inside);
      some[n] = static_cast<std::uint16_t>(std::abs(from[n]) <= largest ? found : not_finite);
    }
    if (!solid.empty())
      for (std::size_t n = 0; n < count; ++n) some[n] = solid[begin + n] ? in_body : some[n];
    std::memcpy(to + begin * sizeof some[0], some.data(), count * sizeof some[0]);
  }
}

}  // namespace eddy::view
