// Other libraries write to fields on a GPU in streams of their own.
#pragma once
#include "exec/core/devices.hpp"

namespace eddy {

void wait_for_device(const Device& d);  // until all is done that anybody in this process has launched there

}  // namespace eddy
