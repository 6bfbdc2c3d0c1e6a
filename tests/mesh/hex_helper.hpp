// Small meshes of hexahedra and their files.
#pragma once
#include <zlib.h>

#include <cstring>
#include <functional>

#include "base/text.hpp"
#include "mesh/file_mesh.hpp"
#include "mesh/hex_mesh.hpp"

namespace eddy {

using Warp = std::function<Point(const Point&)>;

// The unit cube in n[0] × n[1] × n[2] hexahedra, with patches left, right, bottom, top, front and back.
inline FileMesh cube_file(const std::array<int, 3>& n, const Warp& warp = {}) {
  FileMesh m;
  m.file = "cube.msh";
  m.names = {"left", "right", "bottom", "top", "front", "back"};
  const auto node = [&](int i, int j, int k) { return i + (n[0] + 1) * (j + (n[1] + 1) * k); };
  for (int k = 0; k <= n[2]; ++k)
    for (int j = 0; j <= n[1]; ++j)
      for (int i = 0; i <= n[0]; ++i) {
        const Point p{double(i) / n[0], double(j) / n[1], double(k) / n[2]};
        m.nodes.push_back(warp ? warp(p) : p);
      }
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        const std::array<int, 3> c{i, j, k};
        HexNodes e;
        for (int b = 0; b < 8; ++b) e[hex_corners[b]] = node(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2));
        m.hexahedra.nodes.push_back(e);
        m.hexahedra.group.push_back(-1);
        m.hexahedra.number.push_back(static_cast<std::int64_t>(m.hexahedra.nodes.size()));
        for (int side = 0; side < 6; ++side) {
          if (c[side / 2] != (side % 2 ? n[side / 2] - 1 : 0)) continue;
          QuadNodes q;
          for (int v = 0; v < 4; ++v) q[v] = e[hex_faces[side][v]];
          m.quadrilaterals.nodes.push_back(q);
          m.quadrilaterals.group.push_back(side);
          m.quadrilaterals.number.push_back(static_cast<std::int64_t>(1000 + m.quadrilaterals.nodes.size()));
        }
      }
  return m;
}

struct MshForm {
  bool old = false, binary = false, swapped = false;
};

// Writes Gmsh's format: one entity for each group of faces, which are the physical groups, and one volume.
class MshWriter {
 public:
  explicit MshWriter(const MshForm& form) : f_(form) {}

  std::string write(const FileMesh& m) {
    text_ = std::string("$MeshFormat\n") + (f_.old ? "2.2 " : "4.1 ") + (f_.binary ? "1 8\n" : "0 8\n");
    if (f_.binary) integer(1);
    line();
    text_ += "$EndMeshFormat\n$PhysicalNames\n" + std::to_string(m.names.size() + 1) + "\n";
    for (std::size_t n = 0; n < m.names.size(); ++n)
      text_ += "2 " + std::to_string(n + 1) + " \"" + m.names[n] + "\"\n";
    text_ += "3 99 \"fluid\"\n$EndPhysicalNames\n";
    f_.old ? write_old(m) : write_new(m);
    return text_;
  }

 private:
  void line() { text_ += "\n"; }
  template <class T>
  void put(T value) {
    if (!f_.binary) {
      text_ += number_text(double(value)) + " ";
      return;
    }
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (f_.swapped) std::reverse(raw, raw + sizeof(T));
    text_.append(raw, sizeof(T));
  }
  void integer(int v) { put(v); }
  void size(std::int64_t v) { put(v); }
  void point(const Point& p) {
    for (const double x : p) put(x);
  }

  void write_new(const FileMesh& m) {
    text_ += "$Entities\n";
    for (const std::int64_t n : {std::int64_t(0), std::int64_t(0), std::int64_t(m.names.size()), std::int64_t(1)})
      size(n);
    for (std::size_t n = 0; n <= m.names.size(); ++n) {
      const bool volume = n == m.names.size();
      integer(volume ? 1 : int(n + 1));
      point({0, 0, 0});
      point({1, 1, 1});
      size(1);
      integer(volume ? 99 : int(n + 1));
      size(0);
    }
    text_ += "\n$EndEntities\n$Nodes\n";
    for (const std::size_t n : {std::size_t(1), m.nodes.size(), std::size_t(1), m.nodes.size()}) size(std::int64_t(n));
    for (const int n : {3, 1, 0}) integer(n);
    size(std::int64_t(m.nodes.size()));
    for (std::size_t n = 0; n < m.nodes.size(); ++n) size(std::int64_t(10 * n + 7));  // numbers have gaps
    for (const Point& p : m.nodes) point(p);
    text_ += "\n$EndNodes\n$Elements\n";
    const auto quads = m.quadrilaterals.nodes.size(), all = quads + m.hexahedra.nodes.size();
    for (const std::size_t n : {quads + 1, all, std::size_t(1), all}) size(std::int64_t(n));
    for (std::size_t q = 0; q < quads; ++q) {
      for (const int n : {2, m.quadrilaterals.group[q] + 1, 3}) integer(n);
      size(1);
      size(m.quadrilaterals.number[q]);
      for (const int n : m.quadrilaterals.nodes[q]) size(10 * n + 7);
    }
    for (const int n : {3, 1, 5}) integer(n);
    size(std::int64_t(m.hexahedra.nodes.size()));
    for (std::size_t e = 0; e < m.hexahedra.nodes.size(); ++e) {
      size(m.hexahedra.number[e]);
      for (const int n : m.hexahedra.nodes[e]) size(10 * n + 7);
    }
    text_ += "\n$EndElements\n";
  }

  void write_old(const FileMesh& m) {
    text_ += "$Nodes\n" + std::to_string(m.nodes.size()) + "\n";
    for (std::size_t n = 0; n < m.nodes.size(); ++n) {
      integer(int(10 * n + 7));
      point(m.nodes[n]);
    }
    text_ +=
        "\n$EndNodes\n$Elements\n" + std::to_string(m.quadrilaterals.nodes.size() + m.hexahedra.nodes.size()) + "\n";
    for (std::size_t q = 0; q < m.quadrilaterals.nodes.size(); ++q)
      old_element(3, m.quadrilaterals.number[q], m.quadrilaterals.group[q] + 1, m.quadrilaterals.nodes[q]);
    for (std::size_t e = 0; e < m.hexahedra.nodes.size(); ++e)
      old_element(5, m.hexahedra.number[e], 99, m.hexahedra.nodes[e]);
    text_ += "\n$EndElements\n";
  }
  template <class Nodes>
  void old_element(int type, std::int64_t number, int group, const Nodes& nodes) {
    if (f_.binary)
      for (const int n : {type, 1, 2, int(number), group, 1}) integer(n);
    else
      for (const int n : {int(number), type, 2, group, 1}) integer(n);
    for (const int n : nodes) integer(10 * n + 7);
  }

  MshForm f_;
  std::string text_;
};

struct VtuForm {
  bool text = false, appended = false, base64 = false, packed = false, swapped = false,
       wide = true;  // header of 8 bytes
};

class VtuWriter {
 public:
  explicit VtuWriter(const VtuForm& form) : f_(form) {}

  // `patch` is the group + 1; 0: no group.
  std::string write(const FileMesh& m) {
    std::vector<double> points, nodes, ends, types, patch;
    for (const Point& p : m.nodes) points.insert(points.end(), p.begin(), p.end());
    const auto add = [&](const auto& cells, double type) {
      for (std::size_t c = 0; c < cells.nodes.size(); ++c) {
        nodes.insert(nodes.end(), cells.nodes[c].begin(), cells.nodes[c].end());
        ends.push_back(double(nodes.size()));
        types.push_back(type);
        patch.push_back(cells.group[c] + 1);
      }
    };
    add(m.hexahedra, 12);
    add(m.quadrilaterals, 9);
    add(m.lines, 3);
    std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\"";
    text += f_.swapped ? " byte_order=\"BigEndian\"" : " byte_order=\"LittleEndian\"";
    if (f_.wide) text += " header_type=\"UInt64\"";
    if (f_.packed) text += " compressor=\"vtkZLibDataCompressor\"";
    text += ">\n<UnstructuredGrid><Piece NumberOfPoints=\"" + std::to_string(m.nodes.size()) + "\" NumberOfCells=\"" +
            std::to_string(types.size()) + "\">\n";
    text += "<CellData>" + array<int>("Int32", "patch", patch) + "</CellData>\n";
    text += "<Points>" + array<double>("Float64", "Points", points) + "</Points>\n<Cells>" +
            array<std::int64_t>("Int64", "connectivity", nodes) + array<std::int64_t>("Int64", "offsets", ends) +
            array<std::uint8_t>("UInt8", "types", types) + "</Cells>\n</Piece></UnstructuredGrid>\n";
    if (f_.appended)
      text += std::string("<AppendedData encoding=\"") + (f_.base64 ? "base64" : "raw") + "\">\n_" + data_ +
              "\n</AppendedData>\n";
    return text + "</VTKFile>\n";
  }

 private:
  template <class T>
  std::string bytes(T value) const {
    std::string raw(sizeof(T), '\0');
    std::memcpy(raw.data(), &value, sizeof(T));
    if (f_.swapped) std::reverse(raw.begin(), raw.end());
    return raw;
  }
  std::string size(std::uint64_t n) const { return f_.wide ? bytes(n) : bytes(static_cast<std::uint32_t>(n)); }
  std::string coded(const std::string& raw) const {
    if (f_.appended && !f_.base64) return raw;
    const char* const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t n = 0; n < raw.size(); n += 3) {
      unsigned group = 0;
      for (std::size_t k = 0; k < 3; ++k)
        group = group << 8 | (n + k < raw.size() ? static_cast<unsigned char>(raw[n + k]) : 0u);
      for (std::size_t k = 0; k < 4; ++k) out += n + k > raw.size() ? '=' : letters[group >> (18 - 6 * k) & 63];
    }
    return out;
  }
  template <class T>
  std::string array(const std::string& type, const std::string& name, const std::vector<double>& values) {
    std::string head = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"1\" format=\"";
    if (f_.text) {
      head += "ascii\">";
      for (const double v : values) head += number_text(v) + "\n";
      return head + "</DataArray>\n";
    }
    std::string raw, content;
    for (const double v : values) raw += bytes(static_cast<T>(v));
    if (f_.packed) {  // blocks of 100 bytes
      std::string sizes, blocks;
      std::uint64_t count = 0;
      for (std::size_t at = 0; at < raw.size(); at += 100, ++count) {
        std::string block(1000, '\0');
        uLongf length = block.size();
        const std::string part = raw.substr(at, 100);
        compress(reinterpret_cast<Bytef*>(block.data()), &length, reinterpret_cast<const Bytef*>(part.data()),
                 part.size());
        sizes += size(length);
        blocks += block.substr(0, length);
      }
      content = coded(size(count) + size(100) + size(raw.size() % 100) + sizes) + coded(blocks);
    } else {
      content = coded(size(raw.size()) + raw);
    }
    if (!f_.appended) return head + "binary\">\n  " + content + "\n</DataArray>\n";
    head += "appended\" offset=\"" + std::to_string(data_.size()) + "\"/>\n";
    data_ += content;
    return head;
  }

  VtuForm f_;
  std::string data_;
};

}  // namespace eddy
