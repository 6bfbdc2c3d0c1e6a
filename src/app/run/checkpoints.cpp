// Converts states to checkpoints and back, exactly: single precision is stored as single precision.
#include "app/run/checkpoints.hpp"

#include <cmath>
#include <cstring>

#include "app/version.hpp"
#include "base/error.hpp"

namespace eddy {
namespace {

constexpr const char* troubled_steps = "loop.troubled_steps";
constexpr const char* troubled_first = "loop.troubled_first";

template <class T>
std::vector<std::byte> bytes_of(const std::vector<double>& values) {
  const std::vector<T> as(values.begin(), values.end());
  std::vector<std::byte> bytes(as.size() * sizeof(T));
  if (!as.empty()) std::memcpy(bytes.data(), as.data(), bytes.size());
  return bytes;
}

template <class T>
std::vector<double> values_of(const std::vector<std::byte>& bytes) {
  std::vector<T> as(bytes.size() / sizeof(T));
  if (!as.empty()) std::memcpy(as.data(), bytes.data(), bytes.size());
  return {as.begin(), as.end()};
}

}  // namespace

Checkpoint to_checkpoint(const State& state, const Moment& moment) {
  Checkpoint c;
  c.step = moment.step;
  c.time = moment.time;
  c.dt = moment.dt;
  c.version = version();
  c.scalars = state.scalars;
  for (const Sample& s : state.fields)
    c.arrays.push_back({s.name, s.size, s.components, s.precision,
                        s.precision == Precision::single ? bytes_of<float>(s.values) : bytes_of<double>(s.values)});
  return c;
}

State to_state(const Checkpoint& checkpoint) {
  State state;
  state.scalars = checkpoint.scalars;
  for (const CheckpointArray& a : checkpoint.arrays) {
    Sample& s = state.fields.emplace_back();
    s.name = a.name;
    s.size = a.size;
    s.components = a.components;
    s.precision = a.precision;
    s.values = a.precision == Precision::single ? values_of<float>(a.bytes) : values_of<double>(a.bytes);
  }
  return state;
}

void take_up(Simulation& simulation, const Checkpoint& checkpoint) {
  State state = to_state(checkpoint);
  for (const Sample& mine : simulation.save().fields)
    for (const Sample& stored : state.fields)
      if (stored.name == mine.name && (stored.size != mine.size || stored.components != mine.components))
        throw Error(Exit::missing, "the checkpoint of step " + std::to_string(checkpoint.step) + " cannot be used: '" +
                                       stored.name + "' has another size than the mesh. Take an earlier one.");
  simulation.load(state);
}

Guard::Troubles troubles_in(const Checkpoint& checkpoint) {
  const auto number = [&](const char* name) {
    const double value = checkpoint.scalar(name);
    return std::abs(value) < 1e18 ? static_cast<std::int64_t>(value) : 0;
  };
  return {number(troubled_steps), number(troubled_first)};
}

Checkpoints::Checkpoints(const Simulation& simulation, const Guard& guard, std::vector<Marked*> tables, const Case& c,
                         Path folder, CaseInUse used, const Checkpoint* from)
    : simulation_(simulation),
      guard_(guard),
      tables_(std::move(tables)),
      every_(c.run.checkpoint_every),
      minutes_(c.run.checkpoint_minutes),
      folder_(std::move(folder)),
      used_(std::move(used)),
      from_(from) {}

void Checkpoints::begin(const Watched&, const Moment& moment) {
  if (moment.step > 0) last_ = moment.step;
  written_ = std::chrono::steady_clock::now();
  const bool changed = from_ && (from_->case_text != used_.text || from_->files != marks());
  if (changed) write(*from_);  // saved, so that the new case and tables count, however the run ends
}

// Checkpoints by the clock are written at steps that the guard has checked.
bool Checkpoints::overdue(std::int64_t step) const {
  const std::chrono::duration<double, std::ratio<60>> passed = std::chrono::steady_clock::now() - written_;
  return minutes_ > 0 && passed.count() >= minutes_ && guard_.due(step);
}

void Checkpoints::after_step(const Watched&, const Moment& moment) {
  if (every_ ? moment.step % *every_ == 0 : overdue(moment.step)) write(moment);
}

void Checkpoints::finish(const Watched&, const Moment& moment) {
  if (moment.step != last_) write(moment);
}

void Checkpoints::write(const Moment& moment) {
  Checkpoint c = to_checkpoint(simulation_.save(), moment);
  c.scalars[troubled_steps] = static_cast<double>(guard_.troubles().steps);
  c.scalars[troubled_first] = static_cast<double>(guard_.troubles().first);
  write(std::move(c));
  last_ = moment.step;
  written_ = std::chrono::steady_clock::now();
}

void Checkpoints::write(Checkpoint checkpoint) {
  checkpoint.case_text = used_.text;
  checkpoint.files = marks();
  write_checkpoint(folder_, checkpoint);
}

FileMarks Checkpoints::marks() const {
  FileMarks all = used_.files;
  for (Marked* table : tables_) all.insert(table->mark());
  return all;
}

}  // namespace eddy
