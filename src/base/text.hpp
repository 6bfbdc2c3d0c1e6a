// Small helpers for text that people read: nearest word, lists, sizes, numbers, durations.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eddy {

// The word that was probably meant; empty if none is close enough to be suggested.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& words);
std::string did_you_mean(std::string_view word, const std::vector<std::string>& words);  // " Did you mean 'cfl'?" or ""

std::vector<std::string> split(std::string_view text, char at);  // "a.b" at '.': "a", "b"; at least one part
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");
std::string bytes_text(double bytes);    // "1.5 GiB"
std::string number_text(double number);  // the shortest decimal text that reads back as the same bits
std::optional<double> parse_duration(std::string_view text);  // seconds of "2h", "30m", "45s", "1h30m", "90"

}  // namespace eddy
