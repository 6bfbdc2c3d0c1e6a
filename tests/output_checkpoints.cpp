// A checkpoint comes back to the last bit, or is refused.
#include <sys/resource.h>

#include <csignal>
#include <cstring>

#include "output/checkpoint.hpp"
#include "output/checksum.hpp"
#include "output_scratch.hpp"

namespace eddy {
namespace {

CheckpointArray array(const std::string& name, std::array<int, 3> size, Precision precision, int components = 1) {
  CheckpointArray a{name, size, components, precision, {}};
  a.bytes.resize(std::size_t(size[0]) * size[1] * size[2] * components * (precision == Precision::single ? 4 : 8));
  for (std::size_t i = 0; i < a.bytes.size(); ++i) a.bytes[i] = static_cast<std::byte>(i * 131 + name.size());
  return a;
}

Checkpoint state(std::int64_t step, int n = 5) {
  Checkpoint c;
  c.step = step;
  c.time = 0.1 * double(step);
  c.dt = 0.1;
  c.case_text = "title = \"Tür\"\n[run]\nsteps = 10\n";
  c.version = "0.1.0";
  c.scalars = {{"energy", 1.0 / 3}, {"balance", -0.0}};
  c.arrays = {array("velocity", {n, 4, 3}, Precision::single, 3), array("temperature", {n, 4, 3}, Precision::double_)};
  return c;
}

void expect_same(const Checkpoint& a, const Checkpoint& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(std::memcmp(&a.time, &b.time, 8), 0);
  EXPECT_EQ(a.dt, b.dt);
  EXPECT_EQ(a.case_text, b.case_text);
  EXPECT_EQ(a.version, b.version);
  EXPECT_EQ(a.scalars, b.scalars);
  ASSERT_EQ(a.arrays.size(), b.arrays.size());
  for (const auto& left : a.arrays) {
    const auto& right = b.array(left.name);
    EXPECT_EQ(left.size, right.size);
    EXPECT_EQ(left.components, right.components);
    EXPECT_EQ(left.precision, right.precision);
    EXPECT_EQ(left.bytes, right.bytes);
  }
}

TEST(Checksum, IsCrc64) {
  EXPECT_EQ(checksum("123456789", 9), 0x995DC9BBDF1939FAu);
  Checksum parts;
  parts.add("1234", 4);
  parts.add("56789", 5);
  EXPECT_EQ(parts.value(), checksum("123456789", 9));
}

TEST(Checkpoint, ComesBack) {
  Scratch scratch;
  const Path path = write_checkpoint(scratch.path, state(200));
  EXPECT_EQ(path.filename(), "checkpoint-000000200.h5");
  const Checkpoint back = read_checkpoint(path);
  expect_same(state(200), back);
  EXPECT_LT(std::filesystem::file_size(path), 16'000u);  // no more than its contents and HDF5's own
  EXPECT_EQ(back.scalar("energy"), 1.0 / 3);
  EXPECT_HAS(message_of([&] { back.scalar("mass"); }), "no number 'mass'");
  EXPECT_HAS(message_of([&] { back.array("pressure"); }), "holds no array 'pressure'");
}

TEST(Checkpoint, EmptyTextAndNoScalars) {
  Scratch scratch;
  Checkpoint c = state(1);
  c.case_text.clear();
  c.scalars.clear();
  expect_same(c, read_checkpoint(write_checkpoint(scratch.path, c)));
}

TEST(Checkpoint, WrongSizeIsOurFault) {
  Scratch scratch;
  Checkpoint c = state(1);
  c.arrays[0].bytes.pop_back();
  EXPECT_HAS(message_of([&] { write_checkpoint(scratch.path, c); }, Exit::fault), "'velocity'");
  EXPECT_TRUE(names_in(scratch.path).empty());
}

TEST(Checkpoint, EveryFlippedByteIsFound) {
  Scratch scratch;
  const Path path = write_checkpoint(scratch.path, state(3));
  const std::string good = read_file(path);
  for (std::size_t at = 0; at < good.size(); at += at < 600 ? 1 : 37) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1 << at % 8);
    write_file(path, bad);
    EXPECT_HAS(message_of([&] { read_checkpoint(path); }), "cannot be used: it ");
  }
}

TEST(Checkpoint, EveryTruncationIsFound) {
  Scratch scratch;
  const Path path = write_checkpoint(scratch.path, state(3));
  const std::string good = read_file(path);
  for (std::size_t length = 0; length < good.size(); length += length < 600 ? 1 : 97) {
    write_file(path, good.substr(0, length));
    const std::string text = message_of([&] { read_checkpoint(path); });
    EXPECT_HAS(text, length == 0 ? "it is empty" : "it is");
    EXPECT_HAS(text, length > 512 ? "it is cut off" : "cannot be used");
  }
  write_file(path, good + "x");
  EXPECT_HAS(message_of([&] { read_checkpoint(path); }), "damaged");
}

TEST(Checkpoint, OtherFiles) {
  Scratch scratch;
  const Path path = scratch / "checkpoint-000000001.h5";
  write_file(path, "not HDF5 at all");
  EXPECT_HAS(message_of([&] { read_checkpoint(path); }), "not a checkpoint of eddy");
  EXPECT_HAS(message_of([&] { read_checkpoint(scratch / "none.h5"); }), "cannot read checkpoint");
  EXPECT_HAS(message_of([&] { read_checkpoint(scratch.path); }), "cannot read checkpoint");
  write_file(path, "eddy checkpoint 99\nbytes 1\n");
  EXPECT_HAS(message_of([&] { read_checkpoint(path); }), "it has format 99, and this version of eddy reads format 1");
}

// A good seal around rubbish: HDF5's own refusal has to come through as ours.
TEST(Checkpoint, SealedRubbish) {
  Scratch scratch;
  const Path path = scratch / "checkpoint-000000001.h5";
  const std::string body(2000, 'r');
  char seal[128];
  std::snprintf(seal, sizeof seal, "eddy checkpoint 1\nbytes 2512\ncrc64 %016lx\n",
                static_cast<unsigned long>(checksum(body.data(), body.size())));
  std::string head = seal;
  head.resize(512, '\n');
  write_file(path, head + body);
  EXPECT_HAS(message_of([&] { read_checkpoint(path); }), "HDF5 cannot open it.");
}

TEST(Checkpoint, KeepsThree) {
  Scratch scratch;
  write_file(scratch / ".checkpoint-000000007.h5.part", "left by a kill");
  write_file(scratch / "checkpoint-notes.h5", "not ours");
  for (std::int64_t step : {100, 200, 300, 400, 1500}) write_checkpoint(scratch.path, state(step));
  EXPECT_EQ(names_in(scratch.path), (std::vector<std::string>{"checkpoint-000000300.h5", "checkpoint-000000400.h5",
                                                              "checkpoint-000001500.h5", "checkpoint-notes.h5"}));
  EXPECT_EQ(newest_good(scratch.path).checkpoint.step, 1500);
}

TEST(Checkpoint, TheOneBeforeIsOffered) {
  Scratch scratch;
  for (std::int64_t step : {1, 2, 3}) write_checkpoint(scratch.path, state(step));
  EXPECT_TRUE(newest_good(scratch.path).messages.empty());
  std::string bad = read_file(checkpoint_path(scratch.path, 3));
  bad[700] = static_cast<char>(bad[700] ^ 4);
  write_file(checkpoint_path(scratch.path, 3), bad);
  write_file(checkpoint_path(scratch.path, 2), bad.substr(0, 1000));
  const GoodCheckpoint good = newest_good(scratch.path);
  EXPECT_EQ(good.checkpoint.step, 1);
  ASSERT_EQ(good.messages.size(), 3u);
  EXPECT_HAS(good.messages[0], "checkpoint-000000003.h5' cannot be used: it is damaged");
  EXPECT_HAS(good.messages[1], "checkpoint-000000002.h5' cannot be used: it is cut off");
  EXPECT_HAS(good.messages[2], "Going on from the one before");
  write_file(checkpoint_path(scratch.path, 1), "");
  EXPECT_HAS(message_of([&] { newest_good(scratch.path); }), "is whole. Start again");
}

TEST(Checkpoint, NoneToResume) {
  Scratch scratch;
  EXPECT_HAS(message_of([&] { newest_good(scratch.path); }), "holds no checkpoint");
  EXPECT_HAS(message_of([&] { newest_good(scratch / "none"); }), "cannot read folder");
}

void expect_old_ones(const Path& folder, const std::string& message) {
  EXPECT_HAS(message, "cannot write '");
  EXPECT_HAS(message, "checkpoint-000000004.h5");
  EXPECT_EQ(names_in(folder), (std::vector<std::string>{"checkpoint-000000001.h5", "checkpoint-000000002.h5",
                                                        "checkpoint-000000003.h5"}));
  expect_same(newest_good(folder).checkpoint, state(3));
}

TEST(Checkpoint, SizeLimitKeepsTheOldOnes) {
  Scratch scratch;
  for (std::int64_t step : {1, 2, 3}) write_checkpoint(scratch.path, state(step));
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  for (rlim_t bytes : {0, 100, 512, 5000, 100'000}) {
    rlimit small{bytes, limit.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string text = message_of([&] { write_checkpoint(scratch.path, state(4, 4000)); });
    ::setrlimit(RLIMIT_FSIZE, &limit);
    expect_old_ones(scratch.path, text);
  }
  std::signal(SIGXFSZ, before);
  write_checkpoint(scratch.path, state(4, 4000));
  EXPECT_EQ(newest_good(scratch.path).checkpoint.step, 4);
}

TEST(Checkpoint, FullDiskKeepsTheOldOnes) {
  Scratch scratch;
  const SmallDisk disk(scratch / "disk", "size=128k");
  if (!disk.mounted) GTEST_SKIP() << "mounting is not allowed here";
  for (std::int64_t step : {1, 2, 3}) write_checkpoint(disk.path, state(step));
  const std::string text = message_of([&] { write_checkpoint(disk.path, state(4, 4000)); });
  expect_old_ones(disk.path, text);
  EXPECT_HAS(text, "No space left on device. Free some space");
}

TEST(Checkpoint, UnwritableFolder) {
  Scratch scratch;
  write_file(scratch / "plain", "");
  EXPECT_HAS(message_of([&] { write_checkpoint(scratch / "plain", state(1)); }), "Not a directory");
}

}  // namespace
}  // namespace eddy
