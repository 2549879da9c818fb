// SPDX-License-Identifier: Apache-2.0
#pragma once

// The Machines of one owner, added up: all that sets, deployments, pools, control planes and
// Clusters need to know of them. One Machine that changes costs O(log n), never a walk through the
// others; what time alone changes is found by advance().
//
//   Members members(settings, now);
//   members.add(judged_machine);
//   members.tally().available
//
// A Machine is removed as it was added, before its judgement dies. Not for threads.

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "catalog/cluster_api/deletion.h"
#include "catalog/judged.h"
#include "catalog/settings.h"
#include "tally/aggregation.h"

namespace telltale {

// Machines younger than this may still lack their UpToDate condition without meaning anything.
inline constexpr Seconds up_to_date_grace = Seconds(10);

// Of a Machine that tells no creation time, nobody can say that it is young.
inline bool outgrew_up_to_date_grace(const Object& machine, Instant now) {
  return !is_set(machine.created) || now - machine.created > up_to_date_grace;
}

bool is_control_plane_machine(const Object& machine);

// The few numbers about all Machines together that guards ask for.
struct Tally {
  std::int64_t current = 0;
  std::int64_t acknowledged = 0;  // current without those still being moved between sets
  std::int64_t ready = 0;
  std::int64_t available = 0;
  std::int64_t up_to_date = 0;
  // How many of the three are being updated in place; a MachineSet does not count on those.
  std::int64_t updating_ready = 0;
  std::int64_t updating_available = 0;
  std::int64_t updating_up_to_date = 0;
  std::int64_t not_up_to_date = 0;     // UpToDate is False
  std::int64_t judged_up_to_date = 0;  // have the condition, or are old enough to
  std::int64_t unhealthy = 0;          // HealthCheckSucceeded is False
  std::int64_t to_be_remediated = 0;   // and so is OwnerRemediated
  std::int64_t deleting = 0;

  bool operator==(const Tally&) const = default;
};

// What an owner counts of its members, one by one: all that an engine must know to keep it true
// while single members change.
class MemberCounts {
 public:
  virtual ~MemberCounts() = default;

  virtual void add(const Judged& member) = 0;
  virtual void remove(const Judged& member) = 0;
  // Time moves forward only.
  virtual void advance(Instant now) = 0;

 protected:
  MemberCounts() = default;
  MemberCounts(const MemberCounts&) = default;
  MemberCounts(MemberCounts&&) = default;
  MemberCounts& operator=(const MemberCounts&) = default;
  MemberCounts& operator=(MemberCounts&&) = default;
};

class Members final : public MemberCounts {
 public:
  Members(const Settings& settings, Instant now);

  void add(const Judged& machine) override;
  void remove(const Judged& machine) override;
  void advance(Instant now) override;

  const Tally& tally() const { return tally_; }
  bool empty() const { return tally_.current == 0; }
  // When the youngest unjudged Machine is old enough to miss its UpToDate condition.
  Instant next_grown_up() const;
  // When the sentence about slow deletions changes by time alone.
  Instant next_deletion_change() const;

  const Aggregation& ready() const { return ready_; }
  const Aggregation& up_to_date() const { return up_to_date_; }    // of those that count
  const Aggregation& remediation() const { return remediation_; }  // of those to be remediated
  // "Machines m1, m2 are in deletion since more than 15m, ..." or nothing.
  std::string slow_deletions() const;
  std::string unhealthy_names() const;  // "m1, m2, m3, ... (2 more)"
  // "* Version v1, v2 required" and so on: each line of those that are not up to date, once.
  std::vector<std::string_view> rollout_reasons() const;
  // The first by name.
  const Judged* first_with(Verdict verdict) const;
  Instant newest_deletion() const;

 private:
  enum class Step : std::int8_t { Add = 1, Remove = -1 };
  // Ordered by name; the address tells namesakes of several namespaces apart.
  using ByName = std::set<std::pair<std::string_view, const Judged*>>;
  using ByTime = std::set<std::pair<Instant, const Judged*>>;

  struct Leaving {
    Deletion deletion = {};
    bool slow = false;
    unsigned causes = 0;
    Instant next_change = no_time;
  };

  struct Facts;

  void change(const Judged& machine, Step step);
  void count(const Facts& facts, Step step);
  void change_up_to_date(const Facts& facts, Step step);
  // Nobody says what a Machine without an owner should be, so it cannot miss the condition.
  bool may_miss_up_to_date(const Object& machine) const;
  void change_remediation(const Facts& facts, Step step);
  void change_verdict(const Judged& machine, Step step);
  void change_deletion(const Judged& machine, Step step);
  void settle_deletion(const Judged& machine, Leaving& leaving);
  void unsettle_deletion(const Judged& machine, const Leaving& leaving);

  const Settings* settings_;
  Instant now_;
  Tally tally_;
  Aggregation ready_{"Ready"};
  Aggregation up_to_date_{"UpToDate"};
  Aggregation remediation_{"OwnerRemediated"};
  ByName unhealthy_;
  std::array<ByName, 3> troubled_;  // by verdict, without Healthy
  ByTime young_;                    // by the instant at which they are no longer
  std::map<const Judged*, Leaving> leaving_;
  ByName slow_;
  std::array<std::size_t, delay_cause_count> causes_{};
  ByTime deletion_changes_;
  std::multiset<Instant> deletions_;
};

}  // namespace telltale
