// SPDX-License-Identifier: Apache-2.0
#pragma once

// One step of a path into an object, written as FieldsV1 writes it: "f:spec", `k:{"type":"Ready"}`,
// `v:"a"`, "i:0". Equal steps have equal texts, so that sets of fields compare texts only.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

std::string field_element(std::string_view name);
// The name behind "f:"; nothing for other steps.
std::optional<std::string_view> field_name(std::string_view element);

// The step to an item of a list of type set or map. Keys that the item leaves out have their
// defaults. Nothing where the item cannot be told from others: no key at all, no plain value.
std::optional<std::string> item_element(const json::Value& item, const Structure& list);
// Those of all items in order; nothing if an item has none or if two have the same.
std::optional<std::vector<std::string>> item_elements(const json::ValueList& items,
                                                      const Structure& list);

// The one text of a step that others may write differently; empty for kinds that are not known.
[[nodiscard]] Result<std::string> canonical_element(std::string_view text);

// As people read it: ".spec", `[type="Ready"]`, `[="a"]`, "[0]".
std::string readable_element(std::string_view element);

}  // namespace telltale::schema
