// A lid-driven cavity with a block on its floor.
#pragma once
#include <string>

namespace eddy {

inline const std::string block = R"toml(
solver = "projection"
[run]
device = "cpu"
dt = 0.01
steps = 20
[mesh]
lower = [0, 0]
upper = [1, 1]
cells = [8, 8]
[fluid]
reynolds = 20
[boundary]
top = { kind = "no-slip", velocity = [1, 0] }
others = { kind = "no-slip" }
[body.block]
shape = "box"
lower = [0.25, 0]
upper = [0.75, 0.5]
)toml";

}  // namespace eddy
