// SPDX-License-Identifier: Apache-2.0
#include "server/objects/remover.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "json/print.h"
#include "server/crds/definitions.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/presenter.h"
#include "server/objects/reader.h"
#include "server/objects/stored.h"
#include "server/request/body.h"
#include "server/request/options.h"

namespace telltale::server {
namespace {

constexpr int removal_attempts_max = 64;
constexpr std::array<std::string_view, 3> undeletable_namespaces{"default", "kube-system",
                                                                 "kube-public"};

using Propagation = DeleteOptions::Propagation;

Outcome<Propagation> read_propagation(std::string_view text) {
  if (text.empty()) return Propagation::Default;
  if (text == "Background") return Propagation::Background;
  if (text == "Foreground") return Propagation::Foreground;
  if (text == "Orphan") return Propagation::Orphan;
  return refuse(invalid({.group = "meta.k8s.io", .resource = "DeleteOptions"},
                        {schema::not_supported("propagationPolicy", format("\"{}\"", text),
                                               {"Background", "Foreground", "Orphan"})}));
}

std::optional<std::string> optional_text(const json::Value& object, std::string_view path) {
  const json::Value* value = at(object, path);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string(value->get_string());
}

// The older way to name a propagation; nothing when it is not used.
std::optional<bool> read_orphans(const json::Value& body, const http::Target& target) {
  const json::Value* orphan = member(body, "orphanDependents");
  if (orphan != nullptr && orphan->is_bool()) return orphan->get_bool();
  if (target.has("orphanDependents")) return is_yes(target, "orphanDependents");
  return std::nullopt;
}

// A propagation that is asked for takes the place of one asked for before.
void set_propagation(json::Value& object, Propagation propagation) {
  if (propagation == Propagation::Default) return;
  remove_finalizer(object, foreground_finalizer);
  remove_finalizer(object, orphan_finalizer);
  if (propagation == Propagation::Foreground) add_finalizer(object, foreground_finalizer);
  if (propagation == Propagation::Orphan) add_finalizer(object, orphan_finalizer);
}

Outcome<json::Value> read_delete_body(const Call& call) {
  if (call.http.body.empty()) return json::Value(json::ValueMap{});
  auto body = read_body(call.http.body, body_type_of(call.content_type()), "DeleteOptions",
                        Protobuf::Taken);
  if (!body) return refuse(body.error());
  return std::move(body->object);
}

bool must_be_emptied(const Resource& resource) {
  return is_namespace(resource) || is_definition(resource);
}

// What takes the place of an object that cannot be read, until it is gone.
json::Value least_of(const Place& place) {
  json::ValueMap metadata{{"name", place.name}};
  if (!place.namespace_name.empty()) metadata["namespace"] = place.namespace_name;
  json::ValueMap object{{"apiVersion", place.resource->api_version(place.resource->storage().name)},
                        {"kind", place.resource->kind},
                        {"metadata", std::move(metadata)}};
  if (is_namespace(*place.resource)) {
    object["spec"] = json::ValueMap{{"finalizers", json::ValueList{namespace_finalizer}}};
  }
  return object;
}

Outcome<void> check_preconditions(const Live& live, const Place& place,
                                  const DeleteOptions& options) {
  const std::string_view uid = text_at(live.object, "metadata.uid");
  if (options.uid && *options.uid != uid) {
    return refuse(conflict(
        place.named_by_kind(),
        format("the UID in the precondition ({}) does not match the UID in record ({}). The object "
               "might have been deleted and then recreated",
               *options.uid, uid)));
  }
  const std::string version = format("{}", live.revision);
  if (options.version && *options.version != version) {
    return refuse(
        conflict(place.named_by_kind(),
                 format("the ResourceVersion in the precondition ({}) does not match the "
                        "ResourceVersion in record ({}). The object might have been modified",
                        *options.version, version)));
  }
  return {};
}

json::ValueMap success_of(const Place& place, std::string_view uid) {
  json::ValueMap details{{"name", place.name}};
  if (!place.resource->group.empty()) details["group"] = place.resource->group;
  details["kind"] = place.resource->plural;
  details["uid"] = uid;
  return {{"kind", "Status"},
          {"apiVersion", "v1"},
          {"metadata", json::ValueMap{}},
          {"status", "Success"},
          {"details", std::move(details)}};
}

Place place_asked_for(const Call& call, std::string_view space, std::string_view name) {
  return {.home = call.route.home,
          .resource = call.resource,
          .namespace_name = call.resource->namespaced ? std::string(space) : std::string{},
          .name = std::string(name)};
}

}  // namespace

Outcome<DeleteOptions> read_delete_options(const Call& call) {
  const auto body = read_delete_body(call);
  if (!body) return refuse(body.error());
  const auto query = read_write_options(call.target, "DeleteOptions");
  if (!query) return refuse(query.error());
  DeleteOptions options{.uid = optional_text(*body, "preconditions.uid"),
                        .version = optional_text(*body, "preconditions.resourceVersion"),
                        .dry_run = query->dry_run};
  for (const json::Value& run : list_at(*body, "dryRun")) {
    if (!run.is_string() || std::string_view(run.get_string()) != "All") {
      return refuse(invalid(
          {.group = "meta.k8s.io", .resource = "DeleteOptions"},
          {schema::not_supported("dryRun", json::print(list_at(*body, "dryRun")), {"All"})}));
    }
    options.dry_run = true;
  }
  std::string_view policy = text_at(*body, "propagationPolicy");
  if (policy.empty()) policy = call.target.parameter("propagationPolicy");
  const auto propagation = read_propagation(policy);
  if (!propagation) return refuse(propagation.error());
  options.propagation = *propagation;
  const auto orphans = read_orphans(*body, call.target);
  if (!orphans) return options;
  if (options.propagation != Propagation::Default) {
    return refuse(
        invalid({.group = "meta.k8s.io", .resource = "DeleteOptions"},
                {schema::invalid("propagationPolicy", format("\"{}\"", policy),
                                 "orphanDependents and deletionPropagation cannot be both set")}));
  }
  options.propagation = *orphans ? Propagation::Orphan : Propagation::Background;
  return options;
}

void Remover::mark(json::Value& object, const Resource& resource) const {
  if (is_definition(resource)) add_finalizer(object, definition_finalizer);
  if (is_deleting(object)) return;
  json::ValueMap& metadata = metadata_of(object);
  metadata["deletionTimestamp"] = format_rfc3339(clock_.now());
  if (!is_namespace(resource)) metadata["deletionGracePeriodSeconds"] = 0;
  if (resource.custom() || resource.behavior->counts_generation) {
    metadata["generation"] = number_at(object, "metadata.generation") + 1;
  }
  if (is_namespace(resource)) make_map(object, "status")["phase"] = "Terminating";
  if (is_definition(resource)) mark_definition_terminating(object, clock_.now());
}

Outcome<Removed> Remover::attempt(const Place& place, const DeleteOptions& options) const {
  const Resource& resource = *place.resource;
  const auto live = load_as_stored(store_, place);
  if (!live) return refuse(not_found(place.named()));
  const Live& found = *live;
  if (const auto met = check_preconditions(found, place, options); !met) {
    return refuse(met.error());
  }
  const bool damaged = !found.object.is_object();
  json::Value marked = damaged ? least_of(place) : found.object;
  if (!damaged) set_propagation(marked, options.propagation);
  // A definition that cannot be read defines nothing; a namespace holds what it holds.
  const bool emptied_first = damaged ? is_namespace(resource) : must_be_emptied(resource);
  if (finalizer_count(marked) == 0 && !emptied_first) {
    if (options.dry_run) return Removed{true, found.stored, found.revision, damaged};
    const auto revision = erase(store_, place, found.revision);
    if (!revision) return refuse(revision.error());
    return Removed{true, found.stored, *revision, damaged};
  }
  mark(marked, resource);
  if (options.dry_run || marked == found.object) {
    return Removed{false, std::make_shared<const std::string>(to_wire(marked)), found.revision};
  }
  const auto item = save_as_stored(store_, place, marked, found.revision);
  if (!item) return refuse(item.error());
  return Removed{false, item->value, item->revision};
}

Outcome<Removed> Remover::remove_object(const Place& place, const DeleteOptions& options) const {
  const bool protected_name =
      std::ranges::find(undeletable_namespaces, place.name) != undeletable_namespaces.end();
  if (is_namespace(*place.resource) && protected_name) {
    return refuse(forbidden(place.named(), "this namespace may not be deleted"));
  }
  for (int tried = 1;; ++tried) {
    auto removed = attempt(place, options);
    const bool met_another = !removed && removed.error().reason == "Conflict" &&
                             removed.error().message.find("Precondition") == std::string::npos;
    if (!met_another || options.version || tried == removal_attempts_max) return removed;
    const auto current = Reader(store_, clock_).catch_up();
    if (!current) return refuse(current.error());
  }
}

Outcome<http::Response> Remover::remove(Call& call) const {
  const auto options = read_delete_options(call);
  if (!options) return refuse(options.error());
  const Reader reader(store_, clock_);
  const auto presenter = reader.presenter_for(call);
  if (!presenter) return refuse(presenter.error());
  if (const auto current = reader.catch_up(); !current) return refuse(current.error());
  const Place place = place_asked_for(call, call.route.namespace_name, call.route.name);
  const auto removed = remove_object(place, *options);
  if (!removed) return refuse(removed.error());
  if (!removed->gone) {
    const auto bytes = presenter->one(removed->object, removed->revision);
    if (bytes) return answer_json(**bytes, presenter->form(), call.target);
  }
  // What is gone is named; and what cannot be shown, as nobody converts it, is marked all the same.
  const auto object = from_stored(*removed->object);
  const std::string_view uid = object ? text_at(*object, "metadata.uid") : std::string_view{};
  return answer_json(json::print(success_of(place, uid)), presenter->form(), call.target);
}

Outcome<http::Response> Remover::remove_many(Call& call) const {
  const auto options = read_delete_options(call);
  if (!options) return refuse(options.error());
  const auto list = read_list_options(call.target, Purpose::DeleteCollection);
  if (!list) return refuse(list.error());
  const auto filter =
      ObjectFilter::make(list->label_selector, list->field_selector, *call.resource, call.version);
  if (!filter) return refuse(filter.error());
  const Reader reader(store_, clock_);
  const auto presenter = reader.presenter_for(call);
  if (!presenter) return refuse(presenter.error());
  if (const auto current = reader.catch_up(); !current) return refuse(current.error());
  auto items = reader.all(Reader::prefix_of(call, *filter), *filter);
  if (!items) return refuse(items.error());
  for (store::Item& item : *items) {
    const auto parts = parts_of(item.key);
    if (!parts) continue;
    const auto removed =
        remove_object(place_asked_for(call, parts->namespace_name, parts->name), *options);
    // Somebody else was faster: that is what was asked for.
    if (!removed && removed.error().code != 404) return refuse(removed.error());
    if (removed) item.value = removed->damaged ? nullptr : removed->object;
  }
  std::erase_if(*items, [](const store::Item& item) { return item.value == nullptr; });
  return reader.answer_list(call, *presenter, std::move(*items),
                            {.revision = store_.present().revision()});
}

}  // namespace telltale::server
