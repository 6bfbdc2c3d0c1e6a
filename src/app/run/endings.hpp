// Checks the endings of file names that the user gives.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace eddy {

// Refuses a name with another ending before anything is computed. `what`: "a picture".
void refuse_other_endings(const std::filesystem::path& file, const std::string& what,
                          const std::vector<std::string>& endings);

}  // namespace eddy
