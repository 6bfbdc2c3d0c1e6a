// `eddy resume DIR`
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "app/checkpoints.hpp"
#include "app/session.hpp"
#include "base/ranks.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

// What may be another than before, because it does not change what is computed up to any given time.
void refuse_other_answers(const std::vector<std::string>& overrides) {
  const std::vector<std::string> allowed{"run.device",
                                         "run.threads",
                                         "run.ranks",
                                         "run.end_time",
                                         "run.steps",
                                         "run.checkpoint_every",
                                         "run.checkpoint_minutes",
                                         "linear.max_iterations",
                                         "pseudo.max_iterations"};
  for (const std::string& assignment : overrides) {
    std::string key = assignment.substr(0, assignment.find('='));
    key.erase(std::remove(key.begin(), key.end(), ' '), key.end());
    if (key.starts_with("output.") || std::find(allowed.begin(), allowed.end(), key) != allowed.end()) continue;
    throw Error(Exit::usage, fmt::format("-s {}: a resumed run must give the answer of an unbroken one, and '{}' would "
                                         "change it. Allowed: {}, output.*.",
                                         assignment, key, join(allowed)));
  }
}

bool sets(const std::vector<std::string>& overrides, const std::string& key) {
  return std::any_of(overrides.begin(), overrides.end(), [&](const std::string& s) { return s.starts_with(key); });
}

// A newer checkpoint that is damaged must not come back as the newest one; but it is not ours to throw away.
void set_aside_newer(const Path& folder, const Checkpoint& good) {
  for (const Path& path : checkpoints(folder)) {
    if (path == checkpoint_path(folder, good.step)) return;
    std::error_code error;
    std::filesystem::rename(path, path.string() + ".damaged", error);
    if (error) throw_file_error("rename", path, error.value());
  }
}

// A longer run must not get another step: end_time and steps alone would make one.
void keep_step(Case& c, const Checkpoint& from) {
  const auto dt = from.scalars.find("dt");
  if (!c.run.dt && dt != from.scalars.end() && dt->second > 0) c.run.dt = dt->second;
}

bool over(const Session& s, const Moment& m) {
  const RunOptions& run = s.c.run;
  return (run.end_time && m.time >= *run.end_time) || (run.steps && m.step >= *run.steps) || s.simulation->finished();
}

Exit say_finished(const Session& s, const Moment& m, const Path& folder) {
  const std::string trouble = s.c.run.steady ? s.simulation->trouble() : "";
  if (!trouble.empty()) throw Error(Exit::diverged, "the run in '" + folder.string() + "' is over: " + trouble);
  std::printf("The run in '%s' is finished (step %lld, t = %s): there is nothing to resume.\n", folder.c_str(),
              static_cast<long long>(m.step), readable(m.time).c_str());
  return Exit::done;
}

}  // namespace

Exit verb::resume(const ResumeArguments& a, const Talk& talk) {
  refuse_other_answers(a.set);
  const StopRequest stop(a.wall);
  Log log(talk);
  std::optional<RunFolder> opened;  // all read; one has the lock, and writes
  if (ranks::speaks()) opened.emplace(RunFolder::open(a.folder));
  const GoodCheckpoint good = newest_good(a.folder);
  if (ranks::speaks())
    for (const std::string& message : good.messages)
      talk.quiet ? void(std::fprintf(stderr, "%s\n", message.c_str())) : log.say(message);  // never in silence
  const Checkpoint& from = good.checkpoint;
  if (ranks::many())
    refuse_different(
        fingerprint(from),
        fmt::format("has read another checkpoint than rank 0: {}. Is '{}' the same folder on all machines, "
                    "and can all read it?",
                    good.path.filename().string(), a.folder.string()));
  Case c = read_case_text(from.case_text, a.folder / "case.used.toml", a.set, solver_keys_list());
  keep_step(c, from);
  if (!sets(a.set, "run.ranks")) c.run.ranks.clear();  // any number may go on
  const auto session = make_session(std::move(c));
  if (from.step > 0) session->simulation->load(to_state(from));
  if (followed(*session, stop)) return Exit::done;
  const RunFolder& folder = *opened;
  Start start{from.case_text, {.step = from.step, .time = from.time, .dt = from.dt}, &from};
  const Path summary = folder.path() / "summary.json";
  if (over(*session, start.moment) && std::filesystem::exists(summary))
    return say_finished(*session, start.moment, folder.path());
  log.open(folder.path());
  set_aside_newer(folder.path(), from);
  remove_file(summary);
  if (!a.set.empty()) start.case_text = write_used_case(session->c, session->device, folder.path());
  return run_in_folder(*session, folder, start, stop, log, talk);
}

}  // namespace eddy
