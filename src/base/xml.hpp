// The small part of XML that VTK's files need.
#pragma once
#include <string>

namespace eddy {

std::string xml_attribute(const std::string& element, const std::string& name);  // "" if it has no such attribute
std::string xml_plain(std::string text);                                         // resolves entities: &lt; becomes <

}  // namespace eddy
