// The server of a page: it listens at one address, refuses bad requests, and asks a function for the answers. Its
// library is hidden from this header.
//
// Refused are requests without the token (part of the address, http://127.0.0.1:PORT/TOKEN/), for another host, from a
// page of another origin, with too many or too long headers, slow requests, and more than a few connections.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace eddy::view {

struct Question {
  std::string path;  // after the token: "", "state", "picture/temperature.png"
  std::map<std::string, std::string> values;
  bool order = false;  // a POST: it may change something
  std::string body;
};

struct Reply {
  int status = 200;
  std::string type = "application/json", body;
};

class Server {
 public:
  // Throws Error(missing) where the address is not this machine's, or the port is in use.
  Server(const std::string& bind, int port, std::function<Reply(const Question&)> answer);
  ~Server();
  std::string address() const;  // with the token

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace eddy::view
