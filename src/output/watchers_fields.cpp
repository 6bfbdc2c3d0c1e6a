// Writes fields and pictures by schedule.
#include <fmt/format.h>

#include <sstream>
#include <utility>

#include "base/ranks.hpp"
#include "base/text.hpp"
#include "output/png.hpp"
#include "output/vtk.hpp"
#include "output/watchers.hpp"

namespace eddy {
namespace {

constexpr const char* range_note = "range";

bool is_plain_file(const Path& path) {  // neither a link nor a pipe, which could block for ever
  return std::filesystem::is_regular_file(std::filesystem::symlink_status(path));
}

// 1 in cells of bodies, 0 in the fluid.
Sample mask_of(const CellTest& solid, const Box& cells) {
  Sample mask;
  mask.name = vtk_mask;
  for (int a = 0; a < 3; ++a) mask.size[a] = cells.extent(a);
  for (int k = cells.lo[2]; k < cells.hi[2]; ++k)
    for (int j = cells.lo[1]; j < cells.hi[1]; ++j)
      for (int i = cells.lo[0]; i < cells.hi[0]; ++i) mask.values.push_back(solid({i, j, k}));
  return mask;
}

}  // namespace

Fields::Fields(const Path& folder, const Grid& grid, const OutputOptions& options, CellTest solid)
    : folder_(folder),
      grid_(grid),
      names_(options.fields),
      solid_(std::move(solid)),
      origin_(options.origin),
      schedule_(options.every, options.every_steps),
      collection_(folder / "fields.pvd") {}

void Fields::reschedule(const OutputOptions& options, const Moment& now) {
  schedule_ = Schedule(options.every, options.every_steps);
  schedule_.begin(now);
}

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

// Whether the last entry is only there because the earlier run ended. It is dropped as soon as this run writes another.
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
  const Box all{{0, 0, 0}, grid_.cells()};
  RankShares shares = grid_.blocks ? RankShares{} : watched.rank_shares();  // rank 0 writes all blocks
  const std::vector<std::string> names = names_.empty() ? watched.fields() : names_;
  const std::string file = fmt::format("fields/step-{:09}{}", moment.step,
                                       shares.pieces.empty() ? vtk_extension(grid_) : vtk_index_extension(grid_));
  if (shares.pieces.empty()) {
    std::vector<Sample> samples;
    for (const std::string& name : names) samples.push_back(take_sample(watched, name));
    if (solid_) samples.push_back(mask_of(solid_, all));
    write_vtk(folder_ / file, grid_, samples, {moment.time, origin_});
  } else {
    shares.write({(folder_ / file).string(), moment.time, names});
    for (Box& piece : shares.pieces) piece = piece.common(all);
    write_vtk_index(folder_ / file, grid_, shares.pieces, vtk_heads(vtk_piece(folder_ / file, grid_, 0)));
  }
  collection_.add({moment.step, moment.time, file});
  collection_.write();
}

void Fields::remove_strays(std::int64_t step) const {  // files of a run that was killed before it wrote the collection
  for (const Path& path : files_in(folder_ / "fields"))
    if (step_of_file(path) > step || path.extension() == ".part") remove_file(path);
}

void write_share(const Watched& part, const Grid& grid, const Box& own, const ShareOrder& order, const CellTest& solid,
                 const std::string& origin) {
  const Box cells = own.common({{0, 0, 0}, grid.cells()});
  const bool is_box = grid.is_box();
  std::vector<Sample> samples;
  for (const std::string& name : order.fields)
    samples.push_back(is_box ? take_sample(part, name, cells) : take_sample(part, name));
  if (solid) samples.push_back(mask_of(solid, cells));
  const FileStamp stamp(order.time, origin);
  const Path file = vtk_piece(order.index, grid, ranks::here());
  ranks::together([&] {
    if (is_box)
      write_vtk(file, grid, cells, samples, stamp);
    else
      write_vtk_elements(file, *grid.hexahedra, part.own_elements(), samples, stamp);
  });
}

Pictures::Pictures(const Path& folder, const Grid& grid, const OutputOptions& options, std::string title,
                   CellTest solid, std::vector<DrawnShape> shapes)
    : folder_(folder),
      grid_(grid),
      title_(std::move(title)),
      origin_(options.origin),
      units_(options.units),
      solid_(std::move(solid)),
      shapes_(std::move(shapes)),
      schedule_(options.every, options.every_steps) {
  const std::vector<std::string> names = picture_names(options.image);
  for (std::size_t i = 0; i < names.size(); ++i) series_.push_back({options.image[i], names[i]});
}

void Pictures::reschedule(const OutputOptions& options, const Moment& now) {
  schedule_ = Schedule(options.every, options.every_steps);
  schedule_.begin(now);
}

void Pictures::begin(const Watched& watched, const Moment& moment) {
  schedule_.begin(moment);
  for (Series& series : series_) take_up(series, moment.step == 0 ? -1 : moment.step);
  if (moment.step == 0 && schedule_.set()) write_scheduled(watched, moment);
}

// Removes pictures of later steps. The last that remains holds the range of all pictures up to it.
void Pictures::take_up(Series& series, std::int64_t step) const {
  std::int64_t last = -1;
  Path newest;
  for (const Path& path : files_in(folder_)) {
    const std::int64_t shown = step_in_name(path.filename().string(), series.name + "-", ".png");
    if (shown > step) remove_file(path);
    if (shown > step || shown <= last || !is_plain_file(path)) continue;
    last = shown;
    newest = path;
  }
  if (last < 0) return;
  std::istringstream numbers(png_note(newest, range_note).value_or(""));
  ValueRange range;
  if (numbers >> range.low >> range.high) series.so_far = range;
}

void Pictures::after_step(const Watched& watched, const Moment& moment) {
  if (schedule_.due(moment)) write_scheduled(watched, moment);
}

void Pictures::write_scheduled(const Watched& watched, const Moment& moment) {
  for (Series& series : series_) write(watched, moment, series, fmt::format("-{:06}", moment.step));
}

// The end may be a stop, which an unbroken run does not have, so its values do not count for later pictures.
void Pictures::finish(const Watched& watched, const Moment& moment) {
  for (Series end : series_) write(watched, moment, end, "");
}

void Pictures::write(const Watched& watched, const Moment& moment, Series& series, const std::string& suffix) const {
  PictureOptions options = options_of(series.image);
  options.title = title_;
  tell_when(options, watched, moment);
  options.units = units_;
  options.solid = solid_;
  options.shapes = shapes_;
  const Sample sample = take_sample(watched, series.image.field);
  PngNotes notes = origin_notes(origin_);
  if (schedule_.set()) {
    series.so_far.add(grid_, sample, options);
    options = in_series(options, sample, series.so_far);
    notes[range_note] = number_text(series.so_far.low) + " " + number_text(series.so_far.high);
  }
  write_png(folder_ / (series.name + suffix + ".png"), picture(grid_, sample, options), notes);
}

}  // namespace eddy
