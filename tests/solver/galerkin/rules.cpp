// Provokes every refusal; checks profiles and limits by their formulas.
#include "solver/galerkin/rules.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>

#include "solver/galerkin/wall_forces.hpp"
#include "solver/galerkin/wind.hpp"
#include "tests/solver/galerkin/helper.hpp"

using namespace eddy;
using namespace eddy::galerkin;

namespace {

const std::string box_3d =
    "[mesh]\nlower = [0, 0, 0]\nupper = [8, 4, 4]\ncells = [16, 8, 8]\n[fluid]\nviscosity = 0.1\n[boundary]\n"
    "left = { kind = \"wind\" }\nright = { kind = \"outflow\" }\nothers = { kind = \"free-slip\" }\n";

void expect_fault(const std::string& text, const std::string& words) {
  const std::string faults = faults_of(text);
  EXPECT_NE(faults.find(words), std::string::npos) << "said: " << faults;
}

struct ProfileFile {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "eddy_galerkin_profile.csv";
  explicit ProfileFile(const std::string& text) { std::ofstream(path) << text; }
  ~ProfileFile() { std::filesystem::remove(path); }
};

}  // namespace

TEST(GalerkinRules, GoodCasesPass) {
  EXPECT_EQ(faults_of(channel_2d), "");
  EXPECT_EQ(faults_of(box_3d), "");
}
TEST(GalerkinRules, BadInputIsRefused) {
  expect_fault(channel_2d + "[scheme]\nmach = 0.3\n", "scheme.mach = 0.3 is above 0.2");
  expect_fault(channel_2d + "[statistics]\nstart = 100\n", "nothing would be averaged");
  expect_fault(channel_2d + "[forces.tower]\n", "there is no body or patch 'tower'");
  expect_fault(channel_2d + "[body.wall]\nshape = \"box\"\nlower = [1, -1]\nupper = [2, 3]\n",
               "the fluid is in 2 pieces");
  expect_fault(channel_2d + "[body.dust]\nshape = \"box\"\nlower = [1, 1]\nupper = [1.1, 1.1]\n",
               "no face in the fluid");
  expect_fault(channel_2d + "[turbulence]\nmodel = \"smagorinsky\"\nwall = \"van-driest\"\n", "friction_velocity");
}
TEST(GalerkinRules, SidesWithoutConditionAreRefused) {
  std::string text = channel_2d;
  text.replace(text.find("top = { kind = \"free-slip\" }\n"), 29, "");
  expect_fault(text, "patch 'top' has no condition");
}
TEST(GalerkinRules, WhatComesInHasToLeave) {
  std::string text = channel_2d;
  text.replace(text.find("outflow"), 7, "no-slip");
  expect_fault(text, "what comes in does not leave");
}
TEST(GalerkinRules, LongStepsAreRefused) {
  std::string text = channel_2d;
  EXPECT_NE(faults_of("dt = 0.2\n" + text).find("is above the stable limit"), std::string::npos);
  EXPECT_EQ(faults_of("dt = 0.01\n" + text), "");
}

TEST(GalerkinLimits, TheStepIsThatOfTheFormula) {
  const Prepared p(channel_2d);
  const Limits l = limits_of(p.domain);
  EXPECT_DOUBLE_EQ(l.acoustic, 0.5 / 11.8);
  EXPECT_DOUBLE_EQ(l.viscous, 1.6 / (8 * 0.1 / 0.25 + 4 * 0.1 * 10 / 0.5));
  EXPECT_DOUBLE_EQ(p.c.run.cfl, 0.9);
  EXPECT_DOUBLE_EQ(step_of(p.c.run, l), 0.9 * 0.5 / 11.8);
}
TEST(GalerkinLimits, SelectiveLumpingIsTold) {
  const Prepared p(channel_2d + "[scheme]\nkind = \"tg2\"\n");
  const Limits l = limits_of(p.domain);
  EXPECT_DOUBLE_EQ(p.c.run.cfl, 0.4);
  const NumericalViscosity nu = numerical_viscosity(p.domain.options().scheme, l, 0.01);
  EXPECT_NEAR(nu.most, 0.1 * 0.25 / 0.06, 1e-12);
  const auto told = warnings(p.c, p.domain, l);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("selective lumping"), std::string::npos);
}

TEST(GalerkinWind, ProfilesAreTheirFormulas) {
  const Prepared power(box_3d + "[wind]\nprofile = \"power\"\nspeed = 3\nheight = 2\nexponent = 0.5\n");
  EXPECT_DOUBLE_EQ(power.domain.wind().speed(2), 3);
  EXPECT_DOUBLE_EQ(power.domain.wind().speed(0.1), 3 * std::sqrt(0.25));  // the speed at the first element's height
  const Prepared log(box_3d + "[wind]\nprofile = \"log\"\nspeed = 3\nheight = 2\nroughness = 0.1\n");
  EXPECT_DOUBLE_EQ(log.domain.wind().speed(2), 3);
  EXPECT_DOUBLE_EQ(log.domain.wind().speed(1), 3 * std::log(10) / std::log(20));
  EXPECT_DOUBLE_EQ(log.domain.wind().intensity(1), 1 / std::log(10));
}
TEST(GalerkinWind, AFileIsReadAndHasToCoverTheInlet) {
  const ProfileFile good("height,speed,intensity\n0,1,0.2\n2,3,0.1\n8,3,0.1\n");
  const std::string wind = "[wind]\nprofile = \"file\"\nfile = \"" + good.path.filename().string() + "\"\n";
  {
    const Prepared p(box_3d + wind);
    EXPECT_DOUBLE_EQ(p.domain.wind().speed(1), 2);
    EXPECT_DOUBLE_EQ(p.domain.wind().intensity(1), 0.15);
  }
  const ProfileFile low("0,1\n2,3\n");
  expect_fault(box_3d + wind, "does not cover the inlet");
  const ProfileFile bad("0,1\nx,3\n");
  expect_fault(box_3d + wind, "line 2");
}

TEST(GalerkinWind, APeriodHoldsTenGustsAtLeast) {
  const std::string wind = "[wind]\nspeed = 2\n[wind.gusts]\nintensity = 0.1\nlength = 0.5\n";
  expect_fault(box_3d + wind + "period = 2.4\n", "Give at least 2.5 s");
  const Prepared p(box_3d + wind + "period = 2.5\n");
}
TEST(GalerkinWind, APeriodThatIsNotTheTimeOfTheMeansIsTold) {
  const auto told = [](const std::string& start) {
    const Prepared p("end_time = 20\n" + box_3d +
                     "[wind]\nspeed = 2\n[wind.gusts]\nintensity = 0.1\nlength = 0.5\nperiod = 3\n" +
                     "[statistics]\nstart = " + start + "\n");
    return warnings(p.c, p.domain, limits_of(p.domain));
  };
  EXPECT_EQ(told("17").size(), 0u);
  EXPECT_EQ(told("14").size(), 0u);
  EXPECT_EQ(told("19").size(), 0u);  // a time that is too short for means
  ASSERT_EQ(told("16").size(), 1u);
  EXPECT_NE(told("16")[0].find("Take wind.gusts.period = 4."), std::string::npos);
}

TEST(GalerkinForces, ReactionsAddUp) {
  const Prepared p(box_3d +
                   "[body.tower]\nshape = \"box\"\nlower = [2, 1, 0]\nupper = [3, 3, 2]\n"
                   "[forces.tower]\nstrips = 4\nlength = 2\ncentre = [2.5, 2, 0]\n");
  WallState state;
  const auto nodes = p.domain.wall_nodes();
  state.reaction.assign(nodes.size(), Point{});
  state.pressure.assign(nodes.size(), 0);
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (p.domain.place(nodes[n]) == Point{2, 2, 2}) state.reaction[n] = {4, 1, 0};
  std::vector<Number> numbers;
  WallForces(p.domain).add(numbers, state);
  EXPECT_DOUBLE_EQ(*find(numbers, "force_tower_x"), 4);
  EXPECT_DOUBLE_EQ(*find(numbers, "moment_tower_y"), 8);
  EXPECT_DOUBLE_EQ(*find(numbers, "cd_tower"), 4 / (0.5 * 4));  // the frontal area is 2 m · 2 m
  EXPECT_DOUBLE_EQ(*find(numbers, "cl_tower"), 1 / (0.5 * 4));
  EXPECT_DOUBLE_EQ(*find(numbers, "cd_tower_4"), 4 * 4 / (0.5 * 4));
  EXPECT_DOUBLE_EQ(*find(numbers, "cd_tower_1"), 0);
  for (std::size_t n = 0; n < nodes.size(); ++n)  // a force at the edge of two strips
    state.reaction[n] = p.domain.place(nodes[n]) == Point{2, 2, 1} ? Point{4, 0, 0} : Point{};
  numbers.clear();
  WallForces(p.domain).add(numbers, state);
  EXPECT_DOUBLE_EQ(*find(numbers, "cd_tower_2"), 4);
  EXPECT_DOUBLE_EQ(*find(numbers, "cd_tower_3"), 4);
}
