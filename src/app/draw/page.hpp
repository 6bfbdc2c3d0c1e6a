// Pages that are made of pictures: side by side, below each other, dark.
#pragma once
#include <string>
#include <vector>

#include "output/canvas.hpp"

namespace eddy {

// In rows of so many, on white; with a heading above all of them where there are words for one.
Image panels(const std::vector<Image>& pictures, int columns, const std::string& title, bool dark);
// Light becomes dark and dark light, hues stay; but for the parts that are kept, where colours are values.
Image darkened(const Image& page, const std::vector<Rect>& keep = {});

}  // namespace eddy
