// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the conditions of a fleet look like to a monitoring system: how many objects of each kind
// have which condition in which state and for which reason, the verdicts, transitions, and time
// spent in a state; series of single objects for node pools (what an alert needs), and for kinds
// that were asked for. Bounded: what would pass a limit is counted in a series named "other", or
// left out and counted as dropped. docs/metrics.md is the page about all of them.
//
//   telltale_condition_status{kind,type,status,reason}            objects; comma-joined reasons are
//     split, so that an object counts once under each. Where the status alone does not tell good
//     from bad (Progressing=False), there is a label failed="true" or "false".
//   telltale_condition_transitions_total{kind,type,status}        turns to that status
//   telltale_condition_time_in_state_seconds{kind,type,status}    how long it had lasted
//   telltale_verdict_objects{kind,verdict}  telltale_attention_objects{kind,reason}
//   telltale_conditions_left_out{kind}      conditions for which objects have no room
// For each node pool, and each object of the kinds asked for:
//   telltale_object_verdict{kind,namespace,name,verdict}        0 or 1
//   telltale_object_attention{kind,namespace,name,reason}       1, only while it is stuck
//   telltale_object_condition{kind,namespace,name,type,status}  0 or 1; of a pool that was not
//   asked
//     for only the condition that its verdict follows
//   telltale_nodepool_progressing_failed{namespace,name,platform,reason}  0 or 1
// Objects that are stuck come first where the limit leaves no room for all.
// The first sight of a condition is no transition: a restart is no storm.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "catalog/judged.h"
#include "report/metrics/exposition.h"

namespace telltale {

struct MetricOptions {
  std::vector<std::string> per_object_kinds = {};  // "Cluster", "Machine"; none by default
  bool per_pool = true;                            // series of every NodePool
  std::size_t series_max = 20'000;
  // Also under the names people already query. Of the kinds above, per object:
  // kube_<kind>_status_condition, capi_<kind>_status_condition,
  // telltale_<kind>_status_condition_{count,current_status_seconds}; of all kinds:
  // telltale_<kind>_status_condition_{transitions_total,transition_seconds}.
  bool compatibility_names = false;
};

class MetricLedger;

// Not safe to share between threads.
class ConditionMetrics {
 public:
  explicit ConditionMetrics(MetricOptions options = {});
  ~ConditionMetrics();
  ConditionMetrics(ConditionMetrics&&) noexcept;

  // What stands now about an object: level-based, the difference to the last time is worked out
  // here. A price that does not depend on the number of objects.
  void note(const Judged& judged, Instant now);
  void forget(const Key& key);

  void write(Exposition& out, Instant now) const;

  struct Verdicts {
    std::size_t healthy = 0;
    std::size_t working = 0;
    std::size_t stuck = 0;
    std::size_t unknown = 0;

    bool operator==(const Verdicts&) const = default;
  };
  Verdicts verdicts() const;

 private:
  MetricOptions options_;
  std::unique_ptr<MetricLedger> ledger_;
};

}  // namespace telltale
