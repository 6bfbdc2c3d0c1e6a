// `list`, `explain`, `new` and `plot`; the reference page must be what the program prints.
#include "output/png.hpp"
#include "tests/app/verbs/helper.hpp"
#include "tests/solver/projection/block.hpp"

namespace eddy {
namespace {

std::string listed(const std::string& what, const Talk& talk = quiet) {
  return printed([&] { return verb::list(what, talk); }).text;
}

class Root {  // a root folder with a single template for the tests
 public:
  Root() {
    if (const char* root = std::getenv("EDDY_ROOT")) before_ = root;
    ::setenv("EDDY_ROOT", scratch.path.c_str(), 1);
    write_case_file(scratch, "cases/heat/plate", plate);
    write_file(scratch / "cases/heat/plate/README.md", "the template's own");
    write_file(scratch / "cases/heat/plate/book.csv", "x\n1\n");
  }
  ~Root() { ::setenv("EDDY_ROOT", before_.c_str(), 1); }
  Scratch scratch;

 private:
  std::string before_;
};

#ifdef EDDY_TESTS_ALL  // needs the recorded form of all kernels
TEST(List, Kernels) {
  const std::string text = listed("kernels");
  EXPECT_HAS(text, "heat_explicit");
  EXPECT_HAS(text, "per face");
  EXPECT_HAS(text, "x: 0 ±x ±y");
  const json all = json::parse(listed("kernels", as_json));
  for (const json& k : all) EXPECT_TRUE(k["faults"].empty()) << k;
  const auto copy = std::find_if(all.begin(), all.end(),
                                 [](const json& k) { return k["kernel"] == "copy" && k["precision"] == "single"; });
  ASSERT_NE(copy, all.end());
  EXPECT_EQ((*copy)["bytes_per_cell"], 8);
}
#endif

TEST(List, WhatTheManualKnows) {
  EXPECT_HAS(listed("solvers"), "heat: ");
  EXPECT_HAS(listed("boundaries"), "convection: ");
  EXPECT_HAS(listed("linear"), "sor: ");
  EXPECT_HAS(listed("keys"), "run.cfl: ");
  EXPECT_EQ(json::parse(listed("linear", as_json))[0]["word"], "jacobi");
}

TEST(List, DevicesCasesTopics) {
  EXPECT_HAS(listed("devices"), "cpu (");
  EXPECT_FALSE(json::parse(listed("devices", as_json)).empty());
  const Root root;
  EXPECT_EQ(listed("cases"), "heat/plate: plate\n");
  EXPECT_EQ(json::parse(listed("cases", as_json))[0]["name"], "heat/plate");
  EXPECT_HAS(listed(""), "kernels\n");
}

TEST(List, UnknownTopic) {
  const std::string text = message_of([] { verb::list("kernel", quiet); }, Exit::usage);
  EXPECT_HAS(text, "Did you mean 'kernels'?");
  EXPECT_HAS(text, "reference");
}

TEST(List, ReferencePageIsCurrent) {
  const char* root = std::getenv("EDDY_ROOT");
  ASSERT_TRUE(root) << "EDDY_ROOT is the folder of the sources";
  EXPECT_EQ(listed("reference"), read_file(Path(root) / "docs/reference.md"))
      << "renew it: eddy list reference > docs/reference.md";
}

TEST(Explain, KeyAndNearest) {
  EXPECT_HAS(printed([] { return verb::explain("run.cfl", quiet); }).text, "Fraction of the stable");
  EXPECT_EQ(json::parse(printed([] { return verb::explain("run.cfl", as_json); }).text)["key"], "run.cfl");
  EXPECT_HAS(message_of([] { verb::explain("run.clf", quiet); }, Exit::usage), "Did you mean 'run.cfl'?");
}

TEST(New, CopiesAndRetitles) {
  const Root root;
  const Path mine = root.scratch / "mine";
  EXPECT_EQ(printed([&] { return verb::new_case("heat/plate", mine, quiet); }).code, Exit::done);
  EXPECT_HAS(read_file(mine / "case.toml"), "title = \"mine\"");
  EXPECT_HAS(read_file(mine / "case.toml"), "solver = \"heat\"");
  EXPECT_HAS(read_file(mine / "README.md"), "# mine");
  EXPECT_HAS(read_file(mine / "README.md"), "heat/plate");
  EXPECT_TRUE(std::filesystem::exists(mine / "book.csv"));
  EXPECT_EQ(printed([&] { return verb::check({mine, {}, false}, quiet); }).code, Exit::done);
}

TEST(New, FromAFolder) {
  const Root root;
  const Path mine = root.scratch / "mine";
  EXPECT_EQ(printed([&] { return verb::new_case((root.scratch / "cases/heat/plate").string(), mine, as_json); }).code,
            Exit::done);
  EXPECT_TRUE(std::filesystem::exists(mine / "case.toml"));
}

TEST(New, ByTheLastPartOfItsName) {
  const Root root;
  const Path cases = root.scratch / "cases";
  EXPECT_EQ(printed([&] { return verb::new_case("plate", root.scratch / "mine", quiet); }).code, Exit::done);
  EXPECT_HAS(read_file(root.scratch / "mine/README.md"), "heat/plate");
  make_folder(cases / "other/plate");
  write_file(cases / "other/plate/case.toml", read_file(cases / "heat/plate/case.toml"));
  EXPECT_HAS(message_of([&] { verb::new_case("plate", root.scratch / "two", quiet); }, Exit::usage),
             "there is more than one template 'plate': heat/plate, other/plate.");
}

TEST(New, RefusesToOverwriteAndUnknownTemplates) {
  const Root root;
  make_folder(root.scratch / "full");
  write_file(root.scratch / "full/keep.txt", "mine");
  EXPECT_HAS(message_of([&] { verb::new_case("heat/plate", root.scratch / "full", quiet); }, Exit::usage),
             "nothing is overwritten");
  EXPECT_EQ(read_file(root.scratch / "full/keep.txt"), "mine");
  EXPECT_FALSE(std::filesystem::exists(root.scratch / "full/case.toml"));
  EXPECT_HAS(message_of([&] { verb::new_case("heat/plaet", root.scratch / "mine", quiet); }, Exit::usage),
             "Did you mean 'heat/plate'?");
  EXPECT_FALSE(std::filesystem::exists(root.scratch / "mine"));
}

TEST(New, SaysWhereTheCasesShouldBe) {
  Root root;
  std::filesystem::remove_all(root.scratch / "cases");
  EXPECT_HAS(message_of([&] { verb::new_case("heat/plate", root.scratch / "mine", quiet); }, Exit::missing),
             "EDDY_ROOT");
}

double share_of_grey(const Path& file) {
  const Image image = read_png(file);
  int grey = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      grey += image.at(x, y)[0] == 168 && image.at(x, y)[1] == 168 && image.at(x, y)[2] == 173;
  return double(grey) / (double(image.width) * image.height);
}

TEST(Plot, AnyFieldOfARun) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "plate", plate), run = scratch / "run";
  RunArguments a;
  a.from.path = path;
  a.from.set = {"run.steady=1e-4"};
  a.out = run;
  ASSERT_EQ(printed([&] { return verb::run(a, quiet); }).code, Exit::done);
  EXPECT_EQ(printed([&] { return verb::plot(run, "temperature", {}, quiet); }).text,
            (run / "temperature.png").string() + "\n");
  const Path other = scratch / "error.png";
  EXPECT_EQ(printed([&] { return verb::plot(run, "error", other, quiet); }).code, Exit::done);
  EXPECT_GT(read_png(other).width, 100);
  EXPECT_HAS(message_of([&] { verb::plot(run, "temprature", {}, quiet); }, Exit::usage), "temperature");
}

TEST(Plot, WritesWhatTheNameSaysOrNothing) {
  const Scratch scratch;
  for (const char* name : {"x.svg", "x.pdf", "x.jpg", "x", ".png", "x.png.eps"}) {
    const std::string text =
        message_of([&] { verb::plot(scratch.path, "temperature", scratch / name, quiet); }, Exit::usage);
    EXPECT_HAS(text, name);
    EXPECT_HAS(text, "the name of a picture ends in .png.");
  }
  EXPECT_TRUE(names_in(scratch.path).empty());
}

// A run in progress has fields, and later checkpoints.
TEST(Plot, ShowsTheNewestStateOfARunThatGoesOn) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "block", block), run = scratch / "run";
  RunArguments a;
  a.from.path = path;
  a.out = run;
  a.from.set = {"run.steps=9", "output.every_steps=3", "output.fields=[\"velocity\"]", "run.checkpoint_every=4"};
  ASSERT_EQ(printed([&] { return verb::run(a, quiet); }).code, Exit::done);
  const auto shown = [&](const std::string& field) {
    return json::parse(printed([&] { return verb::plot(run, field, {}, as_json); }).text)["step"].get<int>();
  };
  EXPECT_EQ(shown("pressure"), 9);
  std::filesystem::remove(run / "checkpoint-000000009.h5");
  std::filesystem::remove(run / "summary.json");
  EXPECT_EQ(shown("velocity.x"), 9);
  EXPECT_EQ(shown("pressure"), 8) << "not among the stored fields";
  for (const char* file : {"checkpoint-000000008.h5", "checkpoint-000000004.h5"}) std::filesystem::remove(run / file);
  EXPECT_EQ(shown("velocity"), 9);
  EXPECT_GT(share_of_grey(run / "velocity.png"), 0.1);
  EXPECT_HAS(message_of([&] { shown("pressure"); }, Exit::usage),
             "has not stored a field 'pressure'. Stored: velocity,");
  std::filesystem::remove(run / "fields.pvd");
  EXPECT_HAS(message_of([&] { shown("velocity"); }), "has stored no state yet");
  EXPECT_HAS(message_of([&] { verb::plot(scratch / "none", "velocity", {}, quiet); }), "there is no run in");
}

TEST(Plot, ShowsBodies) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "block", block), run = scratch / "run";
  RunArguments a;
  a.from.path = path;
  a.out = run;
  a.from.set = {"run.steps=3", "output.image=[{field=\"velocity\"}]"};
  ASSERT_EQ(printed([&] { return verb::run(a, quiet); }).code, Exit::done);
  EXPECT_GT(share_of_grey(run / "velocity.png"), 0.1);  // the body covers a quarter of the picture's part
  ASSERT_EQ(printed([&] { return verb::plot(run, "pressure", {}, quiet); }).code, Exit::done);
  EXPECT_GT(share_of_grey(run / "pressure.png"), 0.1);
}

TEST(Pictures, TwoOfOneFieldAreBothWrittenAndNamed) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "plate", plate), run = scratch / "run";
  RunArguments a;
  a.from.path = path;
  a.out = run;
  a.from.set = {"run.steady=1e-4", "output.image=[{field=\"temperature\"}, {field=\"temperature\", range=[0, 0.1]}]"};
  const Printed p = printed([&] { return verb::run(a, quiet); });
  EXPECT_HAS(p.text, "fields.pvd, temperature.png, temperature_2.png)");
  EXPECT_NE(read_file(run / "temperature.png"), read_file(run / "temperature_2.png"));
}

}  // namespace
}  // namespace eddy
