#include "app/run/control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "app/run/shown.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "output/png.hpp"

namespace eddy {
namespace {

constexpr std::chrono::milliseconds pause_between_looks{20};
constexpr std::int64_t most_single_steps = 1'000'000;
constexpr const char* order_words = "stop, checkpoint, picture, pause, go, step, set";

std::string at_step(const Moment& now) { return fmt::format("step {}, t = {}", now.step, readable(now.time)); }

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\n"), end = text.find_last_not_of(" \t\n");
  return begin == text.npos ? "" : text.substr(begin, end - begin + 1);
}

Answer refused(const std::string& why) { return {false, why}; }

// The comments at the head of case.used.toml: version and device.
std::string head_of(const std::string& text) {
  std::size_t end = 0;
  while (end < text.size() && (text[end] == '#' || text[end] == '\n')) end = text.find('\n', end) + 1;
  return text.substr(0, end);
}

std::int64_t count_of(const std::string& text) {
  if (text.empty()) return 1;
  const bool digits = text.find_first_not_of("0123456789") == text.npos && text.size() < 8;
  const std::int64_t count = digits ? std::stoll(text) : 0;
  if (count < 1 || count > most_single_steps)
    throw Error(Exit::usage, fmt::format("'step {}': how many steps? A number from 1 to {}.", text, most_single_steps));
  return count;
}

}  // namespace

std::vector<std::string> steerable_keys() { return {"run.end_time", "run.cfl", "output.every", "output.every_steps"}; }

Control::Control(const Steered& on, const RunFolder& folder, const CaseInUse& used, const ViewArguments& view)
    : on_(on), folder_(folder.path()), text_(used.text), files_(folder.path()) {
  live_ = make_live(view, {on_.session, folder_, orders_, on_.log});
}

Control::~Control() {
  live_.reset();
  while (auto order = orders_.next()) order->reply(refused("the run is over."));
}

bool Control::keep_on(const Moment& now, const StopRequest& stop) {
  attend(now);
  wait(now, stop);
  if (steps_left_ > 0) --steps_left_;
  return !stopping_;
}

void Control::attend(const Moment& now) {
  files_.collect(orders_);
  while (auto order = orders_.next()) {
    try {
      order->reply(carry_out(trimmed(order->words), now));
    } catch (const Error& error) {
      order->reply(refused(error.what()));
      if (error.code() == Exit::diverged) throw;
    }
  }
  if (live_) live_->after_step(*on_.session.simulation, now, paused_ && steps_left_ == 0);
}

// The time that passes here does not count as time of the run.
void Control::wait(const Moment& now, const StopRequest& stop) {
  const auto waits = [&] { return paused_ && steps_left_ == 0 && !stopping_ && !stop.wanted(); };
  if (!waits()) return;
  const double begin = stop.elapsed();
  for (Tabulated* table : on_.rows) table->write();
  while (waits()) {
    std::this_thread::sleep_for(pause_between_looks);
    attend(now);
  }
  on_.progress.forget(stop.elapsed() - begin);
}

Answer Control::carry_out(const std::string& words, const Moment& now) {
  const std::size_t space = words.find(' ');
  const std::string verb = words.substr(0, space), rest = space == words.npos ? "" : trimmed(words.substr(space));
  if (verb == "checkpoint") return checkpoint(now);
  if (verb == "picture") return picture(rest, now);
  if (verb == "set") return set(rest, now);
  if (verb == "stop") {
    stopping_ = true;
    return {true, fmt::format("stops after {}.", at_step(now))};
  }
  if (verb == "step") {
    steps_left_ = count_of(rest);
    paused_ = true;
    return {true, fmt::format("goes on for {} from {}.",
                              steps_left_ == 1 ? "a step" : fmt::format("{} steps", steps_left_), at_step(now))};
  }
  if (verb == "pause" || verb == "go") {
    paused_ = verb == "pause";
    steps_left_ = 0;
    on_.log.say(fmt::format("{} after {}", paused_ ? "paused" : "goes on", at_step(now)));
    return {true, fmt::format("{} after {}.", paused_ ? "pauses" : "goes on", at_step(now))};
  }
  return refused(fmt::format("a run knows no '{}'. It knows: {}.", verb, order_words));
}

Answer Control::checkpoint(const Moment& now) {
  if (now.step == 0) return refused("no step is done yet: there is nothing to save.");
  on_.guard.begin(*on_.session.simulation, now);  // checks the state, so that nonsense is never saved
  on_.checkpoints.write_now(now);
  const std::string file = checkpoint_path(folder_, now.step).string();
  on_.log.say(fmt::format("checkpoint on request after {}", at_step(now)));
  return {true, file};
}

Answer Control::picture(std::string field, const Moment& now) {
  const Session& s = on_.session;
  if (field.empty()) field = s.c.output.image.empty() ? s.simulation->fields().front() : s.c.output.image[0].field;
  const Sample sample = take_sample(*s.simulation, field);
  PictureOptions options = shown_as(s.c, s.grid, field);
  if (!s.c.run.steady) options.time = now.time;
  const Path file = folder_ / fmt::format("shot-{}-{:09}.png", field, now.step);
  write_png(file, eddy::picture(s.grid, sample, options), origin_notes(s.c.output.origin));
  return {true, file.string()};
}

Answer Control::set(const std::string& assignment, const Moment& now) {
  const std::size_t equals = assignment.find('=');
  const std::string key = trimmed(assignment.substr(0, equals));
  const std::vector<std::string> keys = steerable_keys();
  if (equals == assignment.npos) return refused("'set' needs key=value, for instance: set run.end_time=2.");
  if (std::find(keys.begin(), keys.end(), key) == keys.end())
    return refused(fmt::format("'{}' cannot change while a run goes on.{} These can: {}.", key, did_you_mean(key, keys),
                               join(keys)));
  const Case changed = read_case_text(text_, folder_ / "case.used.toml", {assignment}, solver_keys_list());
  if (key == "run.end_time" && changed.run.end_time && *changed.run.end_time <= now.time)
    return refused(fmt::format("run.end_time = {} is over: the run is at {}. To end now: stop.",
                               number_text(*changed.run.end_time), at_step(now)));
  if (key == "run.cfl" && !on_.session.simulation->set_cfl(changed.run.cfl))
    return refused(fmt::format("run.cfl cannot change in this run: its step was fixed when it started (solver '{}').",
                               on_.session.c.solver));
  apply(changed, now);
  keep_case(changed, now, key == "run.cfl");
  const std::string text = fmt::format("set {} after {}", assignment, at_step(now));
  on_.log.say(text);
  return {true, text + "."};
}

void Control::apply(const Case& changed, const Moment& now) {
  Case& c = on_.session.c;
  const bool other_schedule =
      c.output.every != changed.output.every || c.output.every_steps != changed.output.every_steps;
  c.run.end_time = changed.run.end_time;
  c.run.cfl = changed.run.cfl;
  c.output.every = changed.output.every;
  c.output.every_steps = changed.output.every_steps;
  if (!other_schedule) return;
  on_.fields.reschedule(c.output, now);
  if (on_.pictures) on_.pictures->reschedule(c.output, now);
}

// The setting is kept, like those of -s on resume. If it changes the answer, a checkpoint comes first, because a run
// that is killed resumes from the newest checkpoint that agrees with case.used.toml.
void Control::keep_case(const Case& changed, const Moment& now, bool changes_answer) {
  text_ = head_of(text_) +
          write_case(changed, solver_keys_list(), {}, [](const std::string&, const std::string& file) { return file; });
  on_.checkpoints.use(text_);
  if (changes_answer && now.step > 0) {
    on_.guard.begin(*on_.session.simulation, now);
    on_.checkpoints.write_now(now);
  }
  write_file(folder_ / "case.used.toml", text_);
}

}  // namespace eddy
