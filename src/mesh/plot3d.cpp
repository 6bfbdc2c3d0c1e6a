#include "mesh/plot3d.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <tuple>

#include "base/text.hpp"
#include "mesh/block_shapes.hpp"
#include "mesh/file_bytes.hpp"

namespace eddy {

std::string Plot3dForm::text_of() const {
  if (text)
    return std::string("text") + (many ? " of several blocks, " : ", ") + std::to_string(dimensions) + "D" +
           (blanks ? " with IBLANK" : "");
  return std::string(records ? "binary with Fortran records" : "plain binary") +
         (many ? " of several blocks, " : ", ") + std::to_string(dimensions) + "D, " +
         (bytes == 8 ? "double" : "single") + " precision" +
         (swapped ? ", bytes in the other order than this machine's" : "") + (blanks ? ", with IBLANK" : "");
}

namespace {

using Sizes = std::vector<std::array<int, 3>>;  // nodes of each block

// The content of a file without record marks: bytes, or the numbers of a text.
struct Content {
  bool text = false, records = false, swapped = false;
  bool complete = true;  // the last record is complete
  std::string bytes;
  std::vector<double> numbers;

  std::size_t length() const { return text ? numbers.size() : bytes.size(); }
  std::int64_t integer(std::size_t n) const {  // the n-th number of the header; −1: there is none
    if (!text) return 4 * n + 4 <= bytes.size() ? number_at<std::int32_t>(bytes.data() + 4 * n, swapped) : -1;
    return n < numbers.size() && numbers[n] == std::floor(numbers[n]) && std::abs(numbers[n]) < 1e9
               ? static_cast<std::int64_t>(numbers[n])
               : -1;
  }
};

bool looks_like_text(const std::string& bytes) {
  return std::all_of(bytes.begin(), bytes.begin() + std::ptrdiff_t(std::min<std::size_t>(bytes.size(), 4096)),
                     [](unsigned char c) { return std::isspace(c) || (c >= 32 && c < 127); });
}

// Fortran writes 3*0.5 for three equal numbers, and 1.0D+00 for doubles.
double text_number(const char* at, char** end) {
  double value = std::strtod(at, end);
  if (*end == at || (**end != 'D' && **end != 'd')) return value;
  std::string with_e(at, std::size_t(*end - at));
  with_e += 'e';
  const char* rest = *end + 1;
  while (std::isdigit(static_cast<unsigned char>(*rest)) || *rest == '+' || *rest == '-') with_e += *rest++;
  *end = const_cast<char*>(rest);
  return std::strtod(with_e.c_str(), nullptr);
}

Content read_text_numbers(const std::string& text, const std::string& name) {
  Content c;
  c.text = true;
  const char* at = text.c_str();
  while (true) {
    while (std::isspace(static_cast<unsigned char>(*at)) || *at == ',') ++at;
    if (!*at) return c;
    char* end = nullptr;
    double value = text_number(at, &end);
    if (end == at) {
      const std::string rest(at);
      throw Error(Exit::usage, "'" + name + "' is no PLOT3D file: '" +
                                   rest.substr(0, std::min<std::size_t>(20, rest.find_first_of("\r\n"))) +
                                   "' is no number.");
    }
    int times = 1;
    if (*end == '*' && value >= 1 && value < 1e9) {
      times = static_cast<int>(value);
      at = end + 1;
      value = text_number(at, &end);
    }
    if (times > 100'000'000 || c.numbers.size() + std::size_t(times) > 1'000'000'000)
      throw Error(Exit::usage, "'" + name + "' repeats a number too often to be a grid.");
    c.numbers.insert(c.numbers.end(), times, value);
    at = end;
  }
}

// Each record stands between two marks with its length.
std::optional<Content> without_marks(const std::string& bytes, bool swapped) {
  Content c;
  c.records = true;
  c.swapped = swapped;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::int64_t length = at + 4 <= bytes.size() ? number_at<std::int32_t>(bytes.data() + at, swapped) : -1;
    const std::size_t end = at + 4 + std::size_t(std::max<std::int64_t>(length, 0));
    const bool marked =
        length > 0 && end + 4 <= bytes.size() && number_at<std::int32_t>(bytes.data() + end, swapped) == length;
    if (!marked && c.bytes.empty()) return {};
    if (!marked) {  // the header was good, so the rest of the file is cut off
      c.complete = false;
      c.bytes += bytes.substr(std::min(at + 4, bytes.size()));
      return c;
    }
    c.bytes += bytes.substr(at + 4, std::size_t(length));
    at = end + 4;
  }
  return c;
}

std::vector<Content> contents_of(const std::string& bytes, const std::string& name) {
  if (looks_like_text(bytes)) return {read_text_numbers(bytes, name)};
  std::vector<Content> all;
  for (bool swapped : {false, true})
    if (auto c = without_marks(bytes, swapped)) all.push_back(std::move(*c));
  if (!all.empty()) return all;
  for (bool swapped : {false, true}) {
    Content plain;
    plain.swapped = swapped;
    plain.bytes = bytes;
    all.push_back(std::move(plain));
  }
  return all;
}

struct Guess {
  Plot3dForm form;
  Sizes sizes;
  std::size_t header = 0, needed = 0;  // in bytes, or in numbers of a text
};

// The sizes of the blocks, if the header can be read in this way.
std::optional<Guess> guess(const Content& c, bool many, int dimensions) {
  Guess g;
  const std::int64_t blocks = many ? c.integer(0) : 1;
  if (blocks < 1 || blocks > 1'000'000) return {};
  std::size_t at = many ? 1 : 0;
  double nodes = 0;
  for (std::int64_t b = 0; b < blocks; ++b) {
    std::array<int, 3> n{1, 1, 1};
    double mine = 1;
    for (int a = 0; a < dimensions; ++a) {
      const std::int64_t v = c.integer(at++);
      if (v < 1 || v > 10'000'000) return {};
      n[a] = static_cast<int>(v);
      mine *= double(v);
    }
    if (n[0] < 2 && n[1] < 2) return {};
    nodes += mine;
    if (nodes > 1e11) return {};
    g.sizes.push_back(n);
  }
  g.form.text = c.text;
  g.form.records = c.records;
  g.form.swapped = c.swapped;
  g.form.many = many;
  g.form.dimensions = dimensions;
  g.header = at * (c.text ? 1 : 4);
  g.needed = static_cast<std::size_t>(nodes);
  return g;
}

std::vector<Guess> guesses(const Content& c) {
  std::vector<Guess> all;
  for (bool many : {false, true})
    for (int dimensions : {3, 2}) {
      const auto header = guess(c, many, dimensions);
      if (!header) continue;
      for (int bytes : {8, 4})
        for (bool blanks : {false, true}) {
          if (c.text && bytes == 4) continue;
          Guess g = *header;
          g.form.bytes = bytes;
          g.form.blanks = blanks;
          const std::size_t per_node =
              c.text ? dimensions + (blanks ? 1 : 0) : std::size_t(dimensions) * bytes + (blanks ? 4 : 0);
          g.needed = g.header + header->needed * per_node;
          all.push_back(std::move(g));
        }
    }
  return all;
}

std::string sizes_text(const Guess& g) {
  std::string text;
  for (std::size_t b = 0; b < std::min<std::size_t>(g.sizes.size(), 3); ++b) {
    text += b ? ", " : "";
    for (int a = 0; a < g.form.dimensions; ++a) text += (a ? " × " : "") + std::to_string(g.sizes[b][a]);
  }
  return text + (g.sizes.size() > 3 ? ", …" : "");
}

class NodeReader {
 public:
  NodeReader(const Content& content, const Guess& guess) : c_(content), g_(guess), at_(guess.header) {}

  double coordinate() {
    if (c_.text) return c_.numbers[at_++];
    const char* const here = c_.bytes.data() + at_;
    at_ += std::size_t(g_.form.bytes);
    return g_.form.bytes == 8 ? number_at<double>(here, c_.swapped) : double(number_at<float>(here, c_.swapped));
  }
  std::int64_t blank() {
    if (c_.text) return static_cast<std::int64_t>(c_.numbers[at_++]);
    at_ += 4;
    return number_at<std::int32_t>(c_.bytes.data() + at_ - 4, c_.swapped);
  }

 private:
  const Content& c_;
  const Guess& g_;
  std::size_t at_;
};

// The mean square jump of a coordinate along rows of nodes over its squared range, the largest of all coordinates, in the part
// of the first block that the file has. It is small if the file is read in the form in which it was written.
double roughness(const Content& c, const Guess& g) {
  const std::size_t each = c.text ? 1 : std::size_t(g.form.bytes), row = std::size_t(g.sizes[0][0]);
  const std::size_t there = c.length() > g.header ? (c.length() - g.header) / each : 0;
  const std::size_t nodes = row * std::size_t(g.sizes[0][1]) * std::size_t(g.sizes[0][2]);
  NodeReader in(c, g);
  double worst = 0;
  for (std::size_t begin = 0; begin < std::min(there, nodes * std::size_t(g.form.dimensions)); begin += nodes) {
    double least = 1e300, most = -1e300, jumps = 0, steps = 0, before = 0;
    const std::size_t count = std::min(nodes, there - begin);
    for (std::size_t n = 0; n < count; ++n) {
      const double x = in.coordinate();
      if (!(std::abs(x) < 1e15) || (x != 0 && std::abs(x) < 1e-37)) return 1e300;  // no lengths; integers look tiny
      if (n % row) {
        jumps += (x - before) * (x - before);
        ++steps;
      }
      least = std::min(least, x);
      most = std::max(most, x);
      before = x;
    }
    if (most > least && steps > 0) worst = std::max(worst, jumps / ((most - least) * (most - least) * steps));
  }
  return worst;
}

// Tells which form the file most likely has, and what is wrong with its length: the form with the least roughness, and of
// equal ones the form whose length is nearest. Files are more often cut short than too long.
[[noreturn]] void refuse_length(const std::vector<Content>& contents, const std::string& name) {
  std::optional<Guess> best;
  std::size_t length = 0;
  std::tuple<bool, double, double> least{true, 1e301, 0};
  for (const Content& c : contents)
    for (const Guess& g : guesses(c)) {
      const double missing = std::log(double(g.needed) / double(std::max<std::size_t>(c.length(), 1)));
      const std::tuple off{missing<-0.1, roughness(c, g), missing> 0 ? missing : -20 * missing};
      if (off >= least) continue;
      least = off;
      best = g;
      length = c.length();
    }
  if (!best)
    throw Error(Exit::usage,
                "'" + name + "' is no PLOT3D grid: it does not begin with numbers of nodes, in either order of bytes.");
  const char* const unit = best->form.text ? " numbers" : " bytes";
  throw Error(Exit::usage,
              "'" + name + "' looks like a PLOT3D grid, " + best->form.text_of() + ", " + sizes_text(*best) +
                  " nodes. That takes " + std::to_string(best->needed) + unit + ", and there are " +
                  std::to_string(length) + ": " +
                  (length < best->needed ? "the file is cut short." : "the file has more in it than a grid."));
}

using Coordinates = std::array<std::vector<double>, 3>;

bool is_constant(const std::vector<double>& v) {
  return std::all_of(v.begin(), v.end(), [&](double x) { return x == v[0]; });
}

// Makes a block in the plane from a layer in space: drops the axis with one node, and the constant coordinate.
Block flattened(Coordinates nodes, const std::array<int, 3>& size, const std::string& name, const std::string& file) {
  std::vector<int> cells;
  for (int a = 0; a < 3; ++a)
    if (size[a] > 1) cells.push_back(size[a] - 1);
  int dropped = 2;
  for (int a : {0, 1, 2})
    if (!nodes[a].empty() && is_constant(nodes[a])) dropped = a;
  if (cells.size() != 2)
    throw Error(Exit::usage, "'" + file + "': block " + name + " is not flat. Take mesh.dimensions = 3.");
  Block block = empty_block(name, cells);
  int to = 0;
  for (int a = 0; a < 3; ++a)
    if (a != dropped && to < 2) block.nodes[to++] = std::move(nodes[a]);
  return block;
}

Block read_block(NodeReader& in, const Guess& g, std::size_t number, const std::string& file, int dimensions) {
  const auto& size = g.sizes[number];
  const std::string name = std::to_string(number + 1);
  Coordinates nodes;
  const std::size_t count = std::size_t(size[0]) * size[1] * size[2];
  for (int a = 0; a < g.form.dimensions; ++a) {
    nodes[a].resize(count);
    for (double& x : nodes[a]) x = in.coordinate();
    if (!std::all_of(nodes[a].begin(), nodes[a].end(), [](double x) { return std::isfinite(x) && std::abs(x) < 1e30; }))
      throw Error(Exit::usage, "'" + file + "', read as " + g.form.text_of() + ", has coordinates in block " + name +
                                   " that are no lengths. Is it a grid?");
  }
  for (std::size_t n = 0; g.form.blanks && n < count; ++n)
    if (in.blank() == 0)
      throw Error(Exit::usage, "'" + file + "': block " + name +
                                   " has blanked nodes (IBLANK = 0). Meshes that overlap are not read.");
  if (dimensions == 2) return flattened(std::move(nodes), size, name, file);
  if (g.form.dimensions == 2 || *std::min_element(size.begin(), size.end()) < 2)
    throw Error(Exit::usage, "'" + file + "': block " + name + " is flat. Take mesh.dimensions = 2.");
  Block block = empty_block(name, {size[0] - 1, size[1] - 1, size[2] - 1});
  block.nodes = std::move(nodes);
  return block;
}

}  // namespace

Plot3dFile read_plot3d(const std::filesystem::path& path, const std::string& name, int dimensions) {
  const std::string bytes = bytes_of_file(path, name);
  const std::vector<Content> contents = contents_of(bytes, name);
  for (const Content& c : contents)
    for (const Guess& g : guesses(c)) {
      if (g.needed != c.length() || !c.complete) continue;
      Plot3dFile file{g.form, {}};
      NodeReader nodes(c, g);
      for (std::size_t b = 0; b < g.sizes.size(); ++b) file.blocks.push_back(read_block(nodes, g, b, name, dimensions));
      return file;
    }
  refuse_length(contents, name);
}

}  // namespace eddy
