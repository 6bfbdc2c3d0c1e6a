// Runs other programs on the same problem: scripts in peers/ that print a line of JSON.
#pragma once
#include <string>

namespace eddy::bench {

struct Peer {
  const char *script, *program, *package;  // file in peers/; program that it runs; package to install
};
// The script's output. Without arguments it only checks that the program is there. Throws where it is not.
std::string run_peer(const Peer& peer, const std::string& arguments);

}  // namespace eddy::bench
