// `eddy plot DIR WHAT`: draws fields, histories and lines of a run, finished or in progress.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/draw/curves.hpp"
#include "app/draw/overlays.hpp"
#include "app/draw/page.hpp"
#include "app/draw/run_state.hpp"
#include "app/draw/space_view.hpp"
#include "app/run/endings.hpp"
#include "app/run/origin.hpp"
#include "app/run/shown.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "case/formula_function.hpp"
#include "output/picture.hpp"
#include "output/picture_plane.hpp"
#include "output/png.hpp"
#include "output/watchers.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

template <class Enum>
Enum word_in(const std::string& option, const std::string& word) {
  std::vector<std::string> known;
  for (const EnumWord& entry : words(Enum())) {
    if (word == entry.word) return static_cast<Enum>(entry.value);
    known.push_back(entry.word);
  }
  throw Error(Exit::usage,
              fmt::format("{} has no word '{}'.{} Words: {}.", option, word, did_you_mean(word, known), join(known)));
}

PictureOptions wanted(const RunState& state, const std::string& field, const PlotArguments& a) {
  PictureOptions o = shown_as(state.c, state.grid, field);
  o.smooth = !a.cells;
  if (a.window) o.window = window_of(*a.window);
  if (!state.c.run.steady) o.time = state.moment.time;
  if (!a.axis.empty()) o.axis = static_cast<int>(word_in<Axis>("--axis", a.axis));
  if (!a.map.empty()) o.map = word_in<ColourMap>("--map", a.map);
  if (a.slice) o.slice = a.slice;
  if (a.range) o.range = a.range;
  if (a.width) o.width = *a.width;
  return o;
}

void refuse_what_a_flat_mesh_lacks(const RunState& state, const PlotArguments& a) {
  const int dimensions = state.grid.dimensions;
  const char* option = a.planes ? "--planes" : a.volume ? "--volume" : a.surface ? "--surface" : "";
  if (*option && dimensions < 3)
    throw Error(Exit::usage,
                fmt::format("{} needs a mesh in three dimensions, and this one has {}.", option, dimensions));
  if ((!a.axis.empty() || a.slice) && dimensions < 3)
    throw Error(Exit::usage, "--axis and --slice choose a plane of a mesh in three dimensions. Leave them out.");
  if ((a.lines || a.vectors || a.contours) && dimensions < 2)
    throw Error(Exit::usage, "--lines, --vectors and --contours need a mesh of two or three dimensions.");
}

// The two components of a velocity that lie in a plane.
Sample in_plane(const Sample& velocity, const PlaneInSpace& plane) {
  Sample two = velocity;
  two.components = 2;
  two.values.clear();
  for (std::size_t n = 0; n < velocity.values.size(); n += velocity.components) {
    two.values.push_back(velocity.values[n + plane.across]);
    two.values.push_back(velocity.values[n + plane.up]);
  }
  return two;
}

// Light lines upon dark colours, dark lines upon the pale middle of the diverging map.
Pen pen_for(const PictureOptions& o, const Sample& shown) {
  const bool pale = scale_of(magnitude(shown).values, o).map == ColourMap::diverging;
  return pale ? Pen{} : Pen{.colour = {1, 1, 1}, .width = 1.2};
}

class Overlay {  // draws lines, arrows and contours upon one picture
 public:
  Overlay(std::shared_ptr<const RunState> state, const PlotArguments& a, const PictureOptions& o, const Sample& shown)
      : state_(std::move(state)),
        arguments_(a),
        plane_(plane_in(state_->grid, o.axis, o.slice)),
        solid_(o.solid),
        pen_(pen_for(o, shown)) {
    if (a.lines || a.vectors) velocity_ = in_plane(take_sample(*state_->fields, "velocity"), plane_);
    if (a.contours) contoured_ = magnitude(a.contours->empty() ? shown : take_sample(*state_->fields, *a.contours));
  }

  void operator()(Canvas& canvas, const Plot& plot) const {
    PlaneInSpace seen = plane_;
    seen.x = {plot.x.low, plot.x.high};
    seen.y = {plot.y.low, plot.y.high};
    const std::array<int, 2> size{std::max(2, plot.area.width() / 3), std::max(2, plot.area.height() / 3)};
    if (!velocity_ && !contoured_) return;
    const MeshPoints mesh(state_->grid);
    if (contoured_) {
      const Raster values = raster_of_plane(mesh, *contoured_, seen, solid_, size);
      draw_contours(canvas, plot, values, contour_levels(values, arguments_.levels), pen_);
    }
    if (!velocity_) return;
    const Raster flow = raster_of_plane(mesh, *velocity_, seen, solid_, size);
    if (arguments_.lines) draw_streamlines(canvas, plot, flow, pen_, 22);
    if (arguments_.vectors) draw_vectors(canvas, plot, flow, pen_);
  }

 private:
  std::shared_ptr<const RunState> state_;
  const PlotArguments& arguments_;
  PlaneInSpace plane_;
  CellTest solid_;
  Pen pen_;
  std::optional<Sample> velocity_, contoured_;
};

Image plane_picture(const std::shared_ptr<const RunState>& state, const Sample& sample, PictureOptions o,
                    const PlotArguments& a) {
  std::vector<Rect> coloured;
  const auto over = state->grid.dimensions > 1 ? std::make_shared<Overlay>(state, a, o, sample) : nullptr;
  o.overlay = [&](Canvas& canvas, const Plot& plot) {
    const double s = plot.scale;
    const Rect& r = plot.area;
    const int bar = r.x1 + static_cast<int>(std::lround(24 * s));
    coloured = {r,
                {bar, r.y0, bar + static_cast<int>(std::lround(20 * s)),
                 r.y0 + std::max(r.height(), static_cast<int>(std::lround(110 * s)))}};
    if (over) (*over)(canvas, plot);
  };
  const Image light = picture(state->grid, sample, o);
  return a.dark ? darkened(light, coloured) : light;
}

// Draws a field in three planes with the same colours.
Image three_planes(const std::shared_ptr<const RunState>& state, const Sample& sample, PictureOptions o,
                   const PlotArguments& a) {
  const std::string title = std::exchange(o.title, "");
  ValueRange range;
  for (o.axis = 0; o.axis < 3; ++o.axis) range.add(state->grid, sample, o);
  if (!o.range) o.range = range.shown();
  std::vector<Image> all;
  o.width = std::max(480, o.width * 2 / 3);
  for (o.axis = 2; o.axis >= 0; --o.axis) {
    o.slice = state->c.output.image.empty() ? std::nullopt : o.slice;
    all.push_back(plane_picture(state, sample, o, a));
  }
  return panels(all, 3, title, a.dark);
}

Image space_view_of(const RunState& state, const Sample& sample, const PictureOptions& o, const PlotArguments& a) {
  const Sample scalar = magnitude(sample);
  const MeshPoints mesh(state.grid);
  const std::array<int, 3> cells = state.grid.cells();
  const int finest = 2 * *std::max_element(cells.begin(), cells.end());
  const Raster values = raster_of_space(mesh, scalar, o.solid, state.grid.is_box() ? std::clamp(finest, 24, 128) : 80);
  const Image light = space_picture(state.grid, values, scalar, o, {.surface = a.surface});
  return a.dark ? darkened(light) : light;
}

Image field_picture(const std::shared_ptr<const RunState>& state, const std::string& field, const PlotArguments& a,
                    bool one_of_many) {
  PictureOptions o = wanted(*state, field, a);
  if (one_of_many) {
    o.title = "";
    o.width = std::max(400, o.width * 2 / 3);
  }
  const Sample sample = take_sample(*state->fields, field);
  if (a.planes) return three_planes(state, sample, o, a);
  if (a.volume || a.surface) return space_view_of(*state, sample, o, a);
  return plane_picture(state, sample, o, a);
}

Exit plot_fields(const PlotArguments& a, const Path& file, const Talk& talk) {
  const auto state = state_of_run(a.folder, a.what, a.time);
  refuse_what_a_flat_mesh_lacks(*state, a);
  std::vector<Image> all;
  for (const std::string& field : a.what) all.push_back(field_picture(state, field, a, a.what.size() > 1));
  const int columns = all.size() == 1 ? 1 : all.size() == 3 ? 3 : 2;
  const Image page = all.size() == 1 ? all[0] : panels(all, columns, state->c.title, a.dark);
  write_png(file, page, origin_notes(origin_of(state->c)));
  const Moment& m = state->moment;
  if (!talk.quiet) say(fmt::format("step {}, t = {} s", m.step, readable(m.time)));
  print(talk.json ? json_text(nlohmann::json{{"picture", file.string()}, {"step", m.step}, {"time", m.time}})
                  : file.string() + "\n");
  return Exit::done;
}

Exit plot_curves(const PlotArguments& a, const Path& file, const Talk& talk) {
  const std::vector<std::string> names(a.what.begin() + 1, a.what.end());
  const Image light = a.what[0] == "lines" ? line_charts(a.folder, names, a.width.value_or(960))
                                           : history_charts(a.folder, a.what[0], names, a.width.value_or(960));
  const Case c = read_case(a.folder / "case.used.toml", {}, solver_keys_list());
  write_png(file, a.dark ? darkened(light) : light, origin_notes(origin_of(c)));
  print(talk.json ? json_text(nlohmann::json{{"picture", file.string()}}) : file.string() + "\n");
  return Exit::done;
}

}  // namespace

extern "C" Exit eddy_plot_verb(const PlotArguments& a, const Talk& talk) {
  const WithoutFunctions looking;
  const bool curves = a.what[0] == "history" || a.what[0] == "probes" || a.what[0] == "lines";
  const Path file = a.to.value_or(a.folder / (join(a.what, "-") + ".png"));
  refuse_other_endings(file, "a picture", {".png"});
  return curves ? plot_curves(a, file, talk) : plot_fields(a, file, talk);
}

}  // namespace eddy
