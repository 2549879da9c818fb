// SPDX-License-Identifier: Apache-2.0
#include "live/server_discovery.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "json/parse.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds discover_again{2'000};
constexpr std::string_view cluster_identity = "/api/v1/namespaces/kube-system";

// Of the namespace that every cluster has; empty where the document has none.
std::string uid_of_document(std::string_view document) {
  const Result<json::Value> value = json::parse(document);
  const json::ValueMap* map = value ? value->if_object() : nullptr;
  const json::Value* metadata = map == nullptr ? nullptr : map->if_contains("metadata");
  const json::ValueMap* inner = metadata == nullptr ? nullptr : metadata->if_object();
  const json::Value* uid = inner == nullptr ? nullptr : inner->if_contains("uid");
  return uid != nullptr && uid->is_string() ? std::string(uid->get_string()) : std::string();
}

}  // namespace

void ServerDiscovery::keep_time(std::chrono::nanoseconds elapsed) {
  if (elapsed >= next_ && !busy_) discover();
}

void ServerDiscovery::discover() {
  busy_ = true;
  next_ = loop_.clock.elapsed() + period_;
  client::discover(loop_.api, [this](Result<client::Served> served,
                                     std::vector<std::string> errors) {
    loop_.inbox.post_now([this, served = std::move(served), errors = std::move(errors)]() mutable {
      found(std::move(served), errors);
    });
  });
}

void ServerDiscovery::log_new(const std::vector<std::string>& errors,
                              const std::vector<std::string>& before) {
  for (const std::string& error : errors) {
    if (std::ranges::find(before, error) == before.end()) loop_.log(error);
  }
}

void ServerDiscovery::found(Result<client::Served> served, const std::vector<std::string>& errors) {
  busy_ = false;
  if (!served) {
    next_ = loop_.clock.elapsed() + discover_again;
    const std::string& why = served.error().detail;
    if (logged_ != why) loop_.log(format("the API server: {}", why));
    logged_ = why;
    return;
  }
  logged_.clear();
  log_new(errors, discovery_errors_);
  discovery_errors_ = errors;
  if (!served_ || *served_ != *served) {
    served_ = std::make_shared<const client::Served>(std::move(*served));
    sink_.on_served(served_);
  }
  if (!asked_for_uid_) read_cluster_uid();
  busy_ = true;
  // Every time: a definition may say something else while the same is served.
  read_definitions(loop_.api, *served_, [this](KnownDefinitions known) {
    loop_.inbox.post_now([this, known = std::move(known)]() mutable { defined(std::move(known)); });
  });
}

void ServerDiscovery::defined(KnownDefinitions known) {
  busy_ = false;
  log_new(known.errors, definition_errors_);
  definition_errors_ = known.errors;
  has_definitions_ = true;
  sink_.on_definitions(*served_, std::move(known));
}

// Commands that ask this telltale must know that it speaks about the cluster they mean. Asked with
// every discovery until it is known; nothing waits for it.
void ServerDiscovery::read_cluster_uid() {
  asked_for_uid_ = true;
  loop_.api.send({.target = std::string(cluster_identity)}, [this](Result<http::Response> answer) {
    loop_.inbox.post_now([this, answer = client::accepted(std::move(answer), cluster_identity)] {
      cluster_uid_read(answer);
    });
  });
}

void ServerDiscovery::cluster_uid_read(const Result<http::Response>& answer) {
  const std::string uid = answer ? uid_of_document(answer->body) : std::string();
  if (!uid.empty()) return sink_.on_cluster_uid(uid);
  asked_for_uid_ = false;
  const std::string why = answer ? "it has no uid" : answer.error().detail;
  if (logged_about_uid_ == why) return;
  logged_about_uid_ = why;
  loop_.log(format("commands that ask cannot know whose cluster this is: {}", why));
}

}  // namespace telltale::live
