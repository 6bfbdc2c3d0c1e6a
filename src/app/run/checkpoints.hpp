// The watcher that writes checkpoints, and functions that convert a solver's state to a checkpoint and back.
#pragma once
#include <chrono>
#include <string>

#include "app/run/guard.hpp"
#include "output/checkpoint.hpp"
#include "output/watchers.hpp"
#include "solver/simulation.hpp"

namespace eddy {

Checkpoint to_checkpoint(const State& state, const Moment& moment);
State to_state(const Checkpoint& checkpoint);
void take_up(Simulation& simulation, const Checkpoint& checkpoint);  // refuses arrays of other sizes

struct CaseInUse {  // the case as a checkpoint stores it
  std::string text;
  FileMarks files{};  // marks of the files that it names, in the folder of the run
};

class Checkpoints : public Watcher {  // the last watcher, so that the state is checked and all files are written
 public:
  Checkpoints(const Simulation& simulation, const Guard& guard, std::vector<Marked*> tables, const Case& c, Path folder,
              CaseInUse used, const Checkpoint* from);  // from: the checkpoint that is resumed, or null
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  void finish(const Watched& watched, const Moment& moment) override;
  void write_now(const Moment& moment) { write(moment); }
  void use(std::string case_text) { used_.text = std::move(case_text); }  // the case of the run from now on

 private:
  void write(const Moment& moment);
  void write(Checkpoint checkpoint);
  FileMarks marks() const;
  bool overdue(std::int64_t step) const;

  const Simulation& simulation_;
  const Guard& guard_;
  std::vector<Marked*> tables_;
  std::optional<std::int64_t> every_;
  double minutes_;
  std::chrono::steady_clock::time_point written_{};
  Path folder_;
  CaseInUse used_;
  const Checkpoint* from_;
  std::int64_t last_ = -1;
};

Guard::Troubles troubles_in(const Checkpoint& checkpoint);

}  // namespace eddy
