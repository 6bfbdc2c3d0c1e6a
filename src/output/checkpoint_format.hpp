// Shared by writing and reading of checkpoints: the seal, checksums, sizes.
#pragma once
#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "output/checkpoint.hpp"

namespace eddy::checkpoint_format {

constexpr int oldest = 1, newest = 2;  // formats; 2 has marks of files
constexpr std::size_t seal_bytes = 512;

std::string seal(int format, std::uint64_t bytes, std::uint64_t sum);
std::uint64_t attribute_sum(const Checkpoint& checkpoint);  // checksum of all but the values of arrays
hid_t file_type(Precision precision);
std::size_t array_bytes(const CheckpointArray& array);

}  // namespace eddy::checkpoint_format
