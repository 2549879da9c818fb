// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the parts of reading one object share: where kept text goes, where errors go, and the
// newest time met so far.

#include <string_view>

#include "base/arena.h"
#include "base/instant.h"
#include "json/tree/tree.h"
#include "kube/object_error.h"

namespace telltale {

struct Reading {
  Arena& arena;
  ObjectErrors& object_errors;
  Instant& newest;

  // Times nobody keeps still tell how new the document is; unreadable ones are of no interest.
  void note_time(const json::Tree& tree) const;
  // Missing, null and empty are no time; so is, with an error, anything else that is no time.
  Instant read_time(const json::Tree& tree, std::string_view path) const;
  // Empty when missing or null, or, with an error, of another type. Not yet kept.
  std::string_view read_text(const json::Tree& tree, std::string_view path) const;
  // Complains unless the value is missing or null.
  void leave_out(const json::Tree& tree, std::string_view what, std::string_view path) const;
};

inline bool is_given(const json::Tree& tree) { return tree && !tree.is(json::Tree::Type::Null); }

}  // namespace telltale
