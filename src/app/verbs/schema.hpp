// A JSON schema of case files for editors, from the tables that the reader uses.
#pragma once
#include <nlohmann/json.hpp>

#include "case/case.hpp"

namespace eddy {

nlohmann::ordered_json case_schema(const Solvers& solvers);

}  // namespace eddy
