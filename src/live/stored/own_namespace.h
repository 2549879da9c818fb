// SPDX-License-Identifier: Apache-2.0
#pragma once

// Telltale's own namespace on somebody else's server: made when it is missed, if that is allowed.
// What is missing is said once. Safe to share between threads.

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "client/api.h"

namespace telltale::live {

class OwnNamespace {
 public:
  OwnNamespace(client::Api& api, std::string name, std::function<void(std::string_view)> on_log)
      : api_(api), name_(std::move(name)), on_log_(std::move(on_log)) {}

  // Something could not be made since the namespace is not there. Called back once, with whether
  // it is there now; from within when that is known to be in vain.
  void make(std::function<void(bool made)> then);
  // Something in it may not be read or written: `what` and why, said once.
  void lacks(std::string_view what, std::string_view why);

 private:
  void say(std::string_view line);

  client::Api& api_;
  std::string name_;
  std::function<void(std::string_view)> on_log_;
  std::mutex mutex_;
  bool is_refused_ = false;
  std::string said_ = {};
};

}  // namespace telltale::live
