// SPDX-License-Identifier: Apache-2.0
#pragma once

// BootstrapConfigReady and InfrastructureReady on Machine: what the provider objects behind it say.

#include "catalog/machine/guards.h"
#include "catalog/machine/words.h"
#include "table/table.h"

namespace telltale::machine {

constexpr bool bootstrap_collected(const Seen& seen) {
  return !seen.bootstrap.ref_set || seen.bootstrap.sight != Sight::NotCollected;
}
constexpr bool infra_collected(const Seen& seen) {
  return seen.infrastructure.sight != Sight::NotCollected;
}
inline std::string bootstrap_evidence(const Seen& seen) {
  return referred_evidence(seen.bootstrap);
}
inline std::string infra_evidence(const Seen& seen) {
  return referred_evidence(seen.infrastructure);
}

inline constexpr Question has_config_ref{
    .name = "has_config_ref",
    .text = "spec.bootstrap.configRef is set",
    .denial = "spec.bootstrap.configRef is not set",
    .ask = [](const Seen& seen) { return seen.bootstrap.ref_set; },
    .evidence = bootstrap_evidence};

inline constexpr Question config_unreadable{.name = "config_unreadable",
                                            .text = "the bootstrap config could not be read",
                                            .denial = "the bootstrap config could be read",
                                            .ask =
                                                [](const Seen& seen) {
                                                  return seen.bootstrap.sight == Sight::Present &&
                                                         !seen.bootstrap.readable;
                                                },
                                            .collected = bootstrap_collected,
                                            .evidence = bootstrap_evidence};

inline constexpr Question config_malformed{
    .name = "config_malformed",
    .text = "the bootstrap config reports malformed conditions",
    .denial = "the bootstrap config's conditions are well formed",
    .ask = [](const Seen& seen) { return !seen.bootstrap.malformed.empty(); },
    .collected = bootstrap_collected,
    .evidence = bootstrap_evidence};

inline constexpr Question config_reports_ready{
    .name = "config_reports_ready",
    .text = "the bootstrap config has a Ready condition",
    .denial = "the bootstrap config has no Ready condition",
    .ask = [](const Seen& seen) { return seen.bootstrap.ready != nullptr; },
    .collected = bootstrap_collected,
    .evidence = bootstrap_evidence};

inline constexpr Question config_exists{
    .name = "config_exists",
    .text = "the bootstrap config exists",
    .denial = "the bootstrap config does not exist",
    .ask = [](const Seen& seen) { return seen.bootstrap.sight == Sight::Present; },
    .collected = bootstrap_collected,
    .evidence = bootstrap_evidence};

inline constexpr Question data_created{.name = "data_created",
                                       .text = "the bootstrap data secret was created",
                                       .denial = "the bootstrap data secret was not created",
                                       .ask = [](const Seen& seen) { return seen.bootstrap.done; },
                                       .evidence =
                                           [](const Seen& seen) {
                                             return format("bootstrap data secret created = {}",
                                                           seen.bootstrap.done);
                                           }};

inline constexpr Question infra_unreadable{
    .name = "infra_unreadable",
    .text = "the infrastructure object could not be read",
    .denial = "the infrastructure object could be read",
    .ask =
        [](const Seen& seen) {
          return seen.infrastructure.sight == Sight::Present && !seen.infrastructure.readable;
        },
    .collected = infra_collected,
    .evidence = infra_evidence};

inline constexpr Question infra_malformed{
    .name = "infra_malformed",
    .text = "the infrastructure object reports malformed conditions",
    .denial = "the infrastructure object's conditions are well formed",
    .ask = [](const Seen& seen) { return !seen.infrastructure.malformed.empty(); },
    .collected = infra_collected,
    .evidence = infra_evidence};

inline constexpr Question infra_reports_ready{
    .name = "infra_reports_ready",
    .text = "the infrastructure object has a Ready condition",
    .denial = "the infrastructure object has no Ready condition",
    .ask = [](const Seen& seen) { return seen.infrastructure.ready != nullptr; },
    .collected = infra_collected,
    .evidence = infra_evidence};

inline constexpr Question infra_exists{
    .name = "infra_exists",
    .text = "the infrastructure object exists",
    .denial = "the infrastructure object does not exist",
    .ask = [](const Seen& seen) { return seen.infrastructure.sight == Sight::Present; },
    .collected = infra_collected,
    .evidence = infra_evidence};

inline constexpr Question provisioned{
    .name = "provisioned",
    .text = "the infrastructure was provisioned",
    .denial = "the infrastructure was not provisioned",
    .ask = [](const Seen& seen) { return seen.infrastructure.done; },
    .evidence =
        [](const Seen& seen) {
          return format("infrastructure provisioned = {}", seen.infrastructure.done);
        }};

namespace reference {

using enum Act;
using enum Status;

// clang-format off
inline constexpr Table<Seen, 8> bootstrap_table{"Machine", "BootstrapConfigReady", all_words, {
  // guard                               act     status   reason
  //     message
  {!has_config_ref,                      Set,    True,    "DataSecretProvided",
      ""},
  {config_unreadable,                    Set,    Unknown, "InternalError",
      "Please check controller logs for errors"},
  {config_malformed,                     Set,    Unknown, "InvalidConditionReported",
      "{bootstrap.trouble}"},
  {config_reports_ready,                 Mirror, Unknown, "",
      "the bootstrap config's own Ready condition"},
  {config_exists && data_created,        Set,    True,    "Ready",
      ""},
  {config_exists,                        Set,    False,   "NotReady",
      "{bootstrap.kind} status.initialization.dataSecretCreated is false"},
  {deleting && data_created,             Set,    False,   "ObjectDeleted",
      "{bootstrap.kind} has been deleted"},
  {otherwise,                            Set,    False,   "ObjectDoesNotExist",
      "{bootstrap.kind} does not exist"},
}};

inline constexpr Table<Seen, 8> infrastructure_table{"Machine", "InfrastructureReady", all_words, {
  // guard                               act     status   reason
  //     message
  {infra_unreadable,                     Set,    Unknown, "InternalError",
      "Please check controller logs for errors"},
  {infra_malformed,                      Set,    Unknown, "InvalidConditionReported",
      "{infra.trouble}"},
  {infra_reports_ready,                  Mirror, Unknown, "",
      "the infrastructure object's own Ready condition"},
  {infra_exists && provisioned,          Set,    True,    "Ready",
      ""},
  {infra_exists,                         Set,    False,   "NotReady",
      "{infra.kind} status.initialization.provisioned is false"},
  {deleting && provisioned,              Set,    False,   "ObjectDeleted",
      "{infra.kind} has been deleted"},
  {provisioned,                          Set,    False,   "ObjectDeleted",
      "{infra.kind} has been deleted while the Machine still exists"},
  {otherwise,                            Set,    False,   "ObjectDoesNotExist",
      "{infra.kind} does not exist"},
}};
// clang-format on

}  // namespace reference

inline constexpr const auto& bootstrap_config_ready_table = reference::bootstrap_table;
inline constexpr const auto& infrastructure_ready_table = reference::infrastructure_table;

}  // namespace telltale::machine
