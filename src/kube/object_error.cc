// SPDX-License-Identifier: Apache-2.0
#include "kube/object_error.h"

#include "base/text.h"

namespace telltale {
namespace {

constexpr std::size_t quoted_bytes_max = 60;

// Small values are shown as they are, large ones by their type.
std::string show(const json::Tree& tree) {
  using enum json::Tree::Type;
  switch (tree.type()) {
    case Bool:
      return *tree.as_bool() ? "true" : "false";
    case Int:
      return format("{}", *tree.as_int());
    case Double:
      return format("{}", *tree.as_double());
    case String:
      return format("\"{}\"", truncate_utf8(*tree.as_string(), quoted_bytes_max));
    default:
      return std::string(json::type_name(tree.type()));
  }
}

}  // namespace

void ObjectErrors::add(std::uint32_t offset, std::string_view text) {
  ++count_;
  if (count_ > per_object_max + 1) return;
  if (count_ > per_object_max) text = "there is more wrong with it than can be listed here";
  out_.push_back({offset, format("{} \"{}\": {}", kind_, name_, text)});
}

std::string expected_at(std::string_view what, std::string_view path, const json::Tree& found) {
  return format("expected {} at {}, found {}", what, path, show(found));
}

}  // namespace telltale
