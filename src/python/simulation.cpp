#include "python/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "app/run/belonging.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "exec/core/device_wait.hpp"
#include "output/file.hpp"

namespace eddy::python {

namespace {

// Names of functions are set while a case is read, because other cases use the same names for other functions.
class Naming {
 public:
  explicit Naming(const Functions& functions) : lock_(reading()) {
    for (const auto& [name, function] : functions) named_.push_back(std::make_unique<NamedFunction>(name, function));
  }

 private:
  static std::mutex& reading() {
    static std::mutex one;
    return one;
  }
  std::lock_guard<std::mutex> lock_;
  std::vector<std::unique_ptr<NamedFunction>> named_;
};

// A resumed run must give the answer of an unbroken one, and cannot end in its own past.
void refuse_settings(const std::vector<std::string>& set) {
  for (const std::string& one : set)
    if (const std::string key = one.substr(0, one.find('=')); !is_settable(key))
      throw Error(Exit::usage, fmt::format("'{}' would change the answer of a resumed run. Allowed: {}, output.*.", key,
                                           join(settable_keys())));
}
void refuse_past(const RunOptions& run, const Checkpoint& from) {
  if ((run.steps && from.step > *run.steps) || (run.end_time && from.time > *run.end_time))
    throw Error(Exit::usage, fmt::format("the run is already at step {}, t = {}. Give a later end.", from.step,
                                         number_text(from.time)));
}

void refuse_ranks() {
  if (ranks::launched() > 1)
    throw Error(Exit::usage, "Python runs on one rank. Start it without mpirun; eddy.run(case, ranks=4) starts ranks.");
}

}  // namespace

Case case_of(const CaseText& text, const Functions& functions) {
  const Naming names(functions);
  return read_case_text(text.text, text.file, text.set, solver_keys_list());
}

class PySimulation::Busy {  // holds the lock of a simulation during a call
 public:
  Busy(const PySimulation& s, const std::string& what) : simulation_(s), lock_(s.in_use_, std::try_to_lock) {
    if (!lock_.owns_lock())
      throw Error(Exit::usage, what +
                                   " while a step is being made. Wait for its end: between two steps everything is "
                                   "allowed, inside a function of yours only to read.");
    s.user_ = std::this_thread::get_id();
  }
  ~Busy() { simulation_.user_ = std::thread::id(); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  const PySimulation& simulation_;
  std::unique_lock<std::mutex> lock_;
};

PySimulation::PySimulation(const CaseText& text, Functions functions, const FolderWish& wish)
    : functions_(std::move(functions)) {
  refuse_ranks();
  session_ = make_session(case_of(text, functions_));
  const Naming names(functions_);  // case.used.toml is read once more
  Session& s = *session_;
  if (wish.path || wish.next) {
    folder_.emplace(wish.path ? RunFolder::fresh(*wish.path, wish.force) : RunFolder::next("runs", s.c.name()));
    path_ = folder_->path();
    start_.used = case_in_use(write_used_case(s.c, s.device, path_), path_);
    log_.open(path_);
    files_ = std::make_unique<FolderRun>(s, *folder_, start_, stop_, log_);
    return;
  }
  auto guard = std::make_unique<Guard>(*s.simulation, s.c, s.grid, "");
  guard_ = guard.get();
  watchers_.push_back(std::move(guard));
  loop_ = std::make_unique<TimeLoop>(*s.simulation, start_.moment, s.c.run, watchers_);
}

PySimulation::PySimulation(const std::string& folder, const std::vector<std::string>& set, Functions functions)
    : functions_(std::move(functions)) {
  refuse_ranks();
  refuse_settings(set);
  const Naming names(functions_);
  open(folder, set);
}

void PySimulation::open(const std::string& path, const std::vector<std::string>& set) {
  folder_.emplace(RunFolder::open(path));
  path_ = folder_->path();
  const RunFiles files(path, false);
  from_ = newest_good(path, [&](const Checkpoint& c) { return files.misfit(c); }).checkpoint;
  const std::string text = files.case_text(*from_);
  Case c = read_case_text(text, path_ / "case.used.toml", set, solver_keys_list());
  keep_step(c, *from_);
  refuse_past(c.run, *from_);
  session_ = make_session(std::move(c));
  if (from_->step > 0) take_up(*session_->simulation, *from_);
  remove_file(path_ / "summary.json");
  files.set_aside(*from_);
  const Session& s = *session_;
  start_ = {case_in_use(set.empty() ? text : write_used_case(s.c, s.device, path), path),
            {.step = from_->step, .time = from_->time, .dt = from_->dt},
            &*from_};
  log_.open(path_);
  files_ = std::make_unique<FolderRun>(*session_, *folder_, start_, stop_, log_);
}

PySimulation::~PySimulation() = default;

const Moment& PySimulation::now() const { return files_ ? files_->now() : loop_->now(); }

void PySimulation::refuse_in_step(const std::string& what) const { const Busy busy(*this, what); }

void PySimulation::refuse_other_thread(const std::string& what) const {
  const std::thread::id user = user_;
  if (user != std::thread::id() && user != std::this_thread::get_id())
    throw Error(Exit::usage, what + " while another thread makes a step. Wait for its end.");
}

void PySimulation::begin() {
  if (!broken_.empty()) throw Error(Exit::usage, broken_);
  if (closed_ && !ended_) throw Error(Exit::usage, "this simulation is closed. Make a new one, or resume its folder.");
  if (begun_) return;
  begun_ = true;
  files_ ? files_->begin() : loop_->begin();
}

// Evaluates the user's functions for the next step, so that one that fails does so before anything has changed.
void PySimulation::prepare() {
  if (functions_.empty()) return;
  const double dt = files_ ? files_->next_dt() : loop_->next_dt();
  for (auto& [name, function] : functions_) function->prepare(now().time, dt);
}

void PySimulation::step_once() {
  try {
    prepare();
  } catch (...) {
    stop_by(std::current_exception());
  }
  try {
    files_ ? files_->step() : loop_->step();
  } catch (const Error& error) {
    broken_ = std::string("this simulation has ended: ") + error.what();
    if (files_) throw explained(error, path_, log_);
    throw;
  } catch (...) {
    broken_ = "this simulation has ended in the middle of a step. Make a new one, or resume its folder.";
    throw;
  }
}

// The state is that of the last complete step, which a run in a folder saves.
void PySimulation::stop_by(const std::exception_ptr& error) {
  if (files_) {
    files_->finish();
    log_.note(fmt::format("stopped by a function of the script after step {}, t = {:.6g}", now().step, now().time));
  }
  closed_ = true;
  release();
  std::rethrow_exception(error);
}

bool PySimulation::over() {
  if (ended_) return true;
  if (files_) return ended_ = !files_->goes_on();
  if (!guard_->endless().empty()) throw Error(Exit::diverged, guard_->endless());
  return ended_ = loop_->over();
}

bool PySimulation::step() {
  const Busy busy(*this, "a step");
  begin();
  if (over()) return false;
  step_once();
  if (files_) files_->write_rows();
  return true;
}

bool PySimulation::run(std::optional<double> until, std::optional<std::int64_t> steps, const Look& look) {
  const Busy busy(*this, "run()");
  begin();
  const RunOptions& options = session_->c.run;
  if (until && options.end_time && *until > *options.end_time)
    throw Error(Exit::usage, fmt::format("until = {} is later than run.end_time = {}. Set run.end_time in the case.",
                                         number_text(*until), number_text(*options.end_time)));
  const std::int64_t last = now().step + steps.value_or(std::numeric_limits<std::int64_t>::max() / 2);
  auto looked = std::chrono::steady_clock::now();
  while (!over()) {
    if (now().step >= last || (until && now().time >= *until * (1 - 1e-12))) {
      if (files_) files_->write_rows();
      return true;
    }
    step_once();
    const auto at = std::chrono::steady_clock::now();
    if (at - looked < std::chrono::milliseconds(100)) continue;
    looked = at;
    look();
  }
  return false;
}

void PySimulation::close() {
  const Busy busy(*this, "close()");
  if (closed_ || !begun_ || !broken_.empty()) return release();
  closed_ = true;
  files_ ? files_->finish() : loop_->finish();
  const Naming names(functions_);  // the end of a run reads its case.used.toml
  std::string trouble;
  if (ended_ && files_ && !files_->stopped()) trouble = files_->conclude().outcome.trouble;
  if (ended_ && !files_) trouble = guard_->trouble(now());
  const bool in_folder = folder_.has_value();
  release();
  if (trouble.empty()) return;
  const Error error(Exit::diverged, trouble);
  if (in_folder) throw explained(error, path_, log_);
  throw error;
}

void PySimulation::release() { folder_.reset(); }

Sample PySimulation::sample(const std::string& field) {
  refuse_other_thread("a field was asked for");
  const Watched& watched = *session_->simulation;
  const std::vector<std::string> all = watched.fields();
  if (std::find(all.begin(), all.end(), field) == all.end())
    throw Error(Exit::usage,
                fmt::format("there is no field '{}'.{} Fields: {}.", field, did_you_mean(field, all), join(all)));
  return watched.sample(field);
}

std::vector<FieldMemory> PySimulation::memory() {
  refuse_other_thread("a field was asked for");
  return session_->simulation->memory();
}

Sample PySimulation::stored(const std::string& name) {
  const bool compressible = session_->c.solver == "compressible";
  std::vector<std::string> names;
  for (const FieldMemory& m : memory()) {
    names.push_back(m.name);
    if (m.name != name) continue;
    Sample s;
    s.name = name;
    s.size = m.size;
    s.precision = m.precision;
    s.location = m.location;
    return s;
  }
  State state = session_->simulation->save();
  for (Sample& s : state.fields) {
    const bool may = compressible ? s.name.find(' ') == s.name.npos : s.name.starts_with("velocity.");
    if (may && std::find(names.begin(), names.end(), s.name) == names.end()) names.push_back(s.name);
    if (may && s.name == name) return s;
  }
  throw Error(Exit::usage, fmt::format("'{}' cannot be set: it is not what solver {} keeps. What can be set: {}.", name,
                                       session_->c.solver, join(names)));
}

void PySimulation::set(Sample field) {
  const Busy busy(*this, "a field was set");
  State state;
  state.fields.push_back(std::move(field));
  session_->simulation->load(state, true);
}
void PySimulation::edited() {
  const Busy busy(*this, "a field was edited");
  wait_for_device(session_->device);
  session_->simulation->load(State{}, true);
}

std::vector<Number> PySimulation::numbers() {
  refuse_other_thread("numbers were asked for");
  return session_->simulation->numbers();
}
std::vector<Number> PySimulation::results() {
  refuse_other_thread("results were asked for");
  return session_->simulation->results(now().time);
}
Status PySimulation::status() { return session_->simulation->status(); }

}  // namespace eddy::python
