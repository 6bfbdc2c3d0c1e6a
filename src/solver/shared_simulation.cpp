#include "solver/shared_simulation.hpp"

#include <type_traits>

#include "base/ranks.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

enum class Ask : int { end, next_dt, step, vital, conclude, sample, sample_of, numbers, save, timing, write };

struct Asked {
  Asked(Ask w = Ask::end, double first = 0, double second = 0) : what(w), a(first), b(second) {}
  Ask what;
  double a, b;
  Box box;
  std::string words{};
};

void pass_on(Asked& asked) {
  struct {
    Ask what;
    double a, b;
    Box box;
    std::size_t letters;
  } head{asked.what, asked.a, asked.b, asked.box, asked.words.size()};
  ranks::broadcast(&head, sizeof head);
  asked.what = head.what, asked.a = head.a, asked.b = head.b, asked.box = head.box;
  asked.words.resize(head.letters);
  if (head.letters > 0) ranks::broadcast(asked.words.data(), head.letters);
}

std::string words_of(const ShareOrder& order) {
  std::string words = order.index;
  for (const std::string& field : order.fields) words += "\n" + field;
  return words;
}
ShareOrder order_of(const Asked& asked) {
  std::vector<std::string> words = split(asked.words, '\n');
  ShareOrder order{words.front(), asked.a, {}};
  order.fields.assign(words.begin() + 1, words.end());
  return order;
}

void write_own(Simulation& part, const WriteShare& write, const ShareOrder& order) {
  const Parts::Apart apart(part.parts());
  write(part, part.parts().finest().own(ranks::here()), order);
}

class SharedSimulation final : public Simulation {
 public:
  SharedSimulation(std::unique_ptr<Simulation> part, WriteShare write)
      : part_(std::move(part)), write_(std::move(write)) {}
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
  std::vector<std::string> warnings() const override { return part_->warnings(); }
  std::optional<double> sweeps() const override { return part_->sweeps(); }
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

  Parts& parts() override { return part_->parts(); }
  std::vector<Box> pieces() const override {
    std::vector<Box> all;
    for (int r = 0; r < ranks::count(); ++r) all.push_back(part_->parts().finest().own(r));
    return all;
  }
  void write_shares(const ShareOrder& order) const override {
    Asked asked = named(Ask::write, words_of(order));
    asked.a = order.time;
    all(asked, [&] { write_own(*part_, write_, order); });
  }

 private:
  static Asked named(Ask what, const std::string& words) {
    Asked asked(what);
    asked.words = words;
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
  WriteShare write_;
  mutable bool broken_ = false;
};

}  // namespace

std::unique_ptr<Simulation> lead(std::unique_ptr<Simulation> part, WriteShare write) {
  return std::make_unique<SharedSimulation>(std::move(part), std::move(write));
}

void follow(Simulation& part, const WriteShare& write, const std::function<void()>& between) {
  for (;;) {
    between();
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
        part.sample(asked.words);
        break;
      case Ask::sample_of:
        part.sample_of(asked.words, asked.box);
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
      case Ask::write:
        write_own(part, write, order_of(asked));
        break;
    }
  }
}

}  // namespace eddy
