// A page for the run of this process: values that the loop publishes, and requests and orders of pages.
#include "app/run/live.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <future>

#include "app/run/session.hpp"
#include "app/run/shapes.hpp"
#include "app/text_table.hpp"
#include "app/view/source.hpp"
#include "base/ranks.hpp"
#include "output/file.hpp"

namespace eddy::view {
namespace {

constexpr std::chrono::milliseconds frame_patience{1000}, order_patience{20000};
constexpr int most_levels = 6;  // of resolution; each has half of the pixels of the one before it

// Seconds that the loop should spend on a frame. On a device most of them are spent on waiting for its answer.
double frame_seconds(const Device& device) { return device.space == SpaceKind::cpu ? 0.0006 : 0.001; }
constexpr const char* address_file = ".page";

class LiveSource final : public Source {
 public:
  explicit LiveSource(const LiveRun& run)
      : folder_(run.folder),
        units_(run.session.c.output.units),
        orders_(run.orders),
        rasters_(run.session.grid, run.session.solid, shapes_of(run.session.c)),
        frame_seconds_(frame_seconds(run.session.device)) {
    const Session& s = run.session;
    facts_ = case_facts(s.c.title.empty() ? s.c.name() : s.c.title, s.c.solver, s.grid);
    facts_["device"] = label(s.device);
    facts_["fields"] = s.simulation->fields();
    facts_["folder"] = folder_.filename().string();
    facts_["live"] = true;
    options_ = options_of(s.c);
  }
  const Path& folder() const override { return folder_; }
  Rasters& rasters() override { return rasters_; }
  const std::vector<std::string>& units() const override { return units_; }
  double most_pixels() const override {
    if (desk_.paused()) return 1 << 20;
    // Levels, and some room between going up and down, because a picture that changes its pixels at each frame flickers.
    const double seconds = desk_.seconds_per_value() * pixels_of(level_);
    if (seconds > 1.25 * frame_seconds_ && level_ < most_levels)
      ++level_;
    else if (2 * seconds < frame_seconds_ && level_ > 0)
      --level_;
    return pixels_of(level_);
  }
  Json state() override {
    Json all = facts_;
    const Moment now = desk_.moment();
    all["step"] = now.step;
    all["time"] = now.time;
    all["dt"] = now.dt;
    all["paused"] = desk_.paused();
    all["running"] = true;
    state_wanted_ = true;
    const std::lock_guard lock(mutex_);
    all["options"] = options_;
    return all;
  }
  std::optional<Seen> look(const Wanted& wanted, std::optional<std::int64_t>) override {
    return desk_.ask(wanted, frame_patience);
  }
  Answer order(const std::string& words) override {
    const auto promise = std::make_shared<std::promise<Answer>>();
    std::future<Answer> answer = promise->get_future();
    orders_.put({words, [promise](const Answer& a) { promise->set_value(a); }});
    for (auto waited = order_patience; waited.count() > 0 && !closed_; waited -= std::chrono::milliseconds(50))
      if (answer.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) return answer.get();
    return {true, "the run will see to it after the step that it is in."};
  }

  void publish(const Watched& run, const Case& c, const Moment& now, bool paused) {
    desk_.serve(run, rasters_.mesh(), now, paused);
    if (!state_wanted_) return;
    state_wanted_ = false;
    const std::lock_guard lock(mutex_);
    options_ = options_of(c);
  }
  void close() {
    closed_ = true;
    desk_.close();
  }

 private:
  static double pixels_of(int level) { return std::ldexp(1024.0 * 1024, -level); }
  static Json options_of(const Case& c) {
    Json all{{"run.cfl", c.run.cfl}, {"steady", c.run.steady.has_value()}};
    if (c.run.end_time) all["run.end_time"] = *c.run.end_time;
    if (c.run.steps) all["run.steps"] = *c.run.steps;
    if (c.output.every) all["output.every"] = *c.output.every;
    if (c.output.every_steps) all["output.every_steps"] = *c.output.every_steps;
    return all;
  }

  Path folder_;
  std::vector<std::string> units_;
  Orders& orders_;
  Rasters rasters_;
  Desk desk_;
  Json facts_, options_;
  std::mutex mutex_;
  double frame_seconds_;
  mutable std::atomic<int> level_ = 2;
  std::atomic<bool> state_wanted_ = false, closed_ = false;
};

class LivePage final : public Live {
 public:
  LivePage(const ViewArguments& a, const LiveRun& run)
      : case_(run.session.c),
        source_(run),
        file_(run.folder / address_file),
        server_(std::make_unique<Server>(a.bind, a.port, [this](const Question& q) { return answer(source_, q); })) {
    write_address();
    say("live view: " + server_->address());
  }
  ~LivePage() override {
    source_.close();
    server_.reset();
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  void after_step(const Watched& run, const Moment& now, bool paused) override {
    source_.publish(run, case_, now, paused);
  }

 private:
  void write_address() {  // for scripts; anyone who can read the file may steer the run
    remove_file(file_);
    const OpenFile file(::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file < 0) throw_file_error("write", file_, errno);
    const std::string text = server_->address() + "\n";
    write_all(file, text.data(), text.size(), file_);
  }

  const Case& case_;
  LiveSource source_;
  Path file_;
  std::unique_ptr<Server> server_;
};

}  // namespace

extern "C" std::unique_ptr<Live> eddy_make_live(const ViewArguments& arguments, const LiveRun& run) {
  return std::make_unique<LivePage>(arguments, run);
}

}  // namespace eddy::view
