// SPDX-License-Identifier: Apache-2.0
#include "server/writes/pod_actions.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "json/print.h"
#include "server/kinds/label_selection.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/reader.h"
#include "server/objects/stored.h"
#include "server/request/body.h"
#include "server/request/options.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueMap;

constexpr int action_attempts_max = 64;
constexpr int budget_retry_seconds = 10;

Place pod_place(const Call& call) {
  return {.home = call.route.home,
          .resource = call.resource,
          .namespace_name = call.route.namespace_name,
          .name = call.route.name};
}

Outcome<Value> read_action(const Call& call, std::string_view kind) {
  auto body = read_body(call.http.body, body_type_of(call.content_type()), kind, Protobuf::Taken);
  if (!body) return refuse(body.error());
  const std::string_view given = text_at(body->object, "kind");
  if (!given.empty() && given != kind) {
    return refuse(bad_request(format("{} in version \"{}\" cannot be handled as a {}", given,
                                     text_at(body->object, "apiVersion"), kind)));
  }
  const std::string_view name = text_at(body->object, "metadata.name");
  if (!name.empty() && name != call.route.name) {
    return refuse(bad_request(format("name in URL does not match name in {} object",
                                     kind == "Binding" ? "Binding" : kind)));
  }
  return std::move(body->object);
}

Outcome<http::Response> done(const Call& call) {
  const auto form = negotiate(call.accept(), Shapes::NotOffered);
  if (!form) return refuse(form.error());
  const Value status = ValueMap{{"kind", "Status"},
                                {"apiVersion", "v1"},
                                {"metadata", ValueMap{}},
                                {"status", "Success"},
                                {"code", 201}};
  return answer_json(json::print(status), *form, call.target, 201);
}

void set_scheduled(Value& pod, Instant now) {
  make_map(pod, "status");
  Value& list = member(pod, "status")->get_object()["conditions"];
  if (!list.is_array()) list.emplace_array();
  json::ValueList conditions;
  for (const Value& one : list.get_array()) {
    if (text_at(one, "type") != "PodScheduled") conditions.push_back(one);
  }
  conditions.push_back(ValueMap{{"type", "PodScheduled"},
                                {"status", "True"},
                                {"lastProbeTime", nullptr},
                                {"lastTransitionTime", format_rfc3339(now)}});
  list = std::move(conditions);
}

bool is_over(const Value& pod) {
  const std::string_view phase = text_at(pod, "status.phase");
  return phase == "Succeeded" || phase == "Failed" || phase == "Pending" || is_deleting(pod);
}

bool is_ready(const Value& pod) {
  return std::ranges::any_of(list_at(pod, "status.conditions"), [](const Value& condition) {
    return text_at(condition, "type") == "Ready" && text_at(condition, "status") == "True";
  });
}

// A Pod that is not ready keeps nobody healthy: whether it may go all the same is the budget's say.
bool may_go_unready(const Value& budget) {
  if (text_at(budget, "spec.unhealthyPodEvictionPolicy") == "AlwaysAllow") return true;
  const std::int64_t wanted = number_at(budget, "status.desiredHealthy");
  return wanted > 0 && number_at(budget, "status.currentHealthy") >= wanted;
}

StatusError refused_by_budget(std::string_view message, std::string_view cause) {
  StatusError error = too_many_requests(std::string(message), 0);
  error.causes.push_back({.reason = "DisruptionBudget", .message = std::string(cause)});
  error.retry_after_seconds = {};
  return error;
}

}  // namespace

Outcome<Live> PodActions::load_pod(const Place& place) const {
  auto live = load(store_, place, place.resource->storage());
  if (!live) return refuse(live.error());
  if (!*live) return refuse(not_found(place.named()));
  return **std::move(live);
}

Outcome<void> PodActions::assign(const Place& place, const json::Value& binding,
                                 bool dry_run) const {
  const std::string node(text_at(binding, "target.name"));
  for (int attempt = 1;; ++attempt) {
    auto live = load_pod(place);
    if (!live) return refuse(live.error());
    Value& pod = live->object;
    const std::string_view uid = text_at(binding, "metadata.uid");
    if (!uid.empty() && uid != text_at(pod, "metadata.uid")) {
      return refuse(conflict(place.named(),
                             format("Precondition failed: UID in precondition: {}, UID in object "
                                    "meta: {}",
                                    uid, text_at(pod, "metadata.uid"))));
    }
    if (is_deleting(pod)) {
      return refuse(
          conflict({.group = {}, .resource = "pods/binding", .name = place.name},
                   format("pod {} is being deleted, cannot be assigned to a host", place.name)));
    }
    if (const std::string_view there = text_at(pod, "spec.nodeName"); !there.empty()) {
      return refuse(
          conflict({.group = {}, .resource = "pods/binding", .name = place.name},
                   format("pod {} is already assigned to node \"{}\"", place.name, there)));
    }
    make_map(pod, "spec")["nodeName"] = node;
    for (const auto& [name, value] : map_at(binding, "metadata.annotations")) {
      metadata_of(pod);
      make_map(*member(pod, "metadata"), "annotations")[name] = value;
    }
    set_scheduled(pod, clock_.now());
    if (dry_run) return {};
    const auto saved = save(store_, place, std::move(pod), live->revision);
    if (saved) return {};
    if (saved.error().code != 409 || attempt == action_attempts_max) return refuse(saved.error());
  }
}

Outcome<http::Response> PodActions::bind(Call& call) const {
  const auto options = read_write_options(call.target, "CreateOptions");
  if (!options) return refuse(options.error());
  const auto binding = read_action(call, "Binding");
  if (!binding) return refuse(binding.error());
  schema::FieldErrors field_errors;
  const std::string_view kind = text_at(*binding, "target.kind");
  if (!kind.empty() && kind != "Node") {
    add(field_errors,
        schema::not_supported("target.kind", schema::quoted(kind), {"Node", "<empty>"}));
  }
  if (text_at(*binding, "target.name").empty()) add(field_errors, schema::required("target.name"));
  if (!field_errors.empty()) {
    return refuse(
        invalid({.group = {}, .resource = "Binding", .name = call.route.name}, field_errors));
  }
  if (const auto current = Reader(store_, clock_).catch_up(); !current) {
    return refuse(current.error());
  }
  const auto assigned = assign(pod_place(call), *binding, options->dry_run);
  if (!assigned) return refuse(assigned.error());
  return done(call);
}

// One more of its Pods may be gone, or it says how long to wait.
Outcome<void> PodActions::spend(const Place& budget, const json::Value& pod, bool dry_run) const {
  for (int attempt = 1;; ++attempt) {
    auto live = load_pod(budget);
    if (!live) return refuse(live.error());
    Value& object = live->object;
    if (!is_ready(pod) && may_go_unready(object)) return {};
    if (number_at(object, "status.observedGeneration") < number_at(object, "metadata.generation")) {
      StatusError error = refused_by_budget(
          "Cannot evict pod as it would violate the pod's disruption budget.",
          format("The disruption budget {} is still being processed by the server.", budget.name));
      error.retry_after_seconds = budget_retry_seconds;
      return refuse(std::move(error));
    }
    const std::int64_t allowed = number_at(object, "status.disruptionsAllowed");
    if (allowed <= 0) {
      return refuse(refused_by_budget(
          "Cannot evict pod as it would violate the pod's disruption budget.",
          format("The disruption budget {} needs {} healthy pods and has {} currently", budget.name,
                 number_at(object, "status.desiredHealthy"),
                 number_at(object, "status.currentHealthy"))));
    }
    ValueMap& status = make_map(object, "status");
    status["disruptionsAllowed"] = allowed - 1;
    make_map(*member(object, "status"), "disruptedPods")[text_at(pod, "metadata.name")] =
        format_rfc3339(clock_.now());
    if (dry_run) return {};
    const auto saved = save(store_, budget, std::move(object), live->revision);
    if (saved) return {};
    if (saved.error().code != 409 || attempt == action_attempts_max) return refuse(saved.error());
  }
}

Outcome<void> PodActions::spend_budgets(const Call& call, const json::Value& pod,
                                        bool dry_run) const {
  const auto resource = call.registry->find("policy", "poddisruptionbudgets");
  if (!resource || is_over(pod)) return {};
  const auto page = store_.present().list(
      {.prefix = range_prefix(call.route.home, *resource, call.route.namespace_name)});
  if (!page) return refuse(internal(page.error().detail));
  std::vector<std::string> names;
  for (const store::Item& item : page->items) {
    const auto budget = from_stored(*item.value);
    const Value* selector = budget ? at(*budget, "spec.selector") : nullptr;
    if (selector == nullptr || !selects(*selector, map_at(pod, "metadata.labels"))) continue;
    names.emplace_back(text_at(*budget, "metadata.name"));
  }
  if (names.size() > 1) {
    return refuse(
        internal("This pod has more than one PodDisruptionBudget, which the eviction "
                 "subresource does not support."));
  }
  if (names.empty()) return {};
  return spend({.home = call.route.home,
                .resource = resource,
                .namespace_name = call.route.namespace_name,
                .name = names.front()},
               pod, dry_run);
}

Outcome<http::Response> PodActions::evict(Call& call) const {
  const auto options = read_write_options(call.target, "CreateOptions");
  if (!options) return refuse(options.error());
  const auto eviction = read_action(call, "Eviction");
  if (!eviction) return refuse(eviction.error());
  if (const auto current = Reader(store_, clock_).catch_up(); !current) {
    return refuse(current.error());
  }
  const Place place = pod_place(call);
  const auto pod = load_pod(place);
  if (!pod) return refuse(pod.error());
  DeleteOptions removal{.dry_run = options->dry_run};
  const std::string_view uid = text_at(*eviction, "deleteOptions.preconditions.uid");
  if (!uid.empty()) removal.uid = std::string(uid);
  for (const Value& run : list_at(*eviction, "deleteOptions.dryRun")) {
    removal.dry_run = removal.dry_run || run == Value("All");
  }
  if (removal.uid && *removal.uid != text_at(pod->object, "metadata.uid")) {
    removal.dry_run = true;  // Only to be refused in the words of a deletion.
  } else if (const auto spent = spend_budgets(call, pod->object, removal.dry_run); !spent) {
    return refuse(spent.error());
  }
  const auto removed = remover_.remove_object(place, removal);
  if (!removed) return refuse(removed.error());
  return done(call);
}

}  // namespace telltale::server
