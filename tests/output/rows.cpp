// Rows of history.csv whose numbers are found later are those of each step, whenever they are written.
#include <fmt/format.h>

#include <thread>

#include "base/text.hpp"
#include "output/watchers.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {
namespace {

// Numbers that are found later: the time loop's thread brings them from the device, and another one takes them.
struct FoundLater : Formula2D {
  using Formula2D::Formula2D;
  std::int64_t wrong = -1;  // the step whose numbers cannot be taken
  NumbersLater numbers_later() const override {
    const auto fetched = std::make_shared<std::vector<Number>>();
    const std::thread::id loop = std::this_thread::get_id();
    const auto fetch = [fetched, loop, all = numbers()] {
      EXPECT_EQ(std::this_thread::get_id(), loop);
      *fetched = all;
    };
    const auto take = [fetched, fails = step == wrong] {
      EXPECT_FALSE(fetched->empty());
      if (fails) throw Error(Exit::missing, "lost");
      return *fetched;
    };
    return {take, fetch};
  }
};
struct LaterRows {
  Scratch scratch;
  FoundLater solver{box(2, {6, 8, 1}, true)};
  std::unique_ptr<History> history;
  std::int64_t every = 1;
  void begin(std::int64_t step) {
    OutputOptions o;
    o.history_every = every;
    history = std::make_unique<History>(scratch.path, solver.grid, o);
    history->begin(solver, {step, 0.5 * double(step), 0.5});
  }
  void go_on(std::int64_t from, std::int64_t to) {
    for (solver.step = from + 1; solver.step <= to; ++solver.step)
      history->after_step(solver, {solver.step, 0.5 * double(solver.step), 0.5});
    solver.step = to;
  }
  void finish() { history->finish(solver, {solver.step, 0.5 * double(solver.step), 0.5}); }
  std::string text() const { return is_there(scratch / "history.csv") ? read_file(scratch / "history.csv") : ""; }
  std::string expected(std::int64_t last) const {
    std::string lines = "step,time[s],dt[s],residual,heat[W]\n";
    for (std::int64_t n = 1; n <= last; ++n)
      if (n % every == 0 || n == last)
        lines += fmt::format("{},{},0.5,{},{}\n", n, number_text(0.5 * double(n)), number_text(1.0 / (1.0 + double(n))),
                             number_text(0.1 * double(n)));
    return lines;
  }
};

TEST(Rows, ThatAreFoundLaterAreThoseOfEachStep) {
  for (std::int64_t every : {1, 3}) {
    LaterRows whole;
    whole.every = every;
    whole.begin(0);
    whole.go_on(0, 220);
    whole.finish();
    EXPECT_EQ(whole.text(), whole.expected(220));
    for (std::int64_t stop : {1, 31, 32, 33, 40, 64, 131}) {
      LaterRows parts;
      parts.every = every;
      parts.begin(0);
      parts.go_on(0, stop);
      parts.finish();
      EXPECT_EQ(parts.text(), parts.expected(stop));
      parts.begin(stop);
      parts.go_on(stop, 220);
      parts.finish();
      EXPECT_EQ(parts.text(), whole.text()) << stop;
    }
  }
}

TEST(Rows, ThatWaitAreWrittenWhenTheyAreAskedFor) {
  LaterRows rows;
  rows.begin(0);
  rows.go_on(0, 5);
  EXPECT_EQ(rows.text(), "");
  rows.history->write();
  EXPECT_EQ(rows.text(), rows.expected(5));
  rows.go_on(5, 50);
  const FileMark mark = rows.history->mark().second;
  EXPECT_EQ(rows.text(), rows.expected(50));
  EXPECT_EQ(mark, mark_of(rows.expected(50)));
  rows.go_on(50, 90);
  rows.history.reset();  // an error has ended the run
  EXPECT_EQ(rows.text(), rows.expected(90));
}

// The error of the thread that writes reaches the time loop, and no row follows one that is missing.
TEST(Rows, AnErrorBesideTheTimeLoopEndsIt) {
  LaterRows rows;
  rows.solver.wrong = 40;
  rows.begin(0);
  EXPECT_HAS(message_of([&] { rows.go_on(0, 1000); }), "lost");
  EXPECT_EQ(rows.solver.step, 96);
  rows.history.reset();
  EXPECT_EQ(rows.text(), rows.expected(32));
}

}  // namespace
}  // namespace eddy
