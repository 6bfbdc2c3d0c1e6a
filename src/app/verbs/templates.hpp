// The cases that come with the program, which `new` copies and `list cases` shows.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "app/verbs/verbs.hpp"
#include "case/case.hpp"

namespace eddy {

struct Template {
  std::string name;  // "heat/plate"
  std::filesystem::path folder;
  std::string title;
};

std::filesystem::path cases_folder();  // EDDY_ROOT/cases, or beside the program; throws where there is none
std::vector<Template> templates();     // sorted by name
std::string title_in(const std::string& case_text);

// How to get a case that does not exist here, but comes with eddy; empty if none of that name does.
std::string offered_template(const std::filesystem::path& missing);
Case read_given_case(const CaseArguments& from);  // read_case; if the case is missing, the error names the template

}  // namespace eddy
