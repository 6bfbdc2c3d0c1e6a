// The server of a page: it listens at one address, knows whom to refuse, and asks a function for the answers. Nothing of
// its library is seen here.
//
// Refused: requests without the token (it stands in the address, http://127.0.0.1:PORT/TOKEN/), for another host, from a
// page of another origin, with too many or too long headers, too slow ones, more connections than a few.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace eddy::view {

struct Question {
  std::string path;  // behind the token: "", "state", "picture/temperature.png"
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
  // Error(missing): the address is not this machine's, or the port is taken.
  Server(const std::string& bind, int port, std::function<Reply(const Question&)> answer);
  ~Server();
  std::string address() const;  // with the token

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace eddy::view
