// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `wait` says: in kubectl's words where kubectl says it, and what stood there and what to do
// next where it does not.

#include <string>
#include <string_view>

#include "cli/screen/streams.h"
#include "cli/wait/wait.h"
#include "cli/wait/wait_conditions.h"

namespace telltale::cli {

// Whom it is about, as text of its own.
struct WaitSubject {
  std::string group = {};
  std::string kind = {};
  std::string plural = {};
  std::string namespace_name = {};
  std::string name = {};
  std::string typed = {};  // the flags that the command to type next repeats
};

// "machine.cluster.x-k8s.io/m1".
std::string resource_name(const WaitSubject& subject);

// `document` is JSON; empty when the object is gone.
void say_met(const WaitSubject& subject, std::string_view document, WaitOutput output,
             const Streams& streams);
// `flag` that held.
void say_failed(const WaitSubject& subject, const Look& look, const Streams& streams);
enum class WaitEnd : std::uint8_t { TimedOut, NotMet };
void say_not_met(const WaitSubject& subject, const Look& look, WaitEnd end, const Streams& streams);

}  // namespace telltale::cli
