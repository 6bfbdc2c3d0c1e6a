// What a file that the user names is to be, by the end of its name.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace eddy {

// Refuses a name with another ending, before anything is computed. `what`: "a picture".
void refuse_other_endings(const std::filesystem::path& file, const std::string& what,
                          const std::vector<std::string>& endings);

}  // namespace eddy
