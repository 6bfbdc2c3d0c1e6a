// Prints the checksums of a case: golden DEVICE PRECISIONS CASES NAME…  for instance  golden cpu 'double|single' cases
// heat/plate. Each case runs in its small variant. Rows: case, precision, what, checksum. The bits do not depend on
// device, threads or ranks, so a row is a property of the program and not of the machine. If a row differs between
// machines, EDDY_VALUES=1 prints every number that enters its checksum to stderr.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "app/run/runner.hpp"
#include "base/text.hpp"
#include "output/checksum.hpp"
#include "solver/loop.hpp"

namespace eddy {
namespace {

void add(Checksum& sum, double value) {
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();  // all NaNs count as the same value
  sum.add(&value, sizeof value);
}

class HistorySum : public Watcher {  // a checksum of all that history.csv could show, after every step
 public:
  void begin(const Watched& watched, const Moment& moment) override { after_step(watched, moment); }
  void after_step(const Watched& watched, const Moment& moment) override {
    add(sum_, double(moment.step));
    add(sum_, moment.time);
    add(sum_, moment.dt);
    for (const Number& n : watched.numbers()) {
      if (told_) fmt::print(stderr, "{} {} {:a} {:.17g}\n", moment.step, n.name, n.value, n.value);
      sum_.add(n.name.data(), n.name.size());
      add(sum_, n.value);
    }
  }
  std::uint64_t value() const { return sum_.value(); }

 private:
  Checksum sum_;
  const bool told_ = std::getenv("EDDY_VALUES") != nullptr;
};

std::uint64_t sum_of(const Sample& sample) {
  Checksum sum;
  for (double v : sample.values) add(sum, v);
  return sum.value();
}

void print_sums(const std::string& wish, const std::filesystem::path& cases, const std::string& name,
                const std::string& precision) {
  const Case c =
      read_case(cases / name, {"run.device=" + wish, "run.precision=" + precision}, solver_keys_list(), true);
  const Device device = choose_device(c.run.device, c.run.precision == Precision::single);
  const Grid grid = make_grid_that_fits(c, device);
  const auto simulation = make_simulation(c, grid, device);
  std::vector<std::unique_ptr<Watcher>> watchers;
  auto& history = static_cast<HistorySum&>(*watchers.emplace_back(std::make_unique<HistorySum>()));
  Moment now;
  run_loop(*simulation, now, c.run, watchers, [] { return true; });
  const auto print = [&](const std::string& what, std::uint64_t sum) {
    fmt::print("{},{},{},{:016x}\n", name, precision, what, sum);
  };
  print("history", history.value());
  for (const std::string& field : simulation->fields()) print(field, sum_of(simulation->sample(field)));
}

}  // namespace
}  // namespace eddy

int main(int count, char** arguments) {
  try {
    for (int n = 4; n < count; ++n)
      for (const std::string& precision : eddy::split(arguments[2], '|'))
        eddy::print_sums(arguments[1], arguments[3], arguments[n], precision);
  } catch (const std::exception& e) {
    fmt::print(stderr, "golden: {}\n", e.what());
    return 1;
  }
  return 0;
}
