// Writes csv-metadata.json, which describes the tables of a run as in "CSV on the Web"
// (www.w3.org/TR/tabular-metadata). The tables themselves hold no such line, because programs that read CSV would take
// it for a header or a row.
#pragma once
#include <string>

#include "output/file.hpp"

namespace eddy {

// Writes program, commit and case, and the columns of every table in the folder with their units.
void describe_tables(const Path& folder, const std::string& origin);

}  // namespace eddy
