// Work that may crash in a library, tried in another process first.
#pragma once
#include <functional>

namespace eddy {

// False: the work crashed, or did not end. An exception is no crash: it comes again when the work is done in earnest.
bool survives(const std::function<void()>& work);

}  // namespace eddy
