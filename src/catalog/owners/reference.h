// SPDX-License-Identifier: Apache-2.0
#pragma once

// The provider objects behind a Machine or a MachinePool: its bootstrap config and its
// infrastructure, what they say, and the rows that both kinds judge them by. A Seen that uses the
// rows has two members of type Referred, `bootstrap` and `infrastructure`, and the words below.

#include <array>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/text.h"
#include "catalog/cluster_api/may_write.h"
#include "catalog/cluster_api/words.h"
#include "observe/world.h"
#include "table/table.h"

namespace telltale {

// An object that another one refers to.
struct Referred {
  bool ref_set = false;
  std::string_view kind = {};
  std::string_view name = {};
  Sight sight = Sight::Absent;
  bool readable = true;
  std::string_view malformed = {};       // the trouble with its condition list
  std::string_view malformed_path = {};  // where that list stands
  const Condition* ready = nullptr;
  bool done = false;  // the contract's own flag: data created, machine provisioned
  Instant deleted = no_time;
};

namespace reference {

// `spec` is the one that holds the references: a Machine's own, or that of a pool's template.
Referred see_bootstrap(const World& world, const Object& owner, json::Tree spec);
Referred see_infrastructure(const World& world, const Object& owner, json::Tree spec);

// The object's own Ready condition as it stands on its owner; only where it reports one.
Condition mirror_ready(const Referred& referred, std::string_view into, Arena& arena);

std::string evidence(const Referred& referred);
// Why the condition list of the object could not be used.
void put_trouble(const Referred& referred, std::string& out);

template <class Seen>
inline constexpr std::array<Word<Seen>, 4> words{{
    {"infra.kind", [](const Seen& seen, std::string& out) { out += seen.infrastructure.kind; }},
    {"infra.trouble",
     [](const Seen& seen, std::string& out) { put_trouble(seen.infrastructure, out); }},
    {"bootstrap.kind", [](const Seen& seen, std::string& out) { out += seen.bootstrap.kind; }},
    {"bootstrap.trouble",
     [](const Seen& seen, std::string& out) { put_trouble(seen.bootstrap, out); }},
}};

// Both objects are asked the same questions; which one, the guards' names say.

template <class Seen>
constexpr bool bootstrap_collected(const Seen& seen) {
  return !seen.bootstrap.ref_set || seen.bootstrap.sight != Sight::NotCollected;
}
template <class Seen>
constexpr bool infra_collected(const Seen& seen) {
  return seen.infrastructure.sight != Sight::NotCollected;
}
template <class Seen>
std::string bootstrap_evidence(const Seen& seen) {
  return evidence(seen.bootstrap);
}
template <class Seen>
std::string infra_evidence(const Seen& seen) {
  return evidence(seen.infrastructure);
}

// clang-format off
template <class Seen>
inline constexpr Guard<Seen> has_config_ref{"has_config_ref",
    "spec.bootstrap.configRef is set", "spec.bootstrap.configRef is not set",
    [](const Seen& seen) { return seen.bootstrap.ref_set; },
    {.evidence = bootstrap_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> config_unreadable{"config_unreadable",
    "the bootstrap config could not be read", "the bootstrap config could be read",
    [](const Seen& seen) {
      return seen.bootstrap.sight == Sight::Present && !seen.bootstrap.readable;
    },
    {.collected = bootstrap_collected<Seen>, .evidence = bootstrap_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> config_malformed{"config_malformed",
    "the bootstrap config reports malformed conditions",
    "the bootstrap config's conditions are well formed",
    [](const Seen& seen) { return !seen.bootstrap.malformed.empty(); },
    {.collected = bootstrap_collected<Seen>, .evidence = bootstrap_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> config_reports_ready{"config_reports_ready",
    "the bootstrap config has a Ready condition", "the bootstrap config has no Ready condition",
    [](const Seen& seen) { return seen.bootstrap.ready != nullptr; },
    {.collected = bootstrap_collected<Seen>, .evidence = bootstrap_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> config_exists{"config_exists",
    "the bootstrap config exists", "the bootstrap config does not exist",
    [](const Seen& seen) { return seen.bootstrap.sight == Sight::Present; },
    {.collected = bootstrap_collected<Seen>, .evidence = bootstrap_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> data_created{"data_created",
    "the bootstrap data secret was created", "the bootstrap data secret was not created",
    [](const Seen& seen) { return seen.bootstrap.done; },
    {.evidence = [](const Seen& seen) {
       return format("bootstrap data secret created = {}", seen.bootstrap.done);
     }}};

template <class Seen>
inline constexpr Guard<Seen> infra_unreadable{"infra_unreadable",
    "the infrastructure object could not be read", "the infrastructure object could be read",
    [](const Seen& seen) {
      return seen.infrastructure.sight == Sight::Present && !seen.infrastructure.readable;
    },
    {.collected = infra_collected<Seen>, .evidence = infra_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> infra_malformed{"infra_malformed",
    "the infrastructure object reports malformed conditions",
    "the infrastructure object's conditions are well formed",
    [](const Seen& seen) { return !seen.infrastructure.malformed.empty(); },
    {.collected = infra_collected<Seen>, .evidence = infra_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> infra_reports_ready{"infra_reports_ready",
    "the infrastructure object has a Ready condition",
    "the infrastructure object has no Ready condition",
    [](const Seen& seen) { return seen.infrastructure.ready != nullptr; },
    {.collected = infra_collected<Seen>, .evidence = infra_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> infra_exists{"infra_exists",
    "the infrastructure object exists", "the infrastructure object does not exist",
    [](const Seen& seen) { return seen.infrastructure.sight == Sight::Present; },
    {.collected = infra_collected<Seen>, .evidence = infra_evidence<Seen>}};

template <class Seen>
inline constexpr Guard<Seen> provisioned{"provisioned",
    "the infrastructure was provisioned", "the infrastructure was not provisioned",
    [](const Seen& seen) { return seen.infrastructure.done; },
    {.evidence = [](const Seen& seen) {
       return format("infrastructure provisioned = {}", seen.infrastructure.done);
     }}};


// BootstrapConfigReady; `deleting` asks about the owner.
template <class Seen>
consteval auto bootstrap_rows(Guard<Seen> deleting) {
  using enum Act;
  using enum Status;
  return std::to_array<Row<Seen>>({
    // guard                                            status   reason
    //     message
    {!has_config_ref<Seen>,                             True,    "DataSecretProvided"},
    {config_unreadable<Seen>,                           Unknown, "InternalError",
        internal_error_message},
    {config_malformed<Seen>,                            Unknown, "InvalidConditionReported",
        "{bootstrap.trouble}"},
    {config_reports_ready<Seen>,                        Mirror,
        "the bootstrap config's own Ready condition", may_write::provider_ready},
    {config_exists<Seen> && data_created<Seen>,         True,    "Ready"},
    {config_exists<Seen>,                               False,   "NotReady",
        "{bootstrap.kind} status.initialization.dataSecretCreated is false"},
    {deleting && data_created<Seen>,                    False,   "ObjectDeleted",
        "{bootstrap.kind} has been deleted"},
    {When<Seen>{},                                      False,   "ObjectDoesNotExist",
        "{bootstrap.kind} does not exist"},
  });
}

// InfrastructureReady; `orphaned` is the message of an owner that outlived its infrastructure.
template <class Seen>
consteval auto infrastructure_rows(Guard<Seen> deleting,
                                                       std::string_view orphaned) {
  using enum Act;
  using enum Status;
  return std::to_array<Row<Seen>>({
    // guard                                            status   reason
    //     message
    {infra_unreadable<Seen>,                            Unknown, "InternalError",
        internal_error_message},
    {infra_malformed<Seen>,                             Unknown, "InvalidConditionReported",
        "{infra.trouble}"},
    {infra_reports_ready<Seen>,                         Mirror,
        "the infrastructure object's own Ready condition", may_write::provider_ready},
    {infra_exists<Seen> && provisioned<Seen>,           True,    "Ready"},
    {infra_exists<Seen>,                                False,   "NotReady",
        "{infra.kind} status.initialization.provisioned is false"},
    {deleting && provisioned<Seen>,                     False,   "ObjectDeleted",
        "{infra.kind} has been deleted"},
    {provisioned<Seen>,                                 False,   "ObjectDeleted",
        orphaned},
    {When<Seen>{},                                      False,   "ObjectDoesNotExist",
        "{infra.kind} does not exist"},
  });
}
// clang-format on

}  // namespace reference
}  // namespace telltale
