// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one KubeadmControlPlane, its certificates, its Machines and its etcd.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/controlplane/etcd.h"
#include "catalog/controlplane/remote_link.h"
#include "catalog/owners/workers.h"

namespace telltale::controlplane {

// So long a fresh control plane may leave open who the members of its etcd are.
inline constexpr Seconds members_grace = std::chrono::minutes(2);

// What the Machines say about their components, or about etcd, added up.
struct HealthSeen {
  bool reported = false;  // the control plane's own condition stands in its stored status
  bool bad = false;
  bool unknown = false;
  bool good = false;
  bool not_collected = false;
  std::string_view story = {};
};

struct Seen : Workers, RemoteLink {
  bool infra_provisioned = false;
  bool endpoint_set = false;
  bool manages_etcd = true;

  bool secrets_collected = true;
  std::int64_t certificates_missing = 0;
  std::string_view certificates_missing_names;  // "ca, sa"
  Status certificates = Status::Unknown;        // what the condition will say

  HealthSeen components;
  HealthSeen members;
  Etcd etcd;
  bool members_match = true;  // etcd's members and the Machines are the same
  Instant members_match_until = no_time;
  bool available_reported = false;
  Share machines_well;  // with all their components

  std::string_view blocked_up;    // what is in the way of adding a Machine, "* ..." lines
  std::string_view blocked_down;  // and of removing one
  std::string_view workers_left;  // "* Machines: ..." lines: what must go before

  // Nobody can be asked now, and it is too early to say that nobody will.
  constexpr bool out_of_reach() const {
    return !connection.connected && (connection.not_established() || !out_of_grace(now));
  }
  constexpr bool quorate() const { return !manages_etcd || etcd.has_quorum(); }
  constexpr bool available_now() const {
    return !deleting() && quorate() && machines_well.healthy >= 1 && certificates == Status::True;
  }
  // All that Available rests on is there to be looked at.
  constexpr bool all_collected() const {
    const bool certificates_known = secrets_collected || certificates != Status::Unknown;
    return machines_collected && certificates_known && !components.not_collected &&
           !members.not_collected;
  }
  constexpr bool troubled() const {
    return machines_well.troubled > 0 || (manages_etcd && etcd.members.troubled > 0);
  }
};

struct Sheet {
  Seen seen;
  const Members* machines = nullptr;
  Counters counters;
  std::vector<std::string> texts;  // what the views in `seen` point to
};

Sheet observe(const JudgeContext& context, const Object& control_plane, const Members& machines);

// The freshly judged Machines of the control plane.
Members gather(const JudgeContext& context, const Object& control_plane);

}  // namespace telltale::controlplane
