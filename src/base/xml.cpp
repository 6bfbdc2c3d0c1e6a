#include "base/xml.hpp"

#include <utility>

namespace eddy {

std::string xml_plain(std::string text) {
  for (const auto& [from, to] : {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; ++at)
      text.replace(at, std::string(from).size(), to);
  return text;
}

std::string xml_attribute(const std::string& element, const std::string& name) {
  const std::size_t begin = element.find(" " + name + "=\"");
  if (begin == element.npos) return "";
  const std::size_t from = begin + name.size() + 3;
  return xml_plain(element.substr(from, element.find('"', from) - from));
}

}  // namespace eddy
