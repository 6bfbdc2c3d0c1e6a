// The members of a sweep: every combination of the values that are varied.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace eddy::sweep {

struct Vary {
  std::string key;
  std::vector<std::string> values;  // as a case would have them
};
Vary vary_of(const std::string& text);                            // "key=a,[1,2],c"; Error(usage) for what is none
std::vector<Vary> varied(const std::vector<std::string>& texts);  // refuses a key that is there twice

struct Member {
  std::vector<std::pair<std::string, std::string>> values;  // key and value
  std::string name() const;                                 // of its folder
  std::vector<std::string> assignments() const;             // "key=value"
};
inline constexpr std::size_t most_members = 100'000;
std::vector<Member> members_of(const std::vector<Vary>& vary);  // the last key runs fastest

}  // namespace eddy::sweep
