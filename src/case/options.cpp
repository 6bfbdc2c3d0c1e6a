// The keys that every case has: name, default (in the struct), unit, limit and one sentence.
#include "case/options.hpp"

#include <algorithm>
#include <cmath>

#include "base/device_words.hpp"
#include "base/text.hpp"
#include "case/keys.hpp"

namespace eddy {

const EnumWords& words(Precision) {
  static const EnumWords list{{"double", Precision::double_, "64-bit floating point"},
                              {"single", Precision::single, "32-bit floating point: half the memory traffic"}};
  return list;
}

const EnumWords& words(Axis) {
  static const EnumWords list{
      {"x", Axis::x, "from left to right"}, {"y", Axis::y, "from bottom to top"}, {"z", Axis::z, "from front to back"}};
  return list;
}

const EnumWords& words(ColourMap) {
  static const EnumWords list{{"auto", ColourMap::automatic, "diverging where the values lie around zero"},
                              {"sequential", ColourMap::sequential, "indigo, magenta, orange, pale yellow"},
                              {"ocean", ColourMap::ocean, "dark blue, teal, pale green"},
                              {"grey", ColourMap::grey, "black to white"},
                              {"diverging", ColourMap::diverging, "blue, white at zero, red"}};
  return list;
}

const EnumWords& words(Shape::Kind) {
  static const EnumWords list{
      {"box", Shape::Kind::box, "from lower to upper"},
      {"sphere", Shape::Kind::sphere, "radius around a centre; a disc in 2D"},
      {"cylinder", Shape::Kind::cylinder, "radius around an axis through a centre; a disc in 2D"},
      {"polygon", Shape::Kind::polygon, "corners in order around it; in 3D a prism along an axis"},
      {"stl", Shape::Kind::stl, "a closed surface of triangles, from a file; 3D only"}};
  return list;
}

namespace {

// An axis is stored as a number and written as a letter.
void describe_axis(Keys& keys, int& axis, const KeyInfo& info) {
  Axis letter = static_cast<Axis>(axis);
  keys.key("axis", letter, info);
  axis = static_cast<int>(letter);
}

}  // namespace

void describe(Keys& keys, RunOptions& o) {
  static const std::string device_doc = std::string("Where the kernels run: ") + device_words + ".";
  keys.key("device", o.device, {.doc = device_doc.c_str()});
  keys.check(device_wish(o.device).has_value(), "device", no_device_text(o.device));
  keys.key("precision", o.precision, {.doc = "Precision of all fields."});
  keys.key("end_time", o.end_time, {.doc = "The run stops at this time.", .unit = "s", .limit = positive});
  keys.key("steps", o.steps,
           {.doc = "The run stops after so many steps. With end_time, and without dt, it gets there in so many: dt is "
                   "end_time over steps.",
            .limit = at_least(1)});
  keys.key("steady", o.steady,
           {.doc = "The run ends in a steady state, to this tolerance. Heat solves the steady equation once; "
                   "linear.tolerance is this. Artificial: the drop of every residual.",
            .limit = positive});
  keys.key("dt", o.dt, {.doc = "Time step; refused above the stable limit.", .unit = "s", .limit = positive});
  keys.key("cfl", o.cfl, {.doc = "Fraction of the stable time step, where dt is not given.", .limit = positive});
  o.cfl_given = o.cfl_given || keys.given("cfl");
  keys.key("checkpoint_every", o.checkpoint_every,
           {.doc = "Steps between two checkpoints; none: by the clock (checkpoint_minutes), at a stop and at the end.",
            .limit = at_least(1)});
  keys.key(
      "checkpoint_minutes", o.checkpoint_minutes,
      {.doc = "Minutes between two checkpoints where checkpoint_every is not given; 0: none.", .limit = at_least(0)});
  keys.key("threads", o.threads,
           {.doc = "CPU threads of a rank; 0 means all, or its share of them.", .limit = between(0, 4096)});
  if (!keys.writing() || !o.ranks.empty())
    keys.key(
        "ranks", o.ranks,
        {.doc = "Parts that the mesh is cut into along each axis, under mpirun; none: chosen for the least surface "
                "between them.",
         .limit = at_least(1)});
}

namespace {

constexpr const char* stl_needs_file = "an STL shape needs a file.";

void describe_surface(Keys& keys, Shape& s) {
  std::optional<std::string> file;
  std::optional<double> scale;
  if (s.kind == Shape::Kind::stl && keys.writing()) {
    file = s.file;
    scale = s.scale;
  }
  keys.key("file", file, {.doc = "stl: ASCII or binary STL file, beside the case.", .file = true});
  keys.check(!file || !file->empty(), "file", stl_needs_file);
  keys.key("scale", scale, {.doc = "stl: length of the file's unit; none: 1.", .unit = "m", .limit = positive});
  keys.key("offset", s.offset, {.doc = "stl: added to the scaled coordinates; none: 0.", .unit = "m", .length = 3});
  s.file = file.value_or("");
  s.scale = scale.value_or(1);
}

void check_shape_keys(Keys& keys, Shape::Kind kind) {
  using enum Shape::Kind;
  const auto need = [&](bool is, std::initializer_list<const char*> wanted, const char* text) {
    bool all = true;
    for (const char* key : wanted) all = all && keys.given(key);
    keys.check(!is || all, "shape", text);
  };
  need(kind == box, {"lower", "upper"}, "a box needs lower and upper.");
  need(kind == sphere || kind == cylinder, {"centre", "radius"}, "a sphere or cylinder needs centre and radius.");
  need(kind == polygon, {"points"}, "a polygon needs points.");
  need(kind == stl, {"file"}, stl_needs_file);
  const auto only = [&](std::initializer_list<Shape::Kind> owners, std::initializer_list<const char*> some) {
    const bool owned = std::find(owners.begin(), owners.end(), kind) != owners.end();
    std::vector<std::string> words;
    for (Shape::Kind owner : owners) words.push_back(word_of(owner));
    for (const char* key : some)
      keys.check(owned || !keys.given(key), key,
                 std::string(key) + " has no meaning for this shape, only for " + join(words, " and ") + ".");
  };
  only({box}, {"lower", "upper"});
  only({sphere, cylinder}, {"centre", "radius"});
  only({polygon}, {"points"});
  only({cylinder, polygon}, {"from", "to"});
  only({stl}, {"file", "scale", "offset"});
}

}  // namespace

void describe(Keys& keys, Shape& s) {
  keys.key("shape", s.kind, {.doc = "The shape.", .required = true});
  keys.key("lower", s.lower, {.doc = "box: lower corner.", .unit = "m", .length = per_axis});
  keys.key("upper", s.upper, {.doc = "box: upper corner.", .unit = "m", .length = per_axis});
  keys.key("centre", s.centre, {.doc = "sphere, cylinder: centre.", .unit = "m", .length = per_axis});
  std::optional<double> radius;
  if (s.radius > 0) radius = s.radius;
  keys.key("radius", radius, {.doc = "sphere, cylinder: radius.", .unit = "m", .limit = positive});
  s.radius = radius.value_or(0);
  keys.key("points", s.points,
           {.doc = "polygon: its corners, in order around it; 3D: along the two axes that are not its direction.",
            .unit = "m",
            .length = 2});
  describe_axis(keys, s.axis, {.doc = "cylinder, polygon in 3D: its direction."});
  keys.key("from", s.from,
           {.doc = "cylinder, polygon in 3D: where it begins along its axis; none: endless.", .unit = "m"});
  keys.key("to", s.to, {.doc = "cylinder, polygon in 3D: where it ends along its axis; none: endless.", .unit = "m"});
  describe_surface(keys, s);
  if (!keys.given("shape")) return;
  check_shape_keys(keys, s.kind);
  bool ordered = true;
  for (std::size_t i = 0; i < std::min(s.lower.size(), s.upper.size()); ++i)
    ordered = ordered && s.lower[i] < s.upper[i];
  keys.check(ordered, "upper", "upper must lie above lower along every axis.");
  keys.check(!s.from || !s.to || *s.from < *s.to, "to", "to must lie above from.");
}

void describe(Keys& keys, StatisticsOptions& o) {
  keys.key("start", o.start, {.doc = "Averages begin at this time; none: no averages.", .unit = "s"});
  keys.key("fields", o.fields, {.doc = "What is averaged; none: all that the solver can."});
  if (o.start || !keys.writing())
    keys.key("every", o.every,
             {.doc = "Steps between two samples: fewer cost less where a step is cheap.", .limit = at_least(1)});
  for (const char* key : {"fields", "every"})
    keys.check(o.start || !keys.given(key), key, std::string("statistics.") + key + " needs statistics.start.");
}

void describe(Keys& keys, SignalOptions& o) {
  keys.key("column", o.column,
           {.doc = "Which column, without its unit: temperature(0.5 0.5) of a probe.", .required = true});
  keys.key("from", o.from, {.doc = "What lies before this time does not count; none: all counts.", .unit = "s"});
  keys.key("length", o.length, {.doc = "Reference length of the Strouhal number.", .unit = "m", .limit = positive});
  keys.key("velocity", o.velocity,
           {.doc = "Reference velocity of the Strouhal number.", .unit = "m/s", .limit = positive});
  keys.key("spectrum", o.spectrum,
           {.doc = "Its power spectral density, after Welch: signals/NAME.csv and NAME.png; gives NAME.peak, "
                   "NAME.resolution, NAME.cycles and, with length and velocity, NAME.peak_strouhal."});
  keys.check(keys.given("length") == keys.given("velocity"), keys.given("length") ? "length" : "velocity",
             "signal." + o.name + ": a Strouhal number needs both length and velocity.");
}

std::vector<std::string> statistics_names(const std::vector<Averaged>& fields, int dimensions) {
  const std::string letters = "uvw";
  dimensions = std::min(dimensions, 3);
  std::vector<std::string> names;
  for (const Averaged& a : fields) {
    if (!a.velocity) {
      names.insert(names.end(), {"mean_" + a.field, "rms_" + a.field});
      continue;
    }
    for (const char* kind : {"mean_", "rms_"})
      for (int n = 0; n < dimensions; ++n) names.push_back(kind + letters.substr(n, 1));
    for (int n = 0; n < dimensions; ++n)
      for (int m = n + 1; m < dimensions; ++m) names.push_back(std::string("stress_") + letters[n] + letters[m]);
  }
  return names;
}

void describe(Keys& keys, Expect& e) {
  std::optional<std::array<double, 2>> between;
  std::optional<double> value, tolerance, below, above;
  if (keys.writing()) {
    if (std::isinf(e.low))
      below = e.high;
    else if (std::isinf(e.high))
      above = e.low;
    else
      between = {e.low, e.high};
  }
  keys.key("between", between, {.doc = "The number lies in this interval."});
  keys.key("value", value, {.doc = "The number is this one, within the tolerance."});
  keys.key("tolerance", tolerance, {.doc = "Relative, with value.", .limit = positive});
  keys.key("below", below, {.doc = "The number is at most this one."});
  keys.key("above", above, {.doc = "The number is at least this one."});
  keys.key("source", e.source, {.doc = "Where the expected number comes from."});
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const int ways =
      int(keys.given("between")) + int(keys.given("value")) + int(keys.given("below") || keys.given("above"));
  keys.check(ways == 1, "between",
             "expected number '" + e.name + "' needs one of between, value with tolerance, below, above.");
  keys.check(!keys.given("value") || keys.given("tolerance"), "value",
             "expected number '" + e.name + "': value needs a tolerance.");
  keys.check(!value || *value != 0, "value",
             "expected number '" + e.name + "': a relative tolerance of 0 says nothing; use between.");
  if (between) {
    e.low = (*between)[0];
    e.high = (*between)[1];
  } else if (value && tolerance) {
    e.low = *value - std::abs(*value) * *tolerance;
    e.high = *value + std::abs(*value) * *tolerance;
  } else if (below || above) {
    e.low = above.value_or(-infinity);
    e.high = below.value_or(infinity);
  }
  keys.check(e.low <= e.high, "between", "expected number '" + e.name + "': the lower bound lies above the upper one.");
}

void describe(Keys& keys, Compare& c) {
  keys.key("file", c.file, {.doc = "Table beside the case, with its source.", .required = true, .file = true});
  keys.key(
      "tolerance", c.tolerance,
      {.doc = "Largest difference, relative to the range of the table's values.", .limit = positive, .required = true});
}

void each_field(const OutputOptions& output,
                const std::function<void(const std::string& path, const std::string& field)>& call) {
  const auto entry = [](const char* list, std::size_t n) { return std::string(list) + " " + std::to_string(n + 1); };
  for (const std::string& field : output.fields) call("output.fields", field);
  for (std::size_t n = 0; n < output.image.size(); ++n)
    call(entry("output.image", n) + ".field", output.image[n].field);
  for (std::size_t n = 0; n < output.probe.size(); ++n)
    for (const std::string& field : output.probe[n].fields) call(entry("output.probe", n) + ".fields", field);
  for (std::size_t n = 0; n < output.line.size(); ++n)
    for (const std::string& field : output.line[n].fields) call(entry("output.line", n) + ".fields", field);
  for (std::size_t n = 0; n < output.plane.size(); ++n)
    for (const std::string& field : output.plane[n].fields) call(entry("output.plane", n) + ".fields", field);
  if (output.history_fields != std::vector<std::string>{"all"})
    for (const std::string& field : output.history_fields) call("output.history_fields", field);
}

}  // namespace eddy
