// Compares levels of multigrid that were updated after a change of the finest operator with newly made levels.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linear/cycle_change.hpp"
#include "linear/level_places.hpp"
#include "linear/levels.hpp"

namespace eddy::tests {
namespace {

struct Ball {  // closes the faces inside, and parts of the faces on its surface
  std::array<double, 3> centre;
  double radius;
};

LevelOperator around(const std::array<int, 3>& cells, int dimensions, double stretch, bool periodic, const Ball& ball) {
  LevelOperator op;
  op.dimensions = dimensions;
  op.cells = cells;
  op.cut = true;
  op.periodic[0] = periodic;
  for (int a = 0; a < 3; ++a)
    for (int i = 0; i < cells[a]; ++i)
      op.width[a].push_back(a < dimensions ? std::exp(stretch * std::abs(i - 0.4 * cells[a])) : 1);
  for (int a = 0; a < dimensions; ++a)
    faces_of(cells, a).each([&](const Place& f) {
      double square = 0, g = 1 / op.width[a][std::min(f[a], cells[a] - 1)];
      for (int b = 0; b < dimensions; ++b) {
        square += std::pow(f[b] + (a == b ? 0 : 0.5) - ball.centre[b], 2);
        if (b != a) g *= op.width[b][f[b]];
      }
      const double open = std::clamp(std::sqrt(square) - ball.radius + 0.5, 0.0, 1.0);
      const bool end = f[a] == 0 || f[a] == cells[a];
      op.conductance[a].push_back(end && !(periodic && a == 0) ? 0 : open * g);
    });
  op.capacity.assign(op.count(), 1.0);
  return op;
}

void expect_equal(const std::vector<Level>& expected, const std::vector<Level>& found) {
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t l = 0; l < expected.size(); ++l) {
    EXPECT_EQ(expected[l].op.capacity, found[l].op.capacity) << l;
    for (int a = 0; a < 3; ++a) {
      EXPECT_EQ(expected[l].op.conductance[a], found[l].op.conductance[a]) << l << " " << a;
      EXPECT_EQ(expected[l].weight[a], found[l].weight[a]) << l << " " << a;
    }
  }
}

// The conductances of all faces of some cells.
std::array<std::vector<double>, 3> faces_in(const LevelOperator& op, const Box& cells) {
  std::array<std::vector<double>, 3> all;
  for (int a = 0; a < op.dimensions; ++a) {
    Box box = cells;
    ++box.hi[a];
    faces_of(op.cells, a).each([&](const Place& f) {
      if (box.holds({f, {f[0] + 1, f[1] + 1, f[2] + 1}}))
        all[a].push_back(op.conductance[a][faces_of(op.cells, a).at(f)]);
    });
  }
  return all;
}

// Beyond what is said to have changed nothing has.
void expect_same_beyond(const std::vector<LevelChange>& changes, const std::vector<Level>& before,
                        const std::vector<Level>& now) {
  for (std::size_t l = 0; l < now.size(); ++l) {
    const auto same = [&](const LevelPlaces& places, const std::vector<double>& old, const std::vector<double>& fresh,
                          const Box& box) {
      places.each([&](const Place& c) {
        const bool beyond = !box.holds({c, {c[0] + 1, c[1] + 1, c[2] + 1}});
        EXPECT_TRUE(!beyond || old[places.at(c)] == fresh[places.at(c)]) << l;
      });
    };
    const std::array<int, 3>& cells = now[l].op.cells;
    const Box none{{0, 0, 0}, {0, 0, 0}};
    same(cells_of(cells), before[l].op.capacity, now[l].op.capacity, changes.empty() ? none : changes[l].cells);
    std::array<int, 3> weights = cells;
    for (int a = 0; a < now[l].op.dimensions; ++a) {
      Box box = changes.empty() ? none : changes[l].cells;
      ++box.hi[a];
      same(faces_of(cells, a), before[l].op.conductance[a], now[l].op.conductance[a], box);
      if (l + 1 == now.size() || !now[l].map[a].joins) continue;
      same({weights}, before[l].weight[a], now[l].weight[a], changes.empty() ? none : changes[l].weights[a]);
      weights[a] = now[l + 1].op.cells[a];
    }
  }
}

// What is sent to the device of weights is what the levels have at these places.
void expect_taken(const std::vector<LevelChange>& changes, const std::vector<Level>& levels) {
  const CycleChange<double> taken = cycle_change<double>(levels, changes, 0.5);
  for (std::size_t l = 0; l < taken.levels.size(); ++l) {
    LevelPlaces places = cells_of(levels[l].op.cells);
    for (int a = 0; a < levels[l].op.dimensions; ++a) {
      const auto& weight = taken.levels[l].weight[a];
      const Box all{{0, 0, 0}, {places.n[0], places.n[1], places.n[2]}};
      ASSERT_TRUE(weight.places.empty() || all.holds(weight.places)) << l << " " << a;
      places.each([&](const Place& c) {
        const bool sent = weight.places.holds({c, {c[0] + 1, c[1] + 1, c[2] + 1}});
        EXPECT_TRUE(!sent || weight(c[0], c[1], c[2]) == levels[l].weight[a][places.at(c)]) << l << " " << a;
      });
      places.n[a] = levels[l + 1].op.cells[a];
    }
  }
}

// A ball moves through a grid, also near its sides.
void expect_change(const std::array<int, 3>& cells, int dimensions, double stretch, bool periodic) {
  std::mt19937 random(7);
  const auto number = [&](double low, double high) {
    return low + (high - low) * (double(random() % 100000) / 100000);
  };
  std::vector<Level> levels;
  Ball last{};
  for (int n = 0; n < 12; ++n) {
    Ball ball{{}, number(1.5, 4)};
    Box around_both{cells, {0, 0, 0}};
    for (int a = 0; a < 3; ++a) {
      if (a < dimensions) ball.centre[a] = number(0, cells[a]);
      const double low = std::min(ball.centre[a] - ball.radius, last.centre[a] - last.radius) - 2;
      const double high = std::max(ball.centre[a] + ball.radius, last.centre[a] + last.radius) + 3;
      around_both.set(a, std::max(0, int(low)), std::min(cells[a], int(high)));
    }
    last = ball;
    const LevelOperator op = around(cells, dimensions, stretch, periodic, ball);
    if (levels.empty()) levels = make_levels(op);
    const std::vector<Level> before = levels;
    const Box box = n % 3 == 2 ? Box{{0, 0, 0}, cells} : around_both;
    const auto changes = change_levels(levels, box, faces_in(op, box));
    expect_equal(make_levels(op), levels);
    expect_same_beyond(changes, before, levels);
    expect_taken(changes, levels);
  }
}

TEST(Levels, AChangeGivesTheBitsOfNewOnes) {
  expect_change({96, 80, 1}, 2, 0, false);
  expect_change({97, 71, 1}, 2, 0.03, false);
  expect_change({96, 80, 1}, 2, 0.02, true);
  expect_change({40, 37, 33}, 3, 0.05, false);
  expect_change({33, 28, 30}, 3, 0.05, true);
}
// Levels are not updated where the operator has not changed.
TEST(Levels, NothingIsMadeAnewWithoutAChange) {
  const LevelOperator op = around({64, 64, 1}, 2, 0, false, {{20.3, 31.1}, 5});
  std::vector<Level> levels = make_levels(op);
  const double* address = levels[1].op.conductance[0].data();
  const Box some{{10, 20, 0}, {40, 50, 1}};
  EXPECT_TRUE(change_levels(levels, some, faces_in(op, some)).empty());
  EXPECT_EQ(levels[1].op.conductance[0].data(), address);
}

}  // namespace
}  // namespace eddy::tests
