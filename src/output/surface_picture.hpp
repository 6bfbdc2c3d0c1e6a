// A picture of values on a body, unfolded: its sides next to each other, as they are seen from outside.
//
//            ┌──────────┐
//            │   roof   │
//            ├──────────┼──────┬──────────┬──────┐
//            │ windward │ side │  leeward │ side │        from −x on around the body: −x, −y, +x, +y
//            └──────────┴──────┴──────────┴──────┘
#pragma once
#include <string>

#include "field/watcher.hpp"
#include "output/image.hpp"

namespace eddy {

// Maps of these columns next to each other; empty where the table has no faces in space.
Image surface_picture(const SurfaceTable& table, const std::vector<std::string>& columns, const std::string& title);

}  // namespace eddy
