// Talk: to stderr for people, and a copy of it into log.txt.
#pragma once
#include <string>

#include "app/verbs/verbs.hpp"

namespace eddy {

class Log {
 public:
  explicit Log(const Talk& talk);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void open(const std::filesystem::path& folder);  // what was said before goes into log.txt too; appends
  void say(const std::string& line);
  void note(const std::string& line);  // into log.txt only
  void bar(const std::string& text);   // on a terminal: one line, which the next one replaces
  bool terminal() const { return terminal_; }

 private:
  void clear_bar();

  bool quiet_, terminal_, bar_ = false;
  int file_ = -1;
  std::string early_;
};

bool colours(int file);  // whether colours are welcome there: a terminal, and no NO_COLOR

}  // namespace eddy
