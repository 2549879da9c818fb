// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text.h"
#include "server/kinds/field_checks.h"
#include "server/kinds/nulls.h"
#include "server/kinds/workloads/pod_spec.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueMap;

const Value& spec_of(const Value& object) {
  static const Value none = ValueMap{};
  const Value* spec = member(object, "spec");
  return spec == nullptr ? none : *spec;
}

void fill_template(Value& spec) {
  Value* pods = member(spec, "template");
  Value* inner = pods == nullptr ? nullptr : member(*pods, "spec");
  if (inner != nullptr) fill_pod_spec(*inner);
}

// The spec, once nulls are gone and its template is filled in; null when there is none.
Value* prepared_spec(Value& object) {
  drop_nulls(object);
  Value* spec = member(object, "spec");
  if (spec == nullptr || !spec->is_object()) return nullptr;
  fill_template(*spec);
  return spec;
}

void put(ValueMap& map, std::string_view name, Value value) {
  if (!map.contains(name)) map[name] = std::move(value);
}

// How a rolling update goes, where that is how it goes.
ValueMap* rolling_in(Value& spec, std::string_view strategy) {
  Value* how = member(spec, strategy);
  if (how == nullptr || text_at(*how, "type") != "RollingUpdate") return nullptr;
  return &make_map(*how, "rollingUpdate");
}

void check_not_negative(const Value& object, std::string_view path, schema::FieldErrors& out) {
  const std::int64_t number = number_at(object, path);
  if (number >= 0) return;
  add(out, schema::invalid(std::string(path), format("{}", number),
                           "must be greater than or equal to 0"));
}

bool is_known(std::string_view word, std::initializer_list<std::string_view> known) {
  return word.empty() || std::ranges::find(known, word) != known.end();
}

// A strategy that there is not is told where the strategy stands, not its type.
void check_strategy(const Value& object, std::string_view path,
                    std::initializer_list<std::string_view> known, schema::FieldErrors& out) {
  const std::string_view type = text_at(object, format("{}.type", path));
  if (is_known(type, known)) return;
  add(out, schema::not_supported(std::string(path), schema::quoted(type),
                                 std::vector<std::string>(known.begin(), known.end())));
}

// The older way to count how often the Pods of a DaemonSet changed.
void count_template(Value& object, const Value* old) {
  constexpr std::string_view counter = "deprecated.daemonset.template.generation";
  std::int64_t count = 1;
  if (old != nullptr) {
    const Value* annotations = at(*old, "metadata.annotations");
    const Value* before = annotations == nullptr ? nullptr : member(*annotations, counter);
    const std::string text = before == nullptr || !before->is_string()
                                 ? std::string()
                                 : std::string(before->get_string());
    std::from_chars(text.data(), text.data() + text.size(), count);
    const Value* pods = at(object, "spec.template");
    const Value* then = at(*old, "spec.template");
    if (pods != nullptr && then != nullptr && *pods != *then) ++count;
  }
  metadata_of(object);
  make_map(*member(object, "metadata"), "annotations")[counter] = format("{}", count);
}

// The spec without the fields that may change.
Value frozen_part(const Value& object, std::initializer_list<std::string_view> may_change) {
  Value spec = spec_of(object);
  for (const std::string_view name : may_change) {
    if (spec.is_object()) spec.get_object().erase(name);
  }
  return spec;
}

void fill_job_spec(Value& spec) {
  fill_template(spec);
  ValueMap& map = spec.get_object();
  if (!map.contains("completions") && !map.contains("parallelism")) map["completions"] = 1;
  put(map, "parallelism", 1);
  put(map, "backoffLimit", 6);
  put(map, "completionMode", "NonIndexed");
  put(map, "suspend", false);
  put(map, "podReplacementPolicy",
      map.contains("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
}

// A Job that brings no selector is known by its uid, and so are its Pods.
void label_job(Value& object, Value& spec) {
  const Value* manual = member(spec, "manualSelector");
  if (manual != nullptr && *manual == Value(true)) return;
  const std::string uid(text_at(object, "metadata.uid"));
  const std::string name(text_at(object, "metadata.name"));
  Value& pods = spec.get_object()["template"];
  if (!pods.is_object()) pods = ValueMap{};
  make_map(pods, "metadata");
  ValueMap& labels = make_map(*member(pods, "metadata"), "labels");
  for (const auto& [label, value] :
       {std::pair{"batch.kubernetes.io/controller-uid", uid},
        std::pair{"batch.kubernetes.io/job-name", name}, std::pair{"controller-uid", uid},
        std::pair{"job-name", name}}) {
    put(labels, label, Value(value));
  }
  if (member(spec, "selector") == nullptr) {
    spec.get_object()["selector"] =
        ValueMap{{"matchLabels", ValueMap{{"batch.kubernetes.io/controller-uid", uid}}}};
  }
}

}  // namespace

void prepare_deployment(json::Value& object, const json::Value*) {
  Value* spec = prepared_spec(object);
  if (spec == nullptr) return;
  if (ValueMap* rolling = rolling_in(*spec, "strategy")) {
    put(*rolling, "maxUnavailable", "25%");
    put(*rolling, "maxSurge", "25%");
  }
}

void validate_deployment(const json::Value& object, const json::Value* old,
                         schema::FieldErrors& field_errors) {
  check_selector(spec_of(object), field_errors);
  check_pod_template(spec_of(object), Restarts::Always, field_errors);
  check_not_negative(object, "spec.replicas", field_errors);
  check_strategy(object, "spec.strategy", {"Recreate", "RollingUpdate"}, field_errors);
  const bool recreates = text_at(object, "spec.strategy.type") == "Recreate";
  if (recreates && at(object, "spec.strategy.rollingUpdate") != nullptr) {
    add(field_errors, schema::forbidden("spec.strategy.rollingUpdate",
                                        "may not be specified when strategy `type` is 'Recreate'"));
  }
  check_unchanged(object, old, "spec.selector", field_errors);
}

void prepare_daemon_set(json::Value& object, const json::Value* old) {
  Value* spec = prepared_spec(object);
  if (spec == nullptr) return;
  if (ValueMap* rolling = rolling_in(*spec, "updateStrategy")) {
    put(*rolling, "maxUnavailable", 1);
    put(*rolling, "maxSurge", 0);
  }
  count_template(object, old);  // last: it may move what the object holds
}

void validate_daemon_set(const json::Value& object, const json::Value* old,
                         schema::FieldErrors& field_errors) {
  check_selector(spec_of(object), field_errors);
  check_pod_template(spec_of(object), Restarts::Always, field_errors);
  check_strategy(object, "spec.updateStrategy", {"RollingUpdate", "OnDelete"}, field_errors);
  check_unchanged(object, old, "spec.selector", field_errors);
}

void prepare_stateful_set(json::Value& object, const json::Value*) {
  Value* spec = prepared_spec(object);
  if (spec == nullptr) return;
  if (ValueMap* rolling = rolling_in(*spec, "updateStrategy")) put(*rolling, "partition", 0);
  Value* claims = member(*spec, "volumeClaimTemplates");
  if (claims == nullptr || !claims->is_array()) return;
  for (Value& claim : claims->get_array()) {
    if (!claim.is_object()) continue;
    put(claim.get_object(), "apiVersion", "v1");
    put(claim.get_object(), "kind", "PersistentVolumeClaim");
  }
}

void validate_stateful_set(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors) {
  check_selector(spec_of(object), field_errors);
  check_pod_template(spec_of(object), Restarts::Always, field_errors);
  check_not_negative(object, "spec.replicas", field_errors);
  for (const auto& [path, word, why] :
       {std::tuple{"spec.podManagementPolicy", text_at(object, "spec.podManagementPolicy"),
                   "must be 'OrderedReady' or 'Parallel'"},
        std::tuple{"spec.updateStrategy", text_at(object, "spec.updateStrategy.type"),
                   "must be 'RollingUpdate' or 'OnDelete'"}}) {
    if (is_known(word, {"OrderedReady", "Parallel", "RollingUpdate", "OnDelete"})) continue;
    add(field_errors, schema::invalid(path, schema::quoted(word), why));
  }
  if (old == nullptr) return;
  const auto may_change = {std::string_view("replicas"),
                           std::string_view("ordinals"),
                           std::string_view("template"),
                           std::string_view("updateStrategy"),
                           std::string_view("revisionHistoryLimit"),
                           std::string_view("persistentVolumeClaimRetentionPolicy"),
                           std::string_view("minReadySeconds")};
  if (frozen_part(object, may_change) == frozen_part(*old, may_change)) return;
  add(field_errors,
      schema::forbidden("spec",
                        "updates to statefulset spec for fields other than 'replicas', "
                        "'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', "
                        "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are "
                        "forbidden"));
}

void prepare_replicas(json::Value& object, const json::Value*) {
  Value* spec = prepared_spec(object);
  if (spec == nullptr) {
    fill_template(object);  // A PodTemplate has its template at the top.
    return;
  }
  // Of an old controller without a selector the labels of its Pods are one.
  const Value* labels = at(*spec, "template.metadata.labels");
  const bool is_old = text_at(object, "kind") == "ReplicationController";
  if (!is_old || labels == nullptr) return;
  const Value copy = *labels;
  if (member(*spec, "selector") == nullptr) spec->get_object()["selector"] = copy;
  if (at(object, "metadata.labels") == nullptr) metadata_of(object)["labels"] = copy;
}

void validate_replica_set(const json::Value& object, const json::Value* old,
                          schema::FieldErrors& field_errors) {
  check_selector(spec_of(object), field_errors);
  check_pod_template(spec_of(object), Restarts::Always, field_errors);
  check_not_negative(object, "spec.replicas", field_errors);
  check_unchanged(object, old, "spec.selector", field_errors);
}

void validate_replication_controller(const json::Value& object, const json::Value*,
                                     schema::FieldErrors& field_errors) {
  if (map_at(object, "spec.selector").empty()) add(field_errors, schema::required("spec.selector"));
  if (at(object, "spec.template") == nullptr) {
    add(field_errors, schema::required("spec.template"));
    return;
  }
  check_pod_template(spec_of(object), Restarts::Always, field_errors);
  check_not_negative(object, "spec.replicas", field_errors);
}

void validate_pod_template(const json::Value& object, const json::Value*,
                           schema::FieldErrors& field_errors) {
  static const Value none = ValueMap{};
  const Value* pods = at(object, "template.spec");
  check_pod_spec(pods == nullptr ? none : *pods, "template.spec", field_errors);
}

void prepare_job(json::Value& object, const json::Value* old) {
  Value* spec = prepared_spec(object);
  if (spec == nullptr) return;
  fill_job_spec(*spec);
  if (old == nullptr) label_job(object, *spec);
}

void validate_job(const json::Value& object, const json::Value* old,
                  schema::FieldErrors& field_errors) {
  check_pod_template(spec_of(object), Restarts::Never, field_errors);
  for (const std::string_view path :
       {"spec.parallelism", "spec.completions", "spec.backoffLimit"}) {
    check_not_negative(object, path, field_errors);
  }
  check_known(object, "spec.completionMode", {"Indexed", "NonIndexed"}, field_errors);
  check_unchanged(object, old, "spec.selector", field_errors);
  check_unchanged(object, old, "spec.completionMode", field_errors);
  const Value* suspended = old == nullptr ? nullptr : at(*old, "spec.suspend");
  const bool may_change =
      suspended != nullptr && *suspended == Value(true) && at(*old, "status.startTime") == nullptr;
  if (!may_change) check_unchanged(object, old, "spec.template", field_errors);
}

void prepare_cron_job(json::Value& object, const json::Value*) {
  drop_nulls(object);
  Value* spec = member(object, "spec");
  Value* jobs = spec == nullptr ? nullptr : member(*spec, "jobTemplate");
  Value* inner = jobs == nullptr ? nullptr : member(*jobs, "spec");
  if (inner != nullptr && inner->is_object()) fill_template(*inner);
}

void validate_cron_job(const json::Value& object, const json::Value*,
                       schema::FieldErrors& field_errors) {
  static const Value none = ValueMap{};
  const Value* pods = at(object, "spec.jobTemplate.spec.template.spec");
  const std::string path = "spec.jobTemplate.spec.template.spec";
  check_pod_spec(pods == nullptr ? none : *pods, path, field_errors);
  if (pods != nullptr && text_at(*pods, "restartPolicy") == "Always") {
    add(field_errors,
        schema::required(path + ".restartPolicy", "valid values: \"OnFailure\", \"Never\""));
  }
  check_known(object, "spec.concurrencyPolicy", {"Allow", "Forbid", "Replace"}, field_errors);
  const std::string_view schedule = text_at(object, "spec.schedule");
  const bool by_name = schedule.starts_with('@');
  const auto fields = std::ranges::count_if(split(schedule, ' '), [](std::string_view part) {
    return !part.empty() && !part.starts_with("TZ=") && !part.starts_with("CRON_TZ=");
  });
  if (!schedule.empty() && !by_name && fields != 5) {
    add(field_errors, schema::invalid("spec.schedule", schema::quoted(schedule),
                                      format("expected exactly 5 fields, found {}", fields)));
  }
}

}  // namespace telltale::server
