// Where bodies that move are at the end of a step, and what the step needs to know of it, as numbers on the host. All of it
// can be found beforehand by another thread.
#pragma once
#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/worker.hpp"
#include "linear/renewable.hpp"
#include "solver/projection/bodies.hpp"
#include "solver/projection/row_list.hpp"

namespace eddy::projection {

struct PlacedLayouts {  // of the fields that rows are of
  std::array<Layout, 3> velocity;
  Layout pressure;
  std::optional<Layout> temperature;  // none: there is none
};

template <class T>
struct Placed {
  // `doubtful`: further cells, where the device has not what the bodies say now.
  Placed(const Bodies& now, double t, const Box& doubtful)
      : time(t), bodies(now), poses(now.poses_at(t)), changed(now.changed_by(poses).hull(doubtful)) {}

  void find_inside(const PlacedLayouts& of) {  // what stages need
    const Sharp& sharp = *bodies.sharp();
    for (int a = 0; a < dimensions(); ++a) inside[a] = pack(sharp.inside(a), of.velocity[a]);
    if (of.temperature) cells = pack(sharp.inside_cells(), *of.temperature);
    opened = pack(sharp.opened(*bodies.before()), of.pressure);
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
  void find_through(const Bodies& there, const PlacedLayouts& of) {
    for (int a = 0; a < dimensions(); ++a) through[a] = pack(there.sharp()->through(a), of.velocity[a]);
    complete = true;
  }
  // All of it; `beside` does a part at the same time.
  template <class Solver>
  void find_all(const PlacedLayouts& of, Solver* solver, Worker& beside) {
    bodies.move_to(poses);
    beside.start([this, solver] { find_system(bodies, solver); });
    std::exception_ptr failed;
    try {
      find_inside(of);
      find_through(bodies, of);
    } catch (...) {
      failed = std::current_exception();
    }
    const std::exception_ptr failed_beside = beside.wait();
    if (failed || failed_beside) std::rethrow_exception(failed ? failed : failed_beside);
  }

  double time;
  Bodies bodies;  // a copy that moves
  std::vector<Pose> poses;
  Box changed;                            // cells beside all that differs from what the device has
  std::array<PackedRows<T>, 3> inside{};  // by component, see Sharp
  std::array<PackedRows<T>, 3> through{};
  PackedRows<T> cells, opened;
  std::array<std::vector<double>, 3> open_part{};  // of the faces of `changed`
  ChangedFaces<T> faces{};
  std::unique_ptr<Renewal> system;
  std::vector<std::unique_ptr<Renewal>> unused;  // of places that were prepared, and then were not those of a step
  bool complete = false;

 private:
  int dimensions() const { return bodies.model().dimensions(); }
  PackedRows<T> pack(const std::vector<Row>& rows, const Layout& of) const {
    return packed<T>(rows, of, row_data(dimensions()));
  }
};

}  // namespace eddy::projection
