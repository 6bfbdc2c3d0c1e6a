// `eddy resume DIR`: continues a run from its newest good checkpoint.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/run/belonging.hpp"
#include "app/run/session.hpp"
#include "app/text_table.hpp"
#include "base/ranks.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

void refuse_other_answers(const std::vector<std::string>& overrides) {
  for (const std::string& assignment : overrides) {
    std::string key = assignment.substr(0, assignment.find('='));
    key.erase(std::remove(key.begin(), key.end(), ' '), key.end());
    if (is_settable(key)) continue;
    throw Error(Exit::usage, fmt::format("-s {}: a resumed run must give the answer of an unbroken one, and '{}' would "
                                         "change it. Allowed: {}, output.*.",
                                         assignment, key, join(settable_keys())));
  }
}

bool sets(const std::vector<std::string>& overrides, const std::string& key) {
  return std::any_of(overrides.begin(), overrides.end(), [&](const std::string& s) { return s.starts_with(key); });
}

// A newer checkpoint that is damaged must not count as the newest one again, but it is renamed, not removed.
void set_aside_newer(const Path& folder, const Checkpoint& good) {
  for (const Path& path : checkpoints(folder)) {
    if (path == checkpoint_path(folder, good.step)) return;
    std::error_code error;
    std::filesystem::rename(path, path.string() + ".damaged", error);
    if (error) throw_file_error("rename", path, error.value());
  }
}

// A run cannot end in its own past.
void refuse_earlier_end(const RunOptions& run, const Moment& m, const Path& folder) {
  const std::string where = fmt::format("the run in '{}' is already at step {}, t = {}. Give a later end.",
                                        folder.string(), m.step, number_text(m.time));
  if (run.end_time && m.time > *run.end_time)
    throw Error(Exit::usage, fmt::format("run.end_time = {} is over: {}", number_text(*run.end_time), where));
  if (run.steps && m.step > *run.steps)
    throw Error(Exit::usage, fmt::format("run.steps = {} is over: {}", *run.steps, where));
}

bool over(const Session& s, const Moment& m) {
  const RunOptions& run = s.c.run;
  return (run.end_time && m.time >= *run.end_time) || (run.steps && m.step >= *run.steps) ||
         s.simulation->status().finished;
}

Exit say_finished(const Session& s, const Moment& m, const Path& folder) {
  const std::string trouble = s.c.run.steady ? s.simulation->status().trouble : "";
  if (!trouble.empty()) throw Error(Exit::diverged, "the run in '" + folder.string() + "' is over: " + trouble);
  const RunOptions& run = s.c.run;
  std::string limit;
  if (run.end_time && m.time >= *run.end_time) limit = "run.end_time";
  if (run.steps && m.step >= *run.steps) limit += limit.empty() ? "run.steps" : " and run.steps";
  print(fmt::format("The run in '{}' is finished (step {}, t = {}): there is nothing to resume.{}\n", folder.string(),
                    m.step, readable(m.time), limit.empty() ? "" : " To make it longer, set " + limit + " with -s."));
  return Exit::done;
}

void tell(const std::vector<std::string>& messages, const Talk& talk, Log& log) {
  for (const std::string& message : messages) talk.quiet ? say(message) : log.say(message);  // shown even with --quiet
}

GoodCheckpoint find_start(const ResumeArguments& a, const RunFiles& files) {
  GoodCheckpoint good = newest_good(a.folder, [&](const Checkpoint& c) { return files.misfit(c); });
  for (std::string& note : files.notes(good.checkpoint)) good.messages.push_back(std::move(note));
  if (ranks::many())
    refuse_different(
        fingerprint(good.checkpoint),
        fmt::format("has read another checkpoint than rank 0: {}. Is '{}' the same folder on all machines, "
                    "and can all read it?",
                    good.path.filename().string(), a.folder.string()));
  return good;
}

Case case_to_resume(const ResumeArguments& a, const std::string& text, const Checkpoint& from) {
  Case c = read_case_text(text, a.folder / "case.used.toml", a.set, solver_keys_list());
  keep_step(c, from);
  if (!sets(a.set, "run.ranks")) c.run.ranks.clear();  // any number of ranks may continue
  return c;
}

// Writes case.used.toml if keys were set or if it is missing, and returns the case from now on.
CaseInUse take_case(const Session& s, const Path& folder, const std::string& text, const ResumeArguments& a) {
  if (a.set.empty() && !is_there(folder / "case.used.toml")) write_file(folder / "case.used.toml", text);
  return case_in_use(a.set.empty() ? text : write_used_case(s.c, s.device, folder), folder);
}

}  // namespace

Exit verb::resume(const ResumeArguments& a, const Talk& talk) {
  refuse_other_answers(a.set);
  const StopRequest stop(a.wall);
  Log log(talk);
  std::optional<RunFolder> opened;  // all ranks read; rank 0 has the lock, and writes
  if (ranks::speaks()) opened.emplace(RunFolder::open(a.folder));
  const RunFiles files(a.folder, a.force);
  const GoodCheckpoint good = find_start(a, files);
  if (ranks::speaks()) tell(good.messages, talk, log);
  const Checkpoint& from = good.checkpoint;
  Start start{{}, {.step = from.step, .time = from.time, .dt = from.dt}, &from, a.view};
  const std::string text = files.case_text(from);
  Case c = case_to_resume(a, text, from);
  refuse_earlier_end(c.run, start.moment, a.folder);
  const auto session = make_session(std::move(c));
  if (from.step > 0) take_up(*session->simulation, from);
  if (followed(*session, stop)) return Exit::done;
  const Path& folder = opened->path();
  const Path summary = folder / "summary.json";
  if (over(*session, start.moment) && std::filesystem::exists(summary))
    return say_finished(*session, start.moment, folder);
  log.open(folder);
  set_aside_newer(folder, from);
  tell(files.set_aside(from), talk, log);
  remove_file(summary);
  start.used = take_case(*session, folder, text, a);
  return run_in_folder(*session, *opened, start, stop, log, talk);
}

}  // namespace eddy
