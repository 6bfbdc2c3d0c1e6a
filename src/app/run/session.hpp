// A case made ready to run, and its way through the time loop: what run and resume share.
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
  CellTest solid;  // cells of bodies; none: there are no bodies
  std::unique_ptr<Simulation> simulation;
};

std::unique_ptr<Session> make_session(Case c);  // everything that can be refused is refused here
void check_output(const Case& c, const Grid& grid, Problems& problems);  // probes outside of the mesh, missing tables
void refuse_different(std::uint64_t mine, const std::string& what);      // many ranks: than that of rank 0
std::uint64_t fingerprint(const Checkpoint& checkpoint);                 // of all it holds
// On many ranks: all but the one that speaks follow it to the end of the run, and this is true.
bool followed(Session& session, const StopRequest& stop);

struct Start {  // where the loop takes up
  CaseInUse used;
  Moment moment;
  const Checkpoint* checkpoint = nullptr;  // null: from the beginning
  ViewArguments view{};
};
struct Conclusion {  // of a run that has come to its end
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
  bool goes_on();  // nobody wants to stop, and the end is not reached
  void step();
  void finish();         // the watchers write what is left, a checkpoint last
  bool stopped() const;  // before its end, by somebody's wish: there is nothing to conclude
  std::string why_stopped() const;
  Conclusion conclude();  // numbers, signals, summary.json
  double next_dt() const;
  const Moment& now() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

Error explained(const Error& error, const Path& folder, Log& log);  // with the last good state, also into log.txt
Exit run_in_folder(Session& session, const RunFolder& folder, const Start& start, const StopRequest& stop, Log& log,
                   const Talk& talk);

}  // namespace eddy
