// A film from pictures, by ffmpeg: .mp4 is H.264 in the colours and sizes that every player knows, .gif has the best
// 256 colours of each picture. Whole or absent: it is made beside its final name and renamed.
#pragma once
#include <string>
#include <vector>

#include "output/file.hpp"
#include "output/image.hpp"

namespace eddy {

std::vector<std::string> film_endings();  // of the names of films
std::string find_ffmpeg();                // its path; empty: it is not installed

class Film {
 public:
  Film(Path target, int frames_per_second);
  ~Film();  // without finish(): nothing is left
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  void add(const Image& frame);  // all of one size; a white row or column is added where it is odd
  void finish();

 private:
  void start(int width, int height);
  int end(bool at_once) noexcept;  // of ffmpeg; its exit status
  [[noreturn]] void refuse();
  std::string complaint() const;

  Path target_, part_;
  int rate_;
  int width_ = 0, height_ = 0;
  int process_ = -1, input_ = -1, errors_ = -1;
  bool begun_ = false;  // there may be a part
};

}  // namespace eddy
