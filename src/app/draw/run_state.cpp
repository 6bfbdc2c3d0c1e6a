#include "app/draw/run_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/run/checkpoints.hpp"
#include "app/text_table.hpp"
#include "base/error.hpp"
#include "case/formula_function.hpp"
#include "output/checkpoint.hpp"
#include "output/collection.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

// Restores the state in a solver on the CPU, so that every field of the solver can be shown, not only the saved ones.
std::shared_ptr<RunState> from_checkpoint(const Path& folder) {
  const GoodCheckpoint newest = newest_good(folder);
  for (const std::string& m : newest.messages) say(m);
  const Checkpoint& saved = newest.checkpoint;
  auto state = std::make_shared<RunState>();
  state->c = read_case_text(saved.case_text, folder / "case.used.toml", {}, solver_keys_list());
  state->grid = make_grid(state->c.mesh);
  state->moment = {.step = saved.step, .time = saved.time};
  std::shared_ptr<Simulation> simulation = make_simulation(state->c, state->grid, cpu_devices().front());
  take_up(*simulation, saved);
  state->fields = simulation;
  return state;
}

std::shared_ptr<RunState> from_file(const Path& folder, const CollectionEntry& entry,
                                    const std::vector<std::string>& fields, const std::string& what_to_do) {
  const Path file = folder / entry.file;
  for (const std::string& field : fields)
    if (!stores(file, field)) refuse_unstored(file, field, what_to_do);
  auto state = std::make_shared<RunState>();
  state->c = read_case(folder / "case.used.toml", {}, solver_keys_list());
  state->grid = make_grid(state->c.mesh);
  state->moment = {.step = entry.step, .time = entry.time};
  state->fields = std::make_shared<StoredState>(file, state->grid);
  return state;
}

std::string case_text_of(const Path& folder) {
  const Path file = folder / "case.used.toml";
  return is_there(file) ? read_own_file(file) : "";
}

std::int64_t newest_checkpoint(const Path& folder) {  // its step; −1: there is none
  const std::vector<Path> all = checkpoints(folder);
  return all.empty() ? -1 : step_in_name(all.front().filename().string(), "checkpoint-", ".h5");
}

bool stores_all(const Path& file, const std::vector<std::string>& fields) {
  return std::all_of(fields.begin(), fields.end(), [&](const std::string& field) { return stores(file, field); });
}

std::shared_ptr<const RunState> at_time(const Path& folder, const std::vector<CollectionEntry>& files,
                                        const std::vector<std::string>& fields, double time) {
  if (files.empty())
    throw Error(Exit::usage,
                fmt::format("the run in '{}' has stored no fields, and --time shows a stored state. Run it "
                            "with output.every.",
                            folder.string()));
  const auto nearest = std::min_element(files.begin(), files.end(), [&](const auto& a, const auto& b) {
    return std::fabs(a.time - time) < std::fabs(b.time - time);
  });
  return from_file(folder, *nearest, fields, "Others need output.fields and another run.");
}

}  // namespace

// A run in progress may have stored fields since its last checkpoint, or before its first. A solver that needs functions of
// a script does not start without them: then the stored fields are shown.
std::shared_ptr<const RunState> state_of_run(const Path& folder, const std::vector<std::string>& fields,
                                             std::optional<double> time) {
  const std::vector<CollectionEntry> files = stored_states(folder);
  if (time) return at_time(folder, files, fields, *time);
  const std::int64_t saved = newest_checkpoint(folder);
  if (files.empty() && saved < 0)
    throw Error(Exit::missing, fmt::format("the run in '{}' has stored no state yet, neither a checkpoint nor fields. "
                                           "Wait for it, or run with output.every or output.every_steps.",
                                           folder.string()));
  const bool same = !files.empty() && files.back().step == saved;
  const bool older = files.empty() || files.back().step < saved || (same && !names_functions(case_text_of(folder)));
  if (saved >= 0 && (older || !stores_all(folder / files.back().file, fields))) return from_checkpoint(folder);
  return from_file(folder, files.back(), fields, "Others can be shown as soon as the run has written a checkpoint.");
}

}  // namespace eddy
