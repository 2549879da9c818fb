// SPDX-License-Identifier: Apache-2.0
#include "http/client/client_inbox.h"

#include <utility>

#include <curl/curl.h>

namespace telltale::http {

CallNumber CallInbox::add(Call call, std::shared_ptr<CallGate> gate) {
  const std::scoped_lock lock(mutex_);
  letters_.calls.push_back({++last_, std::move(call), std::move(gate)});
  ring();
  return last_;
}

void CallInbox::cancel(CallNumber number) {
  const std::scoped_lock lock(mutex_);
  if (multi_ == nullptr) return;
  letters_.cancelled.push_back(number);
  ring();
}

void CallInbox::stop() {
  const std::scoped_lock lock(mutex_);
  letters_.stopping = true;
  ring();
}

void CallInbox::quit() {
  const std::scoped_lock lock(mutex_);
  letters_.quitting = true;
  ring();
}

void CallInbox::disconnect() {
  const std::scoped_lock lock(mutex_);
  multi_ = nullptr;
}

CallInbox::Letters CallInbox::take() {
  const std::scoped_lock lock(mutex_);
  Letters taken{.stopping = letters_.stopping, .quitting = letters_.quitting};
  std::swap(taken.calls, letters_.calls);
  std::swap(taken.cancelled, letters_.cancelled);
  rung_ = false;
  return taken;
}

void CallInbox::say_stopped() {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
  }
  stopping_.notify_all();
}

void CallInbox::wait_until_stopped() {
  std::unique_lock lock(mutex_);
  stopping_.wait(lock, [this] { return stopped_; });
}

// Many letters, one bell.
void CallInbox::ring() {
  if (multi_ != nullptr && !std::exchange(rung_, true)) curl_multi_wakeup(multi_);
}

}  // namespace telltale::http
