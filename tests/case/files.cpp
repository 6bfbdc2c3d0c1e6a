// Files that are no case file at all each give one clear message.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "tests/case/helper.hpp"

using namespace eddy;
namespace fs = std::filesystem;

namespace {

class CaseFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("eddy-case-" + std::to_string(getpid()));
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  fs::path write(const std::string& name, const std::string& text) {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
    return folder / name;
  }

  std::string refusal(const fs::path& path, Exit code = Exit::usage) {
    try {
      read_case(path, {}, solvers());
    } catch (const Error& error) {
      const std::string text = error.what();
      return error.code() == code ? text.substr(text.find(" error: ") + 8) : "wrong code: " + text;
    }
    return "no error";
  }

  fs::path folder;
};

}  // namespace

TEST_F(CaseFiles, Good) {
  write("plate/case.toml", good);
  EXPECT_EQ(read_case(folder / "plate", {}, solvers()).name(), "plate");
  EXPECT_EQ(read_case(folder / "plate/", {}, solvers()).name(), "plate");
  EXPECT_EQ(read_case(write("wall.toml", good), {}, solvers()).name(), "wall");
  EXPECT_EQ(read_case(folder / "plate", {}, solvers()).beside("a.csv"), folder / "plate" / "a.csv");
}

TEST_F(CaseFiles, Refused) {
  EXPECT_EQ(refusal(folder), "the folder holds no case.toml.");
  fs::create_directories(folder / "a" / "case.toml");
  EXPECT_EQ(refusal(folder / "a"), "is a folder, not a file.");
  EXPECT_EQ(refusal(folder / "nothing"), "there is no such case. Name a folder with a case.toml, or a .toml file.");
  EXPECT_EQ(refusal(write("empty.toml", "")), "is empty.");
  EXPECT_EQ(refusal(write("blank.toml", " \n\t\n")), "is empty.");
  EXPECT_EQ(refusal(write("binary.toml", std::string("\x7f"
                                                     "ELF\0\0\1",
                                                     7))),
            "is binary, not TOML text.");
  EXPECT_EQ(refusal("/dev/null"), "is not a regular file.");
}

TEST_F(CaseFiles, TooLargeIsNotEvenRead) {
  const fs::path file = write("large.toml", "title = 1\n");
  fs::resize_file(file, 100'000'000);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(refusal(file), "is 95.4 MiB; a case has at most 1 MiB. Keep data in files of their own.");
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 0.05);
}

TEST_F(CaseFiles, Unreadable) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  const fs::path file = write("closed.toml", good);
  fs::permissions(file, fs::perms::none);
  EXPECT_EQ(refusal(file, Exit::missing), "cannot be read: Permission denied.");
}

TEST_F(CaseFiles, Quick) {
  const fs::path file = write("quick.toml", good);
  read_case(file, {}, solvers());
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 10; ++i) read_case(file, {}, solvers());
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / 10, 0.02);
}
