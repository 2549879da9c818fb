// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages of a control plane on its Machines may use.

#include <array>
#include <string>

#include "catalog/controlplane/machine_seen.h"
#include "catalog/controlplane/reported_members.h"
#include "catalog/owners/worker_rows.h"
#include "table/words.h"

namespace telltale::controlplane {

// "the node-role.kubernetes.io/control-plane label and the ...:NoSchedule taint"
void put_missing_of_node(const MachineSeen& seen, std::string& out);

inline constexpr std::array<Word<MachineSeen>, 8> own_machine_words{{
    {"node.name", [](const MachineSeen& seen, std::string& out) { out += seen.node_name; }},
    {"provider_id", [](const MachineSeen& seen, std::string& out) { out += seen.provider_id; }},
    {"infra.kind",
     [](const MachineSeen& seen, std::string& out) { out += seen.infrastructure_kind; }},
    {"pod.waiting", [](const MachineSeen& seen,
                       std::string& out) { out += container_reasons(seen.pod(), "waiting"); }},
    {"pod.terminated",
     [](const MachineSeen& seen, std::string& out) {
       out += container_reasons(seen.pod(), "terminated");
     }},
    {"node.lacks", put_missing_of_node},
    {"members.error", [](const MachineSeen& seen, std::string& out) { out += seen.members_error; }},
    {"member.alarms", [](const MachineSeen& seen,
                         std::string& out) { out += alarms_of(seen.alarms, seen.member_id); }},
}};

inline constexpr auto machine_words =
    join_words(remote_link::words<MachineSeen>, own_machine_words);

std::string node_evidence(const MachineSeen& seen);
std::string pod_evidence(const MachineSeen& seen);
std::string member_evidence(const MachineSeen& seen);

}  // namespace telltale::controlplane
