// The recording of a kernel: what one cell does, as a list of operations in the order in which they were called.
// OpenCL C is written from it (exec/opencl/source.hpp), and every kernel is analysed by it (exec/record/analysis.hpp).
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace eddy {

enum class Type : std::uint8_t { real64, real32, integer, truth };
enum class Op : std::uint8_t {
  constant,
  index,
  param,  // literal; cell index along axis `a`; scalar member
  load,
  store,      // member at (a, b, c); store has the value in `d`
  load_line,  // one-dimensional member at a
  add,
  sub,
  mul,
  div,
  neg,
  fma,
  sqrt,
  abs,
  min,
  max,
  less,
  less_equal,
  equal,
  not_equal,
  and_,
  or_,
  not_,
  select,
  convert,  // to the type of the node
  result,   // what a reduction kernel returns; of a part of a line kernel: number `member`
  input,    // value number `member` that a part of a line kernel is given
};

struct Operation {
  Op op;
  Type type;
  int a = -1, b = -1, c = -1, d = -1;  // operands: nodes, or an axis
  int member = -1;                     // of load, store, param; the number of an input or a result
  std::uint64_t bits = 0;              // of a constant
  bool operator==(const Operation&) const = default;
};

enum class Access : std::uint8_t { in, out, in_out, line, param };

struct Member {  // a bindable member of the functor, in the order of the struct
  std::string name;
  Access access;
  Type type;
  bool iterated = false;  // a Previous (exec/shapes/tile_view.hpp)
};

class Recording {
 public:
  std::vector<Operation> nodes;
  std::vector<Member> members;

  int add(const Operation& node);  // equal operations are recorded once
  static Recording*& current();    // the recording under way on this thread

 private:
  struct Hash {
    std::size_t operator()(const Operation& o) const;
  };
  std::vector<int> last_store_;                     // per member: a load before it cannot stand for one after it
  std::unordered_map<Operation, int, Hash> known_;  // where an operation was recorded last
};

struct LineRecording {  // every part has the same members
  int axis = 0;
  Type type = Type::real64;
  int taken = 0, kept = 0, carried = 0, recalled = 0, given = 0;  // how many values
  bool closes = false, turns_back = false;
  Recording start, take, forward, keep, turn, recall, backward, give;
};

// Op::index beyond the axes: the ends of a line; where the second line of a pair is
inline constexpr int index_first = 3, index_last = 4, index_second = 5;
struct WholeRecording {  // every part has the same members
  int axis = 0;
  Type type = Type::real64;
  Recording bring, place_in, place_out, give;
  struct Kind {
    int width = 0;
    Recording slots, work;
  };
  std::vector<Kind> kinds;
};

template <class T>
constexpr Type type_of();
template <>
constexpr Type type_of<double>() {
  return Type::real64;
}
template <>
constexpr Type type_of<float>() {
  return Type::real32;
}
template <>
constexpr Type type_of<int>() {
  return Type::integer;
}
template <>
constexpr Type type_of<bool>() {
  return Type::truth;
}

}  // namespace eddy
