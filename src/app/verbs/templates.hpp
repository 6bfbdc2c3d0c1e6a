// The cases that come with the program: what `new` copies and `list cases` shows.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace eddy {

struct Template {
  std::string name;  // "heat/plate"
  std::filesystem::path folder;
  std::string title;
};

std::filesystem::path cases_folder();  // EDDY_ROOT/cases, or beside the program; throws where there is none
std::vector<Template> templates();     // sorted by name
std::string title_in(const std::string& case_text);

}  // namespace eddy
