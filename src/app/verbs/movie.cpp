// `eddy movie DIR FIELD`: makes a film of the states that a run has stored.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/run/endings.hpp"
#include "app/run/runner.hpp"
#include "app/run/shown.hpp"
#include "app/run/stored.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "case/formula_function.hpp"
#include "output/film.hpp"
#include "output/picture.hpp"
#include "output/watchers.hpp"

namespace eddy {
namespace {

struct Frames {
  Path folder;
  Grid grid;
  std::vector<CollectionEntry> entries;
  std::string field;
  PictureOptions options;

  Sample sample(const CollectionEntry& e) const { return take_sample(StoredState(folder / e.file, grid), field); }
  Image picture_of(const CollectionEntry& e) const {
    PictureOptions o = options;
    o.time = e.time;
    return picture(grid, sample(e), o);
  }
};

std::vector<CollectionEntry> two_or_more(const Path& folder) {
  std::vector<CollectionEntry> states = stored_states(folder);
  if (states.size() < 2)
    throw Error(Exit::usage, fmt::format("the run in '{}' has stored {}, and a film needs two or more. Run it again "
                                         "with output.every or output.every_steps.",
                                         folder.string(), states.empty() ? "no state" : "one state"));
  return states;
}

void refuse_unknown_field(const Frames& f) {
  const Path file = f.folder / f.entries.front().file;
  if (!stores(file, f.field)) refuse_unstored(file, f.field, "Others need output.fields and another run.");
}

void refuse_interrupted(const StopRequest& stop) {
  if (stop.wanted()) throw Error(Exit::interrupted, stop.reason() + ": no film was made.");
}

// The range of all frames, so that colours mean the same in each of them.
std::optional<std::array<double, 2>> common_range(const Frames& f, const StopRequest& stop) {
  ValueRange range;
  for (const CollectionEntry& e : f.entries) {
    refuse_interrupted(stop);
    range.add(f.grid, f.sample(e), f.options);
  }
  return range.shown();
}

Frames frames_of(const MovieArguments& a) {
  Frames f{a.folder, {}, two_or_more(a.folder), a.field, {}};
  const Case c = read_case(a.folder / "case.used.toml", {}, solver_keys_list());
  f.grid = make_grid(c.mesh);
  refuse_unknown_field(f);
  f.options = shown_as(c, f.grid, a.field);
  if (a.width) f.options.width = *a.width;
  if (a.range) f.options.range = a.range;
  if (a.window) f.options.window = window_of(*a.window);
  return f;
}

}  // namespace

Exit verb::movie(const MovieArguments& a, const Talk& talk) {
  const WithoutFunctions looking;
  const StopRequest stop({});
  const Path file = a.to.value_or(a.folder / (a.field + ".mp4"));
  refuse_other_endings(file, "a film", film_endings());
  Frames frames = frames_of(a);
  Film film(file, a.frames_per_second);
  if (!frames.options.range) frames.options.range = common_range(frames, stop);
  for (const CollectionEntry& e : frames.entries) {
    refuse_interrupted(stop);
    film.add(frames.picture_of(e));
  }
  refuse_interrupted(stop);
  film.finish();
  const double seconds = double(frames.entries.size()) / a.frames_per_second;
  if (!talk.quiet) say(fmt::format("{} frames, {:.3g} s", frames.entries.size(), seconds));
  print(talk.json ? json_text(nlohmann::json{
                        {"film", file.string()}, {"frames", frames.entries.size()}, {"seconds", seconds}})
                  : file.string() + "\n");
  return Exit::done;
}

}  // namespace eddy
