// The places of a mesh's blocks in a buffer.
#include "field/mesh_field.hpp"

namespace eddy {

MeshLayout::MeshLayout(const std::vector<Box>& blocks, int dimensions, int ghosts, std::size_t value_bytes)
    : dimensions_(dimensions), begin_{0} {
  for (const Box& own : blocks) {
    blocks_.emplace_back(own, dimensions, ghosts, value_bytes);
    begin_.push_back(begin_.back() + static_cast<std::int64_t>(blocks_.back().size()));
  }
  if (size() > INT32_MAX)
    throw Error(Exit::usage, "the blocks of a rank have " + std::to_string(size()) +
                                 " values with their ghosts, more than the " + std::to_string(INT32_MAX) +
                                 " that there can be. Run on more ranks (mpirun).");
}

}  // namespace eddy
