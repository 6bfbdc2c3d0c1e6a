// Each choice has one list of words, which is used by the parser, the writer, `eddy list` and the reference page.
#pragma once
#include <string>
#include <vector>

namespace eddy {

struct EnumWord {
  const char* word;
  int value;
  const char* doc;
  template <class Enum>
  EnumWord(const char* word, Enum value, const char* doc) : word(word), value(static_cast<int>(value)), doc(doc) {}
};
using EnumWords = std::vector<EnumWord>;

// The word for a value, from the list that `words(value)` returns for its enum.
template <class Enum>
std::string word_of(Enum value) {
  for (const EnumWord& entry : words(value))
    if (entry.value == static_cast<int>(value)) return entry.word;
  return "?";
}

}  // namespace eddy
