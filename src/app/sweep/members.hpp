// The members of a sweep: every combination of the values that are varied.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace eddy::sweep {

struct Vary {
  std::string key;
  std::vector<std::string> values;  // as they are written in a case
};
Vary vary_of(const std::string& text);  // "key=a,[1,2],c"; throws Error(usage) for other texts
std::vector<Vary> varied(const std::vector<std::string>& texts);  // refuses a key that occurs twice

struct Member {
  std::vector<std::pair<std::string, std::string>> values;  // key and value
  std::string name() const;                                 // name of its folder
  std::vector<std::string> assignments() const;             // "key=value"
};
inline constexpr std::size_t most_members = 100'000;
std::vector<Member> members_of(const std::vector<Vary>& vary);  // the last key varies fastest

}  // namespace eddy::sweep
