// SPDX-License-Identifier: Apache-2.0
#pragma once

// Deployments and the other kinds that make Pods elsewhere. Nobody here does, but what is stored is
// what Kubernetes would have stored.

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

void prepare_deployment(json::Value& object, const json::Value* old);
void validate_deployment(const json::Value& object, const json::Value* old,
                         schema::FieldErrors& field_errors);
void prepare_daemon_set(json::Value& object, const json::Value* old);
void validate_daemon_set(const json::Value& object, const json::Value* old,
                         schema::FieldErrors& field_errors);
void prepare_stateful_set(json::Value& object, const json::Value* old);
void validate_stateful_set(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors);
// ReplicaSets, ReplicationControllers and PodTemplates.
void prepare_replicas(json::Value& object, const json::Value* old);
void validate_replica_set(const json::Value& object, const json::Value* old,
                          schema::FieldErrors& field_errors);
void validate_replication_controller(const json::Value& object, const json::Value* old,
                                     schema::FieldErrors& field_errors);
void validate_pod_template(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors);
void prepare_job(json::Value& object, const json::Value* old);
void validate_job(const json::Value& object, const json::Value* old,
                  schema::FieldErrors& field_errors);
void prepare_cron_job(json::Value& object, const json::Value* old);
void validate_cron_job(const json::Value& object, const json::Value* old,
                       schema::FieldErrors& field_errors);

}  // namespace telltale::server
