// Bodies with their true surface on the device: lists of rows, and apertures of faces.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "solver/projection/row_list.hpp"
#include "solver/projection/sides.hpp"

namespace eddy::projection {

template <class S, class T>
class SharpFields {
 public:
  using Velocity = PerAxis<FaceField<S, T>>;
  using Wrap = Wrapped<S, T, FaceField<S, T>>;
  SharpFields(Exec<S>& exec, const Model& model, const Sharp& sharp);

  using RowsByAxis = std::array<PackedRows<T>, 3>;
  // Where bodies are, in two parts: stages need the first, the flow through faces both. `open_part`: of the faces of
  // `changed` cells, beside which nothing differs.
  void place(const Sharp& sharp, const RowsByAxis& inside);
  void place_faces(const RowsByAxis& through, const std::array<std::vector<double>, 3>& open_part, const Box& changed);
  void fill(Velocity& u);   // faces in bodies, from the computed ones
  void clear(Velocity& u);  // they are 0
  void fill_between(const Velocity& first, const Velocity& last, Velocity& u);  // the means of both there
  // Of bodies that move, before a step and within it: what surfaces that are still on their way say inside.
  void find_lag(const Velocity& u);
  void add_lag(double part, Velocity& u);
  void find_through(const Velocity& u);  // what flows through the faces, per area of whole ones
  Velocity& through() { return through_; }
  void correct(const MetricFields<S, T>& metric, const CellField<S, T>& psi, const PerAxisValues<int>& closed);
  void show_pressure(CellField<S, T>& p);  // makes it smooth up to the surface and slightly inside, for output

 private:
  void wrap_through();  // fills ghosts of periodic axes

  Exec<S>* exec_;
  int d_;
  Set set_;
  Velocity through_, aperture_;
  std::vector<RowList<S, T>> inside_, cut_;                     // by component
  std::vector<std::pair<int, std::unique_ptr<Wrap>>> wrapped_;  // by periodic axis
  const Sharp* sharp_ = nullptr;
  std::optional<RowList<S, T>> shown_;  // made when first needed
};

}  // namespace eddy::projection
