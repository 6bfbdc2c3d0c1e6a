#include "app/bench/peers.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/process.hpp"
#include "base/error.hpp"

namespace eddy::bench {

std::string run_peer(const Peer& peer, const std::string& arguments) {
  const auto program = own_program().parent_path();
  std::filesystem::path script;
  for (auto folder = program; !folder.empty() && folder != folder.root_path() && script.empty();
       folder = folder.parent_path())
    if (std::filesystem::exists(folder / "peers" / peer.script)) script = folder / "peers" / peer.script;
  if (script.empty())
    throw Error(Exit::missing, fmt::format("peers/{} is not there: run eddy from its own folder.", peer.script));
  const std::string command = fmt::format("bash {} {}", shell_quoted(script.string()), arguments);
  const auto [code, output] = run_program(command);
  if (code == 3)
    throw Error(Exit::missing, fmt::format("{} is not installed: apt-get install {}, or leave out --peer.",
                                           peer.program, peer.package));
  if (code != 0) throw Error(Exit::missing, "the peer failed: " + command + "\n" + output);
  return output;
}

}  // namespace eddy::bench
