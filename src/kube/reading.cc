// SPDX-License-Identifier: Apache-2.0
#include "kube/reading.h"

#include <algorithm>

#include "base/text.h"

namespace telltale {

void Reading::note_time(const json::Tree& tree) const {
  if (const auto time = parse_rfc3339(tree.as_string(""))) newest = std::max(newest, *time);
}

Instant Reading::read_time(const json::Tree& tree, std::string_view path) const {
  if (!is_given(tree) || tree.as_string() == "") return no_time;
  const auto time = parse_rfc3339(tree.as_string(""));
  if (!time) leave_out(tree, "a time", path);
  return time.value_or(no_time);
}

std::string_view Reading::read_text(const json::Tree& tree, std::string_view path) const {
  if (const auto text = tree.as_string()) return *text;
  leave_out(tree, "a string", path);
  return {};
}

void Reading::leave_out(const json::Tree& tree, std::string_view what,
                        std::string_view path) const {
  if (!is_given(tree)) return;
  object_errors.add(tree.offset(), format("{}; it was left out", expected_at(what, path, tree)));
}

}  // namespace telltale
