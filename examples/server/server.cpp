// SPDX-License-Identifier: BSD-3-Clause
// Serves a net over TCP: one thread waits for whole requests on any number of connections, computes all that have come
// as one batch, answers, and keeps the time that each request took. With clients of its own it measures itself.
//
// A request is an image of 28 x 28 bytes, light on dark, an answer the 10 probabilities of its digits as 32-bit floats
// in the machine's byte order. A connection may carry any number of requests, one after the other.

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <torchpp/torchpp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mnist/net.h"
#include "support/arguments.h"

namespace {

using torchpp::Tensor;
using Clock = std::chrono::steady_clock;
constexpr size_t kRequest = 28 * 28, kAnswers = 10, kAnswer = kAnswers * sizeof(float);

struct {
  std::string weights;
  int64_t port = 0, batch = 32, clients = 4, requests = 20000, threads = 1;
} options;

std::atomic<bool> stop{false};

/// A file descriptor that is closed in the end.
class Socket {
 public:
  explicit Socket(int number) : number_(number) {}
  Socket(Socket&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Socket() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

sockaddr_in address_of(int64_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// A connection and what of its next request has come.
struct Connection {
  Socket socket;
  std::array<uint8_t, kRequest> request;
  size_t filled = 0;
  Clock::time_point began;  // when the first bytes of the request came
};

class Server {
 public:
  Server() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    if (!options.weights.empty()) torchpp::load(net_, options.weights);
    net_->eval();
    sockaddr_in address = address_of(options.port);
    socklen_t size = sizeof address;
    const int on = 1;
    ::setsockopt(listener_.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    TORCHPP_CHECK(::bind(listener_.number(), reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                      ::listen(listener_.number(), 64) == 0 &&
                      ::getsockname(listener_.number(), reinterpret_cast<sockaddr*>(&address), &size) == 0,
                  "cannot listen on port ", options.port, ": ", std::strerror(errno));
    port_ = ntohs(address.sin_port);
  }

  int64_t port() const { return port_; }
  /// Microseconds from the first byte of each request to its answer.
  std::vector<float>& latencies() { return latencies_; }
  int64_t batches() const { return batches_; }

  /// Answers until `stop`.
  void run() {
    const torchpp::InferenceMode inference;
    compute({});  // the first call prepares what later ones use again
    batches_ = 0;
    std::vector<pollfd> waiting;
    std::vector<Connection*> ready;
    while (!stop) {
      waiting.assign(1, {listener_.number(), POLLIN, 0});
      for (const Connection& connection : connections_) waiting.push_back({connection.socket.number(), POLLIN, 0});
      if (::poll(waiting.data(), waiting.size(), 100) <= 0) continue;
      ready.clear();
      std::vector<size_t> closed;
      for (size_t i = 0; i < connections_.size(); ++i)
        if (waiting[i + 1].revents != 0) {
          if (!receive(connections_[i])) closed.push_back(i);
          else if (connections_[i].filled == kRequest) ready.push_back(&connections_[i]);
        }
      for (size_t begin = 0; begin < ready.size(); begin += static_cast<size_t>(options.batch))
        compute({ready.begin() + static_cast<std::ptrdiff_t>(begin),
                 ready.begin() +
                     static_cast<std::ptrdiff_t>(std::min(begin + static_cast<size_t>(options.batch), ready.size()))});
      for (size_t i = closed.size(); i-- > 0;)
        connections_.erase(connections_.begin() + static_cast<std::ptrdiff_t>(closed[i]));
      if (waiting[0].revents != 0) accept();
    }
  }

 private:
  void accept() {
    const int number = ::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (number < 0) return;
    const int on = 1;
    ::setsockopt(number, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connections_.push_back({Socket(number), {}, 0, {}});
  }

  // False when the connection has ended.
  static bool receive(Connection& c) {
    const ssize_t got = ::recv(c.socket.number(), c.request.data() + c.filled, kRequest - c.filled, 0);
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (c.filled == 0) c.began = Clock::now();
    c.filled += static_cast<size_t>(got);
    return got > 0;
  }

  // Computes the requests as one batch and answers them. A client that does not take its answer loses it.
  void compute(const std::vector<Connection*>& ready) {
    const auto count = std::max<int64_t>(static_cast<int64_t>(ready.size()), 1);
    const Tensor images = torchpp::zeros({count, 28, 28}, torchpp::kByte);
    for (size_t i = 0; i < ready.size(); ++i)
      std::memcpy(images.data_ptr<uint8_t>() + i * kRequest, ready[i]->request.data(), kRequest);
    const Tensor answers = net_(mnist::to_input(images)).softmax(1);
    const float* answer = answers.data_ptr<float>();
    for (Connection* c : ready) {
      (void)::send(c->socket.number(), answer, kAnswer, MSG_NOSIGNAL);
      answer += kAnswers;
      c->filled = 0;
      latencies_.push_back(std::chrono::duration<float, std::micro>(Clock::now() - c->began).count());
    }
    ++batches_;
  }

  mnist::LeNet net_;
  Socket listener_;
  int64_t port_ = 0, batches_ = 0;
  std::vector<Connection> connections_;
  std::vector<float> latencies_;
};

/// Asks the server `requests` times, one request after the other. Microseconds from each request to its answer.
std::vector<float> ask(int64_t port, int64_t requests, uint64_t seed) {
  const Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = address_of(port);
  TORCHPP_CHECK(::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0,
                "cannot connect to port ", port, ": ", std::strerror(errno));
  const int on = 1;
  ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  std::array<uint8_t, kRequest> image{};
  std::array<float, kAnswers> answer{};
  std::vector<float> latencies;
  for (int64_t i = 0; i < requests; ++i) {
    for (uint8_t& pixel : image) pixel = static_cast<uint8_t>((seed = seed * 6364136223846793005u + 1) >> 56);
    const auto start = Clock::now();
    TORCHPP_CHECK(::send(socket.number(), image.data(), kRequest, MSG_NOSIGNAL) == static_cast<ssize_t>(kRequest) &&
                      ::recv(socket.number(), answer.data(), kAnswer, MSG_WAITALL) == static_cast<ssize_t>(kAnswer),
                  "the server has closed the connection");
    latencies.push_back(std::chrono::duration<float, std::micro>(Clock::now() - start).count());
    float sum = 0;
    for (const float probability : answer) sum += probability;
    TORCHPP_CHECK(std::abs(sum - 1) < 1e-3f, "got probabilities with the sum ", sum, ", expected 1");
  }
  return latencies;
}

void print_percentiles(const char* what, std::vector<float> latencies) {
  if (latencies.empty()) return;
  std::sort(latencies.begin(), latencies.end());
  std::printf("%-26s", what);
  for (const auto& [name, share] : {std::pair{"p50", .5}, {"p90", .9}, {"p99", .99}, {"p99.9", .999}, {"max", 1.}})
    std::printf("  %s %.0f us", name,
                static_cast<double>(latencies[static_cast<size_t>(share * static_cast<double>(latencies.size() - 1))]));
  std::puts("");
}

void run() {
  torchpp::set_num_threads(static_cast<int>(options.threads));
  torchpp::manual_seed(1);
  Server server;
  if (options.weights.empty()) std::puts("No --weights given: the net answers with those that it is made with.");
  std::printf("Listening on port %lld.\n", static_cast<long long>(server.port()));
  std::fflush(stdout);
  std::signal(SIGINT, [](int) { stop = true; });
  std::signal(SIGTERM, [](int) { stop = true; });
  if (options.requests == 0) {
    server.run();
    std::printf("%zu requests in %lld batches.\n", server.latencies().size(), static_cast<long long>(server.batches()));
    print_percentiles("request to answer:", server.latencies());
    return;
  }

  std::thread serving([&] { server.run(); });
  std::vector<std::vector<float>> latencies(static_cast<size_t>(options.clients));
  std::vector<std::string> errors(latencies.size());
  std::vector<std::thread> clients;
  const auto start = std::chrono::steady_clock::now();
  for (size_t i = 0; i < latencies.size(); ++i)
    clients.emplace_back([&, i] {
      try {
        latencies[i] = ask(server.port(), (options.requests + options.clients - 1) / options.clients, i);
      } catch (const std::exception& e) {
        errors[i] = e.what();
      }
    });
  for (std::thread& client : clients) client.join();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  stop = true;
  serving.join();
  for (const std::string& error : errors) TORCHPP_CHECK(error.empty(), "a client: ", error);

  std::vector<float> all;
  for (const auto& some : latencies) all.insert(all.end(), some.begin(), some.end());
  std::printf("%zu requests of %lld clients in %.2f s: %.0f a second, %.2f in a batch.\n", all.size(),
              static_cast<long long>(options.clients), seconds, static_cast<double>(all.size()) / seconds,
              static_cast<double>(all.size()) / static_cast<double>(server.batches()));
  print_percentiles("in the server:", server.latencies());
  print_percentiles("as the clients see it:", all);
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(argc, argv, "Serves the net of the mnist example, and measures how long answers take.",
                               {{"weights", &options.weights, "mnist.safetensors of the mnist example"},
                                {"port", &options.port, "on 127.0.0.1; 0: a free one"},
                                {"batch", &options.batch, "most requests that are computed together", 1},
                                {"clients", &options.clients, "connections that ask at the same time", 1},
                                {"requests", &options.requests, "of all clients; 0: serve others until interrupted"},
                                {"threads", &options.threads, "of the net", 1}},
                               run);
}
