// SPDX-License-Identifier: Apache-2.0
#pragma once

// The members of a control plane's etcd, and how many of them can be counted on. Where nobody can
// ask etcd itself, each Machine with a Node stands for one voting member.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/cluster_api/tie.h"
#include "catalog/judged.h"

namespace telltale::controlplane {

// So old is a Node by the time its etcd member must be there.
inline constexpr Seconds member_grace = std::chrono::minutes(2);
// Trouble younger than this is not worth a word while the control plane is available.
inline constexpr Seconds trouble_grace = Seconds(10);

struct EtcdMember {
  std::string_view name = {};  // that of its Node; empty while etcd has not assigned it
  std::uint64_t id = 0;
  bool learner = false;

  // Learners and members without a name have no vote.
  constexpr bool votes() const { return !learner && !name.empty(); }
};

// Members, or Machines with all their components: how many are well, how many are not.
struct Share {
  std::int64_t total = 0;
  std::int64_t healthy = 0;
  std::int64_t troubled = 0;        // for longer than the grace
  std::int64_t newly_troubled = 0;  // these still pass as healthy in a remark
  Instant next_troubled = no_time;  // when the first of those no longer does

  constexpr std::int64_t passing() const { return healthy + newly_troubled; }
};

struct Etcd {
  bool known = false;
  Share members = {};
  std::int64_t voting = 0;
  std::int64_t learners = 0;

  constexpr std::int64_t quorum() const { return voting / 2 + 1; }
  constexpr bool has_quorum() const { return members.healthy >= quorum(); }
};

// One Machine of the control plane as it was judged, and its Node.
struct OwnMachine {
  const Judged* judged = nullptr;
  Tie tie = {};

  const Object& object() const { return *judged->object; }
};
using Machines = std::span<const OwnMachine>;

std::vector<EtcdMember> members_by_machines(Machines machines);
Etcd count_members(std::span<const EtcdMember> members, Machines machines, Instant now);
// "Etcd member m9 does not have a corresponding Machine", one for each such member.
std::vector<std::string> members_without_machine(std::span<const EtcdMember> members,
                                                 Machines machines);
// Whether every Machine whose Node has been there for a while has its member, and every member its
// Machine; a Machine that is still being made excuses one that nobody knows.
struct Match {
  bool holds = true;
  Instant until = no_time;  // when a young Node is old enough to miss its member
};
Match match_members(std::span<const EtcdMember> members, Machines machines, const World& world,
                    Instant now);

// The Machines on which all of these conditions are True; those without a provider ID do not count.
Share count_well(Machines machines, std::span<const std::string_view> types, Instant now);

}  // namespace telltale::controlplane
