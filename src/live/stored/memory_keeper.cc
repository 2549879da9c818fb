// SPDX-License-Identifier: Apache-2.0
#include "live/stored/memory_keeper.h"

#include <memory>
#include <utility>

#include "base/text.h"
#include "client/discovery.h"
#include "client/watch/reflector.h"
#include "http/target.h"
#include "json/parse.h"
#include "json/print.h"
#include "live/executor.h"
#include "reconcile/leases/shards.h"
#include "report/status/ownership.h"

namespace telltale::live {
namespace {

using client::Outgoing;

std::string config_map_name(std::size_t shard) { return format("telltale-memory-{:02}", shard); }

client::ServedResource memories() {
  return {.group = "telltale.dev",
          .version = "v1alpha1",
          .kind = "Memory",
          .plural = "memories",
          .namespaced = true};
}

constexpr int not_allowed = 403;
constexpr int no_such_thing = 404;

// The members of a Memory that say where it is.
struct MemoryName {
  std::string namespace_name;
  std::string name;
};

std::string text_at(const json::ValueMap& map, std::string_view name) {
  const json::Value* value = map.if_contains(name);
  const auto* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string() : std::string(*text);
}

MemoryName name_of(const json::Value& memory) {
  const auto* map = memory.if_object();
  const json::Value* metadata = map == nullptr ? nullptr : map->if_contains("metadata");
  const auto* members = metadata == nullptr ? nullptr : metadata->if_object();
  if (members == nullptr) return {};
  return {text_at(*members, "namespace"), text_at(*members, "name")};
}

// Namespaces have no underscore, so the two parts can never be mixed up.
std::string entry_name(const MemoryName& name) {
  return format("{}_{}", name.namespace_name, name.name);
}

}  // namespace

void MemoryKeeper::load(std::function<void(Result<Documents>)> then) {
  auto documents = std::make_shared<Documents>();
  if (place_.form == MemoryForm::Objects) {
    return load_objects({}, std::move(documents), std::move(then));
  }
  load_map(0, std::move(documents), std::move(then));
}

void MemoryKeeper::load_objects(std::string continue_token, std::shared_ptr<Documents> documents,
                                std::function<void(Result<Documents>)> then) {
  std::string target = path_of(memories()) + "?limit=500";
  if (!continue_token.empty()) target += "&continue=" + http::escape(continue_token);
  api_.send({.target = std::move(target)}, [this, documents = std::move(documents),
                                            then = std::move(then)](auto answer) mutable {
    answer = client::accepted(std::move(answer), "Memory");
    if (!answer && answer.error().kind == Error::Kind::NotFound) return then(Documents{});
    if (!answer) return then(fail(answer.error()));
    const auto page = client::read_list(
        answer->body, memories(), [&](std::string_view item) { documents->emplace_back(item); });
    if (!page) return then(fail(page.error()));
    if (page->continue_token.empty()) return then(std::move(*documents));
    load_objects(page->continue_token, std::move(documents), std::move(then));
  });
}

void MemoryKeeper::load_map(std::size_t shard, std::shared_ptr<Documents> documents,
                            std::function<void(Result<Documents>)> then) {
  if (shard == place_.shards) return then(std::move(*documents));
  Outgoing request{.target = config_map_path(place_.namespace_name, config_map_name(shard))};
  api_.send(std::move(request), [this, shard, documents = std::move(documents),
                                 then = std::move(then)](auto answer) mutable {
    answer = client::accepted(std::move(answer), "the ConfigMap of Memory");
    if (!answer && answer.error().kind != Error::Kind::NotFound) return then(fail(answer.error()));
    const auto map = answer ? json::parse(answer->body) : Result<json::Value>(json::ValueMap());
    if (map && map->is_object()) {
      const json::Value* data = map->as_object().if_contains("data");
      if (data != nullptr && data->is_object()) {
        for (const auto& member : data->as_object()) {
          if (const auto* text = member.value().if_string()) documents->emplace_back(*text);
        }
      }
    }
    load_map(shard + 1, std::move(documents), std::move(then));
  });
}

void MemoryKeeper::store(const std::string& document, std::function<void(Outcome)> then) {
  if (place_.form == MemoryForm::Objects) return store_object(document, std::move(then));
  const auto memory = json::parse(document);
  if (memory) replace_kept(entry_name(name_of(*memory)), document);
  store_entry(document, std::move(then));
}

void MemoryKeeper::drop(std::string_view namespace_name, std::string_view name) {
  Outgoing request;
  if (place_.form == MemoryForm::Objects) {
    const std::string_view home = namespace_name.empty() ? place_.namespace_name : namespace_name;
    request = {.method = "DELETE", .target = path_of(memories(), home, name)};
  } else {
    const std::string entry = entry_name({std::string(namespace_name), std::string(name)});
    const std::string map = config_map_name(shard_of(entry, place_.shards));
    request = {.method = "PATCH",
               .target = format("{}?fieldManager={}", config_map_path(place_.namespace_name, map),
                                field_manager),
               .headers = {{"Content-Type", "application/merge-patch+json"}},
               .body = json::print(json::ValueMap{{"data", json::ValueMap{{entry, nullptr}}}})};
  }
  {
    const std::lock_guard lock(mutex_);
    kept_.erase(entry_name({std::string(namespace_name), std::string(name)}));
  }
  api_.send(std::move(request), [](const Result<http::Response>&) {});
}

void MemoryKeeper::store_object(const std::string& document, std::function<void(Outcome)> then) {
  auto memory = json::parse(document);
  if (!memory) return then({.how = Outcome::How::Refused, .detail = memory.error().detail});
  MemoryName name = name_of(*memory);
  if (name.namespace_name.empty()) name.namespace_name = place_.namespace_name;
  memory->as_object()["metadata"].as_object()["namespace"] = name.namespace_name;
  api_.send({.method = "PATCH",
             .target = format("{}?fieldManager={}&force=true",
                              path_of(memories(), name.namespace_name, name.name), field_manager),
             .headers = {{"Content-Type", "application/apply-patch+yaml"}},
             .body = json::print(*memory)},
            [then = std::move(then)](Result<http::Response> answer) { then(outcome_of(answer)); });
}

// Which map it is follows from the entry alone: a tree may change its name, and then there would be
// two of them.
void MemoryKeeper::store_entry(const std::string& document, std::function<void(Outcome)> then) {
  const auto memory = json::parse(document);
  if (!memory) return then({.how = Outcome::How::Refused, .detail = memory.error().detail});
  const std::string entry = entry_name(name_of(*memory));
  put_entry(api_, home_,
            {.namespace_name = place_.namespace_name,
             .map = config_map_name(shard_of(entry, place_.shards)),
             .name = entry,
             .text = document},
            [this, entry, document, then = std::move(then)](Result<http::Response> answer) {
              const int status = answer ? answer->status : 0;
              Outcome outcome = outcome_of(answer);
              const bool homeless = status == no_such_thing;
              if ((homeless || status == not_allowed) && keep(entry, document)) {
                if (!homeless) home_.lacks("Memory", outcome.detail);
                return then({.how = Outcome::How::Done});
              }
              // Somebody is at it all the time; that says nothing about the object.
              if (outcome.how == Outcome::How::Conflict) outcome.how = Outcome::How::Lost;
              if (outcome.how == Outcome::How::Done) stored(entry, document);
              then(std::move(outcome));
            });
}

bool MemoryKeeper::keep(const std::string& entry, const std::string& document) {
  const std::lock_guard lock(mutex_);
  if (kept_.size() >= kept_max && !kept_.contains(entry)) return false;
  kept_.insert_or_assign(entry, document);
  return true;
}

// An older one that is still kept must not be stored over this one later.
void MemoryKeeper::replace_kept(const std::string& entry, const std::string& document) {
  const std::lock_guard lock(mutex_);
  if (const auto known = kept_.find(entry); known != kept_.end()) known->second = document;
}

// A newer one may have been kept meanwhile.
void MemoryKeeper::stored(const std::string& entry, const std::string& document) {
  const std::lock_guard lock(mutex_);
  const auto known = kept_.find(entry);
  if (known != kept_.end() && known->second == document) kept_.erase(known);
}

std::size_t MemoryKeeper::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

void MemoryKeeper::retry_kept() {
  std::string document;
  {
    const std::lock_guard lock(mutex_);
    if (kept_.empty()) return;
    document = kept_.begin()->second;
  }
  // The first tells whether it is worth trying the others.
  const std::size_t before = kept();
  store_entry(document, [this, before](const Outcome&) {
    if (kept() >= before) return;
    std::map<std::string, std::string> rest;
    {
      const std::lock_guard lock(mutex_);
      rest = kept_;
    }
    for (const auto& [entry, text] : rest) store_entry(text, [](const Outcome&) {});
  });
}

}  // namespace telltale::live
