// `eddy watch DIR`: a page for a run of another process, or one that has ended. It reads the run's files.
#include "app/run/stored.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <thread>

#include "app/run/checkpoints.hpp"
#include "app/run/folder.hpp"
#include "app/run/runner.hpp"
#include "app/run/shapes.hpp"
#include "app/text_table.hpp"
#include "app/view/source.hpp"
#include "base/printable.hpp"
#include "case/formula_function.hpp"
#include "output/checkpoint.hpp"
#include "output/file.hpp"

namespace eddy::view {
namespace {

constexpr double seconds_for_order = 20;
constexpr std::chrono::seconds between_looks{1};

struct State {  // a stored state
  Moment moment;
  std::unique_ptr<Watched> run;
};

std::string case_text_of(const Path& folder) {
  refuse_no_folder(folder);
  const Path file = folder / "case.used.toml";
  if (!is_there(file))
    throw Error(Exit::missing,
                fmt::format("'{}' is not the folder of a run: it holds no case.used.toml.", folder.string()));
  return read_own_file(file);
}

Seen without(const std::string& fault) {
  Seen seen;
  seen.fault = fault;
  return seen;
}

class StoredSource final : public Source {
 public:
  explicit StoredSource(const Path& folder)
      : folder_(folder),
        case_(read_case_text(case_text_of(folder), folder / "case.used.toml", {}, solver_keys_list())),
        grid_(make_grid(case_.mesh)),
        rasters_(grid_, solver_entry(case_.solver).solid(case_, grid_), shapes_of(case_)),
        needs_script_(names_functions(case_text_of(folder))) {
    facts_ = case_facts(case_.title.empty() ? case_.name() : case_.title, case_.solver, grid_);
    facts_["folder"] = std::filesystem::absolute(folder_).lexically_normal().filename().string();
    facts_["live"] = false;
    facts_["fields"] = Json::array();
  }
  const Path& folder() const override { return folder_; }
  Rasters& rasters() override { return rasters_; }
  const std::vector<std::string>& units() const override { return case_.output.units; }
  double most_pixels() const override { return 1 << 20; }

  Json state() override {
    Json all = facts_, states = Json::array();
    for (const CollectionEntry& e : stored_states(folder_)) states.push_back({e.step, e.time});
    const std::lock_guard lock(mutex_);
    if (const std::string fault = take_newest(); !fault.empty()) all["fault"] = fault;
    if (newest_.run) all["fields"] = newest_.run->fields();
    all["step"] = newest_.moment.step;
    all["time"] = newest_.moment.time;
    all["states"] = states;
    all["running"] = goes_on(folder_);
    all["paused"] = false;
    all["options"] = Json::object();
    return all;
  }
  std::optional<Seen> look(const Wanted& wanted, std::optional<std::int64_t> at) override {
    const std::lock_guard lock(mutex_);
    if (const std::string fault = take_newest(); !fault.empty()) return without(fault);
    const State* state = &newest_;
    if (at && *at != newest_.moment.step) {
      if (!chosen_.run || chosen_.moment.step != *at) chosen_ = stored_at(*at);
      state = &chosen_;
    }
    if (!state->run) return without("the run has stored no state yet, neither a checkpoint nor fields.");
    if (wanted.after == state->moment.step) return {};
    return view::look(*state->run, rasters_.mesh(), state->moment, wanted);
  }
  Answer order(const std::string& words) override { return ask_run(folder_, words, seconds_for_order); }

 private:
  State stored_at(std::int64_t step) const {
    for (const CollectionEntry& e : stored_states(folder_))
      if (e.step == step)
        return {{.step = e.step, .time = e.time}, std::make_unique<StoredState>(folder_ / e.file, grid_)};
    throw Error(Exit::usage, fmt::format("the run has stored no fields of step {}.", step));
  }
  // The solver restores a checkpoint on the CPU, so that every field of the solver can be shown.
  State from_checkpoint() const {
    const GoodCheckpoint newest = newest_good(folder_);
    const Checkpoint& c = newest.checkpoint;
    auto simulation = make_simulation(case_, grid_, cpu_devices().front());
    take_up(*simulation, c);
    return {{.step = c.step, .time = c.time}, std::move(simulation)};
  }
  // Looks for a new state at most once a second. If the run is just writing, the next call tries again.
  std::string take_newest() {
    const auto now = std::chrono::steady_clock::now();
    if (newest_.run && now < next_look_) return "";
    next_look_ = now + between_looks;
    try {
      const std::vector<CollectionEntry> files = stored_states(folder_);
      const std::vector<Path> saved = checkpoints(folder_);
      const std::int64_t last =
          saved.empty() ? -1 : step_in_name(saved.front().filename().string(), "checkpoint-", ".h5");
      if (newest_.run && newest_.moment.step >= std::max(last, files.empty() ? -1 : files.back().step)) return "";
      const std::int64_t stored = files.empty() ? -1 : files.back().step;
      if (last >= 0 && (stored < last || (stored == last && !needs_script_)))
        newest_ = from_checkpoint();
      else if (!files.empty())
        newest_ = stored_at(files.back().step);
    } catch (const Error& error) {
      return newest_.run ? "" : error.what();
    }
    return "";
  }

  Path folder_;
  Case case_;
  Grid grid_;
  Rasters rasters_;
  bool needs_script_;  // the solver starts only with functions that a script has given
  Json facts_;
  std::mutex mutex_;
  State newest_, chosen_;
  std::chrono::steady_clock::time_point next_look_{};
};

}  // namespace

extern "C" Exit eddy_watch_verb(const WatchArguments& a, const Talk& talk) {
  const WithoutFunctions looking;
  const StopRequest stop({});
  StoredSource source(a.folder);
  const Server server(a.view.bind, a.view.port, [&](const Question& q) { return answer(source, q); });
  print(talk.json ? json_text(Json{{"page", server.address()}}) : server.address() + "\n");
  std::fflush(stdout);
  if (!talk.quiet) say("Ctrl-C ends it; the run goes on.");
  while (!stop.wanted()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  return Exit::done;
}

}  // namespace eddy::view
