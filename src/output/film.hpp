// Makes a film from pictures by ffmpeg: .mp4 is H.264 in the colours and sizes that every player knows, .gif has the
// best 256 colours of each picture. The film is made under another name and renamed, so it is complete or absent.
#pragma once
#include <string>
#include <vector>

#include "output/file.hpp"
#include "output/image.hpp"

namespace eddy {

std::vector<std::string> film_endings();  // allowed endings of the names of films
std::string find_ffmpeg();                // path of ffmpeg; "": not installed

class Film {
 public:
  Film(Path target, int frames_per_second);
  ~Film();  // without finish() nothing is left behind
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  void add(const Image& frame);  // all frames have one size; an odd one gets a white row or column
  void finish();

 private:
  void start(int width, int height);
  int end(bool at_once) noexcept;  // ends ffmpeg and returns its exit status
  [[noreturn]] void refuse();
  std::string complaint() const;

  Path target_, part_;
  int rate_;
  int width_ = 0, height_ = 0;
  int process_ = -1, input_ = -1, errors_ = -1;
  bool begun_ = false;  // an unfinished file may exist
};

}  // namespace eddy
