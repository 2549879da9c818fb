// SPDX-License-Identifier: Apache-2.0
#pragma once

// The CustomResourceDefinitions that are stored, and the Registry that follows from them and from
// the built-in kinds. Follows the store: a definition is served before its create is answered.
// Safe to share between threads.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "json/value.h"
#include "server/crds/crd_status.h"
#include "server/registry.h"
#include "server/request/status_error.h"
#include "store/store.h"

namespace telltale::server {

bool is_definition(const Resource& resource);
// The conditions of a definition that is being deleted.
void mark_definition_terminating(json::Value& definition, Instant now);

class Definitions {
 public:
  // `webhook_calls` asks the webhooks of the kinds that have one. Without it they cannot be asked.
  Definitions(store::Store& store, std::vector<Registry::ResourcePtr> built_in,
              WebhookCalls* webhook_calls = nullptr);

  std::shared_ptr<const Registry> registry() const;
  std::shared_ptr<const Registry> logical_registry() const;
  // Called with a resource whose definition is gone or says something else now: who watches it must
  // begin anew.
  void on_retired(std::function<void(const Resource&)> tell);

  // What a definition about to be written becomes and what is wrong with it; `old` is null on
  // create. Warnings are for the client.
  Outcome<void> admit(json::Value& definition, const json::Value* old, Instant now,
                      std::vector<std::string>& warnings) const;

 private:
  // What is known of a definition, served or not. Its text is shared with the store; as a tree it
  // would be many times as large.
  struct Document {
    store::Bytes stored;
    AcceptedNames names;
  };

  void follow(std::span<const store::Change> changes);
  void take(const std::string& name, const store::Bytes& stored, store::Revision revision);
  bool is_served_as(const std::string& name, store::Revision shaped_since) const;
  void publish();

  WebhookCalls* webhook_calls_;
  mutable std::mutex mutex_;
  std::vector<Registry::ResourcePtr> built_in_;
  std::map<std::string, Registry::ResourcePtr> defined_;
  std::map<std::string, Document> documents_;
  std::shared_ptr<const Registry> registry_;
  std::shared_ptr<const Registry> logical_registry_;
  std::function<void(const Resource&)> retired_;
  store::CurrentState::Subscription subscription_;
};

}  // namespace telltale::server
