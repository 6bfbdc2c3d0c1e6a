// Small helpers for text that people read.
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace eddy {
namespace {

constexpr std::size_t longest_word = 64;  // longer words are not compared: hostile input stays cheap

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours, each counted once.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

std::size_t common_start(std::string_view a, std::string_view b) {
  std::size_t n = 0;
  while (n < std::min(a.size(), b.size()) && lower(a[n]) == lower(b[n])) ++n;
  return n;
}

std::optional<double> unit_seconds(char unit) {
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return 60;
    case 'h':
      return 3600;
    case 'd':
      return 86400;
    default:
      return {};
  }
}

// The candidate with the same beginning as the word: "boundaries" for "boundary", "temperature" for "temp".
std::optional<std::string> with_same_start(std::string_view word, const std::vector<std::string>& words) {
  constexpr std::size_t telling = 4;  // letters
  std::optional<std::string> best;
  std::size_t longest = std::max(telling, (2 * word.size() + 2) / 3) - 1;
  for (const std::string& candidate : words) {
    const std::size_t start = common_start(word, candidate);
    if (start <= longest || candidate == word) continue;
    longest = start;
    best = candidate;
  }
  return best;
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& words) {
  if (word.empty() || word.size() > longest_word) return {};
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1, longest_start = 0;
  for (const std::string& candidate : words) {
    if (candidate.size() > longest_word || candidate == word) continue;
    const std::size_t d = distance(word, candidate);
    const bool all_changed = d >= std::max(word.size(), candidate.size());
    const std::size_t start = common_start(word, candidate);
    if ((d < least || (best && d == least && start > longest_start)) && !all_changed) {
      least = d;
      longest_start = start;
      best = candidate;
    }
  }
  return best ? best : with_same_start(word, words);
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& words) {
  const auto best = nearest(word, words);
  return best ? " Did you mean '" + *best + "'?" : "";
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string all;
  for (const std::string& part : parts) {
    if (&part != parts.data()) all += separator;
    all += part;
  }
  return all;
}

std::string bytes_text(double bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  for (; bytes >= 1023.95 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  char text[64];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
  return text;
}

std::string number_text(double number) {
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, number);
  return {text, end.ptr};
}

std::optional<double> parse_duration(std::string_view text) {
  double total = 0;
  if (text.empty()) return {};
  for (const char *at = text.data(), *end = at + text.size(); at != end;) {
    double amount = 0;
    const auto parsed = std::from_chars(at, end, amount, std::chars_format::fixed);
    if (parsed.ec != std::errc{} || !std::isfinite(amount) || amount < 0) return {};
    const bool plain_number = at == text.data() && parsed.ptr == end;
    const auto seconds = plain_number ? 1.0 : parsed.ptr == end ? std::nullopt : unit_seconds(*parsed.ptr);
    if (!seconds) return {};
    total += amount * *seconds;
    at = plain_number ? end : parsed.ptr + 1;
  }
  return total;
}

}  // namespace eddy
