// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: a tiny API server that takes status writes the way the real one does, as far as
// conditions and plain fields go, so that a test can write, read back and judge again.

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/judge.h"
#include "catalog/world_for_test.h"
#include "convert/value_path.h"
#include "json/parse.h"
#include "json/patch/merge_patch.h"
#include "json/print.h"
#include "report/status/status_write.h"

namespace telltale {

inline json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  check(value.has_value(), value ? "" : value.error().detail);
  return std::move(*value);
}

inline std::string_view type_of_item(const json::Value& item) {
  const json::Value* type = convert::find(item, "type");
  return type != nullptr && type->is_string() ? std::string_view(type->get_string())
                                              : std::string_view();
}

// Server-side apply of one manager: items of the list and plain fields, with managedFields.
class AppliedStatus {
 public:
  AppliedStatus(json::Value& stored, const json::Value& body, std::string_view path)
      : stored_(stored), body_(body), path_(path) {}

  void apply(const Ownership& before) {
    const json::Value* said = convert::find(body_, path_);
    json::ValueList none;
    const json::ValueList& items = said == nullptr ? none : said->get_array();
    json::ValueList list;
    if (const json::Value* old = convert::find(stored_, path_)) list = old->get_array();
    for (const std::string& type : before.ours) {
      const auto says = [&](const json::Value& item) { return type_of_item(item) == type; };
      check(!before.is_shared(type) || std::ranges::any_of(items, says),
            "a shared condition would be torn");
      if (std::ranges::none_of(items, says)) erase(list, type);
    }
    for (const json::Value& item : items) put(list, item);
    for (const std::string& field : before.our_fields) {
      if (convert::find(body_, field) == nullptr) convert::take(stored_.get_object(), field);
    }
    json::Value status = *convert::find(body_, "status");
    if (said != nullptr) {
      convert::take(status.get_object(), path_.substr(std::string_view("status.").size()));
    }
    json::merge_patch(stored_.get_object()["status"], status);
    json::Value whole(std::move(list));
    convert::put(stored_.get_object(), path_, whole);
    own(items, status);
  }

 private:
  static void erase(json::ValueList& list, std::string_view type) {
    for (std::size_t i = list.size(); i > 0; --i) {
      if (type_of_item(list[i - 1]) == type) {
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i - 1));
      }
    }
  }

  static void put(json::ValueList& list, const json::Value& item) {
    for (json::Value& old : list) {
      if (type_of_item(old) == type_of_item(item)) {
        old = item;
        return;
      }
    }
    list.push_back(item);
  }

  static json::ValueMap owned_fields(const json::Value& value) {
    json::ValueMap fields;
    if (!value.is_object()) return fields;
    for (const auto& member : value.get_object()) {
      fields[format("f:{}", std::string_view(member.key()))] = owned_fields(member.value());
    }
    return fields;
  }

  // What was said is ours alone now: it was forced.
  void own(const json::ValueList& items, const json::Value& status) {
    json::ValueMap keys;
    for (const json::Value& item : items) {
      keys[format(R"(k:{{"type":"{}"}})", type_of_item(item))] = owned_fields(item);
    }
    json::ValueMap owned = owned_fields(status);
    json::Value list(std::move(keys));
    std::string place;
    for (const std::string_view step :
         split(path_.substr(std::string_view("status.").size()), '.')) {
      place += format("{}f:{}", place.empty() ? "" : ".", step);
    }
    convert::put(owned, place, list);
    json::Value entry = {{"manager", "telltale"}, {"operation", "Apply"}};
    entry.get_object()["apiVersion"] = *convert::find(body_, "apiVersion");
    entry.get_object()["fieldsV1"] = json::ValueMap{{"f:status", std::move(owned)}};
    json::Value& managed = stored_.get_object()["metadata"].get_object()["managedFields"];
    json::ValueList entries;
    if (managed.is_array()) {
      for (const json::Value& old : managed.get_array()) {
        if (convert::find(old, "manager")->get_string() != "telltale") entries.push_back(old);
      }
    }
    entries.push_back(entry);
    managed = entries;
  }

  json::Value& stored_;
  const json::Value& body_;
  std::string_view path_;
};

// A few objects, judged and written again and again.
class SmallServer {
 public:
  explicit SmallServer(std::vector<std::string> documents) : documents_(std::move(documents)) {}

  Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");
  Settings settings;
  WriteRules rules{.policy = WritePolicy::All, .acted_on = {}};
  Completeness completeness = Completeness::Partial;
  std::string last = {};  // what was written last

  void judge_all() {
    const std::vector<std::string_view> views(documents_.begin(), documents_.end());
    worlds_.push_back(std::make_unique<World>(world_of(views, completeness)));
    judgements_.push_back(std::make_unique<Judgement>(judge(*worlds_.back(), settings, now)));
  }

  std::span<const Judged> items() const { return judgements_.back()->items; }

  const Judged& judged(std::string_view kind, std::string_view name) const {
    for (const Judged& item : judgements_.back()->items) {
      if (item.object->key.kind == kind && item.object->key.name == name) return item;
    }
    check(false, "the test asks for an object of its own world");
    return judgements_.back()->items.front();
  }

  std::optional<StatusWrite> write_of(const Judged& judged) {
    const std::string& document = document_of(*judged.object);
    const Ownership ownership = read_ownership(document);
    const Key& key = judged.object->key;
    const Capability able = Capability::customary(key.group, key.kind);
    const std::string list =
        stored_list(document, list_path(*judged.object, settings.dialect.name));
    return status_write({.judged = judged,
                         .ownership = ownership,
                         .capability = able,
                         .settings = settings,
                         .stored_list = list,
                         .now = now},
                        rules);
  }

  // Judges and stores what is to be written; returns how many objects were.
  std::size_t write_all() {
    judge_all();
    std::size_t count = 0;
    for (const Judged& judged : judgements_.back()->items) {
      const auto write = write_of(judged);
      if (!write) continue;
      ++count;
      last = write->body;
      store(judged, *write);
    }
    return count;
  }

  json::Value object(std::string_view kind, std::string_view name) const {
    for (const std::string& document : documents_) {
      json::Value value = parsed(document);
      if (is(value, kind, name)) return value;
    }
    check(false, "the test asks for an object of its own world");
    return {};
  }
  // As compact text; empty when there is no such condition.
  std::string condition(std::string_view kind, std::string_view name, std::string_view type,
                        std::string_view path = "status.conditions") const {
    const json::Value value = object(kind, name);
    const json::Value* list = convert::find(value, path);
    if (list == nullptr) return {};
    for (const json::Value& item : list->get_array()) {
      if (type_of_item(item) == type) return json::print(item);
    }
    return {};
  }

  std::string& document_of(const Object& object) {
    for (std::string& document : documents_) {
      if (is(parsed(document), object.key.kind, object.key.name)) return document;
    }
    check(false, "what is judged was stored");
    return documents_.front();
  }

  void store(const Judged& judged, const StatusWrite& write) {
    std::string& document = document_of(*judged.object);
    json::Value stored = parsed(document);
    const json::Value body = parsed(write.body);
    const json::Value* guard = convert::find(body, "metadata.resourceVersion");
    const json::Value* current = convert::find(stored, "metadata.resourceVersion");
    check((guard == nullptr) == (current == nullptr) && (guard == nullptr || *guard == *current),
          "a write names the version that it was made from");
    if (write.method == StatusWrite::Method::Apply) {
      AppliedStatus(stored, body, list_path(*judged.object, settings.dialect.name))
          .apply(read_ownership(document));
    } else {
      json::merge_patch(stored, body);
    }
    if (current != nullptr) {
      stored.get_object()["metadata"].get_object()["resourceVersion"] = format("{}", ++version_);
    }
    document = json::print(stored);
  }

 private:
  static bool is(const json::Value& value, std::string_view kind, std::string_view name) {
    const json::Value* has_kind = convert::find(value, "kind");
    const json::Value* has_name = convert::find(value, "metadata.name");
    return has_kind != nullptr && has_name != nullptr && has_kind->get_string() == kind &&
           has_name->get_string() == name;
  }

  std::vector<std::string> documents_;
  std::vector<std::unique_ptr<World>> worlds_;
  std::vector<std::unique_ptr<Judgement>> judgements_;
  std::uint64_t version_ = 1000;
};

}  // namespace telltale
