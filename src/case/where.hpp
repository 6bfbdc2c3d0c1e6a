// A place in a case: file, line and column; or a command-line override, which has no lines.
#pragma once
#include <string>

namespace eddy {

struct Where {
  std::string file;  // as the user named it, or "-s run.cfl=abc"
  int line = 0;      // counted from 1; 0: the whole file
  int column = 0;

  std::string text() const {
    return line > 0 ? file + ":" + std::to_string(line) + ":" + std::to_string(column) : file;
  }
};

}  // namespace eddy
