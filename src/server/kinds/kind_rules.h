// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the built-in kinds do to their objects before they are stored, beyond what schemas say:
// prepare_* fills in what the API fills in, validate_* tells what is wrong. `old` is null on
// create. kind_behavior.cc says which kind has which; Events and Services have headers of their
// own.

#include <cstddef>

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

// --- config_data.cc ---
// ConfigMaps and Secrets: keys and values of limited size, which may be frozen for good.

inline constexpr std::size_t config_data_bytes_max = std::size_t{1} << 20;

void validate_config_map(const json::Value& object, const json::Value* old,
                         schema::FieldErrors& field_errors);

// Folds stringData into data and gives a type to a Secret that has none.
void prepare_secret(json::Value& object, const json::Value* old);
void validate_secret(const json::Value& object, const json::Value* old,
                     schema::FieldErrors& field_errors);

// --- lease.cc ---
// Leases: times to the microsecond, and durations that are some.

void prepare_lease(json::Value& object, const json::Value* old);
void validate_lease(const json::Value& object, const json::Value* old,
                    schema::FieldErrors& field_errors);

// --- namespace.cc ---
// Namespaces: every one has its name as a label, and a finalizer that keeps it until it is empty.

void prepare_namespace(json::Value& object, const json::Value* old);

// --- roles.cc ---
// The four kinds of RBAC: rules that say something, subjects that can be somebody, and a role that
// never changes once it is given.

void validate_role(const json::Value& object, const json::Value* old,
                   schema::FieldErrors& field_errors);
void validate_cluster_role(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors);

// Fills in the API group where only one can be meant.
void prepare_binding(json::Value& object, const json::Value* old);
void validate_role_binding(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors);
void validate_cluster_role_binding(const json::Value& object, const json::Value* old,
                                   schema::FieldErrors& field_errors);

// --- workloads/pods.cc ---
// Pods, which nothing here runs: they get the status that a new one has, and change as little as
// elsewhere.

void prepare_pod(json::Value& object, const json::Value* old);
void validate_pod(const json::Value& object, const json::Value* old,
                  schema::FieldErrors& field_errors);
// Kinds with a status of their own that nobody may set while creating.
void prepare_without_status(json::Value& object, const json::Value* old);

// --- workloads/controllers.cc ---
// Deployments and the other kinds that make Pods elsewhere. Nobody here does, but what is stored is
// what Kubernetes would have stored.

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

// --- small_kinds.cc ---
// Kinds that others look at and nobody here acts on: what their schemas cannot say of them.

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
