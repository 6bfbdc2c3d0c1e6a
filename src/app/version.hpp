// The version of the program, written by the build.
#pragma once

namespace eddy {

const char* version();  // "0.1.0"
const char* commit();  // the commit of the sources, with "-dirty" if they were changed; "unknown commit" outside of git

}  // namespace eddy
