// `eddy watch DIR --text`: draws curves of history.csv in the terminal with braille letters of 2 × 4 dots.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "app/run/folder.hpp"
#include "app/run/log.hpp"
#include "app/run/orders.hpp"
#include "app/run/tail.hpp"
#include "app/steer/history.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "base/printable.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "output/file.hpp"

namespace eddy {
namespace {

constexpr int curve_lines = 6, most_curves = 4;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

struct Curve {
  std::string name;
  std::vector<double> x, y;
  bool logarithmic = false;
};

int terminal_columns() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

// Whether a column falls over decades: residuals, changes, errors.
bool falls(const std::string& name, const std::vector<double>& y) {
  const bool kind = name.find("residual") != name.npos || name.starts_with("change") || name.starts_with("error");
  return kind && std::all_of(y.begin(), y.end(), [](double v) { return !(v <= 0); });
}

Curve curve_of(const GrowingTable& table, std::size_t x, std::size_t y) {
  Curve c{table.columns()[y], {}, {}};
  for (const auto& row : table.rows()) {
    c.x.push_back(row[x]);
    c.y.push_back(row[y]);
  }
  c.logarithmic = falls(c.name, c.y);
  if (c.logarithmic)
    for (double& v : c.y) v = std::log10(v);
  return c;
}

class Dots {  // U+2800 and its eight bits, column by column
 public:
  Dots(int columns, int lines) : columns_(columns), lines_(lines), bits_(std::size_t(columns * lines), 0) {}
  int width() const { return 2 * columns_; }
  int height() const { return 4 * lines_; }
  void set(int x, int y) {  // y counts from below
    constexpr int bit[2][4] = {{0x40, 0x04, 0x02, 0x01}, {0x80, 0x20, 0x10, 0x08}};
    if (x < 0 || y < 0 || x >= width() || y >= height()) return;
    bits_[std::size_t((lines_ - 1 - y / 4) * columns_ + x / 2)] |= bit[x % 2][y % 4];
  }
  std::string line(int n) const {
    std::string text;
    for (int i = 0; i < columns_; ++i) {
      const int bits = bits_[std::size_t(n * columns_ + i)];
      text += {char(0xE2), char(0xA0 | bits >> 6), char(0x80 | (bits & 0x3F))};
    }
    return text;
  }

 private:
  int columns_, lines_;
  std::vector<int> bits_;
};

std::array<double, 2> ends_of(const std::vector<double>& values) {
  std::array<double, 2> ends{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    ends[0] = std::min(ends[0], v);
    ends[1] = std::max(ends[1], v);
  }
  return ends;
}

int dot_of(double value, const std::array<double, 2>& ends, int count) {
  const double part = ends[1] > ends[0] ? (value - ends[0]) / (ends[1] - ends[0]) : 0.5;
  return static_cast<int>(std::lround(part * (count - 1)));
}

std::string value_of(const Curve& c, double y) { return readable(c.logarithmic ? std::pow(10, y) : y); }

// Points are joined by upright strokes, so that a steep curve has no gaps.
std::string drawn(const Curve& c, int columns) {
  const auto x = ends_of(c.x), y = ends_of(c.y);
  const double last = c.y.empty() ? no_number : c.y.back();
  std::string text = fmt::format("{}{}  now {}\n", c.name, c.logarithmic ? ", by decades" : "", value_of(c, last));
  if (!(y[0] <= y[1])) return text + "  no finite values yet\n";
  const std::string high = value_of(c, y[1]), low = value_of(c, y[0]);
  const int label = static_cast<int>(std::max(high.size(), low.size()));
  Dots dots(std::max(10, columns - label - 3), curve_lines);
  int before = -1;
  for (std::size_t n = 0; n < c.y.size(); ++n) {
    if (!std::isfinite(c.y[n])) continue;
    const int at = dot_of(c.x[n], x, dots.width()), up = dot_of(c.y[n], y, dots.height());
    const int from = before < 0 ? up : before;
    for (int d = std::min(from, up); d <= std::max(from, up); ++d) dots.set(at, d);
    before = up;
  }
  for (int n = 0; n < curve_lines; ++n)
    text += fmt::format("{:>{}} ┤{}\n", n == 0 ? high : n == curve_lines - 1 ? low : "", label, dots.line(n));
  return text;
}

std::vector<std::size_t> chosen_columns(const GrowingTable& table, const std::vector<std::string>& wanted) {
  std::vector<std::size_t> chosen;
  for (const std::string& name : wanted) {
    const auto column = table.find(name);
    if (!column)
      throw Error(Exit::usage, fmt::format("history.csv has no column '{}'.{} Columns: {}.", name,
                                           did_you_mean(name, table.columns()), join(table.columns())));
    chosen.push_back(*column);
  }
  for (std::size_t n = 2; n < table.columns().size() && wanted.empty() && chosen.size() < most_curves; ++n)
    if (table.columns()[n].starts_with("residual")) chosen.push_back(n);
  for (std::size_t n = 2; n < table.columns().size() && wanted.empty() && chosen.size() < most_curves; ++n)
    if (std::find(chosen.begin(), chosen.end(), n) == chosen.end()) chosen.push_back(n);
  return chosen;
}

std::string last_line_of_log(const Path& folder) {
  std::string text = tail_of(folder / "log.txt", -4096, 4096).text;
  while (text.ends_with('\n')) text.pop_back();
  return printable(text.substr(text.rfind('\n') + 1));
}

std::string page_of(const Path& folder, const GrowingTable& table, const WatchArguments& a, bool on) {
  std::string text = fmt::format("{}: {}\n", folder.string(), on ? "goes on" : "has ended");
  if (const std::string line = last_line_of_log(folder); !line.empty()) text += line + "\n";
  if (table.rows().empty()) return text + "history.csv has no rows yet.\n";
  const std::vector<double>& last = table.rows().back();
  const bool timed = last.size() > 1 && last[1] > table.rows().front()[1];
  text += fmt::format("step {:.0f}, t = {}; against {}\n", last[0], readable(last[1]), timed ? "time" : "steps");
  for (const std::size_t column : chosen_columns(table, a.columns))
    text += "\n" + drawn(curve_of(table, timed ? 1 : 0, column), terminal_columns());
  return text;
}

}  // namespace

extern "C" Exit eddy_watch_text(const WatchArguments& a, const Talk&) {
  refuse_no_folder(a.folder);
  if (!std::filesystem::exists(a.folder / "case.used.toml"))
    throw Error(Exit::missing,
                fmt::format("'{}' is not the folder of a run: it holds no case.used.toml.", a.folder.string()));
  GrowingTable table(a.folder / "history.csv");
  const bool follow = !a.once && ::isatty(STDOUT_FILENO) == 1;
  for (;;) {
    const bool on = goes_on(a.folder);
    table.read();
    const std::string text = page_of(a.folder, table, a, on);
    if (follow) std::fputs("\033[H\033[2J", stdout);
    print(text);
    if (!follow || !on) return Exit::done;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

}  // namespace eddy
