// The three axes, named by the same letters in case files and kernels.
#pragma once

namespace eddy {

enum class Axis : int { x, y, z };

}  // namespace eddy
