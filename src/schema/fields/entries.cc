// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/entries.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/instant.h"
#include "schema/members.h"

namespace telltale::schema {
namespace {

constexpr std::string_view ancient_changes = "ancient-changes";

Instant instant_of(const Entry& entry) { return parse_rfc3339(entry.time).value_or(Instant{}); }

Result<Entry> read_entry(const json::Value& value) {
  auto entry = read_entry_header(value);
  if (!entry) return entry;
  const json::Value* fields = value.get_object().if_contains("fieldsV1");
  if (fields == nullptr || fields->is_null()) return entry;
  auto set = read_field_set(*fields);
  if (!set) return fail(set.error());
  entry->fields = *std::move(set);
  return entry;
}

json::Value to_value(const Entry& entry) {
  json::ValueMap map;
  map.reserve(7);
  map.emplace("apiVersion", entry.api_version);
  map.emplace("fieldsType", "FieldsV1");
  map.emplace("fieldsV1", to_fields_v1(entry.fields));
  map.emplace("manager", entry.manager);
  map.emplace("operation", entry.operation == Operation::Apply ? "Apply" : "Update");
  if (!entry.subresource.empty()) map.emplace("subresource", entry.subresource);
  if (!entry.time.empty()) map.emplace("time", entry.time);
  return map;
}

bool stands_before(const Entry& one, const Entry& other) {
  const auto rank = [](const Entry& entry) {
    return std::tuple(entry.operation, instant_of(entry), std::string_view(entry.manager),
                      std::string_view(entry.api_version), std::string_view(entry.subresource));
  };
  return rank(one) < rank(other);
}

// The indexes of updates, oldest first.
std::vector<std::size_t> updates_by_age(const Entries& entries) {
  std::vector<std::size_t> updates;
  for (std::size_t at = 0; at < entries.size(); ++at) {
    if (entries[at].operation == Operation::Update) updates.push_back(at);
  }
  std::ranges::sort(updates, [&](std::size_t one, std::size_t other) {
    return stands_before(entries[one], entries[other]);
  });
  return updates;
}

void merge_into(Entry& bucket, Entry& entry) {
  add_fields(bucket.fields, entry.fields);
  bucket.time = entry.time;
  entry.fields = {};
}

}  // namespace

Result<Entry> read_entry_header(const json::Value& value) {
  const json::ValueMap* map = value.if_object();
  if (map == nullptr) return fail(Error::Kind::Invalid, "an entry is not an object");
  const std::string operation = text_of(*map, "operation");
  if (operation != "Apply" && operation != "Update") {
    return fail(Error::Kind::Invalid, "operation must be `Apply` or `Update`");
  }
  std::string api_version = text_of(*map, "apiVersion");
  if (api_version.empty()) {
    return fail(Error::Kind::Invalid, "apiVersion must not be empty");
  }
  if (text_of(*map, "fieldsType") != "FieldsV1") {
    return fail(Error::Kind::Invalid, "fieldsType must be `FieldsV1`");
  }
  return Entry{.manager = text_of(*map, "manager"),
               .operation = operation == "Apply" ? Operation::Apply : Operation::Update,
               .api_version = std::move(api_version),
               .subresource = text_of(*map, "subresource"),
               .time = text_of(*map, "time")};
}

void sort_entries(json::ValueList& list) {
  std::vector<std::pair<Entry, std::size_t>> order;
  for (std::size_t at = 0; at < list.size(); ++at) {
    order.emplace_back(read_entry_header(list[at]).value_or(Entry()), at);
  }
  std::ranges::stable_sort(order, stands_before, &std::pair<Entry, std::size_t>::first);
  json::ValueList sorted;
  sorted.reserve(list.size());
  for (const auto& [entry, at] : order) sorted.push_back(std::move(list[at]));
  list = std::move(sorted);
}

bool is_same_manager(const Entry& one, const Entry& other) {
  return one.operation == other.operation && one.manager == other.manager &&
         one.subresource == other.subresource &&
         (one.operation == Operation::Apply || one.api_version == other.api_version);
}

const json::Value* managed_fields_of(const json::Value& object) {
  const json::ValueMap* map = object.if_object();
  const json::Value* metadata = map == nullptr ? nullptr : map->if_contains("metadata");
  if (metadata == nullptr || !metadata->is_object()) return nullptr;
  return metadata->get_object().if_contains("managedFields");
}

void erase_managed_fields(json::Value& object) {
  if (managed_fields_of(object) == nullptr) return;
  object.get_object().at("metadata").get_object().erase("managedFields");
}

Entry* find_entry(Entries& entries, const Entry& like) {
  const auto at = std::ranges::find_if(
      entries, [&](const Entry& entry) { return is_same_manager(entry, like); });
  return at == entries.end() ? nullptr : &*at;
}

Result<Entries> read_entries(const json::Value& object) {
  Entries entries;
  const json::Value* managed = managed_fields_of(object);
  if (managed == nullptr || managed->is_null()) return entries;
  const json::ValueList* list = managed->if_array();
  if (list == nullptr) return fail(Error::Kind::Invalid, "managedFields is not a list");
  if (list->size() > entries_max) {
    return fail(Error::Kind::TooLarge, "managedFields has too many entries");
  }
  entries.reserve(list->size() + 1);
  for (const json::Value& item : *list) {
    auto entry = read_entry(item);
    if (!entry) return fail(entry.error());
    if (Entry* earlier = find_entry(entries, *entry)) {
      *earlier = *std::move(entry);
    } else {
      entries.push_back(*std::move(entry));
    }
  }
  return entries;
}

void write_entries(Entries entries, json::Value& object) {
  json::ValueMap* map = object.if_object();
  json::Value* metadata = map == nullptr ? nullptr : map->if_contains("metadata");
  if (metadata == nullptr || !metadata->is_object()) return;
  if (entries.empty()) {
    metadata->get_object().erase("managedFields");
    return;
  }
  std::ranges::sort(entries, stands_before);
  json::ValueList list;
  list.reserve(entries.size());
  for (const Entry& entry : entries) list.push_back(to_value(entry));
  metadata->get_object().insert_or_assign("managedFields", std::move(list));
}

void drop_empty_entries(Entries& entries) {
  std::erase_if(entries, [](const Entry& entry) { return entry.fields.empty(); });
}

// The oldest updates of each API version are poured together until few enough are left; the first
// of a version alone stays as it is.
void cap_update_entries(Entries& entries) {
  const std::vector<std::size_t> updates = updates_by_age(entries);
  std::size_t left = updates.size();
  std::map<std::string, std::size_t> first_of_version;
  for (std::size_t at = 0; at < updates.size() && left > update_entries_max; ++at) {
    Entry& entry = entries[updates[at]];
    const auto [first, is_first] = first_of_version.emplace(entry.api_version, updates[at]);
    if (is_first) continue;
    const Entry like{.manager = std::string(ancient_changes), .api_version = entry.api_version};
    Entry* bucket = find_entry(entries, like);
    if (bucket == nullptr) {
      bucket = &entries[first->second];
      bucket->manager = like.manager;
      bucket->subresource.clear();
    }
    if (bucket == &entry) continue;
    merge_into(*bucket, entry);
    --left;
  }
  drop_empty_entries(entries);
}

}  // namespace telltale::schema
