// `eddy plot DIR FIELD`: a picture of the newest state of a run, be it over or not.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/run/checkpoints.hpp"
#include "app/run/endings.hpp"
#include "app/run/shown.hpp"
#include "app/run/stored.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "base/readable.hpp"
#include "case/case.hpp"
#include "output/checkpoint.hpp"
#include "output/picture.hpp"
#include "output/png.hpp"
#include "output/watchers.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

struct Shown {
  Case c;
  Grid grid;
  Moment moment;
  Sample sample;
};

// The solver takes the state up again, on the CPU, so that every field it knows can be shown, not only those that it
// saves.
Shown from_checkpoint(const Path& folder, const std::string& field) {
  const GoodCheckpoint newest = newest_good(folder);
  for (const std::string& m : newest.messages) say(m);
  const Checkpoint& state = newest.checkpoint;
  Shown shown{read_case_text(state.case_text, folder / "case.used.toml", {}, solver_keys_list()), {}, {}, {}};
  shown.grid = make_grid(shown.c.mesh);
  shown.moment = {.step = state.step, .time = state.time};
  const auto simulation = make_simulation(shown.c, shown.grid, cpu_devices().front());
  take_up(*simulation, state);
  shown.sample = take_sample(*simulation, field);
  return shown;
}

Shown from_file(const Path& folder, const CollectionEntry& state, const std::string& field) {
  const Path file = folder / state.file;
  if (!stores(file, field))
    refuse_unstored(file, field, "Others can be shown as soon as the run has written a checkpoint.");
  Shown shown{read_case(folder / "case.used.toml", {}, solver_keys_list()), {}, {}, {}};
  shown.grid = make_grid(shown.c.mesh);
  shown.moment = {.step = state.step, .time = state.time};
  shown.sample = take_sample(StoredState(file, shown.grid), field);
  return shown;
}

std::int64_t newest_checkpoint(const Path& folder) {  // its step; −1: there is none
  const std::vector<Path> all = checkpoints(folder);
  return all.empty() ? -1 : step_in_name(all.front().filename().string(), "checkpoint-", ".h5");
}

// A run that goes on may have stored fields since its last checkpoint, or before its first.
Shown newest_state(const Path& folder, const std::string& field) {
  const std::vector<CollectionEntry> files = stored_states(folder);
  const std::int64_t saved = newest_checkpoint(folder);
  if (files.empty() && saved < 0)
    throw Error(Exit::missing, fmt::format("the run in '{}' has stored no state yet, neither a checkpoint nor fields. "
                                           "Wait for it, or run with output.every or output.every_steps.",
                                           folder.string()));
  const bool older = files.empty() || files.back().step <= saved;
  if (saved >= 0 && (older || !stores(folder / files.back().file, field))) return from_checkpoint(folder, field);
  return from_file(folder, files.back(), field);
}

}  // namespace

Exit verb::plot(const std::filesystem::path& folder, const std::string& field,
                const std::optional<std::filesystem::path>& to, const Talk& talk, const ShownWindow& window) {
  const std::filesystem::path file = to.value_or(folder / (field + ".png"));
  refuse_other_endings(file, "a picture", {".png"});
  const auto [c, grid, moment, sample] = newest_state(folder, field);
  PictureOptions options = shown_as(c, grid, field);
  if (window) options.window = window_of(*window);
  if (!c.run.steady) options.time = moment.time;
  write_png(file, picture(grid, sample, options));
  if (!talk.quiet) say(fmt::format("step {}, t = {} s", moment.step, readable(moment.time)));
  print(talk.json ? json_text(nlohmann::json{{"picture", file.string()}, {"step", moment.step}, {"time", moment.time}})
                  : file.string() + "\n");
  return Exit::done;
}

}  // namespace eddy
