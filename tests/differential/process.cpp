// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

namespace differential {
namespace {

constexpr int kMostSeconds = 20;

}  // namespace

void Worker::start() {
  int requests[2], records[2];
  if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(records, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("no process");
  if (pid_ == 0) {
    dup2(requests[0], STDIN_FILENO);
    dup2(records[1], STDOUT_FILENO);
    // Warnings of the libraries.
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    execl(program_.c_str(), program_.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(requests[0]);
  close(records[1]);
  to_ = requests[1];
  from_ = records[0];
}

void Worker::stop() {
  if (pid_ < 0) return;
  close(to_);
  close(from_);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

void Worker::send(const std::string& request) {
  if (pid_ < 0) start();
  const std::string line = request + "\n";
  // A request is shorter than a pipe's buffer and the worker waits for it, so that it is written at once or not at all.
  if (write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) stop();
}

bool Worker::read_all(void* data, size_t size, bool* timed_out) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    pollfd p{from_, POLLIN, 0};
    // In steps: time in which both processes are stopped counts as one of them.
    int seconds = 0;
    while (seconds < kMostSeconds && poll(&p, 1, 1000) <= 0) ++seconds;
    if (seconds == kMostSeconds) {
      *timed_out = true;
      return false;
    }
    const ssize_t n = read(from_, at, size);
    if (n <= 0) return false;
    at += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

Outcome Worker::answer() {
  Outcome outcome;
  bool timed_out = false;
  uint64_t size = 0;
  if (pid_ >= 0 && read_all(&size, sizeof size, &timed_out)) {
    std::string record(size, '\0');
    if (read_all(record.data(), size, &timed_out)) return deserialize(record);
  }
  outcome.end = timed_out ? Outcome::End::kHang : Outcome::End::kCrash;
  if (pid_ >= 0 && !timed_out) {
    int status = 0;
    waitpid(pid_, &status, 0);
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    close(to_);
    close(from_);
    pid_ = -1;
  }
  stop();
  return outcome;
}

std::string output_of(const std::string& program, const std::string& argument) {
  FILE* pipe = popen((program + " " + argument).c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error(program + ": cannot be started");
  std::string text;
  char part[4096];
  for (size_t n; (n = fread(part, 1, sizeof part, pipe)) > 0;) text.append(part, n);
  if (pclose(pipe) != 0) throw std::runtime_error(program + " " + argument + ": failed");
  return text;
}

}  // namespace differential
