// SPDX-License-Identifier: Apache-2.0
#pragma once

// The kinds whose documents are read, judged or not, and which of their fields a reader keeps.
// Everything else in a dump is passed over while reading.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/kind_data.h"
#include "json/tree/tree_reader.h"
#include "kube/read_object.h"

namespace telltale {

// Judged kinds and what they read beside, out of the records, and what belongs to none of them.
std::span<const ReadKind> read_kinds();
// The entry of a kind without a marker; nothing for a kind that has none.
const ReadKind* read_kind(std::string_view group, std::string_view kind);

// What somebody wants to see of a kind, on top of what judging reads. Paths are those of a
// json::Selection; labels, owners and legacy conditions come with them.
struct MoreFields {
  std::string group;
  std::string kind;  // empty: every kind
  std::vector<std::string> paths;
};

// How much of an object of this kind judging reads, besides the fields.
Extent extent_of(std::string_view group, std::string_view kind);

// Chooses the fields to keep of one document; hand it to the reader.
json::SelectFields fields_to_read(std::span<const MoreFields> more = {});

}  // namespace telltale
