// `eddy run CASE`: runs a case in a new folder.
#include "app/run/belonging.hpp"
#include "app/run/session.hpp"
#include "app/verbs/templates.hpp"

namespace eddy {

Exit verb::run(const RunArguments& a, const Talk& talk) {
  const StopRequest stop(a.wall);
  Log log(talk);
  const auto session = make_session(read_given_case(a.from));
  session->simulation->executor().timing = a.timing;
  if (followed(*session, stop)) return Exit::done;
  const RunFolder folder = a.out ? RunFolder::fresh(*a.out, a.force) : RunFolder::next("runs", session->c.name());
  Start start;
  start.view = a.view;
  start.used = case_in_use(write_used_case(session->c, session->device, folder.path()), folder.path());
  log.open(folder.path());
  return run_in_folder(*session, folder, start, stop, log, talk);
}

}  // namespace eddy
