// The options of every case, whatever its solver: plain structs, one key per line. After reading, there are only enums
// and numbers.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/axis.hpp"
#include "case/formula.hpp"
#include "case/mesh_options.hpp"
#include "case/words.hpp"

namespace eddy {

enum class Precision { double_, single };

enum class Side : int { left, right, bottom, top, front, back };  // −x +x −y +y −z +z
inline constexpr std::array<const char*, 6> side_names{"left", "right", "bottom", "top", "front", "back"};

struct RunOptions {
  std::string device = "auto";  // one of device_words (base/device_words.hpp)
  Precision precision = Precision::double_;
  std::optional<double> end_time;     // s
  std::optional<std::int64_t> steps;  // stop after this number of steps
  std::optional<double> steady;       // stop below this rate of change (heat: solve the steady equation once)
  std::optional<double> dt;           // s, refused above the stable limit
  double cfl = 0.5;                   // fraction of the stable step, where dt is not given
  bool cfl_given = false;             // given by the case; a solver may have its own default
  std::optional<std::int64_t> checkpoint_every;  // steps between checkpoints; empty: by the clock
  double checkpoint_minutes = 10;
  int threads = 0;         // CPU threads, 0: all
  std::vector<int> ranks;  // parts along each axis; empty: with the least surface
};

// One condition on a side, or on the part of it where `where` is not zero (at face centres); later ones override.
struct Patch {
  int kind = 0;                 // index in the solver's list of kinds
  std::vector<Formula> values;  // in the order of that kind's keys; components are contiguous
  std::optional<Formula> where;
  bool old_name = false;      // the case uses the kind's former name
  std::string name{};         // its own name, in history.csv; empty: the side's
  std::vector<Patch> heat{};  // the condition for the temperature, if a flow has one: at most one
};
using Boundaries = std::array<std::vector<Patch>, 6>;  // indexed by Side; sides of absent axes are empty

// The same for solvers on meshes of blocks: by the name of a mesh's patch, or `others`.
struct NamedCondition {
  std::string name;
  std::vector<Patch> patches;
};
using NamedConditions = std::vector<NamedCondition>;

struct Surface;  // the triangles of a file, mesh/surface.hpp

struct Shape {  // [region.NAME] and [body.NAME]
  enum class Kind { box, sphere, cylinder, polygon, stl } kind = Kind::box;
  std::vector<double> lower, upper;  // box
  std::vector<double> centre;        // sphere, cylinder
  double radius = 0;
  int axis = 2;                               // cylinder, polygon: its direction (2D: always z)
  std::optional<double> from, to;             // cylinder, polygon in 3D: extent along the axis; empty: endless
  std::vector<std::vector<double>> points{};  // polygon: its corners, along the axes normal to its direction
  std::string file{};                         // stl: path of a file beside the case
  double scale = 1;                           // stl: m per unit of the file
  std::vector<double> offset{};               // stl: added to the scaled coordinates, m
  std::shared_ptr<const Surface> surface{};   // stl: the triangles, set by take_shape (mesh/shape.hpp)
};

enum class ColourMap { automatic, sequential, ocean, grey, diverging };

struct ImageOptions {
  std::string field;
  std::optional<std::array<double, 2>> range;
  std::optional<double> slice;
  int axis = 2;
  int width = 960;
  std::optional<std::array<double, 2>> window_lower{}, window_upper{};  // across and up; empty: the whole plane
  ColourMap map = ColourMap::automatic;
};
struct ProbeOptions {
  std::vector<double> at;
  std::vector<std::string> fields;
};
struct LineOptions {
  std::string name;
  std::vector<double> from, to;
  std::vector<std::string> fields;
  int points = 0;
};  // number of points; 0: one per cell crossed
struct PlaneOptions {
  std::string name;
  int axis = 2;              // the plane's normal
  std::optional<double> at;  // its position on that axis; empty: the middle
  std::vector<std::string> fields;
  std::vector<int> points;  // across and up; empty: one per cell of a box
};

struct OutputOptions {
  std::optional<double> every;  // s
  std::optional<std::int64_t> every_steps;
  std::vector<std::string> fields;  // empty: all fields of the solver
  std::vector<ImageOptions> image;
  std::vector<ProbeOptions> probe;
  std::vector<LineOptions> line;
  std::vector<PlaneOptions> plane;
  std::int64_t history_every = 1;           // steps between lines of history.csv
  std::vector<std::string> history_fields;  // whose least, largest and mean values are columns of it; "all": every one
  std::vector<std::string> units;           // that pictures print: mm, degC
  bool csv_origin = false;                  // tables begin with `origin`, as a comment
  std::string origin{};                     // program and case, for the files that are written; no key
};

struct Averaged {  // a field at cells that a solver can average
  std::string field, unit;
  bool velocity = false;  // its components are u, v, w, and their products are also averaged
};
struct StatisticsOptions {          // [statistics]
  std::optional<double> start;      // s; empty: no statistics
  std::vector<std::string> fields;  // empty: all that the solver can average
  std::int64_t every = 1;           // steps between two samples
  std::vector<Averaged> averaged;   // the solver's descriptions of these fields; empty without a start
};
// The names of the averages of these fields: mean_temperature, rms_temperature; mean_u, rms_u, stress_uv.
std::vector<std::string> statistics_names(const std::vector<Averaged>& fields, int dimensions);

struct SignalOptions {  // [signal.NAME]
  std::string name;
  std::string column;                      // of history.csv or probes.csv, without its unit
  std::optional<double> from;              // s; empty: from the start
  std::optional<double> length, velocity;  // reference values of the Strouhal number
  bool spectrum = false;                   // write the power spectral density: signals/NAME.csv and NAME.png
};

// Calls call("output.image 2.field", "velocity.x") for every field that output names.
void each_field(const OutputOptions& output,
                const std::function<void(const std::string& path, const std::string& field)>& call);

struct Expect {
  std::string name;
  double low = 0, high = 0;
  std::string source;
};  // [expect]
struct Compare {
  std::string line;
  std::string file;
  double tolerance = 0;
};  // [compare]

const EnumWords& words(Precision);
const EnumWords& words(Axis);
const EnumWords& words(ColourMap);
const EnumWords& words(Shape::Kind);

// Limits that keep every index an int and every count an int64; checked before anything is allocated.
inline constexpr int most_cells_per_axis = 100'000'000;
inline constexpr std::int64_t most_cells = 1'000'000'000'000;

}  // namespace eddy
