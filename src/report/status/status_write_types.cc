// SPDX-License-Identifier: Apache-2.0
#include "report/status/status_write_types.h"

#include <algorithm>

#include "catalog/explain/tables.h"
#include "catalog/kinds.h"
#include "catalog/names.h"

namespace telltale {

bool computes(const Object& object, std::string_view type, const Dialect& dialect) {
  const std::string_view kind = object.key.kind;
  const std::string_view known = canonical_type(kind, type);
  if (!has_type(dialect, kind, known) || written_type(dialect, kind, known) != type) return false;
  return has_table(object.key.group, kind, known);
}

bool only_telltale_writes(const Object& object, std::string_view type) {
  const Kind* kind = judged_kind(object.key.group, object.key.kind);
  if (kind == nullptr) return false;
  return std::ranges::any_of(kind->conditions, [&](const ConditionFacts& facts) {
    return facts.is_only_ours && facts.type == type;
  });
}

}  // namespace telltale
