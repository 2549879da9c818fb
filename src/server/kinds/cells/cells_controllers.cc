// SPDX-License-Identifier: Apache-2.0

// Rows of Deployments, StatefulSets and Jobs, where a cell is made of several fields.

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "server/kinds/cells/cells.h"
#include "server/kinds/label_selection.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;

std::string of_containers(const Value& object, std::string_view field) {
  std::vector<std::string> found;
  for (const Value& container : list_at(object, "spec.template.spec.containers")) {
    found.emplace_back(text_at(container, field));
  }
  return join(found, ",");
}

std::string own_selector(const Value& object) {
  const Value* selector = at(object, "spec.selector");
  return selector == nullptr ? std::string("<none>") : text_or(selector_words(*selector), "<none>");
}

std::string ready_of_wanted(const Value& object) {
  return format("{}/{}", number_at(object, "status.readyReplicas"),
                number_at(object, "spec.replicas"));
}

std::string job_state(const Value& object) {
  for (const Value& condition : list_at(object, "status.conditions")) {
    if (text_at(condition, "status") != "True") continue;
    const std::string_view type = text_at(condition, "type");
    if (type == "Complete" || type == "Failed" || type == "Suspended") return std::string(type);
  }
  return is_deleting(object) ? "Terminating" : "Running";
}

std::string job_completions(const Value& object) {
  const std::int64_t succeeded = number_at(object, "status.succeeded");
  if (at(object, "spec.completions") != nullptr) {
    return format("{}/{}", succeeded, number_at(object, "spec.completions"));
  }
  const std::int64_t parallel = number_at(object, "spec.parallelism");
  return parallel > 1 ? format("{}/1 of {}", succeeded, parallel) : format("{}/1", succeeded);
}

std::string job_duration(const Value& object, Instant now) {
  const auto begin = parse_rfc3339(text_at(object, "status.startTime"));
  if (!begin) return {};
  const auto end = parse_rfc3339(text_at(object, "status.completionTime"));
  return format_age(std::max(end.value_or(now) - *begin, Seconds{0}));
}

}  // namespace

json::Value deployment_cells(const json::Value& object, Instant now) {
  return ValueList{ready_of_wanted(object),
                   format("{}", number_at(object, "status.updatedReplicas")),
                   format("{}", number_at(object, "status.availableReplicas")),
                   age_of(object, now),
                   of_containers(object, "name"),
                   of_containers(object, "image"),
                   own_selector(object)};
}

json::Value stateful_set_cells(const json::Value& object, Instant now) {
  return ValueList{ready_of_wanted(object), age_of(object, now), of_containers(object, "name"),
                   of_containers(object, "image")};
}

json::Value job_cells(const json::Value& object, Instant now) {
  return ValueList{
      job_state(object),   job_completions(object),       job_duration(object, now),
      age_of(object, now), of_containers(object, "name"), of_containers(object, "image"),
      own_selector(object)};
}

}  // namespace telltale::server
