// Computes the numbers of [signal.NAME] from columns of a run's tables.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "output/csv.hpp"
#include "output/signal.hpp"
#include "output/watchers.hpp"
#include "solver/simulation.hpp"

namespace eddy {

// Before the run: reports columns that neither table will have; without a simulation, by a trial on a coarse mesh.
void check_columns(const Case& c, const Grid& grid, const Simulation& simulation, Problems& problems);
void check_columns(const Case& c, Problems& problems);
// A sentence for each signal that begins after the end of the run.
std::vector<std::string> empty_signals(const Case& c);
// After the run: NAME.frequency and so on, from the columns of history.csv and probes.csv that signals need.
std::vector<Table> signal_tables(const Case& c, const std::filesystem::path& folder);
SignalNumbers analysed_signals(const Case& c, const std::vector<Table>& tables);
// signals/NAME.csv and NAME.png
void write_spectra(const Case& c, const std::vector<Table>& tables, const std::filesystem::path& folder);

class SignalRecorder : public Watcher {  // records the signals of a run that writes no files
 public:
  SignalRecorder(const Case& c, const Grid& grid);
  void after_step(const Watched& watched, const Moment& moment) override;
  void finish(const Watched& watched, const Moment& moment) override;
  SignalNumbers numbers() const;

 private:
  void add(const Watched& watched, const Moment& moment);
  const Case& case_;
  Probes probes_;
  Table history_;  // columns of history.csv, then those of probes.csv
};

std::vector<std::string> sentences(const Reasons& unknown);  // "lift.frequency is not known: …", one for each reason

}  // namespace eddy
