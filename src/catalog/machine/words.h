// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a Machine may use. A word says what the snapshot knows and nothing
// that changes from one look to the next: no durations, no request ids.

#include <string>

#include "catalog/cluster_api/lost_connection.h"
#include "catalog/machine/seen.h"
#include "table/words.h"

namespace telltale::machine {

// "* Node.Ready: kubelet is not ready", one line per condition that is not good.
void put_node_issues(const Seen& seen, std::string& out);
void put_pre_drain_hooks(const Seen& seen, std::string& out);
void put_pre_terminate_hooks(const Seen& seen, std::string& out);
void put_differences(const Seen& seen, std::string& out);
void put_pauses(const Seen& seen, std::string& out);

inline constexpr Word<Seen> all_words[] = {
    {"node.name", [](const Seen& seen, std::string& out) { out += seen.node_name; }},
    {"provider_id", [](const Seen& seen, std::string& out) { out += seen.provider_id; }},
    {"infra.kind", [](const Seen& seen, std::string& out) { out += seen.infrastructure.kind; }},
    {"infra.trouble",
     [](const Seen& seen, std::string& out) { reference::put_trouble(seen.infrastructure, out); }},
    {"bootstrap.kind", [](const Seen& seen, std::string& out) { out += seen.bootstrap.kind; }},
    {"bootstrap.trouble",
     [](const Seen& seen, std::string& out) { reference::put_trouble(seen.bootstrap, out); }},
    lost_connection::last_success<Seen>,
    {"node.issues", put_node_issues},
    {"hooks.pre_drain", put_pre_drain_hooks},
    {"hooks.pre_terminate", put_pre_terminate_hooks},
    {"differences", put_differences},
    {"pauses", put_pauses},
    {"kubelet.version", [](const Seen& seen, std::string& out) { out += seen.kubelet_version; }},
    {"version", [](const Seen& seen, std::string& out) { out += seen.version; }},
    {"rollout.version", [](const Seen& seen, std::string& out) { out += seen.rollout.version; }},
    {"rollout.wanted_version",
     [](const Seen& seen, std::string& out) { out += seen.rollout.wanted_version; }},
    {"rollout.bootstrap_kind",
     [](const Seen& seen, std::string& out) { out += seen.rollout.bootstrap_kind; }},
    {"rollout.data_secret",
     [](const Seen& seen, std::string& out) { out += seen.rollout.data_secret; }},
    {"rollout.wanted_data_secret",
     [](const Seen& seen, std::string& out) { out += seen.rollout.wanted_data_secret; }},
    {"rollout.infra_kind",
     [](const Seen& seen, std::string& out) { out += seen.rollout.infrastructure_kind; }},
    {"rollout.failure_domain",
     [](const Seen& seen, std::string& out) { out += seen.rollout.failure_domain; }},
    {"rollout.wanted_failure_domain",
     [](const Seen& seen, std::string& out) { out += seen.rollout.wanted_failure_domain; }},
};

}  // namespace telltale::machine
