#include "solver/shared_simulation.hpp"

#include <optional>
#include <type_traits>

#include "base/ranks.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

enum class Ask : int { end, next_dt, step, largest_value, results, sample, numbers, surfaces, state, write, set_cfl };

struct Asked {
  Ask what = Ask::end;
  double a = 0, b = 0;
  std::optional<Box> box{};
  std::string words{};
};

void pass_on(Asked& asked) {
  struct {
    Ask what;
    double a, b;
    std::optional<Box> box;
    std::size_t letters;
  } head{asked.what, asked.a, asked.b, asked.box, asked.words.size()};
  ranks::broadcast(&head, sizeof head);
  asked = {head.what, head.a, head.b, head.box, std::move(asked.words)};
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
  Parts& parts = part.executor().parts;
  const Parts::Apart apart(parts);
  write(part, parts.many() ? parts.finest().own(ranks::here()) : Box{}, order);
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
  Status status() const override { return part_->status(); }
  Remarks remarks() const override { return part_->remarks(); }
  double largest_value() const override {
    return all({Ask::largest_value}, [&] { return part_->largest_value(); });
  }
  std::vector<Number> results(double time) const override {
    return all({Ask::results, time}, [&] { return part_->results(time); });
  }
  void state(Archive& archive) override {  // states are restored before any rank leads
    all({Ask::state}, [&] { part_->state(archive); });
  }
  bool set_cfl(double cfl) override {
    return all({Ask::set_cfl, cfl}, [&] { return part_->set_cfl(cfl); });
  }
  ExecBase& executor() const override { return part_->executor(); }
  std::vector<std::string> fields() const override { return part_->fields(); }
  Sample sample(const std::string& field, const std::optional<Box>& cells) const override {
    return all({Ask::sample, 0, 0, cells, field}, [&] { return part_->sample(field, cells); });
  }
  std::vector<Number> numbers() const override {
    return all({Ask::numbers}, [&] { return part_->numbers(); });
  }
  std::vector<SurfaceTable> surfaces() const override {
    return all({Ask::surfaces}, [&] { return part_->surfaces(); });
  }
  RankShares rank_shares() const override {
    RankShares shares;
    const Parts& parts = part_->executor().parts;
    if (!parts.many() && part_->own_elements().empty()) return shares;  // a different division: rank 0 writes all
    for (int r = 0; r < ranks::count(); ++r) shares.pieces.push_back(parts.many() ? parts.finest().own(r) : Box{});
    shares.write = [this](const ShareOrder& order) {
      all({Ask::write, order.time, 0, {}, words_of(order)}, [&] { write_own(*part_, write_, order); });
    };
    return shares;
  }

 private:
  template <class Call>
  std::invoke_result_t<Call> all(Asked asked, const Call& call) const {
    pass_on(asked);
    try {
      return call();
    } catch (...) {  // the others fail in the same way, or not at all
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
    const auto is = [&](Ask what) { return asked.what == what; };
    if (is(Ask::end)) return;
    if (is(Ask::next_dt)) part.next_dt();
    if (is(Ask::step)) part.step(asked.a, asked.b);
    if (is(Ask::largest_value)) part.largest_value();
    if (is(Ask::results)) part.results(asked.a);
    if (is(Ask::sample)) part.sample(asked.words, asked.box);
    if (is(Ask::numbers)) part.numbers();
    if (is(Ask::surfaces)) part.surfaces();
    if (is(Ask::state)) part.save();
    if (is(Ask::set_cfl)) part.set_cfl(asked.a);
    if (is(Ask::write)) write_own(part, write, order_of(asked));
  }
}

}  // namespace eddy
