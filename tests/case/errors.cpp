// Every message of the case reader, by provoking it.
#include <gtest/gtest.h>

#include "tests/case/helper.hpp"

using namespace eddy;

namespace {

std::string one(const std::string& problem) { return problem + "\n1 error. Nothing was run."; }

// `good` with one of its lines replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST(CaseErrors, AGoodCaseIsGood) { EXPECT_EQ(errors(good), "no error"); }

TEST(CaseErrors, UnknownKeys) {
  EXPECT_EQ(errors(good + "[linear]\ntolerence = 1e-6\n"),
            one("case.toml:11:1 error: unknown key 'tolerence' in [linear]. Did you mean 'tolerance'?"));
  EXPECT_EQ(errors(good + "[linaer]\ntolerance = 1e-6\n"),
            one("case.toml:10:2 error: unknown table [linaer]. Did you mean 'linear'?"));
  EXPECT_EQ(errors(good + "[material]\ntheta = 1\n"),
            one("case.toml:11:1 error: unknown key 'theta' in [material]. It belongs in [run]."));
  EXPECT_EQ(errors("titel = \"a\"\n" + good),
            one("case.toml:1:1 error: unknown key 'titel' in the case. Did you mean 'title'?"));
  EXPECT_EQ(errors(with("\"insulated\" }", "\"insulated\", flix = 3 }")),
            one("case.toml:9:32 error: unknown key 'flix' in [boundary.others]. Did you mean 'flux'?"));
  EXPECT_EQ(errors(good + "[output]\nprobe = [{ at = [0, 0], feilds = [\"a\"] }]\n"),
            one("case.toml:11:25 error: unknown key 'feilds' in output.probe 1. Did you mean 'fields'?"));
}

TEST(CaseErrors, AllAtOnceSortedByLine) {
  EXPECT_EQ(
      errors(good + "[linear]\nnorm = 3\nsolver = \"sro\"\nfoo = 1\n[run2]\n"),
      "case.toml:11:8 error: linear.norm must be a word, not 3.\n"
      "case.toml:12:10 error: linear.solver has no word 'sro'. Did you mean 'sor'? Words: jacobi, gauss-seidel, sor, "
      "tdma, cg, multigrid, fft.\n"
      "case.toml:13:1 error: unknown key 'foo' in [linear].\n"
      "case.toml:14:2 error: unknown table [run2]. Did you mean 'run'?\n"
      "4 errors. Nothing was run.");
}

TEST(CaseErrors, WrongTypes) {
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = \"abc\"")),
            one("case.toml:3:10 error: run.steady must be a number, not the string 'abc'."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = \"x\"")),
            one("case.toml:3:10 error: run.steady must be a constant number, but \"x\" depends on x, y, z or t."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = [1]")),
            one("case.toml:3:10 error: run.steady must be a number, not a list."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steps = 1.5")),
            one("case.toml:3:9 error: run.steps must be a whole number, not 1.5."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = 1\ndevice = 3")),
            one("case.toml:4:10 error: run.device must be a string, not 3."));
  EXPECT_EQ(errors(with("cells = [8, 8]", "cells = [8, true]")),
            one("case.toml:7:13 error: mesh.cells[2] must be a whole number, not true."));
  EXPECT_EQ(errors(with("[8, 8]", "{ x = 8 }")), one("case.toml:7:9 error: mesh.cells must be a list, not a table."));
  EXPECT_EQ(errors("mesh = 3\n" + head + run), one("case.toml:1:8 error: mesh must be a table, not 3."));
  EXPECT_EQ(errors(good + "[output]\nimage = { field = \"source\" }"),
            one("case.toml:11:9 error: output.image must be a list of tables, not a table."));
  EXPECT_EQ(errors(good + "[output]\nimage = [3]"),
            one("case.toml:11:10 error: output.image 1 must be a table, not 3."));
  EXPECT_EQ(errors(good + "[initial]\ntemperature = 1979-05-27\n"),
            one("case.toml:11:15 error: initial.temperature must be a number or a formula, not a date."));
  EXPECT_EQ(errors("region = 3\n" + good), one("case.toml:1:10 error: region must be a table, not 3."));
  EXPECT_EQ(errors("small = 3\n" + good), one("case.toml:1:9 error: small must be a table, not 3."));
}

TEST(CaseErrors, BadValues) {
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = -1")),
            one("case.toml:3:10 error: run.steady = -1 must be positive."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = inf")),
            one("case.toml:3:10 error: run.steady = inf must be a finite number."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = 1\ntheta = 2")),
            one("case.toml:4:9 error: run.theta = 2 must be between 0 and 1."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steps = 0")), one("case.toml:3:9 error: run.steps = 0 must be at least 1."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = 1\ndevice = \"gpu\"")),
            one("case.toml:4:1 error: run.device = 'gpu' is no device. Devices: auto, cpu, cuda, cuda:1, opencl, "
                "opencl:0, opencl:name."));
  EXPECT_EQ(errors(good + "[material]\nconductivity = 0\n"),
            one("case.toml:11:16 error: material.conductivity = 0 must be positive."));
  EXPECT_EQ(errors(good + "[material]\nconductivity = \"1+t\"\n"),
            one("case.toml:11:1 error: material.conductivity cannot depend on t."));
  EXPECT_EQ(errors(good + "[material]\nsource = \"1 + sinn(x)\"\n"),
            one("case.toml:11:10 error: material.source: Unknown name 'sinn' in the formula. Did you mean 'sin'?\n    "
                "1 + sinn(x)\n        ^"));
}

TEST(CaseErrors, Mesh) {
  EXPECT_EQ(errors(head + run + boundary),
            "case.toml error: key 'lower' is missing in [mesh].\ncase.toml error: key 'upper' is missing in [mesh].\n"
            "case.toml error: key 'cells' is missing in [mesh].\n3 errors. Nothing was run.");
  EXPECT_EQ(errors(with("cells = [8, 8]\n", "")), one("case.toml:4:2 error: key 'cells' is missing in [mesh]."));
  EXPECT_EQ(errors(with("cells = [8, 8]", "cells = [8, 0]")),
            one("case.toml:7:13 error: mesh.cells[2] = 0 must be between 1 and 100000000."));
  EXPECT_EQ(errors(with("cells = [8, 8]", "cells = [-8, 8]")),
            one("case.toml:7:10 error: mesh.cells[1] = -8 must be between 1 and 100000000."));
  EXPECT_TRUE(contains(errors(with("cells = [8, 8]", "cells = [8, 99999999999]")), "must be between 1 and 100000000"));
  EXPECT_EQ(errors(with("cells = [8, 8]", "cells = [100000000, 100000000]")),
            one("case.toml:7:1 error: mesh.cells makes more than 1000000000000 cells in all."));
  EXPECT_EQ(errors(with("cells = [8, 8]", "cells = [8, 8, 8]")),
            one("case.toml:7:1 error: mesh.lower, mesh.upper and mesh.cells have 2, 2 and 3 entries: give each one per "
                "axis."));
  EXPECT_EQ(errors(with("upper = [1, 1]", "upper = [1, 0]")),
            one("case.toml:6:1 error: mesh.upper must lie above mesh.lower along y."));
  EXPECT_EQ(errors(with("cells = [8, 8]", "cells = [8, 8]\nstretch.z = { kind = \"tanh\" }")),
            one("case.toml:8:9 error: mesh.stretch.z: the mesh has no axis z."));
  EXPECT_EQ(errors(with("cells = [8, 8]", "cells = [8, 8]\nstretch.w = 3")),
            one("case.toml:8:9 error: unknown key 'w' in [mesh.stretch]."));
  EXPECT_TRUE(contains(errors(with("cells = [8, 8]", "cells = [8, 8]\nstretch.x = { kind = \"tanh\", factor = 99 }")),
                       "8:30 error: mesh.stretch.x: a tanh factor above 20"));
  const auto given = [&](const std::string& list) {
    return errors(
        with("cells = [8, 8]", "cells = [2, 8]\nstretch.x = { kind = \"coordinates\", coordinates = " + list + " }"));
  };
  EXPECT_EQ(given("[0, 0.1, 1]"), "no error");
  EXPECT_TRUE(contains(given("[0, 1]"), "mesh.stretch.x has 2 coordinates and needs one more than cells, 3."));
  EXPECT_TRUE(contains(given("[0, 0, 1]"), "mesh.stretch.x: coordinates must ascend."));
  EXPECT_TRUE(contains(given("[0, 0.5, 2]"), "the first and last coordinate must be mesh.lower and mesh.upper."));
  EXPECT_TRUE(contains(errors(with("cells = [8, 8]", "cells = [8, 8]\nstretch.x = { coordinates = [0, 1] }")),
                       "coordinates need kind = \"coordinates\"."));
  EXPECT_TRUE(contains(
      errors("solver=\"heat\"\n[run]\nsteps=1\n[mesh]\nlower=[0,0,0,0]\nupper=[1,1,1,1]\ncells=[1,1,1,1]\n" + boundary),
      "mesh.cells has 4 entries: one, two or three make a mesh."));
  EXPECT_TRUE(contains(errors(with("upper = [1, 1]", "upper = [1, 1e308]\n")
                                  .replace(good.find("lower = [0, 0]"), 14, "lower = [0, -1e308]")),
                       "mesh.upper must lie above mesh.lower along y."));
}

TEST(CaseErrors, Boundary) {
  EXPECT_EQ(errors(head + run + mesh +
                   "[boundary]\nleft = { kind = \"insulated\" }\nright = { kind = \"fluxx\", flux = 1 }\nbottom = { "
                   "kind = \"insulated\" }\n"),
            "case.toml:8:2 error: boundary 'top' is missing in [boundary]. Give it, or 'others' for all that are "
            "not named.\n"
            "case.toml:10:9 error: boundary 'right' has kind 'fluxx'. Did you mean 'flux'? Kinds: convection, flux, "
            "insulated, periodic, "
            "temperature.\n"
            "2 errors. Nothing was run.");
  EXPECT_TRUE(contains(errors(head + run + mesh), "case.toml error: boundary 'left' is missing in [boundary]."));
  EXPECT_EQ(
      errors(good + "front = { kind = \"insulated\" }\n"),
      one("case.toml:10:1 error: boundary 'front' belongs to the axis z, which a mesh of 2 dimensions does not have."));
  EXPECT_EQ(errors(good + "lleft = { kind = \"insulated\" }\n"),
            one("case.toml:10:1 error: unknown key 'lleft' in [boundary]. Did you mean 'left'?"));
  EXPECT_EQ(errors(good + "left = { kind = \"temperature\" }\n"),
            one("case.toml:10:8 error: boundary 'left' of kind 'temperature' needs the key 'temperature'."));
  EXPECT_EQ(errors(good + "left = { temperature = 3 }\n").substr(0, 68),
            "case.toml:10:8 error: boundary 'left' needs the key 'kind'. Kinds: c");
  EXPECT_EQ(errors(good + "left = 300\n"),
            one("case.toml:10:8 error: boundary 'left' must be a table such as { kind = \"temperature\" }, not 300."));
  EXPECT_EQ(errors(good + "left = []\n"), one("case.toml:10:8 error: boundary 'left' is an empty list."));
  EXPECT_EQ(
      errors(good + "left = { kind = \"convection\", coefficient = -1, ambient = 3 }\n"),
      one("case.toml:10:45 error: boundary 'left' of kind 'convection': coefficient = -1 must be zero or positive."));
  EXPECT_EQ(errors(good + "left = { kind = \"flux\", flux = \"(x\" }\n"),
            one("case.toml:10:32 error: boundary 'left' of kind 'flux': flux: A parenthesis is not closed in the "
                "formula.\n    (x\n      ^"));
  EXPECT_EQ(
      errors(good + "left = { kind = \"periodic\" }\n"),
      one("case.toml:10:8 error: boundary 'left' is periodic, but 'right' is not: both sides of an axis or neither."));
  EXPECT_EQ(errors(good + "left = { kind = \"periodic\" }\nright = { kind = \"periodic\" }\n"), "no error");
}

TEST(CaseErrors, Patches) {
  const auto patches = [](const std::string& list) { return errors(good + "left = [" + list + "]\n"); };
  EXPECT_EQ(patches("{ kind = \"insulated\" }, { kind = \"flux\", flux = 1, where = \"y > 0.5\" }"), "no error");
  EXPECT_EQ(
      patches("{ kind = \"insulated\", where = \"y > 0.5\" }"),
      one("case.toml:10:9 error: boundary 'left': the first entry covers the whole side, so it cannot have 'where'."));
  EXPECT_EQ(patches("{ kind = \"insulated\" }, { kind = \"flux\", flux = 1 }"),
            one("case.toml:10:33 error: boundary 'left': entry 2 needs 'where', or it would hide those before it."));
  EXPECT_EQ(patches("{ kind = \"insulated\" }, { kind = \"periodic\", where = \"y > 0.5\" }"),
            one("case.toml:10:33 error: boundary 'left': 'periodic' holds for a whole side, never for a patch."));
  EXPECT_EQ(patches("{ kind = \"insulated\" }, { kind = \"flux\", flux = 1, where = \"y >\" }"),
            one("case.toml:10:68 error: boundary 'left': where: The formula ends too early.\n    y >\n       ^"));
}

TEST(CaseErrors, Contradictions) {
  EXPECT_EQ(errors(head + "[run]\n" + mesh + boundary),
            one("case.toml:2:2 error: the run has no end. Give run.end_time, run.steps or run.steady."));
  EXPECT_EQ(errors(head + mesh + boundary),
            one("case.toml error: the run has no end. Give run.end_time, run.steps or run.steady."));
  EXPECT_EQ(errors(with("steady = 1e-8", "steady = 1e-8\nend_time = 3\ndt = 0.1")),
            "case.toml:4:1 error: run.end_time has no meaning with run.steady: heat solves the steady equation once. "
            "Give one of them.\n"
            "case.toml:5:1 error: run.dt has no meaning with run.steady: heat solves the steady equation once. Give "
            "one of them.\n"
            "2 errors. Nothing was run.");
  EXPECT_EQ(
      errors(good + "[linear]\ntolerance = 1e-9\n"),
      one("case.toml:11:1 error: linear.tolerance = 1e-09 contradicts run.steady = 1e-08: both are the tolerance of "
          "the steady solution. Give run.steady alone."));
  EXPECT_EQ(errors(good + "[linear]\ntolerance = 1e-8\n"), "no error");
  EXPECT_EQ(errors(good + "[output]\nevery = 1\nevery_steps = 2\n"),
            one("case.toml:12:1 error: output.every and output.every_steps: give one of them."));
  EXPECT_EQ(errors(good + "[compare]\nmid = { file = \"a.csv\", tolerance = 0.1 }\n"),
            one("case.toml:11:1 error: compare 'mid' needs a line of that name in output.line."));
}

TEST(CaseErrors, MeanWithoutMeaning) {
  const std::string mean = "[initial]\nmean = 3\n";
  EXPECT_EQ(errors(good + mean), "no error");
  EXPECT_EQ(errors(with("steady = 1e-8", "steps = 2") + mean),
            one("case.toml:11:1 error: initial.mean has no meaning here: a transient keeps the heat it starts with."));
  const std::string fixed = "case.toml:12:1 error: initial.mean has no meaning here: a boundary fixes the temperature.";
  EXPECT_EQ(errors(good + "left = { kind = \"temperature\", temperature = 0 }\n" + mean), one(fixed));
  EXPECT_EQ(errors(good + "left = { kind = \"convection\", coefficient = 1, ambient = 0 }\n" + mean), one(fixed));
  EXPECT_EQ(errors(good + "left = { kind = \"convection\", coefficient = 0, ambient = 0 }\n" + mean), "no error");
}

TEST(CaseErrors, OddPeriodicAxis) {
  const std::string odd =
      with("cells = [8, 8]", "cells = [7, 8]") + "left = { kind = \"periodic\" }\nright = { kind = \"periodic\" }\n";
  const std::string sor = odd + "[linear]\nsolver = \"sor\"\n";
  EXPECT_EQ(errors(odd), "no error");
  EXPECT_EQ(errors(sor),
            one("case.toml:7:1 error: linear.solver = \"sor\" needs an even number of cells along a periodic axis; "
                "x has 7. Change mesh.cells, or take jacobi."));
  EXPECT_EQ(errors(odd + "[linear]\nsolver = \"jacobi\"\n"), "no error");
  EXPECT_EQ(errors(sor, {"run.steady=", "run.steps=3", "run.theta=0"}), "no error");
}

TEST(CaseErrors, Solver) {
  EXPECT_EQ(errors("solver = \"haet\"\n" + run + mesh + boundary),
            one("case.toml:1:10 error: solver 'haet' is not known. Did you mean 'heat'? Solvers: heat."));
  EXPECT_EQ(errors(run + mesh + boundary), one("case.toml error: key 'solver' is missing in the case."));
}

TEST(CaseErrors, PointsOutsideOfTheMesh) {
  EXPECT_EQ(errors(good + "[output]\nprobe = [{ at = [5, 0] }, { at = [0, 0] },\n  { at = [0, -1] }]\n"
                          "[[output.line]]\nname = \"a\"\nfrom = [0, -3]\nto = [0, 7]\n"),
            "case.toml:11:12 error: a probe at (5, 0) lies outside of the mesh. Move it.\n"
            "case.toml:12:5 error: a probe at (0, -1) lies outside of the mesh. Move it.\n"
            "case.toml:15:1 error: line 'a' leaves the mesh: its end at (0, -3) is outside. Move it.\n"
            "case.toml:16:1 error: line 'a' leaves the mesh: its end at (0, 7) is outside. Move it.\n"
            "4 errors. Nothing was run.");
}

TEST(CaseErrors, ErrorFieldNeedsAnExactSolution) {
  for (const auto& [text, column] : std::vector<std::array<std::string, 2>>{
           {"fields = [\"error\"]", "1"},
           {"image = [{ field = \"error\" }]", "12"},
           {"probe = [{ at = [0, 0], fields = [\"error\"] }]", "25"},
           {"line = [{ name = \"a\", from = [0, 0], to = [1, 1], fields = [\"error\"] }]", "51"}}) {
    const std::string output = "[output]\n" + text + "\n";
    EXPECT_EQ(errors(good + output), one("case.toml:11:" + column +
                                         " error: the field 'error' needs an exact solution. Give exact.temperature."));
    EXPECT_EQ(errors(good + output + "[exact]\ntemperature = \"x\"\n"), "no error");
  }
}

TEST(CaseErrors, Output) {
  const auto output = [](const std::string& text) { return errors(good + "[output]\n" + text + "\n"); };
  EXPECT_EQ(output("probe = [{ at = [0.1] }]"),
            one("case.toml:11:17 error: output.probe 1.at has 1 entry and needs 2, one per axis of the mesh."));
  EXPECT_EQ(output("image = [{ field = \"source\", range = [1, 2, 3] }]"),
            one("case.toml:11:38 error: output.image 1.range has 3 entries and needs 2."));
  EXPECT_EQ(output("image = [{ field = \"source\", range = [2, 1] }]"),
            one("case.toml:11:30 error: output.image: range needs its lower value first."));
  EXPECT_EQ(output("image = [{ field = \"\" }]"),
            one("case.toml:11:12 error: output.image: field names what is shown."));
  EXPECT_EQ(output("image = [{ field = \"source\", window = { lower = [0, 0] } }]"),
            one("case.toml:11:41 error: output.image: window needs lower and upper, two numbers each."));
  EXPECT_EQ(output("image = [{ field = \"source\", window = { lower = [0, 1], upper = [1, 0] } }]"),
            one("case.toml:11:57 error: output.image: the window's upper must lie above its lower, upwards."));
  EXPECT_EQ(output("image = [{}]"), one("case.toml:11:10 error: key 'field' is missing in output.image 1."));
  EXPECT_TRUE(contains(output("line = [{ name = \"a/b\", from = [0, 0], to = [1, 1] }]"),
                       "output.line: name becomes a file name; use letters, digits, - and _."));
  EXPECT_TRUE(contains(
      output("line = [{ name = \"a\", from = [0, 0], to = [1, 1] }, { name = \"a\", from = [0, 0], to = [1, 1] }]"),
      "output.line: two lines have the same name."));
}

TEST(CaseErrors, Fields) {
  const auto refusal = [](const std::string& output) { return errors(good + "[output]\n" + output + "\n"); };
  EXPECT_EQ(refusal("fields = [\"temperature\"]"), "no error");
  EXPECT_EQ(
      refusal("fields = [\"temprature\"]"),
      one("case.toml:11:1 error: output.fields: solver 'heat' has no field 'temprature'. Did you mean 'temperature'? "
          "Fields: temperature, source, error."));
  EXPECT_TRUE(contains(refusal("image = [{ field = \"p\" }]"), "output.image: solver 'heat' has no field 'p'."));
  EXPECT_TRUE(contains(refusal("probe = [{ at = [0, 0], fields = [\"p\"] }]"),
                       "output.probe: solver 'heat' has no field 'p'."));
  EXPECT_TRUE(contains(refusal("line = [{ name = \"a\", from = [0, 0], to = [1, 1], fields = [\"p\"] }]"),
                       "output.line: solver 'heat' has no field 'p'."));
}

TEST(CaseErrors, Shapes) {
  const auto region = [](const std::string& text) { return errors(good + "[region.a]\n" + text + "\nsource = 1\n"); };
  EXPECT_EQ(region("shape = \"box\"\nlower = [0, 0]\nupper = [1, 1]"), "no error");
  EXPECT_EQ(region(""), one("case.toml:10:9 error: key 'shape' is missing in [region.a]."));
  EXPECT_EQ(region("shape = \"box\"\nlower = [0, 0]"), one("case.toml:11:1 error: a box needs lower and upper."));
  EXPECT_EQ(region("shape = \"sphere\"\nradius = 2"),
            one("case.toml:11:1 error: a sphere or cylinder needs centre and radius."));
  EXPECT_EQ(region("shape = \"box\"\nlower = [0, 0]\nupper = [1, 0]"),
            one("case.toml:13:1 error: upper must lie above lower along every axis."));
  EXPECT_EQ(region("shape = \"sphere\"\ncentre = [1, 1]\nradius = 0"),
            one("case.toml:13:10 error: region.a.radius = 0 must be positive."));
  EXPECT_TRUE(contains(region("shape = \"cube\""),
                       "region.a.shape has no word 'cube'. Words: box, sphere, cylinder, polygon, stl."));
  EXPECT_TRUE(contains(region("shape = \"box\"\nlower = [0, 0]\nupper = [1, 1]\nconductivity = \"t\""),
                       "region.a.conductivity cannot depend on t."));
}

TEST(CaseErrors, Expect) {
  const auto expect = [](const std::string& text) { return errors(good + "[expect]\na = { " + text + " }\n"); };
  EXPECT_EQ(expect("between = [1, 2], source = \"me\""), "no error");
  EXPECT_TRUE(
      contains(expect("source = \"me\""),
               "case.toml:11:1 error: expected number 'a' needs one of between, value with tolerance, below, above."));
  EXPECT_TRUE(contains(expect("between = [1, 2], below = 3"), "needs one of between"));
  EXPECT_TRUE(contains(expect("value = 3"), "value needs a tolerance."));
  EXPECT_TRUE(contains(expect("value = 0, tolerance = 0.1"), "a relative tolerance of 0 says nothing; use between."));
  EXPECT_TRUE(contains(expect("between = [2, 1]"), "the lower bound lies above the upper one."));
}

TEST(CaseErrors, Overrides) {
  EXPECT_EQ(errors(good, {"run.cfl=abc"}),
            one("-s run.cfl=abc error: run.cfl must be a number, not the string 'abc'."));
  EXPECT_EQ(errors(good, {"run.clf=1"}), one("-s run.clf=1 error: unknown key 'clf' in [run]. Did you mean 'cfl'?"));
  EXPECT_EQ(errors(good, {"mesh.cells=[64]"}), one("-s mesh.cells=[64] error: mesh.lower, mesh.upper and mesh.cells "
                                                   "have 2, 2 and 1 entries: give each one per axis."));
  EXPECT_EQ(errors(good, {"run.cfl"}),
            "-s run.cfl error: an override is written key=value, for instance -s run.cfl=0.4.");
  EXPECT_EQ(errors(good, {"=3"}), "-s =3 error: an override is written key=value, for instance -s run.cfl=0.4.");
  EXPECT_EQ(errors(good, {"run..cfl=3"}), "-s run..cfl=3 error: 'run..cfl' is not the name of a key.");
  EXPECT_EQ(errors(good, {"solver.cfl=3"}), "-s solver.cfl=3 error: 'solver' is not a table in this case.");
  EXPECT_EQ(errors(good, {"run.steady=", "run.dt=1"}),
            one("case.toml:2:2 error: the run has no end. Give run.end_time, run.steps or run.steady."));
}

TEST(CaseErrors, Small) {
  EXPECT_EQ(errors(good + "[small]\n\"mesh.cels\" = [4, 4]\n"),
            one("case.toml:11:1 error: unknown key 'cels' in [mesh]. Did you mean 'cells'?"));
  EXPECT_EQ(errors(good + "[small.run]\nstaedy = 1\n"),
            one("case.toml:11:1 error: unknown key 'staedy' in [run]. Did you mean 'steady'?"));
  // Values from the command line belong to this run, and need not suit [small].
  EXPECT_EQ(errors(good + "[small]\n\"mesh.cels\" = [4, 4]\n", {"run.steady=1e-6"}), "no error");
}

TEST(CaseErrors, NotToml) {
  const std::string text = errors("title = \"a\"\n[run\nsteps = 1\n");
  EXPECT_EQ(text.rfind("case.toml:2:5 error: not valid TOML: ", 0), 0u) << text;
  EXPECT_TRUE(contains(text, "\n1 error. Nothing was run."));
  std::string deep = "a = ", dotted = "a";
  for (int i = 0; i < 40; ++i) deep += "[";
  for (int i = 0; i < 200000; ++i) dotted += ".a";
  for (int i = 0; i < 40; ++i) deep += "]";
  EXPECT_TRUE(contains(errors(deep), "nested too deeply"));
  EXPECT_TRUE(contains(errors(dotted + " = 1"), "a key with more than 16 dots"));
  EXPECT_EQ(errors("a = 1\na = 2\n").substr(0, 30), "case.toml:2:5 error: not valid");
  EXPECT_TRUE(contains(errors("a = \"\xff\xfe\"\n"), "error: not valid TOML"));
}

TEST(CaseErrors, AFileThatIsNoCaseDoesNotFlood) {
  std::string text;
  for (int i = 0; i < 50000; ++i) text.append("k").append(std::to_string(i)).append(" = 1\n");
  const std::string message = errors(text + good);
  EXPECT_TRUE(contains(message, "… and 49800 more.\n50000 errors. Nothing was run."));
  EXPECT_LT(message.size(), 30000u);
}
