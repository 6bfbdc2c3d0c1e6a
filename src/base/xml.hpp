// The little of XML that VTK's files need.
#pragma once
#include <string>

namespace eddy {

std::string xml_attribute(const std::string& element, const std::string& name);  // "" where it has none
std::string xml_plain(std::string text);                                         // &lt; becomes <

}  // namespace eddy
