// Finds how deeply a TOML text is nested, without recursion: counts open brackets, and dots in a key. The contents of
// strings and comments do not count.
#include <algorithm>

#include "base/error.hpp"
#include "case/tree.hpp"

namespace eddy {
namespace {

class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'')
        skip_string(c);
      else if (c == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else {
        count(c);
        ++at_;
      }
    }
  }

 private:
  void count(char c) {
    if (c == '[' || c == '{') {
      if (++open_ > deepest_tree) refuse("tables and lists are nested too deeply.");
    } else if (c == ']' || c == '}') {
      open_ = std::max(open_ - 1, 0);
    } else if (c == '.') {
      if (++dots_ > deepest_tree) refuse("a key with more than " + std::to_string(deepest_tree) + " dots.");
    }
    if (std::string_view("[]{}=,\n").find(c) != std::string_view::npos) dots_ = 0;
  }

  std::size_t quotes_here(char quote) const {
    std::size_t n = 0;
    while (at_ + n < text_.size() && text_[at_ + n] == quote) ++n;
    return n;
  }

  // "…" and '…' end at the latest with their line; three quotes open a string of several lines, which may end with up
  // to two more quotes that belong to it.
  void skip_string(char quote) {
    const std::size_t quotes = quotes_here(quote);
    if (quotes == 2) return void(at_ += 2);
    const bool long_one = quotes >= 3;
    at_ += long_one ? 3 : 1;
    while (at_ < text_.size()) {
      const std::size_t closing = quotes_here(quote);
      if (closing >= (long_one ? 3 : 1)) return void(at_ += long_one ? std::min<std::size_t>(closing, 5) : 1);
      if (text_[at_] == '\n' && !long_one) return;
      const bool escape = quote == '"' && text_[at_] == '\\';
      at_ += closing > 0 ? closing : escape ? 2 : 1;
    }
  }

  [[noreturn]] void refuse(const std::string& why) const {
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n') + 1;
    const std::size_t before = at_ == 0 ? text_.npos : text_.rfind('\n', at_ - 1);
    const std::size_t column = before == text_.npos ? at_ + 1 : at_ - before;
    throw Error(Exit::usage, Where{file_, static_cast<int>(line), static_cast<int>(column)}.text() + " error: " + why +
                                 "\n1 error. Nothing was run.");
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int open_ = 0, dots_ = 0;
};

}  // namespace

void refuse_deep_text(std::string_view text, const std::string& file) { Scanner(text, file).run(); }

}  // namespace eddy
