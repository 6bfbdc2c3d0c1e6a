// Sends frames to ffmpeg through a pipe.
#include "output/film.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/program.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

int even(int n) { return n + n % 2; }

using Words = std::vector<std::string>;

// Options for a film that every player shows: 4:2:0, BT.709, the index at the front.
Words to_mp4() {
  return {"-vf",
          "scale=out_color_matrix=bt709:out_range=tv",
          "-c:v",
          "libx264",
          "-crf",
          "18",
          "-pix_fmt",
          "yuv420p",
          "-colorspace",
          "bt709",
          "-color_primaries",
          "bt709",
          "-color_trc",
          "bt709",
          "-movflags",
          "+faststart",
          "-f",
          "mp4"};
}

// Each picture has a palette, because one for all would keep the whole film in memory. Dither would flicker.
Words to_gif() {
  return {"-filter_complex", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=none", "-f",
          "gif"};
}

struct Format {
  const char* ending;
  Words (*words)();
};
constexpr std::array formats{Format{".mp4", to_mp4}, Format{".gif", to_gif}};

Words arguments(int width, int height, int rate, const Path& target, const Path& part) {
  Words words{"ffmpeg",
              "-nostdin",
              "-loglevel",
              "error",
              "-y",
              "-f",
              "rawvideo",
              "-pix_fmt",
              "rgb24",
              "-video_size",
              fmt::format("{}x{}", width, height),
              "-framerate",
              std::to_string(rate),
              "-i",
              "pipe:0"};
  for (const Format& format : formats)
    if (target.string().ends_with(format.ending))
      for (const std::string& word : format.words()) words.push_back(word);
  words.push_back(part.string());
  return words;
}

// Ignores SIGPIPE, so that an ffmpeg that stops reading does not end this process.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &old_);
  }
  ~NoPipeSignal() { ::sigaction(SIGPIPE, &old_, nullptr); }

 private:
  struct sigaction old_ {};
};

}  // namespace

std::vector<std::string> film_endings() {
  std::vector<std::string> endings;
  for (const Format& format : formats) endings.push_back(format.ending);
  return endings;
}

std::string find_ffmpeg() { return find_program("ffmpeg"); }

Film::Film(Path target, int frames_per_second)
    : target_(std::move(target)),
      part_(target_.parent_path() / ("." + target_.filename().string() + ".part")),
      rate_(frames_per_second) {
  if (find_ffmpeg().empty())
    throw Error(Exit::missing, "films are made by ffmpeg, which is not installed. Install it: apt-get install ffmpeg");
}

Film::~Film() {
  end(true);
  if (errors_ >= 0) ::close(errors_);
  std::error_code ignored;
  if (begun_) std::filesystem::remove(part_, ignored);
}

void Film::start(int width, int height) {
  width_ = width;
  height_ = height;
  begun_ = true;
  remove_file(part_);  // so that ffmpeg does not write through a link
  const std::string program = find_ffmpeg();
  std::vector<std::string> words = arguments(even(width), even(height), rate_, target_, part_);
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_file_error("open a pipe for", target_, errno);
  errors_ = ::memfd_create("ffmpeg", MFD_CLOEXEC);
  process_ = ::fork();
  if (process_ == 0) {                   // only calls that are safe after fork
    ::setpgid(0, 0);                     // Ctrl-C does not reach ffmpeg; this process ends it
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // ffmpeg ends with this process
    ::dup2(ends[0], STDIN_FILENO);
    ::dup2(errors_, STDERR_FILENO);
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
  }
  ::close(ends[0]);
  input_ = ends[1];
  if (process_ < 0) throw_file_error("start ffmpeg for", target_, errno);
}

void Film::add(const Image& frame) {
  if (!begun_) start(frame.width, frame.height);
  if (frame.width != width_ || frame.height != height_)
    throw Error(Exit::fault,
                fmt::format("a frame of {} × {} in a film of {} × {}.", frame.width, frame.height, width_, height_));
  const NoPipeSignal guard;
  Image whole(even(frame.width), even(frame.height));
  for (int y = 0; y < frame.height; ++y) std::copy_n(frame.at(0, y), 3 * frame.width, whole.at(0, y));
  try {
    write_all(input_, whole.rgb.data(), whole.rgb.size(), part_);
  } catch (const Error&) {
    refuse();
  }
}

void Film::finish() {
  const int status = end(false);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) refuse();
  std::error_code failed;
  std::filesystem::rename(part_, target_, failed);
  if (failed) throw_file_error("write", target_, failed.value());
  begun_ = false;
}

int Film::end(bool at_once) noexcept {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  if (process_ < 0) return 0;
  if (at_once) ::kill(process_, SIGKILL);
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

std::string Film::complaint() const {  // the last message of ffmpeg
  char text[4096];
  const ssize_t n = errors_ < 0 ? 0 : ::pread(errors_, text, sizeof text, 0);
  std::string all(text, n > 0 ? std::size_t(n) : 0);
  while (!all.empty() && all.back() == '\n') all.pop_back();
  return all.substr(all.rfind('\n') + 1);
}

void Film::refuse() {
  end(false);  // ffmpeg reads no more, and its message says why
  const std::string why = complaint();
  throw Error(Exit::missing,
              fmt::format("ffmpeg could not make '{}'{}", target_.string(), why.empty() ? "." : ": " + why));
}

}  // namespace eddy
