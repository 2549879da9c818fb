// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lists in strategic merge patches: items of scalars are what they are, items that are objects are
// told apart by their merge key. An empty key stands for scalars.

#include <cstddef>
#include <string>

#include <absl/container/flat_hash_map.h>

#include "json/value.h"

namespace telltale::schema {

// Finds items by their merge key while the list grows.
class ItemIndex {
 public:
  ItemIndex(json::ValueList& list, const std::string& key);

  // The list's first item with the key of `like`, or null.
  json::Value* find(const json::Value& like);
  void append(json::Value item);

 private:
  json::ValueList& list_;
  const std::string& key_;
  absl::flat_hash_map<std::string, std::size_t> places_;
};

// All items whose key is that of one of `like`.
void erase_matching(json::ValueList& list, const std::string& key, const json::ValueList& like);
// Each value once, those of `more` behind.
void add_scalars(json::ValueList& list, const json::ValueList& more);
void erase_scalars(json::ValueList& list, const json::ValueList& less);

// Items that `wanted` names come in its order; the others keep theirs and stand before the first of
// those that stood behind them in `before`.
void order_items(json::ValueList& list, const json::ValueList& wanted,
                 const json::ValueList& before, const std::string& key);

}  // namespace telltale::schema
