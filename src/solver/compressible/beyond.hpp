// Ghost cells beyond the sides of blocks: filled by conditions at patches, copies at seams, messages between ranks.
#pragma once
#include "solver/compressible/domain.hpp"
#include "solver/compressible/exchange.hpp"
#include "solver/compressible/flow.hpp"
#include "solver/compressible/state_fields.hpp"

namespace eddy::compressible {

template <class S, class T>
class BeyondCells {
 public:
  BeyondCells(Exec<S>& exec, const Domain& domain, const MeshLayout& cells, const CompressibleOptions& options,
              const GasNumbers<T>& gas, bool corners);
  void fill(StateFields<S, T>& state);
  bool timed() const { return timed_; }  // whether a condition depends on time
  void set_time(double time);
  FaceStates face_states(const StateFields<S, T>& state);

 private:
  struct FaceList {  // faces with one condition
    int kind = 0, begin = 0, count = 0;
    bool timed = false;
    LineField<S, int> before, behind, first, second;
    PerAxis<LineField<S, T>> normal;
    StateTable<S, T> given;
  };
  void add_faces(int begin, int end);
  void set_given(FaceList& list, double time);
  template <int D>
  void fill_patches(StateFields<S, T>& state);
  template <int D>
  void fill_seams(StateFields<S, T>& state);
  std::vector<HostState> gathered(const StateFields<S, T>& state, const std::vector<int>& places);

  Exec<S>& exec_;
  const Domain& domain_;
  const MeshLayout& cells_;
  const CompressibleOptions& options_;
  GasNumbers<T> gas_;
  int d_;
  bool timed_ = false;
  double time_ = 0;
  std::vector<FaceList> lists_;
  struct Corners {
    int count = 0;
    LineField<S, int> to, one, other, opposite;
  };
  Corners corners_of(const CornerLists::Places& places);
  int copied_ = 0;
  LineField<S, int> from_, to_;
  Corners plane_, meeting_;
  LineField<S, int> further_count_;
  PerAxis<LineField<S, int>> further_;
  std::vector<RankExchange<S, T>> neighbours_;
};

}  // namespace eddy::compressible
