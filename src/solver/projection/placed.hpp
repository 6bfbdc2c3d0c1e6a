// Where bodies that move are at the end of a step, and what the step needs to know of it, as numbers on the host. All of it
// can be found beforehand by another thread.
#pragma once
#include <array>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "base/worker.hpp"
#include "linear/renewable.hpp"
#include "solver/projection/bodies.hpp"

namespace eddy::projection {

template <class T>
struct Placed {
  // `doubtful`: further cells, where the device has not what the bodies say now.
  Placed(const Bodies& now, double t, const Box& doubtful)
      : time(t), bodies(now), poses(now.poses_at(t)), changed(now.changed_by(poses).hull(doubtful)) {}

  // What stages need; `temperature`: there is one.
  void find_inside(bool temperature) {
    const Sharp& sharp = *bodies.sharp();
    for (int a = 0; a < dimensions(); ++a) inside[a] = sharp.inside(a);
    if (temperature) cells = sharp.inside_cells();
    opened = sharp.opened(*bodies.before());
  }
  // What the pressure needs of open parts, then of velocities. `there`: the bodies after their move; `solver`: null if it
  // has no renewals.
  template <class Solver>
  void find_system(const Bodies& there, Solver* solver) {
    faces.cells = changed;
    for (int a = 0; a < dimensions(); ++a) {
      const Box box = face_box(changed, a);
      each(box, [&](const Place& f) {
        open_part[a].push_back(there.open_part(a, f));
        faces.conductance[a].push_back(static_cast<T>(there.conductance(a, f, open_part[a].back())));
      });
    }
    if (solver) system = solver->prepare_renewal(faces, unused);
    unused.clear();
  }
  void find_through(const Bodies& there) {
    for (int a = 0; a < dimensions(); ++a) through[a] = there.sharp()->through(a);
    complete = true;
  }
  // All of it; `beside` does a part at the same time.
  template <class Solver>
  void find_all(bool temperature, Solver* solver, Worker& beside) {
    bodies.move_to(poses);
    beside.start([this, solver] { find_system(bodies, solver); });
    std::exception_ptr failed;
    try {
      find_inside(temperature);
      find_through(bodies);
    } catch (...) {
      failed = std::current_exception();
    }
    const std::exception_ptr failed_beside = beside.wait();
    if (failed || failed_beside) std::rethrow_exception(failed ? failed : failed_beside);
  }

  double time;
  Bodies bodies;  // a copy that moves
  std::vector<Pose> poses;
  Box changed;                               // cells beside all that differs from what the device has
  std::array<std::vector<Row>, 3> inside{};  // by component, see Sharp
  std::array<std::vector<Row>, 3> through{};
  std::vector<Row> cells, opened;
  std::array<std::vector<double>, 3> open_part{};  // of the faces of `changed`
  ChangedFaces<T> faces{};
  std::unique_ptr<Renewal> system;
  std::vector<std::unique_ptr<Renewal>> unused;  // of places that were prepared, and then were not those of a step
  bool complete = false;

 private:
  int dimensions() const { return bodies.model().dimensions(); }
};

}  // namespace eddy::projection
