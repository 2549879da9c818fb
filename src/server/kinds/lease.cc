// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include "server/kinds/micro_time.h"
#include "server/kinds/nulls.h"
#include "server/objects/object_access.h"

namespace telltale::server {

void prepare_lease(json::Value& object, const json::Value*) {
  drop_nulls(object);
  json::Value* spec = member(object, "spec");
  if (spec == nullptr || !spec->is_object()) return;
  settle_micro_time(spec->get_object(), "acquireTime");
  settle_micro_time(spec->get_object(), "renewTime");
}

void validate_lease(const json::Value& object, const json::Value*,
                    schema::FieldErrors& field_errors) {
  check_micro_time(object, "spec.acquireTime", field_errors);
  check_micro_time(object, "spec.renewTime", field_errors);
  const json::Value* duration = at(object, "spec.leaseDurationSeconds");
  if (duration != nullptr && duration->is_int64() && duration->get_int64() <= 0) {
    schema::add(field_errors, schema::invalid("spec.leaseDurationSeconds", schema::shown(*duration),
                                              "must be greater than 0"));
  }
  const json::Value* transitions = at(object, "spec.leaseTransitions");
  if (transitions != nullptr && transitions->is_int64() && transitions->get_int64() < 0) {
    schema::add(field_errors, schema::invalid("spec.leaseTransitions", schema::shown(*transitions),
                                              "must be greater than or equal to 0"));
  }
  const bool has_strategy = !text_at(object, "spec.strategy").empty();
  if (!text_at(object, "spec.preferredHolder").empty() && !has_strategy) {
    schema::add(field_errors,
                schema::forbidden("spec.preferredHolder",
                                  "may only be specified when `strategy` is defined"));
  }
}

}  // namespace telltale::server
