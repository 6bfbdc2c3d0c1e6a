// Tries work that may crash in a library in another process first.
#pragma once
#include <functional>

namespace eddy {

// False if the work crashed or did not end. An exception is no crash: it is thrown again when the work is done here.
bool survives(const std::function<void()>& work);

}  // namespace eddy
