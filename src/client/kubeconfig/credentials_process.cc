// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/credentials_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

namespace telltale::client {
namespace {

constexpr std::size_t error_output_bytes_max = 4096;

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int get() const { return number_; }
  bool open() const { return number_ >= 0; }
  void close() {
    if (open()) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor reading;
  Descriptor writing;
};

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  ::fcntl(pipe.reading.get(), F_SETFL, O_NONBLOCK);
  return pipe;
}

std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& variables) {
  std::map<std::string, std::string> all;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    all.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const auto& [name, value] : variables) all[name] = value;
  std::vector<std::string> lines;
  lines.reserve(all.size());
  for (const auto& [name, value] : all) lines.push_back(format("{}={}", name, value));
  return lines;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

// What posix_spawn is told, freed in the end.
class Plan {
 public:
  explicit Plan(Program::Input input) : input_(input) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t usual;
    ::sigemptyset(&none);
    ::sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD})
      ::sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    // A group of its own, so that its children end with it; but only the terminal's own group may
    // read from the terminal.
    if (input == Program::Input::Nothing) flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  void connect(const Pipe& output, const Pipe& error_output) {
    if (input_ == Program::Input::Nothing) {
      posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
      posix_spawn_file_actions_adddup2(&actions_, error_output.writing.get(), STDERR_FILENO);
    }
    posix_spawn_file_actions_adddup2(&actions_, output.writing.get(), STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
  }
  int spawn(pid_t& process, const Program& program) {
    std::vector<std::string> words{program.command};
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    std::vector<std::string> lines = environment_with(program.variables);
    return posix_spawnp(&process, program.command.c_str(), &actions_, &attributes_,
                        pointers(words).data(), pointers(lines).data());
  }

 private:
  Program::Input input_;
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

class Running {
 public:
  Running(const Program& program, const Interrupt& interrupt, Pipe output, Pipe error_output)
      : program_(program),
        interrupt_(interrupt),
        output_(std::move(output)),
        error_output_(std::move(error_output)) {}
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { end(); }

  Result<void> start();
  Result<Finished> wait();

 private:
  enum class News { Something, Late, Interrupted };
  enum class Heard { Something, TooMuch };
  News wait_for_news(std::chrono::nanoseconds deadline);
  Heard listen();
  static void read_all(Descriptor& from, std::string& into, std::size_t bytes_max);
  void reap();
  void end();

  const Program& program_;
  const Interrupt& interrupt_;
  Pipe output_;
  Pipe error_output_;
  Descriptor watch_;
  pid_t process_ = -1;
  bool has_ended_ = false;
  Finished finished_;
};

Result<void> Running::start() {
  Plan plan(program_.input);
  plan.connect(output_, error_output_);
  const int refused = plan.spawn(process_, program_);
  output_.writing.close();
  error_output_.writing.close();
  if (refused == 0) {
    // glibc 2.36 declares pidfd_open for C only.
    watch_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)));
    return {};
  }
  process_ = -1;
  if (refused == ENOENT) {
    return fail(Error::Kind::NotFound, "executable not found");
  }
  return fail(Error::Kind::Internal, format("cannot be run: {}", std::strerror(refused)));
}

// Ends with the program, even where one it left behind keeps the pipes open.
Result<Finished> Running::wait() {
  const auto deadline = SystemClock().elapsed() + program_.timeout;
  while (!has_ended_) {
    switch (wait_for_news(deadline)) {
      case News::Late:
        return fail(Error::Kind::Unreachable,
                    format("did not end within {} ms", program_.timeout.count()));
      case News::Interrupted:
        return fail(Error::Kind::Unreachable, "was interrupted");
      case News::Something:
        break;
    }
    if (listen() == Heard::TooMuch) {
      return fail(Error::Kind::TooLarge,
                  format("wrote more than {} bytes", program_.output_bytes_max));
    }
  }
  return std::move(finished_);
}

Running::News Running::wait_for_news(std::chrono::nanoseconds deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - SystemClock().elapsed());
  if (left.count() <= 0) return News::Late;
  // Closed ones are -1, which poll passes over.
  const auto await = [](int descriptor) {
    return pollfd{.fd = descriptor, .events = POLLIN, .revents = 0};
  };
  std::array<pollfd, 4> news{await(watch_.get()), await(interrupt_.descriptor()),
                             await(output_.reading.get()), await(error_output_.reading.get())};
  if (::poll(news.data(), news.size(), static_cast<int>(left.count())) <= 0) return News::Something;
  if (news[1].revents != 0) return News::Interrupted;
  has_ended_ = news[0].revents != 0;
  return News::Something;
}

Running::Heard Running::listen() {
  read_all(error_output_.reading, finished_.error_output, error_output_bytes_max);
  read_all(output_.reading, finished_.output, program_.output_bytes_max + 1);
  if (finished_.output.size() > program_.output_bytes_max) return Heard::TooMuch;
  const bool hears_no_more = !output_.reading.open() && !error_output_.reading.open();
  if (has_ended_ || (hears_no_more && !watch_.open())) reap();
  return Heard::Something;
}

// What is beyond the limit is read and dropped, so that the program does not wait for us.
void Running::read_all(Descriptor& from, std::string& into, std::size_t bytes_max) {
  std::array<char, 16384> buffer{};
  while (from.open()) {
    const ssize_t size = ::read(from.get(), buffer.data(), buffer.size());
    if (size == 0) return from.close();
    if (size < 0) return;
    const std::size_t room = bytes_max - into.size();
    into.append(buffer.data(), std::min(room, static_cast<std::size_t>(size)));
    if (into.size() == bytes_max) return;
  }
}

void Running::reap() {
  int status = 0;
  has_ended_ = true;
  if (::waitpid(process_, &status, 0) == process_) {
    finished_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  process_ = -1;
}

void Running::end() {
  if (process_ < 0) return;
  ::kill(program_.input == Program::Input::Nothing ? -process_ : process_, SIGKILL);
  reap();
}

}  // namespace

Interrupt::Interrupt() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
Interrupt::~Interrupt() { Descriptor closed(descriptor_); }

void Interrupt::ring() {
  if (descriptor_ >= 0) ::eventfd_write(descriptor_, 1);
}

Result<Finished> run_program(const Program& program, const Interrupt& interrupt) {
  auto output = make_pipe();
  auto error_output = make_pipe();
  if (!output || !error_output) {
    return fail(Error::Kind::Internal, format("no pipe: {}", std::strerror(errno)));
  }
  Running running(program, interrupt, std::move(*output), std::move(*error_output));
  if (const auto started = running.start(); !started) return fail(started.error());
  return running.wait();
}

}  // namespace telltale::client
