// Fields and pictures: whole states into files, by schedule.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ranks.hpp"
#include "output/picture.hpp"
#include "output/png.hpp"
#include "output/vtk.hpp"
#include "output/watchers.hpp"

namespace eddy {
Fields::Fields(const Path& folder, const Grid& grid, const OutputOptions& options)
    : folder_(folder),
      grid_(grid),
      names_(options.fields),
      schedule_(options.every, options.every_steps),
      collection_(folder / "fields.pvd") {}

void Fields::begin(const Watched& watched, const Moment& moment) {
  make_own_folder(folder_ / "fields");
  schedule_.begin(moment);
  if (moment.step == 0) {
    remove_strays(-1);
    if (schedule_.set()) write(watched, moment);
    return;
  }
  collection_.load();
  collection_.cut_back(moment.step);
  provisional_ = ends_irregular();
  remove_strays(moment.step);
  collection_.write();
}

// Whether the last entry is only there because the earlier run ended: it goes as soon as this one writes another.
bool Fields::ends_irregular() const {
  const auto& entries = collection_.entries();
  if (entries.empty()) return false;
  const double previous = entries.size() > 1 ? entries[entries.size() - 2].time : 0;
  return !schedule_.regular({.step = entries.back().step, .time = entries.back().time}, previous);
}

void Fields::after_step(const Watched& watched, const Moment& moment) {
  if (schedule_.due(moment)) write(watched, moment);
}

void Fields::finish(const Watched& watched, const Moment& moment) {
  const auto& entries = collection_.entries();
  if (entries.empty() || entries.back().step != moment.step) write(watched, moment);
}

std::pair<std::string, FileMark> Fields::mark() {
  if (!collection_.entries().empty() && !is_there(folder_ / "fields.pvd")) collection_.write();
  const std::size_t count = collection_.entries().size() - (ends_irregular() ? 1 : 0);
  return {"fields.pvd", collection_.mark(count)};
}

void Fields::write(const Watched& watched, const Moment& moment) {
  if (std::exchange(provisional_, false)) collection_.drop_last();
  std::vector<Box> pieces = watched.pieces();
  const std::vector<std::string> names = names_.empty() ? watched.fields() : names_;
  const std::string file = fmt::format("fields/step-{:09}{}", moment.step,
                                       pieces.empty() ? vtk_extension(grid_) : vtk_index_extension(grid_));
  if (pieces.empty()) {
    std::vector<Sample> samples;
    for (const std::string& name : names) samples.push_back(take_sample(watched, name));
    write_vtk(folder_ / file, grid_, samples, moment.time);
  } else {
    watched.write_shares({(folder_ / file).string(), moment.time, names});
    for (Box& piece : pieces) piece = piece.common({{0, 0, 0}, grid_.cells()});
    write_vtk_index(folder_ / file, grid_, pieces, vtk_heads(vtk_piece(folder_ / file, grid_, 0)));
  }
  collection_.add({moment.step, moment.time, file});
  collection_.write();
}

void Fields::remove_strays(std::int64_t step) const {  // written, but the run was killed before the collection knew
  for (const Path& path : files_in(folder_ / "fields"))
    if (step_of_file(path) > step || path.extension() == ".part") remove_file(path);
}

void write_share(const Watched& part, const Grid& grid, const Box& own, const ShareOrder& order) {
  const Box cells = own.common({{0, 0, 0}, grid.cells()});
  std::vector<Sample> samples;
  for (const std::string& name : order.fields) samples.push_back(take_sample(part, name, cells));
  ranks::together([&] { write_vtk(vtk_piece(order.index, grid, ranks::here()), grid, cells, samples, order.time); });
}

Pictures::Pictures(const Path& folder, const Grid& grid, const OutputOptions& options, std::string title,
                   CellTest solid)
    : folder_(folder),
      grid_(grid),
      images_(options.image),
      title_(std::move(title)),
      solid_(std::move(solid)),
      schedule_(options.every, options.every_steps) {}

std::string Pictures::stem(std::size_t i) const {  // a second picture of the same field: temperature_2
  const auto same = std::count_if(images_.begin(), images_.begin() + static_cast<std::ptrdiff_t>(i),
                                  [&](const ImageOptions& o) { return o.field == images_[i].field; });
  return same == 0 ? images_[i].field : fmt::format("{}_{}", images_[i].field, same + 1);
}

void Pictures::begin(const Watched& watched, const Moment& moment) {
  schedule_.begin(moment);
  const std::int64_t keep = moment.step == 0 ? -1 : moment.step;
  for (const Path& path : files_in(folder_))
    for (std::size_t i = 0; i < images_.size(); ++i)
      if (step_in_name(path.filename().string(), stem(i) + "-", ".png") > keep) remove_file(path);
  if (moment.step == 0 && schedule_.set()) write(watched, moment, fmt::format("-{:06}", moment.step));
}

void Pictures::after_step(const Watched& watched, const Moment& moment) {
  if (schedule_.due(moment)) write(watched, moment, fmt::format("-{:06}", moment.step));
}

void Pictures::finish(const Watched& watched, const Moment& moment) { write(watched, moment, ""); }

void Pictures::write(const Watched& watched, const Moment& moment, const std::string& suffix) const {
  for (std::size_t i = 0; i < images_.size(); ++i) {
    PictureOptions options = options_of(images_[i]);
    options.title = title_, options.time = moment.time, options.solid = solid_;
    write_png(folder_ / (stem(i) + suffix + ".png"), picture(grid_, take_sample(watched, images_[i].field), options));
  }
}

}  // namespace eddy
