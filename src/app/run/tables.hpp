// What the tables of a run are: csv-metadata.json, as "CSV on the Web" (www.w3.org/TR/tabular-metadata) describes it. The
// tables themselves have no line for it: programs that read CSV would take it for a header or a row.
#pragma once
#include <string>

#include "output/file.hpp"

namespace eddy {

// Program, commit and case, and of every table in the folder its columns with their units.
void describe_tables(const Path& folder, const std::string& origin);

}  // namespace eddy
