// The keys that every case has, for reader, writer and manual.
#pragma once
#include "case/case.hpp"

namespace eddy {

void describe_common(Keys& keys, Case& c);
void describe_sized(Keys& keys, Case& c);  // keys whose lengths depend on the mesh

}  // namespace eddy
