// Shapes of launches on disk: what is kept is read again, and a damaged file is as good as none.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "exec/tuning.hpp"

namespace eddy {

class TuningTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("eddy-tuning-" + std::to_string(::getpid()));
    ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  void TearDown() override {
    try_shape({});
    std::filesystem::remove_all(folder_);
  }
  std::filesystem::path folder_;
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

}  // namespace eddy
