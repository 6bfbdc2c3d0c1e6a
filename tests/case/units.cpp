// Numbers with units: accepted and refused texts, and every key with a unit accepts them.
#include "case/units.hpp"

#include <gtest/gtest.h>

#include "case/manual.hpp"
#include "solver/simulation.hpp"
#include "tests/case/helper.hpp"

using namespace eddy;

namespace {

double in(const std::string& text, const std::string& unit) {
  const auto quantity = quantity_in(text);
  return quantity ? converted(*quantity, unit).value_or(-1e99) : -2e99;
}

}  // namespace

TEST(Units, AreConverted) {
  EXPECT_DOUBLE_EQ(in("5 mm", "m"), 0.005);
  EXPECT_DOUBLE_EQ(in("2 min", "s"), 120);
  EXPECT_DOUBLE_EQ(in("20 degC", "K"), 293.15);
  EXPECT_DOUBLE_EQ(in("-5°C", "K"), 268.15);
  EXPECT_DOUBLE_EQ(in("36 km/h", "m/s"), 10);
  EXPECT_DOUBLE_EQ(in("1.2 kg/m^3", "kg/m³"), 1.2);
  EXPECT_DOUBLE_EQ(in("1.5e-5 m2/s", "m²/s"), 1.5e-5);
  EXPECT_DOUBLE_EQ(in("3 W/(m degC)", "W/(m K)"), 3);  // a temperature difference, without an offset
  EXPECT_DOUBLE_EQ(in("1 bar", "Pa"), 1e5);
  EXPECT_DOUBLE_EQ(in("50 Hz", "1/s"), 50);
  EXPECT_DOUBLE_EQ(in("1 kJ/(kg K)", "J/(kg K)"), 1000);
}

TEST(Units, OthersAreFormulasOrDoNotFit) {
  EXPECT_FALSE(quantity_in("5*x"));
  EXPECT_FALSE(quantity_in("5 parsec"));
  EXPECT_FALSE(quantity_in("x mm"));
  EXPECT_FALSE(quantity_in("5"));
  EXPECT_DOUBLE_EQ(in("5 mm", "s"), -1e99);
  EXPECT_DOUBLE_EQ(in("5 m/s", "m"), -1e99);
}

TEST(Units, ArriveInACase) {
  const std::string text =
      "solver = \"heat\"\n[run]\nend_time = \"2 min\"\n[mesh]\nlower = [0, \"-5 mm\"]\nupper = [\"2 cm\", \"5 mm\"]\n"
      "cells = [8, 8]\n[boundary]\nothers = { kind = \"temperature\", temperature = \"20 degC\" }\n"
      "[region.core]\nshape = \"sphere\"\ncentre = [\"1 cm\", 0]\nradius = \"2 mm\"\nconductivity = \"0.4 kW/(m K)\"\n"
      "[output]\nevery = \"1 s\"\nprobe = [{ at = [\"10 mm\", 0] }]\n";
  const Case c = read_text(text, {"initial.temperature=\"0 degC\""});
  EXPECT_DOUBLE_EQ(*c.run.end_time, 120);
  EXPECT_DOUBLE_EQ(c.mesh.upper[0], 0.02);
  EXPECT_DOUBLE_EQ(c.mesh.lower[1], -0.005);
  EXPECT_DOUBLE_EQ(c.output.probe[0].at[0], 0.01);
  const std::string used = write_case(c, solvers());
  EXPECT_TRUE(contains(used, "293.15")) << used;
  EXPECT_TRUE(contains(used, "273.15")) << used;
  EXPECT_TRUE(contains(used, "conductivity = 400")) << used;
  EXPECT_NO_THROW(read_text(used));
}

TEST(Units, ThatDoNotFitAreToldWithTheirPlace) {
  const std::string text = errors(good + "[output]\nevery = \"5 mm\"\n");
  EXPECT_TRUE(contains(text, "case.toml:11:9 error: output.every = \"5 mm\" does not fit: the key is in s.")) << text;
  EXPECT_TRUE(contains(errors(good, {"run.steady=\"5 mm\""}), "has no unit"));
  EXPECT_TRUE(
      contains(errors(good, {"output.every=\"2 mins\""}),
               "\"2 mins\": 'mins' is no unit that eddy knows. Did you mean 'min'? Units of this key: s, ms, us, "
               "min, h, d."));
  EXPECT_TRUE(contains(errors(good, {"initial.temperature=\"20 decC\""}), "'decC' is no unit that eddy knows."));
  EXPECT_TRUE(contains(errors(good, {"material.conductivity=\"2 W/mK\""}), "The key is in W/(m K)."));
  EXPECT_FALSE(contains(errors(good, {"initial.temperature=\"2 x\""}), "unit"));
  EXPECT_TRUE(contains(errors(good, {"output.every=\"-2 s\""}), "positive"));
}

TEST(Units, EveryKeyWithAUnitTakesThem) {
  int count = 0;
  for (const ManualEntry& e : manual(solver_keys_list())) {
    if (e.unit.empty() || e.unit == "pixels" || e.unit == "degrees") continue;
    ++count;
    EXPECT_DOUBLE_EQ(converted({2, e.unit}, e.unit).value_or(-1), 2) << e.path << " in " << e.unit;
  }
  EXPECT_GT(count, 100);
}

TEST(Units, OfPicturesAreThoseOfTheCase) {
  const std::string text =
      "solver = \"heat\"\n[run]\nend_time = \"2 min\"\n[mesh]\nlower = [0, 0]\nupper = [\"2 cm\", \"5 mm\"]\n"
      "cells = [8, 8]\n[boundary]\nothers = { kind = \"temperature\", temperature = \"20 degC\" }\n";
  const std::vector<std::string> of_case{"min", "cm", "degC"};
  const Case c = read_text(text);
  EXPECT_EQ(c.output.units, of_case);
  EXPECT_EQ(read_text(write_case(c, solvers())).output.units, of_case);  // the written case, with all values in SI
  EXPECT_EQ(read_text(text, {"output.units=[\"inch\"]"}).output.units, std::vector<std::string>{"inch"});
  EXPECT_TRUE(read_text(good).output.units.empty());
  EXPECT_FALSE(contains(write_case(read_text(good), solvers()), "units"));
}

TEST(Units, OfPicturesMayBeWrong) {
  EXPECT_TRUE(
      contains(errors(good, {"output.units=[\"parsec\"]"}), "output.units: 'parsec' is no unit. Units: m, mm,"));
  EXPECT_TRUE(contains(errors(good, {"output.units=[\"mm\",\"s\",\"inch\"]"}),
                       "output.units: 'inch' and 'mm' measure the same. Give one of them."));
}

TEST(Units, AreShown) {
  const std::vector<std::string> units{"W/(m K)", "mm", "degC", "min"};
  EXPECT_EQ(shown_unit(units, "m").name, "mm");
  EXPECT_DOUBLE_EQ(shown_unit(units, "m").shown(0.25), 250);
  EXPECT_DOUBLE_EQ(shown_unit(units, "s").shown(90), 1.5);
  EXPECT_EQ(shown_unit(units, "K").name, "°C");
  EXPECT_DOUBLE_EQ(shown_unit(units, "K").shown(293.15), 20);
  EXPECT_DOUBLE_EQ(shown_unit(units, "K").si(20), 293.15);
  EXPECT_EQ(shown_unit(units, "K", true).name, "K");  // a difference of two temperatures
  EXPECT_EQ(shown_unit(units, "Pa").name, "Pa");
  EXPECT_EQ(shown_unit(units, "").name, "");
  EXPECT_EQ(shown_unit({"%"}, "").name, "");
}
