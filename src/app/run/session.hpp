// A case made ready to run, and its run through the time loop; shared by run and resume.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "app/run/checkpoints.hpp"
#include "app/run/folder.hpp"
#include "app/run/log.hpp"
#include "app/run/runner.hpp"
#include "output/checkpoint.hpp"

namespace eddy {

struct Session {
  Case c;
  Grid grid;
  Device device;
  CellTest solid;  // cells of bodies; empty: no bodies
  std::unique_ptr<Simulation> simulation;
};

std::unique_ptr<Session> make_session(Case c);  // refuses everything that can be refused before a run
void check_output(const Case& c, const Grid& grid, Problems& problems);  // probes outside of the mesh, missing tables
void refuse_different(std::uint64_t mine, const std::string& what);      // throws if it differs from that of rank 0
std::uint64_t fingerprint(const Checkpoint& checkpoint);                 // of its whole content
// All ranks but rank 0 follow it to the end of the run; returns true on those.
bool followed(Session& session, const StopRequest& stop);

struct Start {  // where the time loop begins
  CaseInUse used;
  Moment moment;
  const Checkpoint* checkpoint = nullptr;  // null: from the beginning
  ViewArguments view{};
};
struct Conclusion {  // results of a run that has reached its end
  Outcome outcome;
  std::string summary, result;  // summary.json, and the text for people
};

class FolderRun {  // a run in its folder, step by step
 public:
  FolderRun(Session& session, const RunFolder& folder, const Start& start, const StopRequest& stop, Log& log);
  ~FolderRun();
  FolderRun(const FolderRun&) = delete;
  FolderRun& operator=(const FolderRun&) = delete;

  void begin();
  bool goes_on();  // false at the end, or where a stop was requested
  void step();
  void write_rows();     // those of history.csv and the like that wait to be written
  void finish();         // the watchers write their last files, and a checkpoint
  bool stopped() const;  // on request before its end, so that there are no results
  std::string why_stopped() const;
  Conclusion conclude();  // numbers, signals, summary.json
  double next_dt() const;
  const Moment& now() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The error with the last good state added; it is written to log.txt, too.
Error explained(const Error& error, const Path& folder, Log& log);
Exit run_in_folder(Session& session, const RunFolder& folder, const Start& start, const StopRequest& stop, Log& log,
                   const Talk& talk);

}  // namespace eddy
