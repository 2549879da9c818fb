// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_screen_bell.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include "base/check.h"

namespace telltale::cli {
namespace {

sigset_t heard_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGWINCH}) sigaddset(&signals, number);
  return signals;
}

bool is_readable(const pollfd& one) { return (one.revents & POLLIN) != 0; }

}  // namespace

Bell::Bell(Signals signals) : ring_fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  check(ring_fd_ >= 0, "the system has a descriptor left for a bell");
  if (signals == Signals::Unheard) return;
  const sigset_t heard = heard_signals();
  pthread_sigmask(SIG_BLOCK, &heard, nullptr);
  signal_fd_ = ::signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
  check(signal_fd_ >= 0, "the system has a descriptor left for signals");
}

Bell::~Bell() {
  ::close(ring_fd_);
  if (signal_fd_ < 0) return;
  ::close(signal_fd_);
  const sigset_t heard = heard_signals();
  pthread_sigmask(SIG_UNBLOCK, &heard, nullptr);
}

void Bell::ring() {
  const std::uint64_t one = 1;
  // A counter that is full has rung already.
  [[maybe_unused]] const ssize_t written = ::write(ring_fd_, &one, sizeof one);
}

Bell::Rang Bell::wait(std::chrono::milliseconds timeout) {
  pollfd both[] = {{ring_fd_, POLLIN, 0}, {signal_fd_, POLLIN, 0}};
  const auto longest = std::chrono::milliseconds(INT_MAX);
  const int patience =
      timeout.count() < 0 ? -1 : static_cast<int>(std::min(timeout, longest).count());
  // A negative descriptor is passed over by poll.
  if (::poll(both, 2, patience) <= 0) return Rang::Timeout;
  if (is_readable(both[1])) {
    // Taken, so that it does not end the program when we are gone.
    signalfd_siginfo heard{};
    [[maybe_unused]] const ssize_t taken = ::read(signal_fd_, &heard, sizeof heard);
    return heard.ssi_signo == SIGWINCH ? Rang::Resize : Rang::Interrupt;
  }
  std::uint64_t rings = 0;
  [[maybe_unused]] const ssize_t taken = ::read(ring_fd_, &rings, sizeof rings);
  return Rang::Change;
}

}  // namespace telltale::cli
