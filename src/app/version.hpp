// Which eddy this is; written by the build.
#pragma once

namespace eddy {

const char* version();  // "0.1.0"
const char* commit();   // of the sources; "-dirty" where they had changed, "unknown commit" outside of git

}  // namespace eddy
