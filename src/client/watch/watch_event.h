// SPDX-License-Identifier: Apache-2.0
#pragma once

// One line of a watch: what happened, and to which object. The object stays text.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "client/watch/list_items.h"

namespace telltale::client {

struct WatchEvent {
  enum class Type { Added, Modified, Deleted, Bookmark, Error, Unknown };

  Type type = Type::Unknown;
  ObjectText object = {};
  std::string resource_version = {};  // of the object; empty in an Error
};

// Invalid for what is no event at all; a type that nobody knows yet is Unknown.
[[nodiscard]] Result<WatchEvent> read_event(std::string_view line);

// What the Status of an Error event says: Gone when the version asked for is no longer kept (code
// 410, or one of the reasons Expired and Gone), else the kind that its code would have as an
// answer.
Error error_of_event(std::string_view status);

}  // namespace telltale::client
