#include "solver/shared_simulation.hpp"

#include <cstring>
#include <type_traits>

#include "base/ranks.hpp"

namespace eddy {
namespace {

enum class Ask : int { end, next_dt, step, vital, conclude, sample, sample_of, numbers, save, timing };

struct Asked {
  Asked(Ask w = Ask::end, double first = 0, double second = 0) : what(w), a(first), b(second) {}
  Ask what;
  double a, b;
  Box box;
  char word[128] = {};
};

void pass_on(Asked& asked) { ranks::broadcast(&asked, sizeof asked); }

class SharedSimulation final : public Simulation {
 public:
  explicit SharedSimulation(std::unique_ptr<Simulation> part) : part_(std::move(part)) {}
  ~SharedSimulation() override {
    if (!broken_) try {
        Asked asked;
        pass_on(asked);
      } catch (...) {
      }
  }
  double next_dt() const override {
    return all({Ask::next_dt}, [&] { return part_->next_dt(); });
  }
  void step(double time, double dt) override {
    all({Ask::step, time, dt}, [&] { part_->step(time, dt); });
  }
  bool finished() const override { return part_->finished(); }
  std::string trouble() const override { return part_->trouble(); }
  std::string note() const override { return part_->note(); }
  std::string advice() const override { return part_->advice(); }
  double vital() const override {
    return all({Ask::vital}, [&] { return part_->vital(); });
  }
  double residual() const override { return part_->residual(); }
  void conclude(double time) override {
    all({Ask::conclude, time}, [&] { part_->conclude(time); });
  }
  std::vector<Number> results() const override { return part_->results(); }
  State save() const override {
    return all({Ask::save}, [&] { return part_->save(); });
  }
  void load(const State& state) override { part_->load(state); }  // before anybody leads
  const Timers& timers() const override { return part_->timers(); }
  double setup_seconds() const override { return part_->setup_seconds(); }
  void set_timing(bool on) override {
    all({Ask::timing, double(on)}, [&] { part_->set_timing(on); });
  }
  std::vector<std::string> fields() const override { return part_->fields(); }
  Sample sample(const std::string& field) const override {
    return all(named(Ask::sample, field), [&] { return part_->sample(field); });
  }
  Sample sample_of(const std::string& field, const Box& cells) const override {
    Asked asked = named(Ask::sample_of, field);
    asked.box = cells;
    return all(asked, [&] { return part_->sample_of(field, cells); });
  }
  std::vector<Number> numbers() const override {
    return all({Ask::numbers}, [&] { return part_->numbers(); });
  }

 private:
  static Asked named(Ask what, const std::string& field) {
    Asked asked(what);
    std::strncpy(asked.word, field.c_str(), sizeof asked.word - 1);
    return asked;
  }
  template <class Call>
  std::invoke_result_t<Call> all(Asked asked, const Call& call) const {
    pass_on(asked);
    try {
      return call();
    } catch (...) {  // the others have come to the same end, or never will
      broken_ = true;
      throw;
    }
  }

  std::unique_ptr<Simulation> part_;
  mutable bool broken_ = false;
};

}  // namespace

std::unique_ptr<Simulation> lead(std::unique_ptr<Simulation> part) {
  return std::make_unique<SharedSimulation>(std::move(part));
}

void follow(Simulation& part) {
  for (;;) {
    Asked asked;
    pass_on(asked);
    switch (asked.what) {
      case Ask::end:
        return;
      case Ask::next_dt:
        part.next_dt();
        break;
      case Ask::step:
        part.step(asked.a, asked.b);
        break;
      case Ask::vital:
        part.vital();
        break;
      case Ask::conclude:
        part.conclude(asked.a);
        break;
      case Ask::sample:
        part.sample(asked.word);
        break;
      case Ask::sample_of:
        part.sample_of(asked.word, asked.box);
        break;
      case Ask::numbers:
        part.numbers();
        break;
      case Ask::save:
        part.save();
        break;
      case Ask::timing:
        part.set_timing(asked.a != 0);
        break;
    }
  }
}

}  // namespace eddy
