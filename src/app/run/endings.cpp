#include "app/run/endings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy {

void refuse_other_endings(const std::filesystem::path& file, const std::string& what,
                          const std::vector<std::string>& endings) {
  const std::string name = file.filename().string();
  const auto fits = [&](const std::string& ending) { return name.size() > ending.size() && name.ends_with(ending); };
  if (std::any_of(endings.begin(), endings.end(), fits)) return;
  throw Error(Exit::usage, fmt::format("'{}' cannot be written: the name of {} ends in {}.", file.string(), what,
                                       join(endings, " or ")));
}

}  // namespace eddy
