// SPDX-License-Identifier: Apache-2.0
#pragma once

// One thing that a condition said, and about whom: the words of journals, histories and screens.

#include <string>

#include "base/instant.h"
#include "kube/condition.h"

namespace telltale {

struct JournalEntry {
  Instant at = no_time;  // the condition's transition time, or when another reason was first seen
  std::string type = {};
  Status status = Status::Unknown;
  std::string reason = {};
  std::string message = {};  // cut to JournalLimits::message_bytes

  bool operator==(const JournalEntry&) const = default;
};

// Whose history it is. A new object of an old name is another one.
struct JournalSubject {
  std::string group = {};
  std::string kind = {};
  std::string namespace_name = {};
  std::string name = {};
  std::string uid = {};

  bool operator==(const JournalSubject&) const = default;
};

}  // namespace telltale
