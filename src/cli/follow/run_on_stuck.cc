// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/run_on_stuck.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spawn.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/explain/attention.h"
#include "cli/follow/check_changes.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"

extern char** environ;

namespace telltale::cli {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t value_bytes_max = 4096;  // of a variable
constexpr milliseconds between_looks{10};      // at a command that runs

// On one line and printable: shells and logs are the next to see it.
std::string variable(std::string_view name, std::string_view value) {
  std::string text = one_line(value);
  text.resize(utf8_prefix(text, value_bytes_max));
  return format("TELLTALE_{}={}", name, text);
}

// A file without a name that holds the text, to be read from its start.
int file_with(std::string_view text) {
  const int fd = ::memfd_create("telltale-item", MFD_CLOEXEC);
  if (fd < 0) return -1;
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(fd, 0, SEEK_SET);
  return fd;
}

// The environment of the process, but for what these variables replace.
std::vector<char*> pointers_to(std::vector<std::string>& variables) {
  std::vector<char*> all;
  for (std::string& one : variables) all.push_back(one.data());
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view inherited(*one);
    const std::string_view name = inherited.substr(0, inherited.find('=') + 1);
    const bool replaced = std::ranges::any_of(
        variables, [&](const std::string& own) { return own.starts_with(name); });
    if (!replaced) all.push_back(*one);
  }
  all.push_back(nullptr);
  return all;
}

// A group of its own, so that all it started can be ended; no signal is blocked, as it expects.
void set_attributes(posix_spawnattr_t& attributes) {
  sigset_t none;
  sigemptyset(&none);
  sigset_t usual = none;
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGHUP}) sigaddset(&usual, number);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

struct Ends {
  int in = -1;
  int out = -1;  // -1: nowhere
};

// The process, or what the system says instead.
std::pair<pid_t, int> spawn_shell(std::string command, std::vector<std::string> variables,
                                  Ends ends) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends.in, STDIN_FILENO);
  if (ends.out < 0) {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  } else if (ends.out != STDERR_FILENO) {
    posix_spawn_file_actions_adddup2(&actions, ends.out, STDERR_FILENO);
  }
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  set_attributes(attributes);
  std::string shell = "sh";
  std::string flag = "-c";
  char* const args[] = {shell.data(), flag.data(), command.data(), nullptr};
  const std::vector<char*> environment = pointers_to(variables);
  pid_t child = -1;
  const int failed =
      ::posix_spawn(&child, "/bin/sh", &actions, &attributes, args, environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return {child, failed};
}

// How it ended; nothing where it goes on for longer, or `stop` is readable before. -1: nobody stops
// us.
std::optional<int> status_within(pid_t child, milliseconds patience, int stop) {
  int status = 0;
  for (milliseconds waited{0};; waited += between_looks) {
    if (::waitpid(child, &status, WNOHANG) == child) return status;
    if (waited >= patience) return std::nullopt;
    pollfd one{stop, POLLIN, 0};  // A negative descriptor is passed over.
    if (::poll(&one, 1, static_cast<int>(between_looks.count())) > 0) return std::nullopt;
  }
}

bool is_set_now(int event) {
  pollfd one{event, POLLIN, 0};
  return ::poll(&one, 1, 0) > 0;
}

void end_group(pid_t child) {
  ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

std::string outcome_of(int status) {
  if (WIFSIGNALED(status)) return format("ended by signal {}", WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code == 0 ? std::string() : format("exit code {}", code);
}

}  // namespace

StuckCall stuck_call(const World& world, const Judged& judged) {
  const Key& key = judged.object->key;
  const Cause& cause = judged.cause;
  const Attention attention = attention_of(world, judged);
  return {.subject = printable(to_text(key)),
          .environment = {variable("VERDICT", to_text(judged.verdict)), variable("KIND", key.kind),
                          variable("GROUP", key.group), variable("NAMESPACE", key.namespace_name),
                          variable("NAME", key.name), variable("CONDITION", cause.condition),
                          variable("REASON", cause.reason),
                          variable("SINCE", is_set(cause.since) ? format_rfc3339(cause.since) : ""),
                          variable("MESSAGE", attention.what), variable("STEP", attention.step),
                          variable("RUNBOOK", attention.runbook)},
          .document = item_document(world, judged)};
}

RunOnStuck::RunOnStuck(std::string command, int output_fd, std::function<void()> on_news,
                       const RunLimits& limits)
    : command_(std::move(command)),
      output_fd_(output_fd),
      on_news_(std::move(on_news)),
      limits_(limits),
      stop_fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  check(stop_fd_ >= 0, "the system has a descriptor left for the end of --exec");
}

RunOnStuck::~RunOnStuck() {
  finish();
  ::close(stop_fd_);
}

void RunOnStuck::add(StuckCall call) {
  const std::scoped_lock lock(mutex_);
  if (stopping_ || waiting_.size() >= limits_.waiting_max) {
    ++dropped_;
    return;
  }
  waiting_.push_back(std::move(call));
  if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
  wake_.notify_one();
}

std::vector<std::string> RunOnStuck::take_news() {
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> news = std::move(news_);
  news_.clear();
  if (const std::size_t dropped = std::exchange(dropped_, 0); dropped > 0) {
    news.push_back(format("--exec was not run for {} more that became Stuck: {} were waiting",
                          with_commas(dropped), with_commas(limits_.waiting_max)));
  }
  return news;
}

std::vector<std::string> RunOnStuck::finish() {
  std::size_t left = 0;
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    left = waiting_.size();
    waiting_.clear();
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(stop_fd_, &one, sizeof one);
  wake_.notify_one();
  if (worker_.joinable()) worker_.join();
  std::vector<std::string> news = take_news();
  if (left > 0) news.push_back(format("--exec was not run for {} that waited", with_commas(left)));
  return news;
}

void RunOnStuck::tell(std::string sentence) {
  {
    const std::scoped_lock lock(mutex_);
    if (news_.size() < news_max) news_.push_back(std::move(sentence));
  }
  on_news_();
}

void RunOnStuck::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const StuckCall call = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    const std::string trouble = run(call);
    if (!trouble.empty()) tell(format("--exec for {}: {}", call.subject, trouble));
  }
}

// What went wrong; empty where nothing did.
std::string RunOnStuck::run(const StuckCall& call) {
  const int item = file_with(call.document);
  if (item < 0) return std::generic_category().message(errno);
  const auto [child, failed] =
      spawn_shell(command_, call.environment, {.in = item, .out = output_fd_});
  ::close(item);
  if (failed != 0) return std::generic_category().message(failed);
  std::optional<int> status = status_within(child, limits_.patience, stop_fd_);
  const bool stopped = !status && is_set_now(stop_fd_);
  if (stopped) status = status_within(child, limits_.parting, -1);
  if (status) return outcome_of(*status);
  end_group(child);
  return stopped ? "killed at the end"
                 : format("killed after {}s", limits_.patience.count() / 1000);
}

}  // namespace telltale::cli
