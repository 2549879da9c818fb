// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a KubeadmControlPlane may use, besides those of all owners of Machines
// and those about the way to the workload cluster.

#include <array>
#include <string>

#include "catalog/controlplane/seen.h"
#include "catalog/owners/worker_rows.h"

namespace telltale::controlplane {

// "Cluster certificate for ca is not available, please check cluster certificate secrets"
void put_certificates(const Seen& seen, std::string& out);
// " is blocked because:" and a line for each reason, or nothing.
void put_blocked_up(const Seen& seen, std::string& out);
void put_blocked_down(const Seen& seen, std::string& out);
// " and Machine m1 is in deletion since more than 15m", or nothing.
void put_and_slow(const Seen& seen, std::string& out);
// "1 of 3 etcd members is healthy, at least 2 healthy member required for etcd quorum"
void put_etcd_shortage(const Seen& seen, std::string& out);
// What an available control plane lacks, and what an unavailable one does, "* ..." lines.
void put_remarks(const Seen& seen, std::string& out);
void put_troubles(const Seen& seen, std::string& out);

std::string certificates_evidence(const Seen& seen);
std::string health_evidence(const HealthSeen& health);
std::string available_evidence(const Seen& seen);
std::string etcd_evidence(const Seen& seen);

inline constexpr std::array<Word<Seen>, 10> own_words{{
    {"certificates", put_certificates},
    {"components.story", [](const Seen& seen, std::string& out) { out += seen.components.story; }},
    {"members.story", [](const Seen& seen, std::string& out) { out += seen.members.story; }},
    {"blocked_up", put_blocked_up},
    {"blocked_down", put_blocked_down},
    {"and_slow", put_and_slow},
    {"etcd.shortage", put_etcd_shortage},
    {"remarks", put_remarks},
    {"troubles", put_troubles},
    {"workers.left", [](const Seen& seen, std::string& out) { out += seen.workers_left; }},
}};

inline constexpr auto all_words =
    join_words(workers::words<Seen>, remote_link::words<Seen>, own_words);

}  // namespace telltale::controlplane
