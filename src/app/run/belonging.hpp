// Whether a checkpoint and the files of its folder belong together, so that a resumed run goes on from its own past.
#pragma once
#include <string>
#include <vector>

#include "app/run/checkpoints.hpp"
#include "case/case.hpp"

namespace eddy {

CaseInUse case_in_use(const std::string& text, const Path& folder);  // with marks of the files that it names

// What a resumed run may set otherwise, because it does not change what is computed up to any given time.
std::vector<std::string> settable_keys();
bool is_settable(const std::string& key);
std::vector<std::string> differing_keys(const Case& one, const Case& other);
// All keys that change what is computed, with the step that end_time and steps make; files by what `file_name` says.
std::string computed_text(const Case& c, const FileName& file_name);
void keep_step(Case& c, const Checkpoint& from);  // a longer run must not get another step

// "" or a note: the tables begin later than the run, because it went on without those that were lost.
std::string note_of_lost_rows(const Case& c, const Path& folder);

class RunFiles {  // of a folder that a run shall go on in
 public:
  RunFiles(Path folder, bool without_tables) : folder_(std::move(folder)), without_tables_(without_tables) {}

  std::string misfit(const Checkpoint& checkpoint) const;     // why it cannot go on from there; empty: it can
  std::string case_text(const Checkpoint& checkpoint) const;  // case.used.toml; where it is missing, the checkpoint's
  std::vector<std::string> notes(const Checkpoint& checkpoint) const;      // what the user should know
  std::vector<std::string> set_aside(const Checkpoint& checkpoint) const;  // tables that do not fit; says which

 private:
  std::string misfit_of_case(const Checkpoint& checkpoint) const;
  Case case_from(const std::string& text, const Checkpoint& checkpoint) const;
  Path case_file() const { return folder_ / "case.used.toml"; }

  Path folder_;
  bool without_tables_;
};

}  // namespace eddy
