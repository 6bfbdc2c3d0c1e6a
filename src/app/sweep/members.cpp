#include "app/sweep/members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>

#include "base/error.hpp"

namespace eddy::sweep {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == text.npos ? "" : text.substr(first, last - first + 1);
}

// Splits a list at its commas, but for those within brackets or quotes.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    depth += quote ? 0 : c == '[' || c == '{' || c == '(' ? 1 : c == ']' || c == '}' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0 && !quote)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  std::transform(parts.begin(), parts.end(), parts.begin(), trimmed);
  return parts;
}

}  // namespace

Vary vary_of(const std::string& text) {
  const auto equals = text.find('=');
  Vary vary;
  if (equals != text.npos) vary = {trimmed(text.substr(0, equals)), parts_of(text.substr(equals + 1))};
  const bool some_empty = std::find(vary.values.begin(), vary.values.end(), "") != vary.values.end();
  if (vary.key.empty() || some_empty)
    throw Error(
        Exit::usage,
        fmt::format("-v {}: what is varied is written key=a,b,c, for instance -v fluid.reynolds=100,400.", text));
  auto sorted = vary.values;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) throw Error(Exit::usage, fmt::format("-v {}: {} is there twice.", text, *twice));
  return vary;
}

std::vector<Vary> varied(const std::vector<std::string>& texts) {
  std::vector<Vary> all;
  for (const std::string& text : texts) {
    Vary one = vary_of(text);
    for (const Vary& other : all)
      if (other.key == one.key)
        throw Error(Exit::usage, fmt::format("-v {} is given twice. Give all of its values at once.", one.key));
    all.push_back(std::move(one));
  }
  return all;
}

// "reynolds=100_cells=32x32": short, and valid as a file name.
std::string Member::name() const {
  std::string all;
  for (const auto& [key, value] : values) {
    if (!all.empty()) all += '_';
    all += key.substr(key.rfind('.') + 1) + '=';
    for (const char c : value)
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+')
        all += c;
      else if (c == ',')
        all += 'x';
  }
  constexpr std::size_t longest = 100;
  const bool plain = all.size() <= longest;
  std::string whole;
  for (const std::string& assignment : assignments()) whole += assignment + "\n";
  return plain ? all : fmt::format("{}-{:016x}", all.substr(0, longest), std::hash<std::string>()(whole));
}

std::vector<std::string> Member::assignments() const {
  std::vector<std::string> all;
  for (const auto& [key, value] : values) all.push_back(key + "=" + value);
  return all;
}

std::vector<Member> members_of(const std::vector<Vary>& vary) {
  std::vector<Member> all(1);
  for (const Vary& one : vary) {
    if (all.size() * one.values.size() > most_members)
      throw Error(Exit::usage, fmt::format("the sweep has more than {} members. Take fewer values.", most_members));
    std::vector<Member> more;
    for (const Member& member : all)
      for (const std::string& value : one.values) {
        more.push_back(member);
        more.back().values.emplace_back(one.key, value);
      }
    all = std::move(more);
  }
  std::vector<std::string> names;
  for (const Member& member : all) names.push_back(member.name());
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw Error(Exit::usage, fmt::format("two members would share the folder '{}'. Write their values apart.", *twice));
  return all;
}

}  // namespace eddy::sweep
