#include "app/run/origin.hpp"

#include <fmt/format.h>

#include "app/version.hpp"
#include "output/checksum.hpp"
#include "output/file.hpp"
#include "solver/simulation.hpp"

namespace eddy {

std::string case_checksum(const Case& c) {
  Case same = c;
  same.run.device = RunOptions().device;
  same.run.threads = 0;
  same.run.ranks.clear();
  const std::string text = write_case(same, solver_keys_list(), {}, [&](const std::string&, const std::string& file) {
    const std::string bytes = read_file(c.beside(file));
    return fmt::format("{:016x}", checksum(bytes.data(), bytes.size()));
  });
  return fmt::format("{:016x}", checksum(text.data(), text.size()));
}

std::string origin_of(const Case& c) {
  return fmt::format("eddy {} ({}), case {}", version(), commit(), case_checksum(c));
}

}  // namespace eddy
