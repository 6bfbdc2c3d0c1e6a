#include "app/view/server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>

#include "app/view/connection.hpp"
#include "base/error.hpp"

namespace eddy::view {
namespace {

constexpr int most_connections = 32;
constexpr std::size_t most_headers = 100;
constexpr std::chrono::milliseconds idle_time{5000};

// There are more threads than connections, so none waits for another, and connections beyond the limit are refused at
// once.
class CarefulServer final : public httplib::Server {
 public:
  CarefulServer() {
    new_task_queue = [] { return new httplib::ThreadPool(most_connections + 4); };
  }
  std::atomic<bool> over = false;

 private:
  bool process_and_close_socket(socket_t socket) override {
    const bool welcome = ++open_ <= most_connections;
    if (welcome) talk(socket);
    --open_;
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return welcome;
  }
  void talk(socket_t socket) {
    LimitedStream stream(socket, over);
    // No compression: the library's takes seconds for a megabyte, on cores that the run needs.
    const auto plain = [](httplib::Request& request) { request.headers.erase("Accept-Encoding"); };
    bool closed = false;
    while (!closed && !over && stream.wait_for_request(idle_time)) {
      stream.begin();
      const bool fine = process_request(stream, false, closed, plain);
      if (!fine || stream.exceeded()) return;
    }
  }
  std::atomic<int> open_ = 0;
};

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != ssize_t(bytes.size()))
    throw Error(Exit::missing, "the system gave no random numbers for the token of the page.");
  std::string text;
  for (const unsigned char b : bytes) text += fmt::format("{:02x}", b);
  return text;
}

// Compares in constant time: a wrong letter takes as long at the beginning as at the end.
bool same_text(const std::string& one, const std::string& other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t n = 0; n < one.size(); ++n) difference |= unsigned(one[n]) ^ unsigned(other[n]);
  return difference == 0;
}

void add_headers(httplib::Response& response) {
  response.set_header("Cache-Control", "no-store");
  response.set_header("Content-Security-Policy",
                      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: "
                      "blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  response.set_header("Referrer-Policy", "no-referrer");
  response.set_header("X-Content-Type-Options", "nosniff");
}

}  // namespace

struct Server::Parts {
  CarefulServer server;
  std::string bind, token = new_token();
  int port = 0;
  std::function<Reply(const Question&)> answer;
  std::thread thread;

  // A foreign page must get no access, neither by another name of this machine nor through the user's browser.
  std::string fault_of(const httplib::Request& request) const {
    const std::string host = request.get_header_value("Host"), here = fmt::format(":{}", port);
    const bool known = host == bind + here || host == "127.0.0.1" + here || host == "localhost" + here;
    if (!known) return "another host than this page has";
    if (request.has_header("Origin") && request.get_header_value("Origin") != "http://" + host)
      return "a page of another origin";
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    if (site == "cross-site" || site == "same-site") return "a page of another origin";
    if (request.path.size() < token.size() + 2 || !same_text(request.path.substr(1, token.size()), token) ||
        request.path[token.size() + 1] != '/')
      return "no token, or a wrong one: take the whole address that eddy printed";
    return "";
  }
  void reply(const httplib::Request& request, httplib::Response& response, bool order) const {
    Question question{request.path.substr(token.size() + 2), {}, order, request.body};
    for (const auto& [key, value] : request.params) question.values[key] = value;
    Reply r = answer(question);
    response.status = r.status;
    response.set_header("Content-Type", r.type);
    response.body = std::move(r.body);
  }
};

Server::Server(const std::string& bind, int port, std::function<Reply(const Question&)> answer)
    : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.bind = bind;
  p.answer = std::move(answer);
  p.server.set_payload_max_length(8 << 10);
  p.server.set_tcp_nodelay(true);
  p.server.set_socket_options([](socket_t) {});  // without SO_REUSEPORT, so that a port in use is refused
  p.server.set_pre_routing_handler([&p](const httplib::Request& request, httplib::Response& response) {
    add_headers(response);
    const bool many = request.headers.size() > most_headers;
    const std::string fault = many ? "too many headers" : p.fault_of(request);
    if (fault.empty()) return httplib::Server::HandlerResponse::Unhandled;
    response.status = many ? 431 : 403;
    response.set_content("refused: " + fault + ".\n", "text/plain; charset=utf-8");
    return httplib::Server::HandlerResponse::Handled;
  });
  p.server.Get(".*", [&p](const auto& request, auto& response) { p.reply(request, response, false); });
  p.server.Post(".*", [&p](const auto& request, auto& response) { p.reply(request, response, true); });
  const bool bound = port == 0 ? (p.port = p.server.bind_to_any_port(bind)) > 0 : p.server.bind_to_port(bind, port);
  if (port != 0) p.port = port;
  if (!bound)
    throw Error(Exit::missing,
                port == 0 ? fmt::format("no page can be served at '{}': is it an address of this machine?", bind)
                          : fmt::format("port {} at '{}' is taken, or is not this machine's. Take another "
                                        "--port, or none: eddy then finds one.",
                                        port, bind));
  p.thread = std::thread([&p] { p.server.listen_after_bind(); });
}

Server::~Server() {
  parts_->server.over = true;
  parts_->server.stop();
  if (parts_->thread.joinable()) parts_->thread.join();
}

std::string Server::address() const {
  return fmt::format("http://{}:{}/{}/", parts_->bind, parts_->port, parts_->token);
}

}  // namespace eddy::view
