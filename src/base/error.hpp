// Errors are written for the person who can act: what is wrong, where, what to do. They carry the program's exit code.
#pragma once
#include <stdexcept>
#include <string>

namespace eddy {

enum class Exit : int {
  done = 0,
  fault = 1,          // an error in eddy itself
  usage = 2,          // wrong command line or case
  missing = 3,        // something is missing or refused by the machine: device, memory, file, disk
  diverged = 4,       // diverged or not converged
  failed = 5,         // report, converge or parity failed
  stopped = 75,       // stopped cleanly, resume to continue
  interrupted = 130,  // second Ctrl-C
};

class Error : public std::runtime_error {
 public:
  Error(Exit code, const std::string& what) : std::runtime_error(what), code_(code) {}
  Exit code() const { return code_; }

 private:
  Exit code_;
};

}  // namespace eddy
