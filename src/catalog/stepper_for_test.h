// SPDX-License-Identifier: Apache-2.0
#pragma once

// A small cluster in virtual time: documents change, the engine looks, and what it says is written
// back as a driver would write it: Memory first, then the status. Nothing survives between two
// looks but the documents, so every look is one after a restart.
//
//   Stepper stepper;
//   stepper.put(pool);
//   stepper.look(at("10:00:00"));
//   EXPECT_EQ(stepper.line("NodePool", "np", "Progressing"), "True/Scaling since 10:00:00");

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/engine/memory.h"
#include "catalog/judge.h"
#include "catalog/world_for_test.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale {

// A time of one day that all sequences play on.
inline Instant at(std::string_view clock_time) {
  const auto instant = parse_rfc3339(format("2026-01-01T{}Z", clock_time));
  check(instant.has_value(), "a test needs a time such as 10:00:00");
  return *instant;
}

// What one judged object said at one look.
struct Saying {
  struct One {
    std::string status;
    std::string reason;
    std::string message;
    Instant since = no_time;
    std::int64_t generation = 0;
  };
  std::map<std::string, One, std::less<>> conditions = {};
  Verdict verdict = Verdict::Unknown;
  Instant wake = no_time;
  std::optional<std::int32_t> failed_launches = {};
};

class Stepper {
 public:
  explicit Stepper(const Settings& settings = {}) : settings_(settings) {}

  // Adds a document, or puts it in the place of the one with the same kind, namespace and name. A
  // status that the engine has written stays where the new document says nothing about it.
  void put(std::string_view text) {
    json::ValueMap document = parsed(text);
    const std::string key = key_of(document);
    if (const auto old = documents_.find(key); old != documents_.end()) {
      keep_conditions(old->second, document);
    }
    documents_[key] = std::move(document);
  }
  void remove(std::string_view kind, std::string_view name) {
    std::erase_if(documents_, [&](const auto& entry) {
      return entry.second.at("kind").as_string() == kind &&
             entry.second.at("metadata").at("name").as_string() == name;
    });
  }
  // As if telltale's own objects were lost.
  void lose_memory() {
    std::erase_if(documents_, [](const auto& entry) {
      return entry.second.at("kind").as_string() == "Memory";
    });
  }

  // Judges, writes back, and returns how many objects were written.
  int look(Instant now) {
    std::vector<std::string> texts;
    for (const auto& [key, document] : documents_) texts.push_back(json::print(document));
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const World world = world_of(views);
    const Judgement judgement = judge(world, settings_, now);
    int writes = 0;
    said_.clear();
    for (const Judged& item : judgement.items) {
      if (item.object->key.kind == "NodePool" || item.object->key.kind == "ClusterDeployment") {
        writes += write(item);
      }
    }
    return writes;
  }

  const Saying& said(std::string_view kind, std::string_view name) const {
    const auto found = said_.find(format("{} {}", kind, name));
    check(found != said_.end(), "a test asks about an object that was not judged");
    return found->second;
  }
  // "False/CloudQuotaExceeded since 10:15:00", or "absent".
  std::string line(std::string_view kind, std::string_view name, std::string_view type) const {
    const Saying& it = said(kind, name);
    const auto found = it.conditions.find(type);
    if (found == it.conditions.end()) return "absent";
    const Saying::One& one = found->second;
    return format("{}/{} since {}", one.status, one.reason,
                  format_rfc3339(one.since).substr(11, 8));
  }

 private:
  static json::ValueMap parsed(std::string_view text) {
    const Result<json::Value> value = json::parse(text);
    check(value.has_value() && value->is_object(), "a test's documents can be read");
    return value->as_object();
  }
  static std::string key_of(const json::ValueMap& document) {
    const json::ValueMap& metadata = document.at("metadata").as_object();
    const json::Value* space = metadata.if_contains("namespace");
    return format("{}|{}|{}", std::string_view(document.at("kind").as_string()),
                  space == nullptr ? "" : std::string_view(space->as_string()),
                  std::string_view(metadata.at("name").as_string()));
  }
  static void keep_conditions(const json::ValueMap& old, json::ValueMap& document) {
    const json::Value* before = old.if_contains("status");
    if (before == nullptr) return;
    json::ValueMap& status = status_of(document);
    for (const std::string_view name : {"conditions", "failedLaunches"}) {
      const json::Value* value = before->as_object().if_contains(name);
      if (value != nullptr && !status.contains(name)) status[name] = *value;
    }
  }
  static json::ValueMap& status_of(json::ValueMap& document) {
    if (!document.contains("status")) document["status"] = json::ValueMap();
    return document["status"].as_object();
  }

  int write(const Judged& item) {
    int writes = 0;
    if (item.memory_changed) {
      put(memory_document(*item.object, *item.memory));
      ++writes;
    }
    Saying said{.verdict = item.verdict,
                .wake = item.wake,
                .failed_launches = item.failed_launches.number()};
    json::ValueList list;
    for (const Condition& condition : item.conditions) {
      said.conditions[std::string(condition.type)] = {
          std::string(to_text(condition.status)), std::string(condition.reason),
          std::string(condition.message), condition.last_transition, condition.observed_generation};
      list.push_back(
          json::ValueMap{{"type", condition.type},
                         {"status", to_text(condition.status)},
                         {"reason", condition.reason},
                         {"message", condition.message},
                         {"lastTransitionTime", format_rfc3339(condition.last_transition)},
                         {"observedGeneration", condition.observed_generation}});
    }
    if (item.changed) {
      json::ValueMap& status = status_of(document_of(*item.object));
      status["conditions"] = std::move(list);
      if (item.failed_launches) status["failedLaunches"] = *item.failed_launches;
      ++writes;
    }
    said_[format("{} {}", item.object->key.kind, item.object->key.name)] = std::move(said);
    return writes;
  }
  json::ValueMap& document_of(const Object& object) {
    return documents_.at(
        format("{}|{}|{}", object.key.kind, object.key.namespace_name, object.key.name));
  }

  Settings settings_;
  std::map<std::string, json::ValueMap> documents_;
  std::map<std::string, Saying, std::less<>> said_;
};

}  // namespace telltale
