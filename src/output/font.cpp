// The glyphs, one line each: right edge of the ink, then strokes in a tiny pen language.
//   m x y   lift and move       l x y   line       a cx cy rx ry from to   arc by degrees, joined to the pen       z
//   close
#include "output/font.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <sstream>
#include <string>

namespace eddy {
namespace {

struct Design {
  char32_t code;
  double ink;
  const char* pen;
};

constexpr Design designs[] = {
    {U' ', 2.6, ""},
    {U'0', 8, "a 4 10 4 4 0 180 a 4 4 4 4 180 360 z"},
    {U'1', 8, "m 1.6 11.2 l 4.8 14 l 4.8 0"},
    {U'2', 8, "a 4 10.1 3.9 3.9 170 -38 l 0.1 0 l 8 0"},
    {U'3', 8, "a 3.9 10.7 3.4 3.3 152 -90 a 3.9 3.7 4 3.7 90 -152"},
    {U'4', 8, "m 6.2 0 l 6.2 14 l 0 3.8 l 8.2 3.8"},
    {U'5', 8, "m 7.4 14 l 1.4 14 l 0.8 7.3 a 3.8 4.4 4.2 4.4 132 -150"},
    {U'6', 8, "a 8 4.2 8 9.8 108 180 m 8 4.2 a 4 4.2 4 4.2 0 360"},
    {U'7', 8, "m 0 14 l 8 14 l 2.6 0"},
    {U'8', 8, "a 4 10.7 3.4 3.3 0 360 m 8 3.7 a 4 3.7 4 3.7 0 360"},
    {U'9', 8, "a 0 9.8 8 9.8 -72 0 m 8 9.8 a 4 9.8 4 4.2 0 360"},
    {U'A', 10, "m 0 0 l 5 14 l 10 0 m 1.7 4.8 l 8.3 4.8"},
    {U'B', 8.4, "m 0 0 l 0 14 l 4.6 14 a 4.6 10.7 3.3 3.3 90 -90 l 0 7.4 m 4.6 7.4 a 4.7 3.7 3.7 3.7 90 -90 l 0 0"},
    {U'C', 9, "a 4.8 9.2 4.8 4.8 32 180 a 4.8 4.8 4.8 4.8 180 328"},
    {U'D', 9, "m 0 0 l 0 14 l 4 14 a 4 9 5 5 90 0 a 4 5 5 5 0 -90 l 0 0"},
    {U'E', 7.6, "m 7.6 14 l 0 14 l 0 0 l 7.6 0 m 0 7.4 l 6.4 7.4"},
    {U'F', 7.4, "m 7.4 14 l 0 14 l 0 0 m 0 7.2 l 6.2 7.2"},
    {U'G', 9.6, "a 4.8 9.2 4.8 4.8 32 180 a 4.8 4.8 4.8 4.8 180 360 l 9.6 6.8 l 5.6 6.8"},
    {U'H', 9, "m 0 0 l 0 14 m 9 0 l 9 14 m 0 7.3 l 9 7.3"},
    {U'I', 0, "m 0 0 l 0 14"},
    {U'J', 6.4, "m 6.4 14 l 6.4 3.4 a 3.2 3.4 3.2 3.4 0 -160"},
    {U'K', 9, "m 0 0 l 0 14 m 8.6 14 l 0 5.4 m 3.1 8.5 l 9 0"},
    {U'L', 7.2, "m 0 14 l 0 0 l 7.2 0"},
    {U'M', 11, "m 0 0 l 0 14 l 5.5 4.4 l 11 14 l 11 0"},
    {U'N', 9.2, "m 0 0 l 0 14 l 9.2 0 l 9.2 14"},
    {U'O', 10, "a 5 9 5 5 0 180 a 5 5 5 5 180 360 z"},
    {U'P', 8.2, "m 0 0 l 0 14 l 4.4 14 a 4.4 10.2 3.8 3.8 90 -90 l 0 6.4"},
    {U'Q', 10, "a 5 9 5 5 0 180 a 5 5 5 5 180 360 z m 6 3.6 l 10 -0.8"},
    {U'R', 8.8, "m 0 0 l 0 14 l 4.4 14 a 4.4 10.2 3.8 3.8 90 -90 l 0 6.4 m 4.6 6.4 l 8.8 0"},
    {U'S', 8.6, "a 4.3 10.5 3.9 3.5 32 270 a 4.3 3.5 4.3 3.5 90 -150"},
    {U'T', 9, "m 0 14 l 9 14 m 4.5 14 l 4.5 0"},
    {U'U', 9, "m 0 14 l 0 4.5 a 4.5 4.5 4.5 4.5 180 360 l 9 14"},
    {U'V', 9.6, "m 0 14 l 4.8 0 l 9.6 14"},
    {U'W', 14, "m 0 14 l 3.6 0 l 7 11.6 l 10.4 0 l 14 14"},
    {U'X', 9, "m 0 14 l 9 0 m 9 14 l 0 0"},
    {U'Y', 9.4, "m 0 14 l 4.7 6.6 l 9.4 14 m 4.7 6.6 l 4.7 0"},
    {U'Z', 8.6, "m 0.3 14 l 8.6 14 l 0 0 l 8.6 0"},
    {U'a', 7.6, "m 7.6 5 a 3.8 5 3.8 5 0 360 m 7.6 10 l 7.6 0"},
    {U'b', 7.6, "m 0 14 l 0 0 m 7.6 5 a 3.8 5 3.8 5 0 360"},
    {U'c', 7, "a 4 5 4 5 42 318"},
    {U'd', 7.6, "m 7.6 14 l 7.6 0 m 7.6 5 a 3.8 5 3.8 5 0 360"},
    {U'e', 7.8, "m 0 5.2 l 7.8 5.2 a 3.9 5 3.9 5 2 316"},
    {U'f', 5, "a 4.6 11.2 2.8 2.8 78 180 l 1.8 0 m 0 9.6 l 4.8 9.6"},
    {U'g', 7.6, "m 7.6 5 a 3.8 5 3.8 5 0 360 m 7.6 10 l 7.6 -0.6 a 3.8 -0.6 3.8 3.6 0 -152"},
    {U'h', 7.4, "m 0 14 l 0 0 m 0 6.3 a 3.7 6.3 3.7 3.7 180 0 l 7.4 0"},
    {U'i', 0, "m 0 10 l 0 0 m 0 13.3 l 0 13.8"},
    {U'j', 2.6, "m 2.6 10 l 2.6 -1.6 a 0.2 -1.6 2.4 2.4 0 -90 m 2.6 13.3 l 2.6 13.8"},
    {U'k', 7, "m 0 14 l 0 0 m 6.6 10 l 0 4 m 2.5 6.3 l 7 0"},
    {U'l', 2.2, "m 0 14 l 0 2.2 a 2.2 2.2 2.2 2.2 180 270"},
    {U'm', 12.4, "m 0 10 l 0 0 m 0 6.9 a 3.1 6.9 3.1 3.1 180 0 l 6.2 0 m 6.2 6.9 a 9.3 6.9 3.1 3.1 180 0 l 12.4 0"},
    {U'n', 7.4, "m 0 10 l 0 0 m 0 6.3 a 3.7 6.3 3.7 3.7 180 0 l 7.4 0"},
    {U'o', 8, "m 8 5 a 4 5 4 5 0 360"},
    {U'p', 7.6, "m 0 10 l 0 -4 m 7.6 5 a 3.8 5 3.8 5 0 360"},
    {U'q', 7.6, "m 7.6 10 l 7.6 -4 m 7.6 5 a 3.8 5 3.8 5 0 360"},
    {U'r', 4.6, "m 0 10 l 0 0 m 0 6.2 a 3.9 6.2 3.9 3.8 180 76"},
    {U's', 7, "a 3.5 7.5 3.2 2.5 35 270 a 3.5 2.5 3.5 2.5 90 -148"},
    {U't', 5, "m 2 13 l 2 2.6 a 4.6 2.6 2.6 2.6 180 278 m 0 9.8 l 4.9 9.8"},
    {U'u', 7.4, "m 0 10 l 0 3.7 a 3.7 3.7 3.7 3.7 180 360 m 7.4 10 l 7.4 0"},
    {U'v', 7.8, "m 0 10 l 3.9 0 l 7.8 10"},
    {U'w', 11.4, "m 0 10 l 3 0 l 5.7 8.6 l 8.4 0 l 11.4 10"},
    {U'x', 7.2, "m 0 10 l 7.2 0 m 7.2 10 l 0 0"},
    {U'y', 7.8, "m 0 10 l 4 0 m 7.8 10 l 3.3 -1.8 a 1.2 -1.6 2.2 2.4 -10 -90"},
    {U'z', 6.8, "m 0.2 10 l 6.8 10 l 0 0 l 6.8 0"},
    {U'ß', 7.2, "m 0 0 l 0 10.4 a 3.4 10.4 3.4 3.6 180 -70 m 4.4 7.2 a 3.6 3.6 3.6 3.7 80 -110"},
    {U'.', 0.4, "m 0.2 0 l 0.2 0.3"},
    {U',', 1.2, "m 1 0.4 l 0 -2.6"},
    {U':', 0.4, "m 0.2 0.6 l 0.2 0.9 m 0.2 8 l 0.2 8.3"},
    {U';', 1.2, "m 1 0.4 l 0 -2.6 m 1 8 l 1 8.3"},
    {U'!', 0.4, "m 0.2 14 l 0.2 4.4 m 0.2 0 l 0.2 0.3"},
    {U'?', 6.8, "a 3.4 10.6 3.4 3.4 160 -40 l 3.6 6 l 3.6 4.2 m 3.6 0 l 3.6 0.3"},
    {U'-', 5, "m 0 5.4 l 5 5.4"},
    {U'−', 7.6, "m 0 6 l 7.6 6"},
    {U'–', 8, "m 0 5.4 l 8 5.4"},
    {U'—', 13, "m 0 5.4 l 13 5.4"},
    {U'+', 7.6, "m 0 6 l 7.6 6 m 3.8 9.8 l 3.8 2.2"},
    {U'=', 7.6, "m 0 7.8 l 7.6 7.8 m 0 4.2 l 7.6 4.2"},
    {U'<', 7.4, "m 7.4 10.4 l 0 6 l 7.4 1.6"},
    {U'>', 7.4, "m 0 10.4 l 7.4 6 l 0 1.6"},
    {U'(', 4, "a 8 6.2 8 10.2 118 242"},
    {U')', 4, "a -3.8 6.2 8 10.2 62 -62"},
    {U'[', 3, "m 3 15.4 l 0 15.4 l 0 -2.8 l 3 -2.8"},
    {U']', 3, "m 0 15.4 l 3 15.4 l 3 -2.8 l 0 -2.8"},
    {U'{', 3.6, "m 3.6 15.4 a 3.6 13.2 2.2 2.2 90 180 l 1.4 8 l 0 6.3 l 1.4 4.6 a 3.6 -0.6 2.2 2.2 180 270"},
    {U'}', 3.6, "m 0 15.4 a 0 13.2 2.2 2.2 90 0 l 2.2 8 l 3.6 6.3 l 2.2 4.6 a 0 -0.6 2.2 2.2 0 -90"},
    {U'/', 6, "m 0 -1.6 l 6 14.8"},
    {U'\\', 6, "m 6 -1.6 l 0 14.8"},
    {U'|', 0, "m 0 15.4 l 0 -2.8"},
    {U'%', 13, "m 5 11 a 2.5 11 2.5 3 0 360 m 13 3 a 10.5 3 2.5 3 0 360 m 10.6 14 l 2.4 0"},
    {U'°', 4.4, "m 4.4 11.8 a 2.2 11.8 2.2 2.2 0 360"},
    {U'²', 4.6, "a 2.2 12.9 2.1 2.1 165 -40 l 0 7.4 l 4.6 7.4"},
    {U'³', 4.4, "a 2 13.3 1.8 1.7 150 -90 a 2 9.5 2.2 2.1 90 -150"},
    {U'¹', 2.8, "m 0 13.4 l 2 15 l 2 7.4"},
    {U'_', 8, "m 0 -2.4 l 8 -2.4"},
    {U'*', 6, "m 3 13.6 l 3 6.8 m 0 11.9 l 6 8.5 m 6 11.9 l 0 8.5"},
    {U'·', 0.4, "m 0.2 5.8 l 0.2 6.1"},
    {U'×', 6.4, "m 0 9.2 l 6.4 2.8 m 6.4 9.2 l 0 2.8"},
    {U'^', 6, "m 0 10 l 3 14 l 6 10"},
    {U'~', 7.6, "a 1.9 5 1.9 1.8 180 30 a 5.7 6.6 1.9 1.8 210 360"},
    {U'#', 8.4, "m 2.6 13.4 l 1.2 0.6 m 7.2 13.4 l 5.8 0.6 m 0.4 9.4 l 8.4 9.4 m 0 4.6 l 8 4.6"},
    {U'\'', 0, "m 0 14 l 0 10.6"},
    {U'"', 2.6, "m 0 14 l 0 10.6 m 2.6 14 l 2.6 10.6"},
    {U'&', 9.6,
     "m 9.6 0 l 2.2 9.2 a 4.2 11.2 2.7 2.8 200 -30 l 1.4 5.8 a 3.6 3.5 3.4 3.5 130 300 a 3.6 5.2 5.4 5.2 290 352"},
    {U'@', 12.4, "m 8.6 5 a 6.2 5 2.4 2.8 0 360 m 8.6 7.8 l 8.6 4 a 10.5 4 1.9 1.8 180 350 a 6.2 5 6.2 7 0 300"},
    {U'→', 11, "m 0 6 l 11 6 m 7.4 9.4 l 11 6 l 7.4 2.6"},
    {U'µ', 7.4, "m 0 10 l 0 -4 m 0 3.7 a 3.7 3.7 3.7 3.7 180 360 m 7.4 10 l 7.4 0"},
    {U'Δ', 10, "m 0 0 l 5 14 l 10 0 z"},
    {U'\uFFFD', 7, "m 0 0 l 0 14 l 7 14 l 7 0 z"},
};

struct Accent {  // a letter with a mark centred above its base letter
  char32_t code, base;
  const char* mark;  // strokes around x = 0 for small letters; lifted by 4 for capitals
};
constexpr const char* dots = "m -2 13 l -2 13.4 m 2 13 l 2 13.4";
constexpr const char* acute = "m -0.6 12.4 l 1.4 14.8";
constexpr const char* grave = "m 0.6 12.4 l -1.4 14.8";
constexpr const char* hat = "m -2 12.6 l 0 14.6 l 2 12.6";
constexpr Accent accents[] = {{U'ä', U'a', dots},  {U'ö', U'o', dots},  {U'ü', U'u', dots},  {U'Ä', U'A', dots},
                              {U'Ö', U'O', dots},  {U'Ü', U'U', dots},  {U'é', U'e', acute}, {U'è', U'e', grave},
                              {U'ê', U'e', hat},   {U'á', U'a', acute}, {U'à', U'a', grave}, {U'ó', U'o', acute},
                              {U'ú', U'u', acute}, {U'ô', U'o', hat},   {U'ë', U'e', dots},  {U'É', U'E', acute}};

void arc(Polyline& line, double cx, double cy, double rx, double ry, double from, double to) {
  const int count = std::max(2, static_cast<int>(std::fabs(to - from) / 9));
  for (int i = 0; i <= count; ++i) {
    const double angle = (from + (to - from) * i / count) * std::numbers::pi / 180;
    line.push_back({cx + rx * std::cos(angle), cy + ry * std::sin(angle)});
  }
}

std::vector<Polyline> draw(const std::string& pen) {
  std::vector<Polyline> strokes;
  std::istringstream in(pen);
  const auto number = [&in] {
    double v = 0;
    in >> v;
    return v;
  };
  for (char verb; in >> verb;) {
    if (verb == 'm' || strokes.empty()) strokes.emplace_back();
    Polyline& line = strokes.back();
    if (verb == 'z') {
      line.push_back(line.front());
    } else if (verb == 'a') {
      const double cx = number(), cy = number(), rx = number(), ry = number(), from = number();
      arc(line, cx, cy, rx, ry, from, number());
    } else {
      const double x = number();
      line.push_back({x, number()});
    }
  }
  return strokes;
}

constexpr double gap = 3.4;  // between the ink of neighbours, stroke included

Glyph accented(const Glyph& base, const Accent& accent) {
  Glyph result = base;
  const double lift = accent.base < U'a' ? 4 : 0, middle = (base.advance - gap) / 2;
  for (Polyline& stroke : draw(accent.mark)) {
    for (Spot& p : stroke) p = {p.x + middle, p.y + lift};
    result.strokes.push_back(stroke);
  }
  return result;
}

const std::map<char32_t, Glyph>& glyphs() {
  static const std::map<char32_t, Glyph> all = [] {
    std::map<char32_t, Glyph> map;
    for (const Design& d : designs) map[d.code] = {d.ink + gap, draw(d.pen)};
    for (const Accent& a : accents) map[a.code] = accented(map.at(a.base), a);
    map[U'μ'] = map.at(U'µ');
    return map;
  }();
  return all;
}

}  // namespace

bool has_glyph(char32_t code) { return glyphs().count(code) > 0; }

const Glyph& glyph(char32_t code) {
  const auto found = glyphs().find(code);
  return found != glyphs().end() ? found->second : glyphs().at(U'\uFFFD');
}

std::vector<char32_t> decode_utf8(std::string_view text) {
  std::vector<char32_t> codes;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    const int more = lead < 0x80 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : -1;
    char32_t code = more <= 0 ? lead : lead & (0x3F >> more);
    int left = more;
    for (; left > 0 && i < text.size() && (text[i] & 0xC0) == 0x80; --left) code = code << 6 | (text[i++] & 0x3F);
    codes.push_back(left != 0 ? U'\uFFFD' : code);
  }
  return codes;
}

double text_width(std::string_view text, double size) {
  double width = 0;
  for (char32_t code : decode_utf8(text)) width += glyph(code).advance;
  return std::max(0.0, width - gap) * size / cap_height;
}

}  // namespace eddy
