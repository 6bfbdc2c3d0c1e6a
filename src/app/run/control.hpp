// Carries out orders to a run between two steps: stop, checkpoint, picture, pause, go, step, set key=value.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/run/checkpoints.hpp"
#include "app/run/live.hpp"
#include "app/run/log.hpp"
#include "app/run/orders.hpp"
#include "app/run/progress.hpp"
#include "app/run/session.hpp"
#include "output/watchers.hpp"

namespace eddy {

struct Steered {  // the objects that orders act upon
  Session& session;
  Guard& guard;
  Checkpoints& checkpoints;
  Fields& fields;
  Pictures* pictures = nullptr;
  Progress& progress;
  std::vector<Tabulated*> rows;
  Log& log;
};

std::vector<std::string> steerable_keys();  // keys that may change while a run goes on

class Control {
 public:
  Control(const Steered& on, const RunFolder& folder, const CaseInUse& used, const ViewArguments& view);
  ~Control();
  // Called between two steps; a paused run waits here for the next order. False: a stop was ordered.
  bool keep_on(const Moment& now, const StopRequest& stop);
  bool asked_to_stop() const { return stopping_; }

 private:
  Answer carry_out(const std::string& words, const Moment& now);
  Answer checkpoint(const Moment& now);
  Answer picture(std::string field, const Moment& now);
  Answer set(const std::string& assignment, const Moment& now);
  void apply(const Case& changed, const Moment& now);
  void keep_case(const Case& changed, const Moment& now, bool changes_answer);
  void attend(const Moment& now);
  void wait(const Moment& now, const StopRequest& stop);

  Steered on_;
  std::filesystem::path folder_;
  std::string text_;  // case.used.toml
  OrderFolder files_;
  Orders orders_;
  bool stopping_ = false, paused_ = false;
  std::int64_t steps_left_ = 0;  // steps that a paused run takes before it waits again
  std::unique_ptr<Live> live_;
};

}  // namespace eddy
