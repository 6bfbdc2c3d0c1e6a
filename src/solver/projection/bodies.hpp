// Bodies as flags of cells and faces, on the host (metric.hpp explains the flags).
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exec/core/box.hpp"
#include "solver/projection/model.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

class Bodies {
 public:
  Bodies(const ProjectionOptions& options, const Model& model);

  bool any() const { return !options_.body.empty(); }
  bool moving() const { return options_.moving(); }
  bool buoyant() const { return options_.heat && options_.heat->expansion != 0; }
  bool moves(int body) const { return options_.body[body - 1].motion.any(); }
  std::vector<Pose> poses_at(double t) const;
  void move_to(const std::vector<Pose>& poses);
  void take_place(Bodies&& of);  // that of a copy which has been moved
  void use_threads(int n);       // 0: all of the machine
  int threads() const { return threads_; }
  std::string fault_at(double t) const;  // a sentence: a body has left the domain by then, or runs into another
  bool predictable() const;  // another thread can move a copy: no formula of a surface, nor a function of a program
  const Sharp* sharp() const { return sharp_.get(); }    // none: bodies are made of whole cells
  const Sharp* before() const { return before_.get(); }  // where they were before they moved; none: they have not
  int of(std::array<int, 3> cell) const;  // 0: fluid; n: the n-th body, from 1. Beyond the sides: as the cell there
  bool touches(const std::array<int, 3>& node) const;                // it belongs to a cell of a body
  bool encloses(const std::array<int, 3>& node) const;               // it belongs to no other cells
  bool computed(int component, const std::array<int, 3>& at) const;  // a value at a face, −1: in a cell, is the fluid's
  bool conducts(int body) const { return body > 0 && options_.body[body - 1].conductivity.has_value(); }
  const Model& model() const { return model_; }
  double velocity(int axis, const std::array<int, 3>& node) const;  // of the body there; 0 unless it moves
  double flag(int axis, std::array<int, 3> face) const;
  Box around(int body) const;                                          // a box around its cells, with a margin
  Box changed_by(const std::vector<Pose>& poses) const;                // cells beside all that moving there changes
  double open_part(int axis, const std::array<int, 3>& face) const;    // of a face
  double conductance(int axis, const std::array<int, 3>& face) const;  // area over distance: 0 where it is closed
  double conductance(int axis, const std::array<int, 3>& face, double open_part) const;
  std::vector<double> conductance(int axis) const;  // of all faces, i fastest
  std::vector<double> volumes() const;              // volumes of all cells
  // The factor between an unknown and the next one (step: ±1) along an axis, see WalledDifference; component −1: the
  // temperature.
  double share(int component, int axis, const std::array<int, 3>& at, int step) const;
  double part_of_cell(const std::array<int, 3>& cell) const;  // that bodies take
  double volume() const;                                      // of those in bodies
  std::vector<std::string> notes() const;                     // which of them stand on sides, or have thin edges
  // Bodies that are outside, cover the domain, overlap, are one cell thick or lie where the flow goes in or out; ways
  // that they close; probes inside them.
  void check(const Case& c, Problems& problems) const;

 private:
  class Regions;
  void note_edges(std::vector<std::string>& all) const;
  struct Fault {
    std::string key, text;
  };
  double sharp_flag(int axis, std::array<int, 3> face) const;
  int cells_at(const std::array<int, 3>& node) const;       // number of the node's cells that are in bodies
  std::size_t place(const std::array<int, 3>& cell) const;  // in body_
  std::string key(int body) const { return "body." + options_.body[body - 1].name; }
  std::string name(int body) const { return "body '" + options_.body[body - 1].name + "'"; }
  void fill();
  Box around_moving(const std::vector<Pose>& poses) const;
  std::vector<std::uint8_t> covered(int body, const Box& cells, const Pose& pose) const;
  std::string leaving(int body, const Pose& pose) const;
  std::optional<std::array<double, 3>> in_both(int body, int other, const std::vector<Pose>& poses) const;
  std::string meeting(int body, int other, const std::vector<Pose>& poses) const;
  void trim();
  void find_thin();
  void find_thin_sharp();
  void find_overlaps();
  void find_half_bodies();
  void find_moving(double across);
  std::vector<std::array<int, 3>> thin() const;
  int body_at_side(int side, const std::array<int, 3>& cell) const;
  bool check_sides(double t, const Regions& regions, Problems& problems) const;
  void check_motion(const Case& c, Problems& problems) const;
  void check_probes(const OutputOptions& output, Problems& problems) const;

  const Grid& grid_;
  const ProjectionOptions& options_;
  const Model& model_;
  std::array<std::vector<double>, 3> width_;    // of cells along each axis
  std::array<std::vector<double>, 3> between_;  // distances of the centres beside each face
  int threads_ = 1;
  std::vector<Pose> poses_;
  Box window_;             // all cells outside of it are fluid
  std::vector<int> body_;  // per cell of the window: see of()
  std::vector<Fault> faults_;
  std::shared_ptr<const Solids> solids_;
  std::shared_ptr<const Sharp> sharp_, before_;                        // shared by copies
  mutable std::optional<std::pair<double, std::string>> known_fault_;  // of the last time that was asked for
};

// The number of cells in the boxes around bodies, which measures the work of finding them.
double cells_around_bodies(const Grid& grid, const ProjectionOptions& options);

}  // namespace eddy::projection
