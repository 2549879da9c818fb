// SPDX-License-Identifier: Apache-2.0
#pragma once

// What asking etcd itself for its members gave. Whoever can ask writes it down with the connection,
// in status.etcd of the RemoteConnection; without that nobody tried.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/controlplane/etcd.h"
#include "json/tree/tree.h"
#include "observe/world.h"

namespace telltale::controlplane {

// More members than any etcd has; the rest of a longer list is not read.
inline constexpr std::size_t reported_members_max = 64;

struct ReportedMembers {
  bool asked = false;
  std::string_view error = {};  // they could not be listed: a sentence that says so
  std::vector<EtcdMember> members = {};
  json::Tree alarms = {};

  bool known() const { return asked && error.empty() && !members.empty(); }
};

ReportedMembers see_told_members(const World& world, const Home& home);

// "NOSPACE, CORRUPT": the alarms of one member, as etcd lists them.
std::string alarms_of(json::Tree alarms, std::uint64_t member);

}  // namespace telltale::controlplane
