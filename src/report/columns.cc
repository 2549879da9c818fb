// SPDX-License-Identifier: Apache-2.0
#include "report/columns.h"

#include <algorithm>

#include "catalog/read_kinds.h"

namespace telltale {
namespace {

using enum ColumnType;

const ColumnsByVersion* columns_by_version(std::string_view group, std::string_view kind) {
  const ReadKind* read = read_kind(group, kind);
  return read == nullptr || read->columns.to_be.empty() ? nullptr : &read->columns;
}

// v1alpha versions have the fields of v1beta1.
bool is_old(std::string_view version) {
  return version == "v1beta1" || version.starts_with("v1alpha");
}

}  // namespace

Columns columns_of(std::string_view group, std::string_view kind, std::string_view version,
                   DialectName dialect) {
  const ColumnsByVersion* table = columns_by_version(group, kind);
  if (table == nullptr) return {};
  if (dialect == DialectName::Upstream) {
    return is_old(version) ? table->upstream_v1beta1 : table->upstream_v1beta2;
  }
  return is_old(version) ? table->current : table->to_be;
}

bool has_columns(std::string_view group, std::string_view kind) {
  return columns_by_version(group, kind) != nullptr;
}

std::vector<std::string_view> column_paths(std::string_view group, std::string_view kind) {
  std::vector<std::string_view> paths;
  const ColumnsByVersion* table = columns_by_version(group, kind);
  if (table == nullptr) return paths;
  for (const Columns columns :
       {table->current, table->to_be, table->upstream_v1beta1, table->upstream_v1beta2}) {
    for (const Column& column : columns) paths.push_back(column.path);
  }
  std::ranges::sort(paths);
  paths.erase(std::ranges::unique(paths).begin(), paths.end());
  return paths;
}

std::string_view to_text(ColumnType type) {
  switch (type) {
    case Integer:
      return "integer";
    case Boolean:
      return "boolean";
    case Date:
      return "date";
    case String:
      break;
  }
  return "string";
}

std::string_view condition_shown(const Column& column) {
  constexpr std::string_view before = R"(.status.conditions[?(@.type==")";
  constexpr std::string_view after = R"(")].status)";
  std::string_view path = column.path;
  if (!path.starts_with(before) || !path.ends_with(after)) return {};
  path.remove_prefix(before.size());
  path.remove_suffix(after.size());
  return path;
}

}  // namespace telltale
