// The watchers that write files. Each continues an earlier run (begin with a step > 0) by cutting its files back to
// that step, so that a run that was broken off and resumed leaves the same files as an unbroken one.
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "field/watcher.hpp"
#include "mesh/grid.hpp"
#include "output/collection.hpp"
#include "output/csv.hpp"
#include "output/mesh_points.hpp"
#include "output/picture.hpp"
#include "output/schedule.hpp"

namespace eddy {

// A field by its name in a case: "velocity", or one component "velocity.x". Unknown names throw Error(Exit::usage).
// `cells`: take only the points of these cells.
Sample take_sample(const Watched& watched, const std::string& field, const std::optional<Box>& cells = {});

// The lines of a CSV file, for every so many steps and the end. They are written at once; those whose numbers are not found
// yet, a few at a time and at least once a second, by a thread beside the time loop.
class Rows {
 public:
  Rows(Path path, const OutputOptions& options)
      : file_(std::move(path), origin_comment(options)), every_(std::max<std::int64_t>(1, options.history_every)) {}
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows();  // writes what was added, also where an error ends the run
  void begin(const Moment& moment);
  bool due(const Moment& moment) const { return moment.step % every_ == 0; }
  bool missing(const Moment& moment) const { return moment.step > 0 && moment.step != last_; }
  void add(const Moment& moment, NumbersLater numbers);  // they follow step and time
  void write();                                          // what was added, before it returns
  void sync() {
    write();
    file_.sync();
  }
  FileMark mark() const { return mark_; }

 private:
  struct Added {
    Moment moment;
    NumbersLater numbers;
  };
  std::vector<double> row_of(const Added& added);
  void fetch_added();
  void write_beside();
  void wait();  // for the thread that writes; throws its error
  void put(const std::vector<Added>& all);
  CsvFile file_;
  std::int64_t every_, last_ = 0;
  std::vector<Added> added_;  // and not written
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
  FileMark mark_;             // mark of the rows that an unbroken run has, too
  std::future<void> beside_;  // writes earlier rows; file_ and mark_ are its own until it is done
};

class Marked {  // a watcher whose file a resumed run appends to
 public:
  virtual ~Marked() = default;
  virtual std::pair<std::string, FileMark> mark() = 0;  // the mark of the data that is surely on disk
};

class Tabulated : public Watcher, public Marked {  // writes a row every so many steps, and one at the end
 public:
  Tabulated(const Path& path, const OutputOptions& options) : name_(path.filename().string()), rows_(path, options) {}
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  void finish(const Watched& watched, const Moment& moment) override;
  std::pair<std::string, FileMark> mark() override;
  void write() { rows_.write(); }  // all rows so far

 private:
  virtual NumbersLater row(const Watched& watched, const Moment& moment) const = 0;
  std::string name_;
  Rows rows_;
};

class History : public Tabulated {  // history.csv: step, time, dt, the solver's numbers, extremes of fields
 public:
  History(const Path& folder, const Grid& grid, const OutputOptions& options, CellTest solid = {})
      : Tabulated(folder / "history.csv", options),
        grid_(grid),
        solid_(std::move(solid)),
        fields_(options.history_fields) {}

 private:
  NumbersLater row(const Watched& watched, const Moment& moment) const override;
  Grid grid_;
  CellTest solid_;
  std::vector<std::string> fields_;
};

class Probes : public Tabulated {  // probes.csv: values at points, as often as history.csv
 public:
  Probes(const Path& folder, const Grid& grid, const OutputOptions& options);
  std::vector<Number> values(const Watched& watched) const;

 private:
  NumbersLater row(const Watched& watched, const Moment& moment) const override;
  MeshPoints mesh_;
  std::vector<ProbeOptions> probes_;
};

class Fields : public Watcher,
               public Marked {  // fields.pvd and fields/step-000000100.vti: at the start and as scheduled, and the end
 public:
  Fields(const Path& folder, const Grid& grid, const OutputOptions& options, CellTest solid = {});
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  void finish(const Watched& watched, const Moment& moment) override;
  std::pair<std::string, FileMark> mark() override;
  void reschedule(const OutputOptions& options, const Moment& now);  // from now on

 private:
  void write(const Watched& watched, const Moment& moment);
  bool ends_irregular() const;
  void remove_strays(std::int64_t step) const;
  Path folder_;
  Grid grid_;
  std::vector<std::string> names_;
  CellTest solid_;
  std::string origin_;
  Schedule schedule_;
  Collection collection_;
  bool provisional_ = false;
};

// Writes a rank's part of the fields to a file of its own. All ranks call it together, and if one fails, all do.
void write_share(const Watched& part, const Grid& grid, const Box& own, const ShareOrder& order, const CellTest& solid,
                 const std::string& origin = "");

// temperature.png at the end, temperature-000123.png as scheduled. Scheduled pictures have one look (in_series); each
// carries the range so far as a note, from which a resumed run continues.
class Pictures : public Watcher {
 public:
  Pictures(const Path& folder, const Grid& grid, const OutputOptions& options, std::string title, CellTest solid = {},
           std::vector<DrawnShape> shapes = {});
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  void finish(const Watched& watched, const Moment& moment) override;
  void reschedule(const OutputOptions& options, const Moment& now);  // from now on

 private:
  struct Series {
    ImageOptions image;
    std::string name;     // name of its files
    ValueRange so_far{};  // range of the scheduled pictures
  };
  void write_scheduled(const Watched& watched, const Moment& moment);
  void write(const Watched& watched, const Moment& moment, Series& series, const std::string& suffix) const;
  void take_up(Series& series, std::int64_t step) const;
  Path folder_;
  Grid grid_;
  std::vector<Series> series_;
  std::string title_, origin_;
  std::vector<std::string> units_;
  CellTest solid_;
  std::vector<DrawnShape> shapes_;
  Schedule schedule_;
};

using KeepWriting = std::function<bool()>;  // false: a stop was requested, and a resumed run writes the rest

class Lines : public Watcher {  // lines/NAME.csv: values along lines at the end
 public:
  Lines(
      const Path& folder, const Grid& grid, const OutputOptions& options,
      KeepWriting keep_writing = [] { return true; });
  void finish(const Watched& watched, const Moment& moment) override;

 private:
  KeepWriting keep_writing_;
  Path folder_;
  Grid grid_;
  std::vector<LineOptions> lines_;
  std::string comment_;
};

class Planes : public Watcher {  // planes/NAME-000123.csv as scheduled, NAME.csv at the end
 public:
  Planes(
      const Path& folder, const Grid& grid, const OutputOptions& options,
      KeepWriting keep_writing = [] { return true; });
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  void finish(const Watched& watched, const Moment& moment) override;

 private:
  void write(const Watched& watched, const std::string& suffix) const;
  KeepWriting keep_writing_;
  Path folder_;
  Grid grid_;
  std::vector<PlaneOptions> planes_;
  std::string comment_;
  Schedule schedule_;
};

class Surfaces : public Watcher {  // surfaces/NAME.csv and NAME.png: values along walls at the end
 public:
  Surfaces(const Path& folder, std::string title, const OutputOptions& options)
      : folder_(folder / "surfaces"),
        title_(std::move(title)),
        origin_(options.origin),
        comment_(origin_comment(options)),
        units_(options.units) {}
  void finish(const Watched& watched, const Moment& moment) override;

 private:
  Path folder_;
  std::string title_, origin_, comment_;
  std::vector<std::string> units_;
};

// The watchers that the options ask for, which write into an existing folder.
std::vector<std::unique_ptr<Watcher>> output_watchers(const Path& folder, const Grid& grid,
                                                      const OutputOptions& options, const std::string& title);

}  // namespace eddy
