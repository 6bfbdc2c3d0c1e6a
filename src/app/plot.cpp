// `eddy plot DIR FIELD`: a picture of the newest state of a run.
#include <nlohmann/json.hpp>

#include "app/checkpoints.hpp"
#include "app/shown.hpp"
#include "app/text_table.hpp"
#include "app/verbs.hpp"
#include "case/case.hpp"
#include "output/checkpoint.hpp"
#include "output/picture.hpp"
#include "output/png.hpp"
#include "output/watchers.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

// The solver takes the state up again, on the CPU, so that every field it knows can be shown, not only those that it
// saves.
Sample state_of(const Case& c, const Grid& grid, const Checkpoint& checkpoint, const std::string& field) {
  const auto simulation = solver_entry(c.solver).make(c, grid, cpu_devices().front());
  take_up(*simulation, checkpoint);
  return take_sample(*simulation, field);
}

}  // namespace

Exit verb::plot(const std::filesystem::path& folder, const std::string& field,
                const std::optional<std::filesystem::path>& to, const Talk& talk) {
  const GoodCheckpoint newest = newest_good(folder);
  for (const std::string& m : newest.messages) say(m);
  const Checkpoint& state = newest.checkpoint;
  const Case c = read_case_text(state.case_text, folder / "case.used.toml", {}, solver_keys_list());
  const Grid grid = make_grid(c.mesh);
  PictureOptions options = shown_as(c, grid, field);
  if (!c.run.steady) options.time = state.time;
  const std::filesystem::path file = to.value_or(folder / (field + ".png"));
  write_png(file, picture(grid, state_of(c, grid, state, field), options));
  print(talk.json
            ? nlohmann::json{{"picture", file.string()}, {"step", state.step}, {"time", state.time}}.dump(2) + "\n"
            : file.string() + "\n");
  return Exit::done;
}

}  // namespace eddy
