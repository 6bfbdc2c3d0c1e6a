// Checks that a checkpoint and the files of its folder belong together, so that a resumed run continues its own past.
#pragma once
#include <string>
#include <vector>

#include "app/run/checkpoints.hpp"
#include "case/case.hpp"

namespace eddy {

CaseInUse case_in_use(const std::string& text, const Path& folder);  // the case with marks of the files that it names

// Keys that a resumed run may change, because they do not change what is computed up to any given time.
std::vector<std::string> settable_keys();
bool is_settable(const std::string& key);
std::vector<std::string> differing_keys(const Case& one, const Case& other);
// All keys that change what is computed, with the step that follows from end_time and steps. `file_name` tells how a
// file is written there.
std::string computed_text(const Case& c, const FileName& file_name);
void keep_step(Case& c, const Checkpoint& from);  // so that a longer run does not get another step

// A note that the tables begin later than the run, because it continued without lost ones; or "".
std::string note_of_lost_rows(const Case& c, const Path& folder);

class RunFiles {  // the files of a folder in which a run is to be resumed
 public:
  RunFiles(Path folder, bool without_tables) : folder_(std::move(folder)), without_tables_(without_tables) {}

  std::string misfit(const Checkpoint& checkpoint) const;     // why the run cannot resume from there; "": it can
  std::string case_text(const Checkpoint& checkpoint) const;  // case.used.toml; if it is missing, the checkpoint's text
  std::vector<std::string> notes(const Checkpoint& checkpoint) const;      // notes for the user
  std::vector<std::string> set_aside(const Checkpoint& checkpoint) const;  // renames tables that do not fit; names them

 private:
  std::string misfit_of_case(const Checkpoint& checkpoint) const;
  Case case_from(const std::string& text, const Checkpoint& checkpoint) const;
  Path case_file() const { return folder_ / "case.used.toml"; }

  Path folder_;
  bool without_tables_;
};

}  // namespace eddy
