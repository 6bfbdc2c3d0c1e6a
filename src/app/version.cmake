# Writes version.cpp where version or commit have changed:  cmake -DFILE= -DVERSION= -DROOT= -P version.cmake
execute_process(COMMAND git -C ${ROOT} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown commit")
endif()
file(CONFIGURE OUTPUT ${FILE} @ONLY CONTENT [[
#include "app/version.hpp"
namespace eddy {
const char* version() { return "@VERSION@"; }
const char* commit() { return "@commit@"; }
}  // namespace eddy
]])
