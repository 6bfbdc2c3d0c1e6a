// Other programs on the same problem: scripts beside this program's sources that say a line of JSON.
#pragma once
#include <string>

namespace eddy::bench {

struct Peer {
  const char *script, *program, *package;  // of peers/; what it runs; what to install
};
// The script's output; without arguments it only looks whether the program is there. Throws where it is not.
std::string run_peer(const Peer& peer, const std::string& arguments);

}  // namespace eddy::bench
