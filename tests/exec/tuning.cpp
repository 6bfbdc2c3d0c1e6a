// The files of tuning, shapes of launches and built kernels, are read back, and a damaged file counts as none.
#include "exec/core/tuning.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "exec/opencl/kernel_cache.hpp"

namespace eddy {

class CacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("eddy-cache-" + std::to_string(::getpid()));
    ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};
using KernelCacheTest = CacheTest;

class TuningTest : public CacheTest {
 protected:
  void TearDown() override {
    try_shape({});
    CacheTest::TearDown();
  }
  const KernelId kernel_{"artificial_euler", "edges, uniform force", 2, 8};
};

TEST_F(TuningTest, WhatIsKeptIsUsed) {
  use_tuning("Device 7");
  EXPECT_EQ(tuned(kernel_), nullptr);
  keep_tuning("Device 7", {{tuning_key(kernel_), {{32, 4, 1, 1}, 2}}});
  use_tuning("Device 7");
  ASSERT_NE(tuned(kernel_), nullptr);
  EXPECT_EQ(tuned(kernel_)->launch.x, 32);
  EXPECT_EQ(tuned(kernel_)->block, 2);
  EXPECT_EQ(tuned({"copy", "", 2, 8}), nullptr) << "nothing is known of it";
  const Set large({{0, 0, 0}, {4096, 4096, 1}}, 2), small({{0, 0, 0}, {64, 64, 1}}, 2);
  EXPECT_EQ(launch_shape(DeviceKind::gpu, large, kernel_).x, 32);
  EXPECT_NE(launch_shape(DeviceKind::gpu, small, kernel_).x, 32) << "found for large sets";
  use_tuning("another");
  EXPECT_EQ(tuned(kernel_), nullptr);
}

TEST_F(TuningTest, WhatIsTriedComesFirst) {
  try_shape(Tuned{{16, 8, 1, 1}, Tuned::one_sweep});
  ASSERT_NE(tuned(kernel_), nullptr);
  EXPECT_EQ(tuned(kernel_)->launch.y, 8);
  EXPECT_EQ(tuned(kernel_)->block, Tuned::one_sweep);
}

TEST_F(TuningTest, NonsenseIsLeftOut) {
  keep_tuning("d", {});
  std::ofstream(tuning_file("d")) << "artificial_euler 2D double 0 4 1 1 -1\n"
                                  << "artificial_euler 2D double 4096 4 1 1 -1\n"
                                  << "artificial_euler 2D double 32 4 1 3 -1\n"
                                  << "artificial_euler 2D double 32 4 1 1 99\n"
                                  << "artificial_euler 2D\n\x01\xff";
  EXPECT_TRUE(read_tuning("d").empty());
}

TEST_F(KernelCacheTest, WhatIsKeptIsFoundByItsWholeKey) {
  const std::string binary("a\0b\n\xff", 5);
  EXPECT_EQ(cached_kernel("device\ntext"), "");
  keep_kernel("device\ntext", binary);
  EXPECT_EQ(cached_kernel("device\ntext"), binary);
  EXPECT_EQ(cached_kernel("device\nother text"), "");
  keep_kernel("nothing", "");
  EXPECT_EQ(cached_kernel("nothing"), "");
}

TEST_F(KernelCacheTest, AFileThatIsDamagedOrOfAnotherKeyIsNotUsed) {
  keep_kernel("key", "binary");
  const auto kept = std::filesystem::recursive_directory_iterator(folder_);
  const auto file = std::find_if(begin(kept), end(kept), [](const auto& e) { return e.is_regular_file(); })->path();
  const auto write = [&](const std::string& text) { std::ofstream(file, std::ios::binary) << text; };
  std::ostringstream read;
  read << std::ifstream(file, std::ios::binary).rdbuf();
  const std::string good = read.str();
  std::string flipped = good, of_another = good;
  flipped.back() ^= 1;
  of_another[of_another.find("key")] = 'q';
  for (const std::string& bad :
       {flipped, of_another, good.substr(0, good.size() - 1), good.substr(0, 3), std::string()}) {
    write(bad);
    EXPECT_EQ(cached_kernel("key"), "") << bad;
  }
  write(good);
  EXPECT_EQ(cached_kernel("key"), "binary");
}

TEST_F(KernelCacheTest, WithoutAFolderNothingIsKeptAndNothingIsLost) {
  ::setenv("XDG_CACHE_HOME", "/dev/null", 1);
  keep_kernel("key", "binary");
  EXPECT_EQ(cached_kernel("key"), "");
}

}  // namespace eddy
