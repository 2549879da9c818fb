// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/etcd.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace telltale::controlplane {
namespace {

constexpr std::array<std::string_view, 1> member_healthy = {"EtcdMemberHealthy"};

std::string_view node_of(const OwnMachine& machine) { return machine.tie.node_name; }

const Judged* machine_of(std::string_view node, Machines machines) {
  const auto found = std::ranges::find(machines, node, node_of);
  return node.empty() || found == machines.end() ? nullptr : found->judged;
}

// Adds one Machine: well, or troubled since the earliest of its conditions turned.
void add(const Judged& machine, std::span<const std::string_view> types, Instant now,
         Share& share) {
  bool well = true;
  Instant since = no_time;
  for (const std::string_view type : types) {
    const Condition* condition = find_condition(machine.conditions, type);
    if (condition != nullptr && condition->status == Status::True) continue;
    well = false;
    const Instant turned = condition != nullptr ? condition->last_transition : no_time;
    if (is_set(turned) && (!is_set(since) || turned < since)) since = turned;
  }
  if (well) {
    ++share.healthy;
  } else if (is_set(since) && now - since > trouble_grace) {
    ++share.troubled;
  } else {
    ++share.newly_troubled;
    if (is_set(since)) wake_by(share.next_troubled, since + trouble_grace + Seconds(1), now);
  }
}

// A member that no Machine can be found for belongs to the one that is only just being made; two
// such Machines are never made at a time.
const Judged* only_new_machine(Machines machines) {
  const auto is_new = [](const OwnMachine& machine) { return node_of(machine).empty(); };
  if (std::ranges::count_if(machines, is_new) != 1) return nullptr;
  return std::ranges::find_if(machines, is_new)->judged;
}

// When the Machine's Node is old enough for its member to be there; never without a Node.
Instant member_due(const World& world, const OwnMachine& machine) {
  const Object& object = machine.object();
  const Home home{object.key.namespace_name, cluster_name_of(object)};
  const Object* node = world.find({"", "Node", {}, node_of(machine), home}).object;
  if (node == nullptr || !is_set(node->created)) return no_time;
  return node->created + member_grace + Seconds(1);
}

}  // namespace

std::vector<EtcdMember> members_by_machines(Machines machines) {
  std::vector<EtcdMember> members;
  for (const OwnMachine& machine : machines) {
    if (!node_of(machine).empty()) members.push_back({.name = node_of(machine)});
  }
  return members;
}

Etcd count_members(std::span<const EtcdMember> members, Machines machines, Instant now) {
  Etcd etcd{.known = !members.empty()};
  etcd.members.total = static_cast<std::int64_t>(members.size());
  const Judged* newcomer = only_new_machine(machines);
  for (const EtcdMember& member : members) {
    ++(member.votes() ? etcd.voting : etcd.learners);
    // Whoever has no vote is no help for a quorum, however well it is.
    if (!member.votes()) continue;
    const Judged* machine = machine_of(member.name, machines);
    if (machine == nullptr) std::swap(machine, newcomer);
    if (machine == nullptr) {
      ++etcd.members.troubled;
    } else {
      add(*machine, member_healthy, now, etcd.members);
    }
  }
  return etcd;
}

std::vector<std::string> members_without_machine(std::span<const EtcdMember> members,
                                                 Machines machines) {
  std::vector<std::string> errors;
  for (const EtcdMember& member : members) {
    if (machine_of(member.name, machines) != nullptr) continue;
    const std::string name = member.name.empty() ? format("{} (Name not yet assigned)", member.id)
                                                 : std::string(member.name);
    errors.push_back(format("Etcd member {} does not have a corresponding Machine", name));
  }
  return errors;
}

Match match_members(std::span<const EtcdMember> members, Machines machines, const World& world,
                    Instant now) {
  Match match;
  for (const OwnMachine& machine : machines) {
    if (node_of(machine).empty() || machine.object().deleting()) continue;
    const auto listed = std::ranges::find(members, node_of(machine), &EtcdMember::name);
    if (listed != members.end()) continue;
    const Instant due = member_due(world, machine);
    if (is_set(due) && now >= due) match.holds = false;
    wake_by(match.until, due, now);
  }
  const bool any_new = std::ranges::find(machines, std::string_view(), node_of) != machines.end();
  const auto has_machine = [&](const EtcdMember& member) {
    return machine_of(member.name, machines) != nullptr;
  };
  if (!any_new && !std::ranges::all_of(members, has_machine)) match.holds = false;
  return match;
}

Share count_well(Machines machines, std::span<const std::string_view> types, Instant now) {
  Share share{.total = static_cast<std::int64_t>(machines.size())};
  for (const OwnMachine& machine : machines) {
    if (!machine.tie.provider_id.empty()) add(*machine.judged, types, now, share);
  }
  return share;
}

}  // namespace telltale::controlplane
