// SPDX-License-Identifier: Apache-2.0
#include "server/crds/definitions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "server/crds/check_crd.h"
#include "server/crds/crd_status.h"
#include "server/crds/resource_of_crd.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/stored.h"

namespace telltale::server {
namespace {

constexpr std::string_view definitions_group = "apiextensions.k8s.io";
constexpr std::string_view definitions_plural = "customresourcedefinitions";

// Groups whose versions the convert room knows how to turn into each other.
constexpr std::array<std::string_view, 4> converted_groups{
    "cluster.x-k8s.io", "controlplane.cluster.x-k8s.io", "bootstrap.cluster.x-k8s.io",
    "infrastructure.cluster.x-k8s.io"};

std::string definitions_prefix() {
  return format("{}/{}/{}/", management_home, definitions_group, definitions_plural);
}

bool has_version(const Resource& resource, std::string_view name) {
  return std::ranges::find(resource.versions, name, &Version::name) != resource.versions.end();
}

bool same_spec(const store::Bytes& before, const json::Value& other) {
  const auto one = before ? from_stored(*before) : json::Value{};
  const json::Value* spec = one ? member(*one, "spec") : nullptr;
  const json::Value* other_spec = member(other, "spec");
  return spec != nullptr && other_spec != nullptr && *spec == *other_spec;
}

Registry::ResourcePtr served_resource(const json::Value& document, store::Revision revision,
                                      WebhookCalls* webhook_calls) {
  if (!is_established(document)) return nullptr;
  auto resource = std::make_shared<Resource>(resource_of_crd(document));
  const bool ours = std::ranges::find(converted_groups, resource->group) != converted_groups.end();
  if (ours && resource->conversion == Conversion::None && has_version(*resource, "v1beta1") &&
      has_version(*resource, "v1beta2")) {
    resource->conversion = Conversion::Telltale;
  }
  resource->webhook_calls = webhook_calls;
  resource->shaped_since = revision;
  // What is about to go as a whole gets nothing new; finalizers may still be removed.
  if (is_deleting(document)) std::erase(resource->verbs, "create");
  return resource;
}

}  // namespace

bool is_definition(const Resource& resource) {
  return resource.group == definitions_group && resource.plural == definitions_plural;
}

void mark_definition_terminating(json::Value& definition, Instant now) {
  json::Value& conditions = make_map(definition, "status")["conditions"];
  if (!conditions.is_array()) conditions = json::ValueList{};
  json::ValueList& list = conditions.get_array();
  const auto found = std::ranges::find_if(
      list, [](const json::Value& item) { return text_at(item, "type") == "Terminating"; });
  if (found != list.end()) return;
  list.push_back(json::ValueMap{{"type", "Terminating"},
                                {"status", "True"},
                                {"reason", "InstanceDeletionInProgress"},
                                {"message", "objects of this kind are being deleted"},
                                {"lastTransitionTime", format_rfc3339(now)}});
}

Definitions::Definitions(store::Store& store, std::vector<Registry::ResourcePtr> built_in,
                         WebhookCalls* webhook_calls)
    : webhook_calls_(webhook_calls), built_in_(std::move(built_in)) {
  // Nothing is lost between the list and the first change: a change told twice is taken twice.
  subscription_ = store.present().subscribe(
      [this](std::span<const store::Change> changes) { follow(changes); });
  const auto page = store.present().list({.prefix = definitions_prefix()});
  const std::lock_guard lock(mutex_);
  if (page) {
    for (const store::Item& item : page->items) {
      if (const auto parts = parts_of(item.key)) {
        take(std::string(parts->name), item.value, item.revision);
      }
    }
  }
  publish();
}

std::shared_ptr<const Registry> Definitions::registry() const {
  const std::lock_guard lock(mutex_);
  return registry_;
}

std::shared_ptr<const Registry> Definitions::logical_registry() const {
  const std::lock_guard lock(mutex_);
  return logical_registry_;
}

void Definitions::on_retired(std::function<void(const Resource&)> tell) {
  const std::lock_guard lock(mutex_);
  retired_ = std::move(tell);
}

void Definitions::take(const std::string& name, const store::Bytes& stored,
                       store::Revision revision) {
  const auto known = defined_.find(name);
  const store::Revision shaped = known == defined_.end() ? 0 : known->second->shaped_since;
  const store::Bytes before = std::exchange(documents_[name], {}).stored;
  defined_.erase(name);
  documents_.erase(name);
  if (!stored) return;
  auto document = from_stored(*stored);
  if (!document) return;
  // With the same schema, what was stored still fits it.
  const bool same = shaped != 0 && same_spec(before, *document);
  if (auto resource = served_resource(*document, same ? shaped : revision, webhook_calls_)) {
    defined_[name] = std::move(resource);
  }
  documents_[name] = {.stored = stored, .names = accepted_names_of(*document)};
}

bool Definitions::is_served_as(const std::string& name, store::Revision shaped_since) const {
  const auto found = defined_.find(name);
  return found != defined_.end() && found->second->shaped_since == shaped_since;
}

void Definitions::publish() {
  std::vector<Registry::ResourcePtr> resources = built_in_;
  for (const auto& [name, resource] : defined_) resources.push_back(resource);
  registry_ = std::make_shared<const Registry>(std::move(resources));
  if (!logical_registry_) logical_registry_ = registry_->for_logical_clusters();
}

void Definitions::follow(std::span<const store::Change> changes) {
  const std::string prefix = definitions_prefix();
  std::vector<Registry::ResourcePtr> retired;
  std::function<void(const Resource&)> tell;
  {
    const std::lock_guard lock(mutex_);
    bool changed = false;
    for (const store::Change& change : changes) {
      if (!change.key.starts_with(prefix)) continue;
      const auto parts = parts_of(change.key);
      if (!parts) continue;
      const std::string name(parts->name);
      const auto known = defined_.find(name);
      const Registry::ResourcePtr before = known == defined_.end() ? nullptr : known->second;
      take(name, change.value, change.revision);
      if (before && !is_served_as(name, before->shaped_since)) retired.push_back(before);
      changed = true;
    }
    if (changed) publish();
    tell = retired_;
  }
  for (const Registry::ResourcePtr& resource : retired) {
    if (tell) tell(*resource);
  }
}

Outcome<void> Definitions::admit(json::Value& definition, const json::Value* old, Instant now,
                                 std::vector<std::string>& warnings) const {
  const std::string name(text_at(definition, "metadata.name"));
  std::vector<AcceptedNames> others;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [other, document] : documents_) {
      if (other != name) others.push_back(document.names);
    }
  }
  const schema::FieldErrors field_errors = prepare_crd(definition, old, now, others);
  if (!field_errors.empty()) {
    return refuse(invalid({.group = std::string(definitions_group),
                           .resource = "CustomResourceDefinition",
                           .name = name},
                          field_errors));
  }
  for (std::string& warning : crd_warnings(definition)) warnings.push_back(std::move(warning));
  return {};
}

}  // namespace telltale::server
