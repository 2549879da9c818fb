// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/stop_signal.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

#include "base/text.h"

namespace telltale::cli {

StopSignal::StopSignal() {
  sigemptyset(&signals_);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, number);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  // A file that may not grow is a disk that is full: a write that fails, not the end. So is a peer
  // that went away.
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

ExitCode refuse_to_run(const Streams& streams, std::string_view detail) {
  streams.err.write(format("error: {}\n", detail));
  return ExitCode::Error;
}

void allow_many_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

void StopSignal::wait(const std::function<void()>& on_hangup, const std::function<void()>& on_tick,
                      std::chrono::milliseconds tick) const {
  const timespec patience{.tv_sec = static_cast<time_t>(tick.count() / 1000),
                          .tv_nsec = static_cast<long>(tick.count() % 1000) * 1'000'000};
  while (true) {
    const int number =
        on_tick ? sigtimedwait(&signals_, nullptr, &patience) : sigwaitinfo(&signals_, nullptr);
    if (number == SIGHUP) {
      on_hangup();
    } else if (number > 0) {
      return;
    } else if (errno == EAGAIN && on_tick) {
      on_tick();
    }
  }
}

void StopSignal::request() { kill(getpid(), SIGTERM); }

}  // namespace telltale::cli
