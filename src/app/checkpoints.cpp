// State to checkpoint and back, exactly: single precision is stored as single precision.
#include "app/checkpoints.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "app/version.hpp"

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

// Rows that a run has written must not be younger on the disk than the checkpoint that counts on them.
void sync_table(const Path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return;
  const bool failed = file < 0 || (::fsync(file) != 0 && errno != EINVAL);
  const int error = errno;
  if (file >= 0) ::close(file);
  if (failed) throw_file_error("write", path, error);
}

}  // namespace

Checkpoint to_checkpoint(const State& state, const Moment& moment) {
  Checkpoint c;
  c.step = moment.step, c.time = moment.time, c.dt = moment.dt;
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
    s.name = a.name, s.size = a.size, s.components = a.components, s.precision = a.precision;
    s.values = a.precision == Precision::single ? values_of<float>(a.bytes) : values_of<double>(a.bytes);
  }
  return state;
}

Guard::Troubles troubles_in(const Checkpoint& checkpoint) {
  const auto number = [&](const char* name) { return static_cast<std::int64_t>(checkpoint.scalar(name)); };
  return {number(troubled_steps), number(troubled_first)};
}

Checkpoints::Checkpoints(const Simulation& simulation, const Guard& guard, const Case& c, Path folder,
                         std::string case_text)
    : simulation_(simulation),
      guard_(guard),
      every_(c.run.checkpoint_every),
      minutes_(c.run.checkpoint_minutes),
      folder_(std::move(folder)),
      case_text_(std::move(case_text)) {}

void Checkpoints::begin(const Watched&, const Moment& moment) {
  if (moment.step > 0) last_ = moment.step;
  written_ = std::chrono::steady_clock::now();
}

// By the clock, at a step that the guard has looked at.
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
  for (const char* name : {"history.csv", "probes.csv"}) sync_table(folder_ / name);
  Checkpoint c = to_checkpoint(simulation_.save(), moment);
  c.case_text = case_text_;
  c.scalars[troubled_steps] = static_cast<double>(guard_.troubles().steps);
  c.scalars[troubled_first] = static_cast<double>(guard_.troubles().first);
  write_checkpoint(folder_, c);
  last_ = moment.step;
  written_ = std::chrono::steady_clock::now();
}

}  // namespace eddy
