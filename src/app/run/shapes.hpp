// The bodies, holes and regions of a case, as pictures show them.
#pragma once
#include <vector>

#include "case/case.hpp"
#include "mesh/outline.hpp"

namespace eddy {

std::vector<DrawnShape> shapes_of(const Case& c);  // [body.NAME] and [region.NAME], in the order of the case

}  // namespace eddy
