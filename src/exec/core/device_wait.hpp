// Waiting for a whole device: other libraries write to fields on a GPU in streams of their own.
#pragma once
#include "exec/core/devices.hpp"

namespace eddy {

void wait_for_device(const Device& d);  // until all that this process has launched on it is done

}  // namespace eddy
