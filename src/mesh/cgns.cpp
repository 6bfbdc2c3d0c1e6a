#include "mesh/cgns.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "mesh/block_shapes.hpp"

#ifdef EDDY_HAS_CGNS
#include <cgnslib.h>
#endif

namespace eddy {

#ifndef EDDY_HAS_CGNS

bool has_cgns() { return false; }
BodyGrid read_cgns(const std::filesystem::path&, const std::string& name, int) {
  throw Error(Exit::missing,
              "'" + name + "': this eddy was built without CGNS. apt-get install libcgns-dev, then build again.");
}

#else

bool has_cgns() { return true; }

namespace {

class CgnsFile {
 public:
  CgnsFile(const std::filesystem::path& path, std::string name, int dimensions)
      : name_(std::move(name)), dimensions_(dimensions) {
    if (!std::filesystem::is_regular_file(path))
      throw Error(Exit::missing, "'" + name_ + "' cannot be read. Put it beside the case.");
    must(cg_open(path.c_str(), CG_MODE_READ, &file_));
    open_ = true;
  }
  ~CgnsFile() {
    if (open_) cg_close(file_);
  }
  CgnsFile(const CgnsFile&) = delete;
  CgnsFile& operator=(const CgnsFile&) = delete;

  BodyGrid read() {
    char text[64] = "";
    int cell_dimensions = 0, space = 0, zones = 0, bases = 0;
    must(cg_nbases(file_, &bases));
    if (bases < 1) refuse("holds no mesh.");
    must(cg_base_read(file_, 1, text, &cell_dimensions, &space));
    must(cg_nzones(file_, 1, &zones));
    for (int z = 1; z <= zones; ++z) {
      ZoneType_t type{};
      must(cg_zone_type(file_, 1, z, &type));
      if (type != Structured)
        refuse("is not structured: zone " + std::to_string(z) +
               " is of another type. Blocks of hexahedra are read, not single cells.");
    }
    if (cell_dimensions != dimensions_)
      refuse("has cells of " + std::to_string(cell_dimensions) +
             " dimensions. Take mesh.dimensions = " + std::to_string(cell_dimensions) + ".");
    if (zones < 1) refuse("holds no zones.");
    BodyGrid grid;
    for (int z = 1; z <= zones; ++z) {
      read_zone(z, grid);
      read_conditions(z, grid);
    }
    return grid;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw Error(Exit::usage, "'" + name_ + "' " + why); }
  void must(int code) const {
    if (code != CG_OK) refuse(std::string("cannot be read as CGNS: ") + cg_get_error() + ".");
  }

  void read_zone(int zone, BodyGrid& grid) const {
    char name[64] = "";
    std::array<cgsize_t, 9> size{};
    must(cg_zone_read(file_, 1, zone, name, size.data()));
    std::vector<int> cells;
    std::array<cgsize_t, 3> low{1, 1, 1}, high{1, 1, 1};
    for (int a = 0; a < dimensions_; ++a) {
      cells.push_back(static_cast<int>(size[a]) - 1);
      high[a] = size[a];
      if (cells.back() < 1) refuse(std::string("has a zone '") + name + "' without cells.");
    }
    Block block = empty_block(plain(name), cells);
    const char* const letters[] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    for (int a = 0; a < dimensions_; ++a)
      must(cg_coord_read(file_, 1, zone, letters[a], RealDouble, low.data(), high.data(), block.nodes[a].data()));
    grid.blocks.push_back(std::move(block));
  }

  void read_conditions(int zone, BodyGrid& grid) const {
    int conditions = 0;
    must(cg_nbocos(file_, 1, zone, &conditions));
    for (int b = 1; b <= conditions; ++b) {
      char name[64] = "";
      BCType_t type{};
      PointSetType_t set{};
      DataType_t normals{};
      GridLocation_t location{};
      cgsize_t points = 0, list = 0;
      int normal = 0, sets = 0;
      must(cg_boco_info(file_, 1, zone, b, name, &type, &set, &points, &normal, &list, &normals, &sets));
      must(cg_boco_gridlocation_read(file_, 1, zone, b, &location));
      std::vector<cgsize_t> indices(std::size_t(points) * dimensions_);
      std::vector<double> unused(static_cast<std::size_t>(list));
      if (points < 1) continue;
      must(cg_boco_read(file_, 1, zone, b, indices.data(), unused.data()));
      add_condition(zone, plain(name), indices, location == Vertex, grid);
    }
  }

  // A condition on one side of the zone names a piece of that side; one inside of the zone is ignored.
  void add_condition(int zone, const std::string& name, const std::vector<cgsize_t>& indices, bool nodes,
                     BodyGrid& grid) const {
    const Block& block = grid.blocks.back();
    std::array<int, 3> lo{0, 0, 0}, hi{0, 0, 0};
    for (int a = 0; a < dimensions_; ++a) {
      lo[a] = 1 << 30;
      for (std::size_t n = a; n < indices.size(); n += dimensions_) {
        lo[a] = std::min(lo[a], static_cast<int>(indices[n]) - 1);
        hi[a] = std::max(hi[a], static_cast<int>(indices[n]) - 1);
      }
    }
    for (int side = 0; side < 2 * dimensions_; ++side) {
      const int n = side_axis(side), end = side_upper(side) ? block.cells[n] : 0;
      if (lo[n] != end || hi[n] != end) continue;
      Box cells = side_cells(block, side);
      for (int a = 0; a < dimensions_; ++a) {
        if (a == n) continue;
        cells.lo[a] = lo[a];
        cells.hi[a] = nodes ? hi[a] : hi[a] + 1;
      }
      if (cells.empty()) continue;
      grid.names.push_back({{zone - 1, side, cells}, name});
      return;
    }
  }

  static std::string plain(std::string name) {
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
  }

  std::string name_;
  int dimensions_, file_ = 0;
  bool open_ = false;
};

}  // namespace

BodyGrid read_cgns(const std::filesystem::path& path, const std::string& name, int dimensions) {
  return CgnsFile(path, name, dimensions).read();
}

#endif

}  // namespace eddy
