// A run as a page sees it: a run of this process, or the files of another.
#pragma once
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/run/orders.hpp"
#include "app/view/raster.hpp"
#include "app/view/server.hpp"

namespace eddy::view {

using Json = nlohmann::json;

class Source {
 public:
  virtual ~Source() = default;
  virtual const std::filesystem::path& folder() const = 0;
  virtual Rasters& rasters() = 0;
  virtual const std::vector<std::string>& units() const = 0;  // units that the page prints: [output] units
  virtual Json state() = 0;                                   // numbers are in SI units
  virtual double most_pixels() const = 0;                     // the most pixels that a frame should have
  // Returns the stored state `at`, or without one the newest; nothing if no newer one came.
  virtual std::optional<Seen> look(const Wanted& wanted, std::optional<std::int64_t> at) = 0;
  virtual Answer order(const std::string& words) = 0;
};

Json case_facts(const std::string& title, const std::string& solver, const Grid& grid);  // for state()
Reply answer(Source& source, const Question& question);
std::string_view page_file(const std::string& name);  // a file of the page; empty if there is none

}  // namespace eddy::view
