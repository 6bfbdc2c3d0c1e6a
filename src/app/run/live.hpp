// The interface between the time loop and a page that shows the run while it goes on. The page and its server are a
// module (src/app/view); the loop only tells it when a step is done, and never waits for it.
#pragma once
#include <filesystem>
#include <memory>

#include "app/verbs/verbs.hpp"
#include "field/watcher.hpp"

namespace eddy {

class Orders;
struct Session;
class Log;

class Live {
 public:
  virtual ~Live() = default;
  // Called between two steps on the thread of the loop: copies the values that a page has asked for. While the run is
  // paused the copies may take any time.
  virtual void after_step(const Watched& run, const Moment& now, bool paused) = 0;
};

struct LiveRun {  // what a page may read of a run, and where its orders go
  const Session& session;
  std::filesystem::path folder;
  Orders& orders;
  Log& log;
};
using MakeLive = std::unique_ptr<Live>(const ViewArguments&, const LiveRun&);

// Loads the module and starts its server; null without --watch.
std::unique_ptr<Live> make_live(const ViewArguments& arguments, const LiveRun& run);

}  // namespace eddy
