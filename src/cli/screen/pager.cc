// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/pager.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spawn.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "base/text.h"
#include "cli/screen/ascii.h"

extern char** environ;

namespace telltale::cli {
namespace {

// -F ends at once where everything fits, -R lets colours through, -X leaves the text on the screen.
constexpr std::string_view usual_pager = "less -FRX";
// What a shell answers for a command that it does not find or may not run.
constexpr int shell_cannot_run = 126;

bool is_on_path(std::string_view program, const Environment& environment) {
  const char* path = environment("PATH");
  if (path == nullptr) return false;
  for (const std::string_view folder : split(path, ':')) {
    if (::access(format("{}/{}", folder, program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

// A socket and no pipe: a reader that goes away is an error then, and no signal.
void send_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;  // Whoever quits early has seen enough.
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::optional<pid_t> spawn_reader(const std::string& command, int reading) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO);
  std::string shell = "sh";
  std::string flag = "-c";
  std::string line = command;
  char* const args[] = {shell.data(), flag.data(), line.data(), nullptr};
  pid_t child = -1;
  const int failed = ::posix_spawn(&child, "/bin/sh", &actions, nullptr, args, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? std::optional(child) : std::nullopt;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

std::string pager_command(const Environment& environment) {
  for (const char* name : {"TELLTALE_PAGER", "PAGER"}) {
    const char* chosen = environment(name);
    if (chosen != nullptr) return std::string_view(chosen) == "cat" ? "" : chosen;
  }
  return is_on_path("less", environment) ? std::string(usual_pager) : "";
}

Result<void> ProcessPager::show(std::string_view text) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail(Error::Kind::Internal, std::generic_category().message(errno));
  }
  const std::optional<pid_t> child = spawn_reader(command_, ends[0]);
  ::close(ends[0]);
  if (child) send_all(ends[1], text);
  ::close(ends[1]);
  if (!child) return fail(Error::Kind::Internal, "cannot run the pager");
  const int status = wait_for(*child);
  if (WIFEXITED(status) && WEXITSTATUS(status) >= shell_cannot_run) {
    return fail(Error::Kind::Internal, "cannot run the pager");
  }
  return {};
}

void show_long(const std::string& text, const Streams& streams) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const Terminal& terminal = streams.out_terminal;
  const bool fits = terminal.height > 0 && lines < terminal.height;
  if (streams.pager != nullptr && terminal.is_terminal && !fits) {
    if (streams.pager->show(terminal.unicode ? text : to_ascii(text))) return;
  }
  streams.out.write(text);
}

}  // namespace telltale::cli
