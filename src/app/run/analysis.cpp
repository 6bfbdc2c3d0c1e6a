// Computes frequencies, means and intervals from columns of history.csv and probes.csv.
#include "app/run/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "app/run/duration.hpp"
#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "output/csv.hpp"
#include "output/png.hpp"
#include "output/spectrum.hpp"
#include "output/watchers.hpp"

namespace eddy {
namespace {

std::string unit_of(const std::string& column) {
  const std::size_t begin = column.find('['), end = column.rfind(']');
  return begin == column.npos || end == column.npos ? "" : column.substr(begin + 1, end - begin - 1);
}

Signal column_in(const Table& table, std::size_t column) {
  Signal s;
  const std::size_t time = column_of(table, "time");
  for (const auto& row : table.rows) s.time.push_back(row[time]), s.value.push_back(row[column]);
  return s;
}

}  // namespace

void check_columns(const Case& c, const Grid& grid, const Simulation& simulation, Problems& problems) {
  if (c.signal.empty()) return;
  std::vector<std::string> known{"dt"};
  for (const Number& n : simulation.numbers()) known.push_back(n.name);
  if (!c.output.probe.empty())
    for (const Number& n : Probes("", grid, c.output).values(simulation)) known.push_back(n.name);
  for (const SignalOptions& s : c.signal)
    if (std::find(known.begin(), known.end(), bare(s.column)) == known.end())
      problems.at("signal." + s.name + ".column",
                  "signal." + s.name + ": neither history.csv nor probes.csv has a column '" + s.column + "'." +
                      did_you_mean(s.column, known) + " Columns: " + join(known) + ".");
}

// Column names do not depend on the mesh, if it is fine enough for the case.
void check_columns(const Case& c, Problems& problems) {
  const Device device = cpu_devices().front();
  for (double most : {2e4, 2e5}) {
    const auto coarse = c.signal.empty() ? std::nullopt : coarsened(c, most);
    if (!coarse) return;
    try {
      const Grid grid = make_grid(coarse->mesh);
      return check_columns(c, grid, *make_simulation(*coarse, grid, device), problems);
    } catch (const Error&) {  // for instance because a body becomes too thin
    }
  }
}

std::vector<std::string> empty_signals(const Case& c) {
  std::vector<std::string> all;
  for (const SignalOptions& s : c.signal)
    if (s.from && c.run.end_time && *s.from >= *c.run.end_time)
      all.push_back(fmt::format("signal {} will be empty: it begins at {} s, and the run ends at {} s.", s.name,
                                readable(*s.from), readable(*c.run.end_time)));
  return all;
}

constexpr double few_cycles = 10;

static void add_spectrum(const SignalOptions& signal, const Spectrum& spectrum, SignalNumbers& all) {
  if (spectrum.density.empty() || spectrum.peak == 0) {
    all.unknown[signal.name + ".peak"] = "the signal is too short for a spectrum, or its spectrum has no peak";
    return;
  }
  all.known.push_back({signal.name + ".peak", "1/s", spectrum.peak});
  all.known.push_back({signal.name + ".resolution", "1/s", spectrum.resolution});
  all.known.push_back({signal.name + ".cycles", "", spectrum.cycles});
  if (signal.length && signal.velocity)
    all.known.push_back({signal.name + ".peak_strouhal", "", spectrum.peak * *signal.length / *signal.velocity});
  if (spectrum.cycles < few_cycles)
    all.notes.push_back(fmt::format(
        "signal {} holds {} cycles of its strongest frequency, {} 1/s: fewer than {}. Its "
        "crossings of the mean say {} 1/s.",
        signal.name, readable(spectrum.cycles), readable(spectrum.peak), few_cycles, readable(spectrum.crossings)));
}

static Spectrum spectrum_in(const SignalOptions& signal, const Table& table, std::size_t column) {
  const double from = signal.from.value_or(-std::numeric_limits<double>::infinity());
  return spectrum_of(signal_from(column_in(table, column), from));
}

// False: the table has no such column.
static bool add_signal(const SignalOptions& signal, const Table& table, SignalNumbers& all) {
  const std::size_t column = column_of(table, signal.column);
  if (column == table.columns.size()) return false;
  SignalNumbers numbers = signal_numbers(signal, column_in(table, column), unit_of(table.columns[column]));
  if (signal.spectrum) add_spectrum(signal, spectrum_in(signal, table, column), all);
  all.known.insert(all.known.end(), numbers.known.begin(), numbers.known.end());
  all.unknown.merge(numbers.unknown);
  return true;
}

std::vector<Table> signal_tables(const Case& c, const std::filesystem::path& folder) {
  std::vector<std::string> columns{"time"};
  for (const SignalOptions& s : c.signal) columns.push_back(s.column);
  std::vector<Table> all;
  for (const char* name : {"history.csv", "probes.csv"})
    if (!c.signal.empty() && std::filesystem::exists(folder / name)) all.push_back(read_csv(folder / name, columns));
  return all;
}

SignalNumbers analysed_signals(const Case& c, const std::vector<Table>& tables) {
  SignalNumbers all;
  for (const SignalOptions& s : c.signal)
    for (const Table& table : tables)
      if (add_signal(s, table, all)) break;
  return all;
}

void write_spectra(const Case& c, const std::vector<Table>& tables, const std::filesystem::path& folder) {
  for (const SignalOptions& s : c.signal) {
    if (!s.spectrum) continue;
    for (const Table& table : tables) {
      const std::size_t column = column_of(table, s.column);
      if (column == table.columns.size()) continue;
      const Spectrum spectrum = spectrum_in(s, table, column);
      if (spectrum.density.empty()) break;
      Table rows{{"frequency[1/s]", "density"}, {}};
      for (std::size_t n = 0; n < spectrum.density.size(); ++n)
        rows.rows.push_back({spectrum.frequency[n], spectrum.density[n]});
      make_own_folder(folder / "signals");
      write_csv(folder / "signals" / (s.name + ".csv"), rows, origin_comment(c.output));
      const double scale = s.length && s.velocity ? *s.length / *s.velocity : 0;
      write_png(folder / "signals" / (s.name + ".png"),
                spectrum_chart(spectrum, c.title.empty() ? c.name() : c.title, s.column, scale),
                origin_notes(c.output.origin));
      break;
    }
  }
}

SignalRecorder::SignalRecorder(const Case& c, const Grid& grid) : case_(c), probes_("", grid, c.output) {}

void SignalRecorder::add(const Watched& watched, const Moment& moment) {
  std::vector<Number> row{{"time", "s", moment.time}, {"dt", "s", moment.dt}};
  const auto append = [&](std::vector<Number> numbers) { row.insert(row.end(), numbers.begin(), numbers.end()); };
  append(watched.numbers());
  if (!case_.output.probe.empty()) append(probes_.values(watched));
  if (history_.columns.size() != row.size()) {
    history_.columns.clear();
    for (const Number& n : row) history_.columns.push_back(column(n.name, n.unit));
  }
  std::vector<double>& values = history_.rows.emplace_back();
  for (const Number& n : row) values.push_back(n.value);
}

void SignalRecorder::after_step(const Watched& watched, const Moment& moment) {
  if (moment.step % case_.output.history_every == 0) add(watched, moment);
}

void SignalRecorder::finish(const Watched& watched, const Moment& moment) {
  if (moment.step % case_.output.history_every != 0) add(watched, moment);
}

SignalNumbers SignalRecorder::numbers() const {
  SignalNumbers all;
  for (const SignalOptions& s : case_.signal) add_signal(s, history_, all);
  return all;
}

std::vector<std::string> sentences(const Reasons& unknown) {
  std::map<std::string, std::vector<std::string>> names;
  for (const auto& [name, why] : unknown) names[why].push_back(name);
  std::vector<std::string> all;
  for (const auto& [why, of] : names)
    all.push_back(fmt::format("{} {} not known: {}.", join(of), of.size() == 1 ? "is" : "are", why));
  return all;
}

}  // namespace eddy
