// Makes a case ready, runs it, and writes the folder of the run.
#include "app/run/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <functional>
#include <string_view>
#include <utility>

#include "app/run/analysis.hpp"
#include "app/run/belonging.hpp"
#include "app/run/checkpoints.hpp"
#include "app/run/control.hpp"
#include "app/run/guard.hpp"
#include "app/run/origin.hpp"
#include "app/run/progress.hpp"
#include "app/run/shapes.hpp"
#include "app/run/summary.hpp"
#include "app/run/tables.hpp"
#include "app/text_table.hpp"
#include "base/modules.hpp"
#include "base/printable.hpp"
#include "base/ranks.hpp"
#include "exec/ranks/parts.hpp"
#include "mesh/block_mesh.hpp"
#include "output/picture.hpp"
#include "output/watchers.hpp"
#include "solver/loop.hpp"
#include "solver/shared_simulation.hpp"

namespace eddy {
namespace {

void greet(const Session& s, const RunFolder& folder, const Moment& from, Log& log) {
  log.say(fmt::format("{}: solver {}, {} cells, {} precision, on {}{}, into {}",
                      printable(s.c.title.empty() ? s.c.name() : s.c.title), s.c.solver, mesh_text(s.grid),
                      word_of(s.c.run.precision), ranks::many() ? fmt::format("{} ranks, ", ranks::count()) : "",
                      label(s.device), folder.path().string()));
  if (from.step > 0) log.say(fmt::format("going on from step {}, t = {:.6g}", from.step, from.time));
  for (const std::string& warning : s.simulation->remarks().warnings) log.say("warning: " + warning);
}

std::string last_state(const Path& folder) {
  const auto good = checkpoints(folder);
  if (good.empty()) return "";
  return fmt::format("\n  Last good state: {}. Go on with: eddy resume {}", good.front().string(), folder.string());
}

Exit report_stop(const Moment& last, const std::string& reason, const Path& folder, Log& log) {
  log.say(fmt::format("stopped ({}) after step {}, t = {:.6g}. Go on with: eddy resume {}", reason, last.step,
                      last.time, folder.string()));
  return Exit::stopped;
}

}  // namespace

void refuse_different(std::uint64_t mine, const std::string& what) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(ranks::count()));
  ranks::all_gather(&mine, sizeof mine, all.data());
  for (std::size_t r = 1; r < all.size(); ++r)
    if (all[r] != all[0]) throw Error(Exit::usage, fmt::format("rank {} {}", r, what));
}

static std::uint64_t checksum(std::string_view text) { return std::hash<std::string_view>()(text); }

std::uint64_t fingerprint(const Checkpoint& c) {
  std::uint64_t sum = checksum(c.case_text);
  const auto add = [&](std::uint64_t n) { sum = sum * 0x9e3779b97f4a7c15u + n; };
  add(static_cast<std::uint64_t>(c.step));
  for (const auto& [name, value] : c.scalars) add(checksum(name)), add(std::bit_cast<std::uint64_t>(value));
  for (const CheckpointArray& array : c.arrays)
    add(checksum({reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size()}));
  return sum;
}

// All ranks must have the same effective case and the same files that it names.
static void refuse_different_cases(const Case& c) {
  const std::string text = write_case(c, solver_keys_list(), {}, [&](const std::string&, const std::string& file) {
    return fmt::format("{} {:x}", file, checksum(read_file(c.beside(file))));
  });
  refuse_different(checksum(text),
                   fmt::format("has read another case than rank 0, or another file that the case names. Is '{}' the "
                               "same on all machines, and what it names?",
                               c.file.string()));
}

bool followed(Session& s, const StopRequest& stop) {
  if (!ranks::many()) return false;
  const auto write = [&s](const Watched& part, const Box& own, const ShareOrder& order) {
    write_share(part, s.grid, own, order, s.solid, s.c.output.origin);
  };
  if (ranks::speaks()) {
    s.simulation = lead(std::move(s.simulation), write);
    return false;
  }
  follow(*s.simulation, write, [&] {
    if (stop.signalled()) ranks::ask_to_stop();
  });
  return true;
}

void check_output(const Case& c, const Grid& grid, Problems& problems) {
  check_tables(c, problems);
  check_lines(c, problems);
  for (std::size_t n = 0; n < c.output.image.size(); ++n)
    problems.of(fmt::format("output.image {}.window", n + 1),
                [&] { check_window(grid, options_of(c.output.image[n])); });
  const std::vector<MisplacedPoint> outside = points_outside(grid, c.output);
  for (const MisplacedPoint& p : outside) problems.at(p.key, p.text);
  if (!outside.empty()) return;
  // The constructors of watchers check their options, and write nothing.
  problems.of("output.probe", [&] { output_watchers("", grid, c.output, c.title); });
}

std::unique_ptr<Session> make_session(Case c) {
  auto s = std::make_unique<Session>();
  s->c = std::move(c);
  if (ranks::many()) refuse_different_cases(s->c);
  s->device = choose_device(s->c.run.device, s->c.run.precision == Precision::single);
  if (ranks::many())  // messages between ranks depend on the device
    refuse_different(2 * static_cast<std::uint64_t>(s->device.space) + s->device.gpu,
                     "has another kind of device than rank 0. Name one that all machines have: run.device = \"cpu\".");
  s->grid = make_grid_that_fits(s->c, s->device);
  Problems problems(s->c.place);
  check_output(s->c, s->grid, problems);
  problems.throw_if_any();
  s->c.output.origin = origin_of(s->c);
  s->simulation = make_simulation(s->c, s->grid, s->device);
  s->solid = solver_entry(s->c.solver).solid(s->c, s->grid);
  check_columns(s->c, s->grid, *s->simulation, problems);
  problems.throw_if_any();
  return s;
}

// Tables come first, so that they show the step that blew up; then the guard, so that no other file and no checkpoint
// holds nonsense; checkpoints come last, so that every file is at least as far as they are.
struct RunWatchers {
  std::vector<std::unique_ptr<Watcher>> all;
  Guard* guard = nullptr;
  Progress* progress = nullptr;
  Fields* fields = nullptr;
  Pictures* pictures = nullptr;
  Checkpoints* checkpoints = nullptr;
  std::vector<Tabulated*> rows;

  RunWatchers(Session& s, const Path& folder, const Start& start, const KeepWriting& keep_writing, Log& log) {
    const OutputOptions& o = s.c.output;
    const Simulation& simulation = *s.simulation;
    rows.push_back(add<History>(folder, s.grid, o, s.solid));
    if (!o.probe.empty()) rows.push_back(add<Probes>(folder, s.grid, o));
    std::vector<Marked*> tables(rows.begin(), rows.end());
    guard = add<Guard>(simulation, s.c, s.grid, folder);
    tables.push_back(fields = add<Fields>(folder, s.grid, o, s.solid));
    if (!o.image.empty()) pictures = add<Pictures>(folder, s.grid, o, s.c.title, s.solid, shapes_of(s.c));
    if (!o.line.empty()) add<Lines>(folder, s.grid, o, keep_writing);
    if (!o.plane.empty()) add<Planes>(folder, s.grid, o, keep_writing);
    add<Surfaces>(folder, s.c.title, o);
    progress = add<Progress>(simulation, s.c, s.grid, log);
    checkpoints = add<Checkpoints>(simulation, *guard, tables, s.c, folder, start.used, start.checkpoint);
  }

 private:
  template <class W, class... A>
  W* add(A&&... arguments) {
    auto one = std::make_unique<W>(std::forward<A>(arguments)...);
    W* const there = one.get();
    all.push_back(std::move(one));
    return there;
  }
};

struct FolderRun::Parts {
  Session& s;
  Path folder;
  const StopRequest& stop;
  Log& log;
  bool cut_short = false;  // whether output was cut short, so that the run is not over
  RunWatchers watchers;
  TimeLoop loop;
  Control control;
  double updates_before = 0;
  bool reached_end = false;

  Parts(Session& session, const RunFolder& place, const Start& start, const StopRequest& wish, Log& talk)
      : s(session),
        folder(place.path()),
        stop(wish),
        log(talk),
        watchers(
            session, place.path(), start, [this] { return !(cut_short = cut_short || stop.overdue()); }, talk),
        loop(*session.simulation, start.moment, session.c.run, watchers.all),
        control({session, *watchers.guard, *watchers.checkpoints, *watchers.fields, watchers.pictures,
                 *watchers.progress, watchers.rows, talk},
                place, start.used, start.view),
        updates_before(updates_per_cell(*session.simulation, start.moment)) {}
};

FolderRun::FolderRun(Session& s, const RunFolder& folder, const Start& start, const StopRequest& stop, Log& log)
    : parts_(std::make_unique<Parts>(s, folder, start, stop, log)) {
  if (start.checkpoint) parts_->watchers.guard->take_up(troubles_in(*start.checkpoint));
  greet(s, folder, start.moment, log);
  for (const std::string& note : empty_signals(s.c)) log.say("note: " + note);
}
FolderRun::~FolderRun() = default;

void FolderRun::begin() {
  parts_->loop.begin();
  describe_tables(parts_->folder, parts_->s.c.output.origin);
}
bool FolderRun::goes_on() {
  if (!parts_->control.keep_on(now(), parts_->stop)) return false;
  if (parts_->stop.wanted() || !parts_->watchers.guard->endless().empty()) return false;
  parts_->reached_end = parts_->loop.over();
  return !parts_->reached_end;
}
void FolderRun::step() { parts_->loop.step(); }
void FolderRun::write_rows() {
  for (Tabulated* table : parts_->watchers.rows) table->write();
}
double FolderRun::next_dt() const { return parts_->loop.next_dt(); }
const Moment& FolderRun::now() const { return parts_->loop.now(); }

void FolderRun::finish() {
  parts_->loop.finish();
  describe_tables(parts_->folder, parts_->s.c.output.origin);
  if (const std::string& endless = parts_->watchers.guard->endless(); !endless.empty())
    throw Error(Exit::diverged, endless);
}
bool FolderRun::stopped() const { return !parts_->reached_end || parts_->cut_short; }
std::string FolderRun::why_stopped() const {
  return parts_->control.asked_to_stop() ? "on request" : parts_->stop.reason();
}

Conclusion FolderRun::conclude() {
  Session& s = parts_->s;
  Log& log = parts_->log;
  const Path& folder = parts_->folder;
  Conclusion all;
  Outcome& outcome = all.outcome;
  outcome.last = now();
  outcome.trouble = parts_->watchers.guard->trouble(outcome.last);
  outcome.converged = outcome.trouble.empty();
  outcome.results = s.simulation->results(outcome.last.time);
  const std::vector<Table> tables = signal_tables(s.c, folder);
  const SignalNumbers signals = analysed_signals(s.c, tables);
  for (const std::string& note : signals.notes) log.say("note: " + note);
  add_signals(signals, outcome);
  write_spectra(s.c, tables, folder);
  describe_tables(folder, s.c.output.origin);
  if (const std::string note = note_of_lost_rows(s.c, folder); !note.empty()) log.say(note);
  Pace pace;
  pace.updates = updates_per_cell(*s.simulation, outcome.last) - parts_->updates_before;
  pace.loop_seconds = parts_->watchers.progress->seconds();
  load_records(Records::if_there);
  pace.bytes = parts_->watchers.progress->bytes();
  pace.wall_seconds = parts_->stop.elapsed() - modules::build_seconds();
  all.summary = summary_json(s, outcome, pace);
  write_file(folder / "summary.json", all.summary);
  log.say(fmt::format("{} after step {}, t = {:.6g}, {:.3g} s", outcome.converged ? "done" : "over", outcome.last.step,
                      outcome.last.time, pace.wall_seconds));
  if (const std::string note = s.simulation->remarks().note; !note.empty()) log.say("note: " + note);
  for (const std::string& note : sentences(outcome.unknown)) log.say("note: " + note);
  all.result = result_text(s, outcome, folder);
  log.note(all.result.substr(0, all.result.size() - 1));
  return all;
}

Error explained(const Error& error, const Path& folder, Log& log) {
  const bool told = std::string(error.what()).find("Last good state") != std::string::npos;
  Error whole(error.code(), error.what() + (told ? "" : last_state(folder)));
  log.note(std::string("error: ") + whole.what());
  return whole;
}

Exit run_in_folder(Session& s, const RunFolder& folder, const Start& start, const StopRequest& stop, Log& log,
                   const Talk& talk) {
  try {
    FolderRun run(s, folder, start, stop, log);
    run.begin();
    while (run.goes_on()) run.step();
    run.finish();
    if (run.stopped()) return report_stop(run.now(), run.why_stopped(), folder.path(), log);
    const Conclusion end = run.conclude();
    print(talk.json ? end.summary : end.result);
    if (!end.outcome.converged) throw Error(Exit::diverged, end.outcome.trouble);
    return Exit::done;
  } catch (const Error& error) {
    throw explained(error, folder.path(), log);
  }
}

}  // namespace eddy
