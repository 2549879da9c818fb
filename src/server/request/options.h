// SPDX-License-Identifier: Apache-2.0
#pragma once

// The query parameters of requests, read and checked. Unknown parameters are ignored, as clients
// send many.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/target.h"
#include "server/request/status_error.h"
#include "store/sealing/stamp.h"

namespace telltale::server {

struct ListOptions {
  enum class Match : std::uint8_t { Unset, Exact, NotOlderThan, Unsupported };

  std::string label_selector = {};
  std::string field_selector = {};
  std::optional<store::Revision> version = {};  // resourceVersion; nothing when unset
  Match match = Match::Unset;
  std::size_t limit = 0;  // 0: all
  std::string continue_token = {};
  bool watch = false;
  bool bookmarks = false;
  bool send_initial_events = false;
  std::optional<std::chrono::seconds> timeout = {};  // zero: at once
};
enum class Purpose : std::uint8_t { List, Watch, DeleteCollection };
Outcome<ListOptions> read_list_options(const http::Target& target, Purpose purpose);
// The resourceVersion that is asked for; zero when none is. One that is no number is taken for the
// server's own error, as the API has it.
Outcome<store::Revision> read_version(const http::Target& target);

struct WriteOptions {
  enum class Validation : std::uint8_t { Ignore, Warn, Strict };

  bool dry_run = false;
  bool force = false;
  std::string field_manager = {};
  Validation validation = Validation::Warn;
};
// `options_kind`: what the API calls them in errors, "CreateOptions".
Outcome<WriteOptions> read_write_options(const http::Target& target, std::string_view options_kind);

// includeObject of tables.
enum class IncludeObject : std::uint8_t { Metadata, Object, None };
Outcome<IncludeObject> read_include_object(const http::Target& target);

// UTF-8 without control characters: what may be written into an object as the name of a writer.
bool is_printable(std::string_view text);

// "1", "true", "" (the parameter alone) are yes.
bool is_yes(const http::Target& target, std::string_view name);

}  // namespace telltale::server
