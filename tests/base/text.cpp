// Helpers for text.
#include "base/text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "base/printable.hpp"
#include "base/readable.hpp"

using namespace eddy;

TEST(Text, Nearest) {
  const std::vector<std::string> words{"viscosity", "density", "cfl", "end_time"};
  EXPECT_EQ(nearest("viscosty", words), "viscosity");
  EXPECT_EQ(nearest("clf", words), "cfl");
  EXPECT_EQ(nearest("CFL", words), "cfl");
  EXPECT_EQ(nearest("endtime", words), "end_time");
  EXPECT_EQ(nearest("temperature", words), std::nullopt);
  EXPECT_EQ(nearest("", words), std::nullopt);
  EXPECT_EQ(nearest("x", {"y"}), std::nullopt);
  EXPECT_EQ(nearest(std::string(100000, 'a'), words), std::nullopt);
  EXPECT_EQ(did_you_mean("clf", words), " Did you mean 'cfl'?");
  EXPECT_EQ(did_you_mean("pressure", words), "");
}

TEST(Text, NearestByACommonStart) {
  EXPECT_EQ(nearest("boundary", {"solvers", "boundaries"}), "boundaries");
  EXPECT_EQ(nearest("temp", {"time", "temperature"}), "temperature");
  EXPECT_EQ(nearest("heat_source", {"heat_capacity"}), std::nullopt);
}

TEST(Text, PrintableShowsWhatWouldSteerATerminal) {
  EXPECT_EQ(printable("Schäfer–Turek, ∂u/∂t, 流"), "Schäfer–Turek, ∂u/∂t, 流");
  EXPECT_EQ(printable("a\x1b]0;b\x07\r\n\tc\x7f"), "a\\u001b]0;b\\u0007\\u000d\\n\\tc\\u007f");
  EXPECT_EQ(printable("\xc2\x9b [2J"), "\\u009b [2J");
  EXPECT_EQ(printable("\xe2\x80\xae gnp.exe"), "\\u202e gnp.exe");
  EXPECT_EQ(printable("\xff\xc3 \xe2\x82 \xed\xa0\x80"), "\\xff\\xc3 \\xe2\\x82 \\xed\\xa0\\x80");
  EXPECT_EQ(printable_lines("a\nb\x1b\n"), "a\nb\\u001b\n");
}

TEST(Text, Join) {
  EXPECT_EQ(join({}), "");
  EXPECT_EQ(join({"a"}), "a");
  EXPECT_EQ(join({"a", "b", "c"}, " | "), "a | b | c");
}

TEST(Text, Bytes) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(139.0 * 1024 * 1024 * 1024), "139.0 GiB");
  EXPECT_EQ(bytes_text(1048575), "1.0 MiB");
}

TEST(Text, NumbersReadBackAsTheSameBits) {
  for (double v : {0.1, 1.0 / 3, 1e300, -2.5e-310, 5e-324, 123456789.0})
    EXPECT_EQ(std::strtod(number_text(v).c_str(), nullptr), v);
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(-0.0), "-0");
}

TEST(Text, PeopleReadSixDigits) {
  EXPECT_EQ(readable(1.0 / 3), "0.333333");
  EXPECT_EQ(readable(0.1), "0.1");
  EXPECT_EQ(readable(-0.0), "0");
  EXPECT_EQ(readable(-2.5e-310), "-2.5e-310");
  EXPECT_EQ(readable(2.0 / 3, 3), "0.667");
  EXPECT_EQ(readable_below(2.0 / 3), "0.666666");
  EXPECT_EQ(readable_below(0.25), "0.25");
  for (double v : {1.0 / 720, 0.99999995, 1e-300 / 7, 123456.789})
    EXPECT_LE(std::strtod(readable_below(v).c_str(), nullptr), v);
}

TEST(Text, Durations) {
  EXPECT_EQ(parse_duration("2h"), 7200);
  EXPECT_EQ(parse_duration("30m"), 1800);
  EXPECT_EQ(parse_duration("45s"), 45);
  EXPECT_EQ(parse_duration("1h30m"), 5400);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  EXPECT_EQ(parse_duration("90"), 90);
  EXPECT_EQ(parse_duration("1d"), 86400);
  for (const char* bad : {"", "h", "2x", "-3s", "1h30", "2 h", "inf", "nan", "1e400h"})
    EXPECT_EQ(parse_duration(bad), std::nullopt) << bad;
}
