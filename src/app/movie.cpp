// `eddy movie DIR FIELD`: a film of the states that a run has stored.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/runner.hpp"
#include "app/shown.hpp"
#include "app/text_table.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "output/collection.hpp"
#include "output/film.hpp"
#include "output/picture.hpp"
#include "output/vtk.hpp"
#include "output/watchers.hpp"

namespace eddy {
namespace {

class Stored : public Watched {  // one state, as it stands in its file
 public:
  Stored(Path file, const Grid& grid) : file_(std::move(file)), grid_(grid) {}
  std::vector<std::string> fields() const override { return vtk_fields(file_); }
  Sample sample(const std::string& field) const override { return read_vtk(file_, grid_, field); }
  Sample sample_of(const std::string& field, const Box& cells) const override {
    return part_of(sample(field), cells, grid_.dimensions);
  }
  std::vector<Number> numbers() const override { return {}; }

 private:
  Path file_;
  const Grid& grid_;
};

struct Frames {
  Path folder;
  Grid grid;
  std::vector<CollectionEntry> entries;
  std::string field;
  PictureOptions options;

  Sample sample(const CollectionEntry& e) const { return take_sample(Stored(folder / e.file, grid), field); }
  Image picture_of(const CollectionEntry& e) const {
    PictureOptions o = options;
    o.time = e.time;
    return picture(grid, sample(e), o);
  }
};

std::vector<CollectionEntry> stored_states(const Path& folder) {
  if (!std::filesystem::is_directory(folder))
    throw Error(Exit::missing, fmt::format("'{}' is not a folder. Name the folder of a run.", folder.string()));
  Collection collection(folder / "fields.pvd");
  collection.load();
  const std::size_t count = collection.entries().size();
  if (count < 2)
    throw Error(Exit::usage, fmt::format("the run in '{}' has stored {}, and a film needs two or more. Run it again "
                                         "with output.every or output.every_steps.",
                                         folder.string(), count == 0 ? "no state" : "one state"));
  return collection.entries();
}

void refuse_unknown_field(const Frames& f) {
  const std::vector<std::string> known = vtk_fields(f.folder / f.entries.front().file);
  const std::size_t dot = f.field.rfind('.');
  const auto has = [&](const std::string& name) { return std::find(known.begin(), known.end(), name) != known.end(); };
  if (has(f.field) || (dot != f.field.npos && has(f.field.substr(0, dot)))) return;
  throw Error(Exit::usage,
              fmt::format("the run has not stored a field '{}'.{} Stored: {}. Others need output.fields and "
                          "another run.",
                          f.field, did_you_mean(f.field, known), join(known)));
}

void refuse_interrupted(const StopRequest& stop) {
  if (stop.wanted()) throw Error(Exit::interrupted, stop.reason() + ": no film was made.");
}

// Colours mean the same in every frame.
std::optional<std::array<double, 2>> common_range(const Frames& f, const StopRequest& stop) {
  ValueRange range;
  for (const CollectionEntry& e : f.entries) {
    refuse_interrupted(stop);
    range.add(f.grid, f.sample(e), f.options);
  }
  return range.shown();
}

Frames frames_of(const MovieArguments& a) {
  Frames f{a.folder, {}, stored_states(a.folder), a.field, {}};
  const Case c = read_case(a.folder / "case.used.toml", {}, solver_keys_list());
  f.grid = make_grid(c.mesh);
  refuse_unknown_field(f);
  f.options = shown_as(c, f.grid, a.field);
  if (a.width) f.options.width = *a.width;
  if (a.range) f.options.range = a.range;
  return f;
}

}  // namespace

Exit verb::movie(const MovieArguments& a, const Talk& talk) {
  const StopRequest stop({});
  const Path file = a.to.value_or(a.folder / (a.field + ".mp4"));
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
  print(talk.json
            ? nlohmann::json{{"film", file.string()}, {"frames", frames.entries.size()}, {"seconds", seconds}}.dump(2) +
                  "\n"
            : file.string() + "\n");
  return Exit::done;
}

}  // namespace eddy
