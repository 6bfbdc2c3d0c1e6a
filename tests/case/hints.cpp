// Hints for wrong cases: the word that was meant, the table where a key belongs, and all other faults.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "case/manual.hpp"
#include "solver/artificial/options.hpp"
#include "solver/projection/options.hpp"
#include "tests/case/helper.hpp"

using namespace eddy;

namespace {

const Solvers& all_solvers() {
  static const Solvers list{heat_keys(), projection_keys(), artificial_keys()};
  return list;
}

std::string said(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    read_case_text(text, "case.toml", overrides, all_solvers());
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

const std::string flow =
    "solver = \"projection\"\n[run]\nend_time = 1\n[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [16, 16]\n"
    "[fluid]\nviscosity = 1\n[boundary]\nothers = { kind = \"no-slip\" }\n";
const std::string body = "[body.ball]\nshape = \"sphere\"\ncentre = [0.5, 0.5]\nradius = 0.2\n";

#define EXPECT_SAYS(text, part) EXPECT_TRUE(contains(text, part)) << (text)

}  // namespace

TEST(CaseHints, AKeyBelongsInATableOfItsOwnKindOrNobodySaysWhere) {
  EXPECT_EQ(said(flow), "no error");
  EXPECT_SAYS(said(flow + body + "viscosity = 3\n"), "unknown key 'viscosity' in [body.ball]. It belongs in [fluid].");
  EXPECT_SAYS(said(flow + body + "hole = true\n"), "unknown key 'hole' in [body.ball].\n");
  EXPECT_SAYS(said(flow + "[scheme]\ncfl = 1\n"), "unknown key 'cfl' in [scheme]. It belongs in [run].");
  EXPECT_SAYS(errors(good + "[material]\ntemperature = 1\n"), "unknown key 'temperature' in [material].\n");
  EXPECT_SAYS(errors(good, {"run.tolerance=1"}), "unknown key 'tolerance' in [run]. It belongs in [linear].");
  EXPECT_SAYS(errors(good + "left = { kind = \"insulated\", flux = 1 }\n"),
              "unknown key 'flux' in [boundary.left]. It has no meaning here.");
}

TEST(CaseHints, AWrongSolverHidesNothing) {
  const std::string faults =
      "[run]\nend_tmie = 1\nsteps = 2\n[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [8, 0]\n"
      "[fluid]\nviscosty = 1\n[boundary]\nothers = { kind = \"no-slp\" }\n[outptu]\nevery = 1\n";
  for (const char* name : {"projektion", "finite-elements"}) {
    const std::string text = said(std::string("solver = \"") + name + "\"\n" + faults);
    EXPECT_SAYS(text, std::string("solver '") + name + "' is not known.");
    EXPECT_SAYS(text, "unknown key 'end_tmie' in [run]. Did you mean 'end_time'?");
    EXPECT_SAYS(text, "mesh.cells[2] = 0 must be");
    EXPECT_SAYS(text, "unknown key 'viscosty' in [fluid]. Did you mean 'viscosity'?");
    EXPECT_SAYS(text, "unknown table [outptu]. Did you mean 'output'?");
  }
  EXPECT_SAYS(said("solver = \"projektion\"\n" + faults), "has kind 'no-slp'. Did you mean 'no-slip'?");
  // As long as the solver is not known, keys of any solver are no fault.
  const std::string other = said("solver = \"finite-elements\"\n[run]\nsteps = 2\ntheta = 1\n" + mesh +
                                 "[fluid]\nviscosity = 1\n[region.a]\nsource = 1\n" + boundary);
  EXPECT_SAYS(other, "\n1 error. Nothing was run.");
}

TEST(CaseHints, EveryChoiceOffersTheNearestWord) {
  EXPECT_SAYS(said(flow, {"boundary.left={kind=\"inflw\"}"}), "has kind 'inflw'. Did you mean 'inflow'?");
  EXPECT_SAYS(said(flow + body, {"body.ball.shape=spere"}), "Did you mean 'sphere'?");
  EXPECT_SAYS(said(flow, {"mesh.stretch.x={kind=\"tahn\",factor=2}"}), "Did you mean 'tanh'?");
  EXPECT_SAYS(said(flow, {"scheme.convection=konen"}), "Did you mean 'koren'?");
  EXPECT_SAYS(said(flow, {"run.device=openlc"}), "Did you mean 'opencl'?");
  EXPECT_SAYS(said(flow + body + "[forces.bal]\nreference = { length = 1, velocity = 1 }\n"), "Did you mean 'ball'?");
  EXPECT_SAYS(said(flow + "[compare]\nmidle = { file = \"a.csv\", tolerance = 1 }\n",
                   {"output.line=[{name=\"middle\",from=[0,0],to=[1,1]}]"}),
              "Did you mean 'middle'?");
  const auto unexplained = [](const char* key) {
    try {
      return explain(key, all_solvers());
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_SAYS(unexplained("multigird"), "Did you mean 'multigrid'?");
  EXPECT_SAYS(unexplained("boundary.left.knid"), "Did you mean 'boundary.left.kind'?");
  EXPECT_SAYS(unexplained("body.ball.raduis"), "Did you mean 'body.ball.radius'?");
}

TEST(CaseHints, WhatDoesNothingIsRefused) {
  const std::string box = "[region.a]\nshape = \"box\"\nlower = [0, 0]\nupper = [1, 1]\n";
  EXPECT_SAYS(errors(good + box),
              "case.toml:11:1 error: region.a changes nothing. Give it conductivity, heat_capacity or source.");
  EXPECT_EQ(errors(good + box + "source = 1\n"), "no error");
  EXPECT_SAYS(errors(good + box + "source = 1\nradius = 1\n"), "radius has no meaning for this shape, only for sphere");
  EXPECT_SAYS(errors(good + box + "source = 1\nfrom = 1\n"), "from has no meaning for this shape, only for cylinder");
  EXPECT_SAYS(said(flow + "[body.ball]\n"), "key 'shape' is missing in [body.ball].");
  EXPECT_SAYS(said(flow + "[statistics]\n"), "[statistics] averages nothing. Give statistics.start");
  EXPECT_SAYS(said(flow, {"mesh.stretch.x={factor=2}"}), "factor alone does nothing.");
  EXPECT_SAYS(said(flow, {"mesh.stretch.x={kind=\"geometric\"}"}), "kind = \"geometric\" needs factor.");
  EXPECT_SAYS(said(flow, {"output.line=[{name=\"a\",from=[0,0],to=[0,0]}]"}), "from and to are one point.");
  EXPECT_SAYS(said(flow, {"boundary.left={velocity=[0,0]}"}), "boundary 'left' needs the key 'kind'. Kinds:");
}

TEST(CaseHints, FilesLieBesideTheCase) {
  namespace fs = std::filesystem;
  const fs::path home = fs::temp_directory_path() / "eddy-case-hints";
  fs::remove_all(home);
  fs::create_directories(home / "case/tables");
  for (const char* name : {"secret.csv", "case/near.csv", "case/tables/below.csv"}) std::ofstream(home / name) << "1\n";
  fs::create_symlink("../secret.csv", home / "case/link.csv");
  fs::create_symlink("..", home / "case/up");
  fs::create_symlink("near.csv", home / "case/same.csv");
  const auto with_file = [&](const std::string& file, const std::vector<std::string>& overrides = {}) {
    try {
      read_case_text(good + "[compare]\na = { file = \"" + file + "\", tolerance = 1 }\n" +
                         "[output]\nline = [{ name = \"a\", from = [0, 0], to = [1, 1] }]\n",
                     home / "case/case.toml", overrides, solvers());
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  for (const char* fine : {"near.csv", "./near.csv", "tables/below.csv", "same.csv", "not-there.csv"})
    EXPECT_EQ(with_file(fine), "no error") << fine;
  const std::string secret = (home / "secret.csv").string();
  EXPECT_SAYS(with_file(secret), "compare.a.file = '" + secret.substr(0, 60) + "' is an absolute path.");
  EXPECT_SAYS(with_file("../secret.csv"), "leaves the folder of the case. Put the file beside the case or below");
  EXPECT_SAYS(with_file("tables/../../secret.csv"), "leaves the folder");
  EXPECT_SAYS(with_file("link.csv"), "is a link that leads out of the folder of the case.");
  EXPECT_SAYS(with_file("up/secret.csv"), "is a link that leads out");
  EXPECT_EQ(with_file("../secret.csv", {"compare.a.file=../secret.csv"}), "no error");
  EXPECT_EQ(with_file("near.csv", {"compare.a={file=\"" + secret + "\",tolerance=1}"}), "no error");
  fs::remove_all(home);
}

TEST(CaseHints, NestingIsSeenThroughQuotes) {
  const auto dotted = [](const std::string& part, int n) {
    std::string text = part;
    for (int i = 0; i < n; ++i) text += "." + part;
    return text;
  };
  for (const char* part : {"a", "\"(\"", "'('", "\"\\\"\"", " a ", "\"#\"", "\"\""}) {
    EXPECT_SAYS(errors(dotted(part, 40000) + " = 1\n"), "a key with more than 16 dots.") << part;
    EXPECT_SAYS(errors("[" + dotted(part, 40000) + "]\n"), "a key with more than 16 dots.") << part;
    EXPECT_SAYS(errors("a = { " + dotted(part, 40000) + " = 1 }\n"), "a key with more than 16 dots.") << part;
  }
  std::string braces, brackets;
  for (int i = 0; i < 40000; ++i) {
    braces += "{ a = ";
    brackets += "[";
  }
  EXPECT_SAYS(errors("a = " + braces), "case.toml:1:101 error: tables and lists are nested too deeply.");
  EXPECT_SAYS(errors("a = " + brackets), "case.toml:1:21 error: tables and lists are nested too deeply.");
  // Brackets in strings and comments do not count.
  const std::string many(100, '.'), open(100, '[');
  for (const char* quote : {"\"", "'", "\"\"\"", "'''"})
    EXPECT_EQ(errors("title = " + (quote + many) + open + quote + " # " + many + open + "\n" + good), "no error");
  EXPECT_EQ(errors("title = \"\"\"a\"\"\"\"\" # " + many + "\n" + good), "no error");
  EXPECT_EQ(errors("title = \"\\\\\" # \" " + many + "\n" + good), "no error");
}
