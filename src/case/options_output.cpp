// The keys of [output].
#include <algorithm>
#include <cctype>
#include <set>

#include "case/keys.hpp"
#include "case/options.hpp"
#include "case/units.hpp"

namespace eddy {
namespace {

void describe_window(Keys& keys, ImageOptions& o) {
  if (keys.writing() && !o.window_lower && !o.window_upper) return;
  keys.table("window", "A part of the plane, so that it fills the picture.", [&](Keys& k) {
    k.key("lower", o.window_lower, {.doc = "Lower left corner.", .unit = "m"});
    k.key("upper", o.window_upper, {.doc = "Upper right corner.", .unit = "m"});
    k.check(o.window_lower.has_value() == o.window_upper.has_value(), o.window_lower ? "lower" : "upper",
            "output.image: window needs lower and upper, two numbers each.");
    if (!o.window_lower || !o.window_upper) return;
    for (int a = 0; a < 2; ++a)
      k.check(
          (*o.window_lower)[a] < (*o.window_upper)[a], "upper",
          std::string("output.image: the window's upper must lie above its lower, ") + (a ? "upwards." : "across."));
  });
}

void describe_image(Keys& keys, ImageOptions& o) {
  keys.key("field", o.field, {.doc = "What is shown.", .required = true});
  keys.check(!o.field.empty() || !keys.given("field"), "field", "output.image: field names what is shown.");
  keys.key(
      "range", o.range,
      {.doc = "Values at the two ends of the colours; none: those of the field, in a series of all pictures so far."});
  keys.check(!o.range || (*o.range)[0] < (*o.range)[1], "range", "output.image: range needs its lower value first.");
  Axis letter = static_cast<Axis>(o.axis);
  keys.key("axis", letter, {.doc = "3D: the axis that the slice is normal to."});
  o.axis = static_cast<int>(letter);
  keys.key("slice", o.slice, {.doc = "3D: place of the slice on that axis; none: the middle.", .unit = "m"});
  describe_window(keys, o);
  keys.key("map", o.map, {.doc = "The colours."});
  keys.key("width", o.width, {.doc = "Width of the picture.", .unit = "pixels", .limit = between(64, 16384)});
}

void describe_probe(Keys& keys, ProbeOptions& o) {
  keys.key("at", o.at, {.doc = "The point.", .unit = "m", .length = per_axis, .required = true});
  keys.key("fields", o.fields, {.doc = "What is recorded; none: all."});
}

void check_file_name(Keys& keys, const std::string& name, const std::string& table) {
  const bool plain =
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
  keys.check(plain && name.size() <= 100 && (!name.empty() || !keys.given("name")), "name",
             table + ": name becomes a file name; use letters, digits, - and _.");
}

template <class Item>
bool twice_the_same_name(const std::vector<Item>& items) {
  std::set<std::string> names;
  for (const Item& item : items)
    if (!names.insert(item.name).second) return true;
  return false;
}

void describe_plane(Keys& keys, PlaneOptions& o) {
  keys.key("name", o.name, {.doc = "Names the files planes/NAME.csv.", .required = true});
  check_file_name(keys, o.name, "output.plane");
  Axis letter = static_cast<Axis>(o.axis);
  keys.key("axis", letter, {.doc = "The axis that the plane is normal to; of a flat mesh z."});
  o.axis = static_cast<int>(letter);
  keys.key("at", o.at, {.doc = "Its place on that axis; none: the middle.", .unit = "m"});
  keys.key("fields", o.fields, {.doc = "What is sampled; none: all."});
  keys.key("points", o.points,
           {.doc = "Points across and up; none: one per cell of a box, and 128 along the longer side elsewhere.",
            .limit = between(2, 16384)});
  keys.check(o.points.empty() || o.points.size() == 2, "points",
             "output.plane: points are two numbers, across and up.");
}

void describe_line(Keys& keys, LineOptions& o) {
  keys.key("name", o.name, {.doc = "Names the file lines/NAME.csv.", .required = true});
  check_file_name(keys, o.name, "output.line");
  keys.key("from", o.from, {.doc = "First point.", .unit = "m", .length = per_axis, .required = true});
  keys.key("to", o.to, {.doc = "Last point.", .unit = "m", .length = per_axis, .required = true});
  keys.check(o.from.empty() || o.from != o.to, "to", "output.line: from and to are one point. Take a probe.");
  keys.key("fields", o.fields, {.doc = "What is sampled; none: all."});
  keys.key("points", o.points,
           {.doc = "Number of points; 0 means one per cell crossed.", .limit = between(0, 10'000'000)});
}

void describe_units(Keys& keys, OutputOptions& o) {
  keys.key(
      "units", o.units,
      {.doc = "Units that pictures print, one for lengths, one for times, … as in [\"mm\", \"min\", \"degC\"]; none: "
              "those in which the case gives its values. Tables and fields stay in SI."});
  for (std::size_t n = 0; n < o.units.size(); ++n) {
    const std::string& unit = o.units[n];
    keys.check(is_unit(unit), "units",
               "output.units: '" + unit.substr(0, 60) + "' is no unit. Units: " + unit_words() + ".");
    for (std::size_t m = 0; m < n; ++m)
      keys.check(!measure_the_same(unit, o.units[m]), "units",
                 "output.units: '" + unit + "' and '" + o.units[m] + "' measure the same. Give one of them.");
  }
}

}  // namespace

void describe(Keys& keys, OutputOptions& o) {
  keys.key("every", o.every,
           {.doc = "Time between two outputs of fields and pictures.", .unit = "s", .limit = positive});
  keys.key("every_steps", o.every_steps,
           {.doc = "Steps between two outputs of fields and pictures.", .limit = at_least(1)});
  keys.check(!(o.every && o.every_steps), "every_steps", "output.every and output.every_steps: give one of them.");
  keys.key("fields", o.fields, {.doc = "Fields that are written; none: all of the solver."});
  keys.key("history_every", o.history_every, {.doc = "Steps between two lines of history.csv.", .limit = at_least(1)});
  keys.key("history_fields", o.history_fields,
           {.doc = "Fields whose least, largest and mean values are columns of history.csv; \"all\": every one."});
  describe_units(keys, o);
  keys.key(
      "csv_origin", o.csv_origin,
      {.doc = "Tables begin with a line `# eddy VERSION (COMMIT), case CHECKSUM`. Readers that know no comments then "
              "have to skip it; csv-metadata.json beside the tables says the same in any case."});
  keys.tables(
      "image", o.image,
      "Pictures: FIELD.png at the end, FIELD-000123.png as scheduled; of a second one of the same field FIELD_2.",
      describe_image);
  keys.tables("probe", o.probe, "Points whose values go to probes.csv.", describe_probe);
  keys.tables("line", o.line, "Lines along which fields are sampled.", describe_line);
  keys.check(!twice_the_same_name(o.line), "line", "output.line: two lines have the same name.");
  keys.tables("plane", o.plane,
              "Planes whose points and values go to planes/NAME.csv at the end, planes/NAME-000123.csv as scheduled.",
              describe_plane);
  keys.check(!twice_the_same_name(o.plane), "plane", "output.plane: two planes have the same name.");
}

}  // namespace eddy
