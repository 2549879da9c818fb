// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kinds that others look at and nobody here acts on: what their schemas cannot say of them.

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

void validate_budget(const json::Value& object, const json::Value* old,
                     schema::FieldErrors& field_errors);
void prepare_autoscaler(json::Value& object, const json::Value* old);
void validate_autoscaler(const json::Value& object, const json::Value* old,
                         schema::FieldErrors& field_errors);
void prepare_network_policy(json::Value& object, const json::Value* old);
void validate_ingress(const json::Value& object, const json::Value* old,
                      schema::FieldErrors& field_errors);
void prepare_endpoint_slice(json::Value& object, const json::Value* old);
void validate_endpoint_slice(const json::Value& object, const json::Value* old,
                             schema::FieldErrors& field_errors);
void validate_priority_class(const json::Value& object, const json::Value* old,
                             schema::FieldErrors& field_errors);
void validate_storage_class(const json::Value& object, const json::Value* old,
                            schema::FieldErrors& field_errors);
void validate_volume_attachment(const json::Value& object, const json::Value* old,
                                schema::FieldErrors& field_errors);
void validate_volume_claim(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors);
void validate_volume(const json::Value& object, const json::Value* old,
                     schema::FieldErrors& field_errors);
void validate_signing_request(const json::Value& object, const json::Value* old,
                              schema::FieldErrors& field_errors);
// ResourceClaims and their templates.
void prepare_device_claim(json::Value& object, const json::Value* old);
void prepare_webhooks(json::Value& object, const json::Value* old);
void validate_webhooks(const json::Value& object, const json::Value* old,
                       schema::FieldErrors& field_errors);
void validate_runtime_class(const json::Value& object, const json::Value* old,
                            schema::FieldErrors& field_errors);

}  // namespace telltale::server
