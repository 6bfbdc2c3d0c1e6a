// Writes talk to stderr for people, and a copy of it into log.txt.
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

  void open(const std::filesystem::path& folder);  // appends to log.txt, beginning with all that was said before
  void say(const std::string& line);
  void note(const std::string& line);  // into log.txt only
  void bar(const std::string& text);   // on a terminal: a line that the next one replaces
  bool terminal() const { return terminal_; }

 private:
  void clear_bar();

  bool quiet_, terminal_, bar_ = false;
  int file_ = -1;
  std::string early_;
};

bool colours(int file);  // whether to use colours: on a terminal without NO_COLOR

}  // namespace eddy
