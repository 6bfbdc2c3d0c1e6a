// The verbs: one function each, with its arguments as a plain struct. command_line.cpp reads the command line.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace eddy {

struct Talk {  // results go to stdout, talk to stderr
  bool quiet = false;
  bool json = false;
};

struct CaseArguments {           // a case as the user named it
  std::filesystem::path path;    // folder or .toml
  std::vector<std::string> set;  // -s key=value
  bool small = false;            // with the case's own [small] overrides
};

struct ViewArguments {             // a page that shows a run
  bool wanted = false;             // --watch
  std::string bind = "127.0.0.1";  // address at which its server listens
  int port = 0;                    // 0: any free port
};

struct CheckArguments {
  CaseArguments from;
  bool picture = false;                        // a drawing of a mesh of blocks
  std::optional<std::filesystem::path> out{};  // its file; default mesh.png
};
struct RunArguments {
  CaseArguments from;
  std::optional<std::filesystem::path> out;  // default runs/<name>-001
  std::optional<double> wall;                // seconds
  bool force = false, timing = false;
  ViewArguments view{};
};
struct ResumeArguments {
  std::filesystem::path folder;
  std::vector<std::string> set;  // only keys that do not change the answer: device, threads, longer end_time or steps
  std::optional<double> wall;
  bool force = false;  // continue without tables that do not fit
  ViewArguments view{};
};
struct ParityArguments {
  CaseArguments from;
  std::vector<int> ranks;  // numbers of ranks to compare; empty: compare devices
};
inline constexpr int most_levels = 12;  // of `converge`
struct ConvergeArguments {
  CaseArguments from;
  int levels = 4;
  bool time = false;  // refine the step instead of the grid
  std::optional<std::filesystem::path> picture{};
};
struct BenchArguments {
  std::string solver = "heat";
  std::string device = "auto";
  std::vector<int> sizes;         // cells per side; empty: chosen for the device
  bool small_grids = false;       // 100 Gauss–Seidel-type sweeps on 10⁴ and 10⁶ cells
  bool sweeps = false;            // several sweeps per pass over memory
  std::string peer;               // for benches with peers: another program on the same problem
  std::vector<std::string> only;  // for bench compressible and galerkin: rows that have all of these words
  std::string picture;            // for bench artificial: a PNG of the curves
  bool tune = false;              // for bench artificial: keep the best shapes
};
struct SweepArguments {
  CaseArguments from;
  std::vector<std::string> vary;             // -v key=a,b,c
  std::optional<std::filesystem::path> out;  // default runs/<name>-sweep
  int jobs = 0;                              // members at once; 0: one per GPU, or per core
  int ranks = 1;                             // of each member
  bool force = false;                        // runs finished members again
};
struct PythonArguments {
  bool where = false;                // only prints where the package is
  std::vector<std::string> words{};  // arguments of the interpreter: a script and its own arguments
};
using ShownWindow = std::optional<std::array<double, 4>>;  // left, bottom, right, top; none: as the case says

struct PlotArguments {
  std::filesystem::path folder;
  std::vector<std::string> what;            // fields; or "history" and columns; or "lines" and their names
  std::optional<std::filesystem::path> to;  // default DIR/FIELD.png
  ShownWindow window{};
  std::string axis{}, map{};              // "": as the case says
  std::optional<double> slice{}, time{};  // slice: m; time: s, selects the nearest stored state
  std::optional<std::array<double, 2>> range{};
  std::optional<int> width{};
  bool lines = false, vectors = false;    // streamlines and arrows of the velocity
  std::optional<std::string> contours{};  // field of contour lines; "": the field that is shown
  int levels = 12;                        // number of contours, about
  bool planes = false, volume = false;    // 3D
  std::optional<double> surface{};        // 3D: value of the field on the surface
  bool dark = false, cells = false;       // cells: no interpolation of colours
};
struct CompareArguments {
  std::filesystem::path one, other;
  std::optional<double> tolerance;  // relative; above it the comparison fails
};

struct MovieArguments {
  std::filesystem::path folder;
  std::string field;
  std::optional<std::filesystem::path> to;     // default DIR/FIELD.mp4
  std::optional<std::array<double, 2>> range;  // default: the range of all frames
  std::optional<int> width;                    // pixels
  ShownWindow window{};
  int frames_per_second = 25;
};

struct WatchArguments {
  std::filesystem::path folder;
  bool text = false, once = false;   // text: curves in the terminal; once: shows them only once
  std::vector<std::string> columns;  // of history.csv; none: the most telling ones
  ViewArguments view{};
};
struct ControlArguments {
  std::filesystem::path folder;
  std::vector<std::string> words;  // "stop", "set" "run.end_time=2"
  double patience = 60;            // s
};

std::vector<std::string> list_words();  // topics of `list`

namespace verb {

Exit run(const RunArguments& a, const Talk& talk);
Exit resume(const ResumeArguments& a, const Talk& talk);
Exit check(const CheckArguments& a, const Talk& talk);
Exit new_case(const std::string& from, const std::filesystem::path& to, const Talk& talk);
Exit list(const std::string& what, const Talk& talk);
Exit explain(const std::string& key, const Talk& talk);
Exit movie(const MovieArguments& a, const Talk& talk);
Exit report(const std::filesystem::path& folder, const Talk& talk,
            const std::optional<std::filesystem::path>& html = {});
Exit compare(const CompareArguments& a, const Talk& talk);
Exit converge(const ConvergeArguments& a, const Talk& talk);
Exit parity(const ParityArguments& a, const Talk& talk);
Exit bench(const BenchArguments& a, const Talk& talk);
Exit plot(const PlotArguments& a, const Talk& talk);
Exit plot(const std::filesystem::path& folder, const std::string& field, const std::optional<std::filesystem::path>& to,
          const Talk& talk);
Exit doctor(const Talk& talk);
Exit sweep(const SweepArguments& a, const Talk& talk);
Exit python(const PythonArguments& a, const Talk& talk);
Exit watch(const WatchArguments& a, const Talk& talk);
Exit control(const ControlArguments& a, const Talk& talk);

}  // namespace verb

}  // namespace eddy
