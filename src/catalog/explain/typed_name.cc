// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/typed_name.h"

#include <algorithm>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/kinds.h"

namespace telltale {
namespace {

constexpr std::size_t plain_name_bytes_max = 253;

bool shares_its_name(const KnownKind& kind) {
  const Kind* judged = judged_kind(kind.group, kind.kind);
  if (judged != nullptr && !judged->namesakes.empty()) return true;
  return std::ranges::any_of(known_kinds(), [&](const KnownKind& other) {
    const bool same = other.kind == kind.kind || other.plural == kind.plural;
    return same && other.group != kind.group;
  });
}

}  // namespace

bool is_plain_name(std::string_view name) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:/@-";
  return !name.empty() && name.size() <= plain_name_bytes_max && name.front() != '-' &&
         name.find_first_not_of(plain) == std::string_view::npos;
}

std::string typed_kind(std::string_view group, std::string_view kind) {
  for (const KnownKind& known : known_kinds()) {
    if (known.kind != kind || known.group != group) continue;
    return shares_its_name(known) && !group.empty() ? format("{}.{}", known.plural, group)
                                                    : std::string(known.plural);
  }
  return is_plain_name(kind) && !kind.contains('/') ? lower(kind) : "";
}

std::string typed_object(const Key& key) {
  const std::string type = typed_kind(key.group, key.kind);
  if (type.empty() || !is_plain_name(key.name) || key.name.contains('/')) return {};
  if (key.namespace_name.empty()) return format("{}/{}", type, key.name);
  if (!is_plain_name(key.namespace_name)) return {};
  return format("{}/{} -n {}", type, key.name, key.namespace_name);
}

}  // namespace telltale
