// The recording of a kernel: what one cell does, as a list of operations in the order in which they were called.
// OpenCL C is written from it (exec/opencl/source.hpp), and every kernel is analysed by it (exec/record/analysis.hpp).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eddy {

enum class Type : std::uint8_t { real64, real32, integer, truth };
enum class Op : std::uint8_t {
  constant,   // literal
  index,      // of the cell along axis `a`
  param,      // scalar member
  load,       // member at (a, b, c)
  store,      // value `d` to member at (a, b, c)
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
  convert,   // to the type of the node
  exponent,  // of an ordinary number: ⌊log₂|a|⌋, an integer
  scale,     // a · 2ᵇ, where both are ordinary numbers
  result,    // the value that a reduction returns; in other parts, result number `member`
  input,     // input number `member` of a part
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

class Part {  // the operations of one function of a kernel
 public:
  std::vector<Operation> nodes;

  int add(const Operation& node);  // equal operations are recorded once
  int results() const;             // number of values that it returns
  static Part*& current();         // the part that is being recorded on this thread

 private:
  struct Hash {
    std::size_t operator()(const Operation& o) const;
  };
  std::vector<int> last_store_;                     // per member; a load after it must not reuse one before it
  std::unordered_map<Operation, int, Hash> known_;  // where an operation was recorded last
};

class RecordInto {  // while it lives, operations of this thread are recorded in the part
 public:
  explicit RecordInto(Part& part) : outer_(std::exchange(Part::current(), &part)) {}
  ~RecordInto() { Part::current() = outer_; }
  RecordInto(const RecordInto&) = delete;
  RecordInto& operator=(const RecordInto&) = delete;

 private:
  Part* outer_;
};

// The values of Op::index beyond the three axes: the first and last cell of a line, and the second line of a pair.
inline constexpr int index_first = 3, index_last = 4, index_second = 5;

enum class KernelKind { cells, lines, transform };
struct Recording {
  KernelKind kind = KernelKind::cells;
  int axis = 0;              // axis of lines and transforms
  Type type = Type::real64;  // of the values that their parts hand to each other
  bool listed = false;       // it writes at places that a list names (exec/core/kernel_words.hpp)
  std::vector<Member> members;
  std::vector<std::pair<std::string, Part>> parts;  // by function; kernels on cells have one, "cell"

  const Part& operator[](std::string_view name) const;  // empty where the kernel has no such function
  bool has(std::string_view name) const { return !(*this)[name].nodes.empty(); }
};
std::string difference(const Recording& a, const Recording& b);  // empty if they are the same

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
