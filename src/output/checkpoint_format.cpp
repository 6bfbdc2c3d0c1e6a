#include "output/checkpoint_format.hpp"

#include <fmt/format.h>

#include <set>

#include "output/checksum.hpp"

namespace eddy::checkpoint_format {

std::string seal(int format, std::uint64_t bytes, std::uint64_t sum) {
  std::string text = fmt::format("eddy checkpoint {}\nbytes {}\ncrc64 {:016x}\n", format, bytes, sum);
  text.resize(seal_bytes, '\n');
  return text;
}

hid_t file_type(Precision p) { return p == Precision::single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE; }

std::size_t array_bytes(const CheckpointArray& a) {
  return std::size_t(a.size[0]) * a.size[1] * a.size[2] * a.components * (a.precision == Precision::single ? 4 : 8);
}

std::uint64_t attribute_sum(const Checkpoint& c) {
  Checksum sum;
  const auto number = [&sum](auto v) { sum.add(&v, sizeof v); };
  const auto text = [&](const std::string& t) { number(std::uint64_t(t.size())), sum.add(t.data(), t.size()); };
  number(c.step), number(c.time), number(c.dt);
  text(c.case_text), text(c.version);
  for (const auto& [name, value] : c.scalars) text(name), number(value);
  std::set<std::string> names;  // a set has the order in which HDF5 lists them
  for (const auto& a : c.arrays) names.insert(a.name);
  for (const auto& name : names) text(name);
  for (const auto& [name, mark] : c.files) text(name), number(mark.length), number(mark.sum);
  return sum.value();
}

}  // namespace eddy::checkpoint_format
