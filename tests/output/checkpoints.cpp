// A checkpoint is read back bit for bit, or refused.
#include <hdf5.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstring>

#include "output/checkpoint.hpp"
#include "output/checkpoint_format.hpp"
#include "output/checksum.hpp"
#include "output/rehearsal.hpp"
#include "tests/output/scratch.hpp"

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
  c.files = {{"history.csv", {1234, 0xFFFFFFFFFFFFFFFFu}}, {"region/fin.stl", {7, 1}}};
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
  EXPECT_EQ(a.files, b.files);
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
  EXPECT_LT(std::filesystem::file_size(path), 16'000u);  // no more than its content and HDF5's own data
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
  EXPECT_HAS(message_of([&] { read_checkpoint(path); }),
             "it has format 99, and this version of eddy reads formats 1 to 2");
}

void write_sealed(const Path& path, const std::string& body, int format = checkpoint_format::newest) {
  const std::size_t bytes = checkpoint_format::seal_bytes + body.size();
  write_file(path, checkpoint_format::seal(format, bytes, checksum(body.data(), body.size())) + body);
}

// A good seal around rubbish: the error of HDF5 must become an Error.
TEST(Checkpoint, SealedRubbish) {
  Scratch scratch;
  const Path path = scratch / "checkpoint-000000001.h5";
  write_sealed(path, std::string(2000, 'r'));
  EXPECT_HAS(message_of([&] { read_checkpoint(path); }), "HDF5 cannot open it.");
}

// A checkpoint that was changed with HDF5, under a good seal.
template <class Change>
Path forged(const Scratch& scratch, const Checkpoint& good, const Change& change,
            int format = checkpoint_format::newest) {
  const Path path = write_checkpoint(scratch.path, good);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  change(file);
  H5Fclose(file);
  write_sealed(path, read_file(path).substr(checkpoint_format::seal_bytes), format);
  return path;
}

TEST(Checkpoint, FormatsBeforeMarksAreRead) {
  Scratch scratch;
  Checkpoint old = state(5);
  old.files.clear();
  const auto without_files = [](hid_t file) { H5Ldelete(file, "files", H5P_DEFAULT); };
  const Checkpoint back = read_checkpoint(forged(scratch, old, without_files, 1));
  expect_same(old, back);
  EXPECT_FALSE(back.knows_files);
  EXPECT_TRUE(read_checkpoint(write_checkpoint(scratch.path, state(5))).knows_files);
}

struct NewData {
  hid_t type = H5T_IEEE_F64LE;
  std::vector<hsize_t> dims{3, 4, 5, 1};
  hid_t creation = H5P_DEFAULT;
};

void replace(hid_t file, const char* name, const NewData& data) {
  H5Ldelete(file, name, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(static_cast<int>(data.dims.size()), data.dims.data(), nullptr);
  H5Dclose(H5Dcreate2(file, name, data.type, space, H5P_DEFAULT, data.creation, H5P_DEFAULT));
  H5Sclose(space);
}

void replace_attribute(hid_t file, const char* name, hid_t type, hsize_t count) {
  H5Adelete(file, name);
  const hid_t space = H5Screate_simple(1, &count, nullptr);
  H5Aclose(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
  H5Sclose(space);
}

hid_t text_of_any_length() {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  return type;
}

hid_t in_chunks() {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk[4] = {1, 1, 1, 1};
  H5Pset_chunk(creation, 4, chunk);
  H5Pset_deflate(creation, 6);
  return creation;
}

hid_t in_another_file(const Path& other) {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(creation, other.c_str(), 0, H5F_UNLIMITED);
  return creation;
}

TEST(Checkpoint, ForgedOnesAreRefused) {
  Scratch scratch;
  write_file(scratch / "secret", std::string(1000, 's'));
  const std::string other = scratch / "secret";
  const char* const name = "arrays/temperature";
  const std::vector<std::pair<const char*, std::function<void(hid_t)>>> changes{
      {"huge",
       [&](hid_t f) {
         replace(f, name, {.dims = {1 << 20, 1 << 20, 1 << 20, 1}});
       }},
      {"more than an int",
       [&](hid_t f) {
         replace(f, name, {.dims = {hsize_t(1) << 40, 1, 1, 1}});
       }},
      {"no values", [&](hid_t f) { replace(f, name, {}); }},
      {"rank", [&](hid_t f) { replace(f, name, {.dims = {60}}); }},
      {"integers", [&](hid_t f) { replace(f, name, {.type = H5T_STD_I64LE}); }},
      {"order of bytes", [&](hid_t f) { replace(f, name, {.type = H5T_IEEE_F64BE}); }},
      {"texts", [&](hid_t f) { replace(f, name, {.type = text_of_any_length()}); }},
      {"chunks", [&](hid_t f) { replace(f, name, {.creation = in_chunks()}); }},
      {"another file", [&](hid_t f) { replace(f, name, {.creation = in_another_file(other)}); }},
      {"case", [&](hid_t f) { replace(f, "case", {.type = H5T_STD_U8LE, .dims = {hsize_t(1) << 50}}); }},
      {"a group", [&](hid_t f) { H5Gclose(H5Gcreate2(f, "arrays/g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)); }},
      {"soft link", [&](hid_t f) { H5Lcreate_soft(name, f, "arrays/a", H5P_DEFAULT, H5P_DEFAULT); }},
      {"link to a file",
       [&](hid_t f) { H5Lcreate_external(other.c_str(), "/x", f, "arrays/a", H5P_DEFAULT, H5P_DEFAULT); }},
      {"step", [&](hid_t f) { replace_attribute(f, "step", text_of_any_length(), 1); }},
      {"time", [&](hid_t f) { replace_attribute(f, "time", H5T_IEEE_F64LE, 1000); }},
      {"crc64", [&](hid_t f) { replace_attribute(f, "crc64", H5T_STD_U8LE, 1); }}};
  for (const auto& [what, change] : changes) {
    SCOPED_TRACE(what);
    EXPECT_HAS(message_of([&] { read_checkpoint(forged(scratch, state(3), change)); }), "cannot be used: ");
  }
}

TEST(Checkpoint, OnlyPlainFilesAreOpened) {
  Scratch scratch;
  const Path good = write_checkpoint(scratch.path, state(3));
  std::filesystem::create_symlink(good, checkpoint_path(scratch.path, 4));
  ASSERT_EQ(::mkfifo(checkpoint_path(scratch.path, 5).c_str(), 0666), 0);
  std::filesystem::create_directory(checkpoint_path(scratch.path, 6));
  const GoodCheckpoint found = newest_good(scratch.path);
  EXPECT_EQ(found.checkpoint.step, 3);
  ASSERT_EQ(found.messages.size(), 4u);
  EXPECT_HAS(found.messages[0], "not a plain file");
  EXPECT_HAS(found.messages[1], "not a plain file");
  EXPECT_HAS(found.messages[2], "it is a link");
}

TEST(Checkpoint, OneThatDoesNotFitGivesWayToTheOneBefore) {
  Scratch scratch;
  for (std::int64_t step : {1, 2}) write_checkpoint(scratch.path, state(step));
  const auto fits = [](const Checkpoint& c) { return std::string(c.step == 2 ? "it is of another run" : ""); };
  const GoodCheckpoint found = newest_good(scratch.path, fits);
  EXPECT_EQ(found.checkpoint.step, 1);
  EXPECT_HAS(found.messages[0], "checkpoint-000000002.h5' cannot be used: it is of another run.");
  EXPECT_HAS(message_of([&] { newest_good(scratch.path, [](const Checkpoint&) { return "no"; }); }),
             "fits the files beside it");
}

TEST(Rehearsal, KnowsWhoDies) {
  EXPECT_TRUE(survives([] {}));
  EXPECT_TRUE(survives([] { throw Error(Exit::missing, "an error is no crash"); }));
  EXPECT_FALSE(survives([] { std::raise(SIGSEGV); }));
  EXPECT_FALSE(survives([] { std::abort(); }));
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
