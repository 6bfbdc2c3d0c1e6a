// Puts pictures together to pages, and makes pages dark.
#pragma once
#include <string>
#include <vector>

#include "output/canvas.hpp"

namespace eddy {

// Pictures in rows of `columns` on white, below a heading if `title` is not empty.
Image panels(const std::vector<Image>& pictures, int columns, const std::string& title, bool dark);
// Exchanges light and dark and keeps hues, except within `keep`, where colours stand for values.
Image darkened(const Image& page, const std::vector<Rect>& keep = {});

}  // namespace eddy
