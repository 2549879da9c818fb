// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "json/equal_values.h"
#include "json/print.h"
#include "json/writer.h"
#include "schema/fields/applied_fields.h"
#include "schema/fields/changed_fields.h"
#include "schema/fields/entries.h"
#include "schema/fields/last_applied.h"
#include "schema/fields/managed_fields.h"
#include "schema/fields/merge_config.h"
#include "schema/fields/ownership.h"
#include "schema/fields/remove_fields.h"
#include "schema/fields/type_check.h"
#include "schema/fields/typed.h"

namespace telltale::schema {
namespace {

using json::Value;

json::ValueMap identity_in(const json::ValueMap& metadata) {
  json::ValueMap identity;
  for (const char* name : {"name", "namespace"}) {
    if (const Value* value = metadata.if_contains(name)) identity.emplace(name, *value);
  }
  return identity;
}

// One request to apply, against one state of the object.
class Applying {
 public:
  Applying(const Value& live, const Value& config, const Structure& structure, const Writer& writer,
           const ResetFields& reset)
      : type_(resource_of(structure)), writer_(writer), reset_(reset) {
    object_ = live.is_object() ? live : Value(json::ValueMap());
    erase_managed_fields(object_);
    config_ = without_reset(config);
    entries_ = read_entries(live).value_or(Entries());
    if (entries_.empty() && live.is_object()) claim_existing();
  }

  // Nobody conflicts about the excused fields.
  Applied run(Force force, const FieldSet& excused = {}) const;

 private:
  Value without_reset(const Value& config) const;
  void claim_existing();
  void remove_unapplied(Value& merged, const Entries& entries, FieldSet last) const;
  std::vector<Conflict> find_conflicts(const ChangedFields& changed, const FieldSet& excused) const;
  Entry own_entry() const;

  Typed type_;
  const Writer& writer_;
  const ResetFields& reset_;
  Value object_;
  Value config_;
  Entries entries_;
};

// Metadata only names the object where the endpoint changes something else. What the server keeps
// in it is the server's: clients in Go send `"creationTimestamp": null` without meaning it.
Value Applying::without_reset(const Value& config) const {
  json::ValueMap kept;
  for (const auto& member : config.get_object()) {
    const std::string_view name = member.key();
    const bool is_metadata = name == "metadata" && member.value().is_object();
    if (!is_metadata && (name == "apiVersion" || name == "kind" || is_open(reset_, name))) {
      kept.emplace(name, member.value());
    } else if (is_metadata && is_open(reset_, name)) {
      json::ValueMap metadata = member.value().get_object();
      for (const char* own : {"uid", "resourceVersion", "generation", "creationTimestamp",
                              "selfLink", "managedFields"}) {
        metadata.erase(own);
      }
      kept.emplace(name, std::move(metadata));
    } else if (is_metadata) {
      kept.emplace(name, identity_in(member.value().get_object()));
    }
  }
  return kept;
}

void Applying::claim_existing() {
  Writer earlier = writer_;
  earlier.manager = "before-first-apply";
  ChangedFields existing = changed_fields(nullptr, object_, type_);
  narrow(existing.gained, reset_);
  record_changes(entries_, std::move(existing), earlier);
}

Entry Applying::own_entry() const {
  return {.manager = writer_.manager,
          .operation = Operation::Apply,
          .api_version = writer_.api_version,
          .subresource = writer_.subresource,
          .time = writer_.time};
}

// What this manager applied last time and does not any more goes, unless it belongs to somebody. A
// container that it brought goes with everything nobody owns in it.
void Applying::remove_unapplied(Value& merged, const Entries& entries, FieldSet last) const {
  strip_unowned(last);
  last = with_named_fields(last, type_);
  const auto metadata = last.children.find("f:metadata");
  if (metadata != last.children.end()) metadata->second.member = false;

  // An empty list that is applied has no item to own, and still is not to go.
  FieldSet owned = changed_fields(nullptr, config_, type_).gained;
  for (const Entry& entry : entries) add_fields(owned, entry.fields);
  owned = with_named_fields(owned, type_);

  const FieldSet all = with_named_fields(applied_fields(merged, type_), type_);
  Value rest = merged;
  remove_fields(rest, last, type_);
  const FieldSet untouched = with_named_fields(applied_fields(rest, type_), type_);

  rest = merged;
  remove_fields(rest, difference_of(difference_of(all, untouched), owned), type_);
  const FieldSet kept = with_named_fields(applied_fields(rest, type_), type_);
  remove_fields(merged, intersection_of(difference_of(difference_of(all, kept), owned), last),
                type_);
}

std::vector<Conflict> Applying::find_conflicts(const ChangedFields& changed,
                                               const FieldSet& excused) const {
  std::vector<Conflict> conflicts;
  std::vector<const Entry*> others;
  for (const Entry& entry : entries_) {
    if (!is_same_manager(entry, own_entry())) others.push_back(&entry);
  }
  std::ranges::sort(others, {}, [](const Entry* entry) {
    return std::tuple(std::string_view(entry->manager), entry->operation,
                      std::string_view(entry->api_version), std::string_view(entry->subresource));
  });
  for (const Entry* entry : others) {
    std::string detail;
    if (!entry->subresource.empty()) {
      detail += " with subresource ";
      json::append_json_string(detail, entry->subresource);
    }
    if (entry->operation == Operation::Update) detail += " using " + entry->api_version;
    FieldSet common = intersection_of(entry->fields, changed.gained);
    subtract_fields(common, excused);
    for (std::string& path : paths_of(common, conflicts_max - conflicts.size())) {
      conflicts.push_back({.manager = entry->manager, .detail = detail, .field = std::move(path)});
    }
  }
  return conflicts;
}

Applied Applying::run(Force force, const FieldSet& excused) const {
  Entries entries = entries_;
  Value merged = object_;
  merge_config(merged, config_, type_);

  Entry own = own_entry();
  own.fields = applied_fields(config_, type_);
  narrow(own.fields, reset_);
  strip_unowned(own.fields);
  Entry* last = find_entry(entries, own);
  if (last == nullptr) {
    last = &entries.emplace_back(own_entry());
    last->time.clear();
  }
  FieldSet last_fields = std::exchange(last->fields, own.fields);
  if (!last_fields.empty()) remove_unapplied(merged, entries, std::move(last_fields));

  ChangedFields changed = changed_fields(object_, merged, type_);
  narrow(changed.gained, reset_);
  narrow(changed.lost, reset_);
  if (force == Force::No) {
    auto conflicts = find_conflicts(changed, excused);
    if (!conflicts.empty()) return {.object = nullptr, .conflicts = std::move(conflicts)};
  }
  const bool is_unchanged = json::equal_values(merged, object_);
  // Who applies what is there already wrote nothing at any time.
  if (!is_unchanged) last->time = own.time;
  last->api_version = own.api_version;
  last->fields = {};
  take_changed(entries, changed);
  last->fields = std::move(own.fields);
  drop_empty_entries(entries);

  Applied applied{.object = is_unchanged ? object_ : std::move(merged)};
  write_entries(std::move(entries), applied.object);
  return applied;
}

}  // namespace

std::string conflict_text(const Conflict& conflict) {
  std::string text = "conflict with ";
  json::append_json_string(text, conflict.manager);
  return text + conflict.detail;
}

std::string conflicts_message(const std::vector<Conflict>& conflicts) {
  if (conflicts.size() == 1) {
    return format("Apply failed with 1 conflict: {}: {}", conflict_text(conflicts.front()),
                  conflicts.front().field);
  }
  std::string text = format("Apply failed with {}{} conflicts: ",
                            conflicts.size() < conflicts_max ? "" : "at least ", conflicts.size());
  const Conflict* above = nullptr;
  for (const Conflict& conflict : conflicts) {
    const bool is_new =
        above == nullptr || above->manager != conflict.manager || above->detail != conflict.detail;
    if (is_new) {
      if (above != nullptr) text += '\n';
      text += "conflicts with ";
      json::append_json_string(text, conflict.manager);
      text += conflict.detail + ':';
    }
    text += "\n- " + conflict.field;
    above = &conflict;
  }
  return text;
}

Result<Applied> apply(const Value& live, const Value& config, const Structure& structure,
                      const Writer& writer, const ResetFields& reset, Force force) {
  if (!config.is_object()) return fail(Error::Kind::Invalid, "the body is not an object");
  std::string errors = type_errors(config, resource_of(structure));
  if (!errors.empty()) return fail(Error::Kind::Invalid, std::move(errors));

  const Applying applying(live, config, structure, writer, reset);
  Applied applied = applying.run(force);
  if (writer.manager != kubectl_manager) return applied;
  if (!applied.conflicts.empty()) {
    applied = applying.run(Force::No, last_applied_fields(live, structure, writer.api_version));
    if (applied.conflicts.empty()) applied = applying.run(Force::Yes);
  }
  if (applied.conflicts.empty()) renew_last_applied(applied.object, config);
  return applied;
}

}  // namespace telltale::schema
