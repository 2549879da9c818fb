// SPDX-License-Identifier: Apache-2.0
#pragma once

// Progressing on a HyperShift NodePool: is it still moving, is it where it should be, or does it
// need a human?
//
//                       ┌──────────────── every threshold ────────────────┐
//   True/<operation> ───┤                                                 ▼
//         ▲             └─► False/AsExpected ◄── nothing to do ── False/<failure>
//         │                        ▲                                      │
//         └── 10 min ── True/Recovering ◄────────── a good sign ──────────┘

#include "catalog/hypershift_nodepool/guards.h"
#include "catalog/hypershift_nodepool/words.h"
#include "table/table.h"

namespace telltale::hypershift_nodepool {

namespace rows {

using enum Act;
using enum Status;

// A failure that is told is told again until something shows a recovery. Blocked shares its
// reason with another class.
inline constexpr auto failures_told = [] {
  std::array<MayWrite, class_count - 1> told{};
  for (std::size_t i = 0; i < told.size(); ++i) {
    told[i] = {reason_of(all_classes[i + 1]), False, "which is reported already"};
  }
  return told;
}();

inline constexpr Question blocked = is_seen<Class::Blocked>;
inline constexpr Question blocked_lasts = lasts<Class::Blocked>;
inline constexpr Question missing = is_seen<Class::Missing>;
inline constexpr Question missing_lasts = lasts<Class::Missing>;
inline constexpr Question missing_may_show = may_show<Class::Missing>;
inline constexpr Question quota = is_seen<Class::Quota>;
inline constexpr Question quota_lasts = lasts<Class::Quota>;
inline constexpr Question quota_may_show = may_show<Class::Quota>;
inline constexpr Question capacity = is_seen<Class::Capacity>;
inline constexpr Question capacity_lasts = lasts<Class::Capacity>;
inline constexpr Question capacity_may_show = may_show<Class::Capacity>;
inline constexpr Question provider = is_seen<Class::Provider>;
inline constexpr Question provider_lasts = lasts<Class::Provider>;
inline constexpr Question provider_may_show = may_show<Class::Provider>;
inline constexpr Question deployment = is_seen<Class::Deployment>;
inline constexpr Question deployment_lasts = lasts<Class::Deployment>;
inline constexpr Question deployment_may_show = may_show<Class::Deployment>;
inline constexpr Question controller = is_seen<Class::Controller>;
inline constexpr Question controller_lasts = lasts<Class::Controller>;
inline constexpr Question controller_may_show = may_show<Class::Controller>;

// clang-format off
inline constexpr auto progressing_table = table_of<Seen>("NodePool", "Progressing", all_words, {
  // guard                                          status   reason
  //     message
  {deleting,                                        Keep,
      "nothing is judged while it is being deleted"},
  {paused,                                          Keep,
      "nothing is judged while its reconciliation is paused"},
  {lacks_data,                                      Keep,
      "what its Machines do was not collected"},
  {too_soon,                                        Keep,
      "the status turns at most once a minute"},
  {blocked && blocked_lasts,                        False,   "ControllerError",
      "{blocked}"},
  {missing && missing_lasts && missing_may_show,    False,   "MissingCloudResources",
      "{missing}"},
  {quota && quota_lasts && quota_may_show,          False,   "CloudQuotaExceeded",
      "{quota}"},
  {capacity && capacity_lasts && capacity_may_show, False,   "InsufficientCloudCapacity",
      "{capacity}"},
  {provider && provider_lasts && provider_may_show, False,   "CAPIProviderFailed",
      "{provider}"},
  {deployment && deployment_lasts && deployment_may_show, False, "MachineDeploymentFailed",
      "{deployment}"},
  {inplace_failed && controller_may_show,           False,   "ControllerError",
      "{controller}"},
  {controller && controller_lasts && controller_may_show, False, "ControllerError",
      "{controller}"},
  {shows_failure && steady && !fails,               False,   "AsExpected",
      "Nothing to do"},
  {shows_failure && steady && good_sign,            False,   "AsExpected",
      "Nothing to do"},
  {shows_failure && good_sign,                      True,    "Recovering",
      "Moving again after a failure"},
  {shows_failure,                                   Mirror,
      "its own stored value, until something shows a recovery", failures_told},
  {recovers && !steady && recovery_lasts,           True,    "Recovering",
      "Moving again after a failure"},
  {upgrading,                                       True,    "Upgrading",
      "Rolling out another version"},
  {provisioning,                                    True,    "Provisioning",
      "Provisioning machines"},
  {scaling,                                         True,    "Scaling",
      "Scaling to {desired} replicas"},
  {changing,                                        True,    "AsExpected",
      "Rolling out a change, or replacing or repairing machines"},
  {otherwise,                                       False,   "AsExpected",
      "Nothing to do"},
});
// clang-format on

}  // namespace rows

template <class Visit>
void for_each_table(Visit visit) {
  visit(rows::progressing_table);
}

}  // namespace telltale::hypershift_nodepool
