// SPDX-License-Identifier: Apache-2.0
#pragma once

// Objects inside longer texts, the pages of lists and the lines of watches, found by their brackets
// and handed on as they stand: the caller that wants an object reads it, once. `read_list`
// (reflector.h) goes through a page in one pass over its bytes.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "client/discovery.h"

namespace telltale::client {

// The text of one object and what its top level shows.
struct ObjectText {
  std::string_view text = {};  // with its brackets
  bool has_api_version = false;
  bool has_kind = false;
  std::string_view metadata = {};  // with its brackets; empty when there is none
};

// The map that begins at `at`, which moves behind it. Nothing when there is none, or its brackets
// and quotes do not match; then `at` stays.
std::optional<ObjectText> take_object(std::string_view text, std::size_t& at);

// A string member of a map; empty when it is missing or no string.
std::string string_member(std::string_view map, std::string_view name);

// Puts apiVersion and kind into objects that lack them. Not safe to share between threads.
class TypeStamp {
 public:
  explicit TypeStamp(const ServedResource& resource);

  // The object's own text where nothing is missing; valid until the next call.
  std::string_view complete(const ObjectText& object);

 private:
  std::string api_version_;  // `"apiVersion":"v1",`
  std::string kind_;
  std::string document_;
};

}  // namespace telltale::client
