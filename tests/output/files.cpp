// Files are complete or absent, whatever errors the disk gives.
#include <fcntl.h>
#include <sys/resource.h>

#include <csignal>

#include "tests/output/scratch.hpp"

namespace eddy {
namespace {

TEST(File, WritesReadsReplaces) {
  Scratch scratch;
  write_file(scratch / "a.txt", "one");
  write_file(scratch / "a.txt", "two");
  EXPECT_EQ(read_file(scratch / "a.txt"), "two");
  EXPECT_EQ(names_in(scratch.path), std::vector<std::string>{"a.txt"});
}

TEST(File, UncommittedLeavesTheOldOne) {
  Scratch scratch;
  write_file(scratch / "a.txt", "old");
  {
    AtomicFile file(scratch / "a.txt");
    file.write("half of the ne");
    EXPECT_EQ(read_file(scratch / "a.txt"), "old");
  }
  EXPECT_EQ(read_file(scratch / "a.txt"), "old");
  EXPECT_EQ(names_in(scratch.path), std::vector<std::string>{"a.txt"});
}

TEST(File, FolderThatCannotBeWritten) {
  Scratch scratch;
  write_file(scratch / "plain", "a file, not a folder");
  const std::string text = message_of([&] { write_file(scratch / "plain/below.txt", "x"); });
  EXPECT_HAS(text, "cannot write '");
  EXPECT_HAS(text, "plain/below.txt");
  EXPECT_HAS(text, "Not a directory");
  EXPECT_HAS(text, "Choose a folder");
  EXPECT_HAS(message_of([&] { make_folder(scratch / "plain/folder"); }), "cannot make folder");
  EXPECT_HAS(message_of([&] { write_file(scratch / "no/such/folder.txt", "x"); }), "No such file");
  EXPECT_HAS(message_of([] { write_file("/proc/eddy.txt", "x"); }), "/proc/eddy.txt");
}

TEST(File, MissingFileToRead) {
  Scratch scratch;
  EXPECT_HAS(message_of([&] { read_file(scratch / "none"); }), "cannot read '");
  EXPECT_HAS(message_of([&] { read_file(scratch.path); }), "directory");
  remove_file(scratch / "none");
}

TEST(File, DeviceFull) {
  const int full = ::open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "no /dev/full here";
  EXPECT_HAS(message_of([&] { write_all(full, "x", 1, "some/path"); }),
             "cannot write 'some/path': No space left on device. Free some space");
  ::close(full);
}

TEST(File, SizeLimit) {
  Scratch scratch;
  write_file(scratch / "big", "old");
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{}, small{1000, 0};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  small.rlim_max = limit.rlim_max;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string text = message_of([&] { write_file(scratch / "big", std::string(5000, 'x')); });
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  EXPECT_HAS(text, "File too large");
  EXPECT_EQ(read_file(scratch / "big"), "old");
  EXPECT_EQ(names_in(scratch.path).size(), 1u);
}

TEST(File, DiskFull) {
  Scratch scratch;
  const SmallDisk disk(scratch / "disk", "size=64k");
  if (!disk.mounted) GTEST_SKIP() << "mounting is not allowed here";
  write_file(disk.path / "a", "old");
  const std::string text = message_of([&] { write_file(disk.path / "a", std::string(200'000, 'x')); });
  EXPECT_HAS(text, "No space left on device. Free some space");
  EXPECT_EQ(names_in(disk.path), std::vector<std::string>{"a"});
  EXPECT_EQ(read_file(disk.path / "a"), "old");
}

TEST(OwnFiles, LinksAndPipesAreRefused) {
  Scratch scratch;
  write_file(scratch / "precious", "untouched");
  std::filesystem::create_symlink(scratch / "precious", scratch / "link");
  std::filesystem::create_symlink(scratch / "precious", scratch / ".target.part");
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0666), 0);
  for (const int flags : {O_RDONLY, O_WRONLY | O_CREAT | O_APPEND, O_RDWR}) {
    EXPECT_HAS(message_of([&] { open_own("write", scratch / "link", flags); }), "it is a link");
    EXPECT_HAS(message_of([&] { open_own("write", scratch / "pipe", flags); }), "not a plain file");
  }
  write_file(scratch / "target", "new");
  write_file(scratch / "link", "a file of its own");
  EXPECT_EQ(read_file(scratch / "target"), "new");
  EXPECT_EQ(read_file(scratch / "precious"), "untouched");
  EXPECT_FALSE(std::filesystem::is_symlink(scratch / "link"));
}

TEST(OwnFiles, FoldersAreNoLinks) {
  Scratch scratch;
  make_own_folder(scratch / "run/fields");
  make_own_folder(scratch / "run/fields");
  std::filesystem::create_directory_symlink(scratch.path, scratch / "run/lines");
  EXPECT_HAS(message_of([&] { make_own_folder(scratch / "run/lines"); }), "a link or a file has its name");
}

}  // namespace
}  // namespace eddy
