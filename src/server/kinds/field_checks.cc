// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/field_checks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

bool is_unchanged(const json::Value& object, const json::Value* old, std::string_view path) {
  if (old == nullptr) return true;
  const json::Value* now = at(object, path);
  const json::Value* before = at(*old, path);
  return (now == nullptr) == (before == nullptr) && (now == nullptr || *now == *before);
}

}  // namespace

void check_known(const json::Value& object, std::string_view path,
                 std::initializer_list<std::string_view> known, schema::FieldErrors& out) {
  const std::string_view word = text_at(object, path);
  if (word.empty() || std::ranges::find(known, word) != known.end()) return;
  add(out, schema::not_supported(std::string(path), schema::quoted(word),
                                 std::vector<std::string>(known.begin(), known.end())));
}

void check_unchanged(const json::Value& object, const json::Value* old, std::string_view path,
                     schema::FieldErrors& out) {
  if (is_unchanged(object, old, path)) return;
  const json::Value* now = at(object, path);
  add(out, schema::invalid(std::string(path), schema::shown(now == nullptr ? json::Value() : *now),
                           "field is immutable"));
}

void forbid_change(const json::Value& object, const json::Value* old, std::string_view path,
                   std::string_view why, schema::FieldErrors& out) {
  if (!is_unchanged(object, old, path)) add(out, schema::forbidden(std::string(path), why));
}

}  // namespace telltale::server
