// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/words.h"

#include <vector>

#include "base/text.h"
#include "catalog/controlplane/tables.h"

namespace telltale::controlplane {
namespace {

void put_blocked(std::string_view reasons, std::string_view more, std::string& out) {
  std::vector<std::string_view> lines;
  if (!reasons.empty()) lines.push_back(reasons);
  if (!more.empty()) lines.push_back(more);
  if (!lines.empty()) out += format(" is blocked because:\n{}", join(lines, "\n"));
}

std::string members_sentence(const Seen& seen, std::int64_t healthy) {
  const Etcd& etcd = seen.etcd;
  const std::string learners =
      etcd.learners > 0 ? format(" {} learner etcd member,", etcd.learners) : std::string();
  return format(
      "{} of {} etcd members {} healthy,{} at least {} healthy member required for etcd "
      "quorum",
      healthy, etcd.members.total, healthy == 1 ? "is" : "are", learners, etcd.quorum());
}

}  // namespace

void put_certificates(const Seen& seen, std::string& out) {
  const bool one = seen.certificates_missing == 1;
  out += format("Cluster {} for {} {} not available, please check cluster certificate secrets",
                one ? "certificate" : "certificates", seen.certificates_missing_names,
                one ? "is" : "are");
}

void put_blocked_up(const Seen& seen, std::string& out) {
  std::string missing;
  workers::put_missing_sources(seen, missing);
  put_blocked(seen.blocked_up, missing.empty() ? "" : "* " + missing, out);
}

void put_blocked_down(const Seen& seen, std::string& out) {
  const std::string_view slow = seen.slow_deletions;
  put_blocked(seen.blocked_down, slow.empty() ? "" : format("* {}", slow), out);
}

void put_and_slow(const Seen& seen, std::string& out) {
  if (!seen.slow_deletions.empty()) out += format(" and {}", seen.slow_deletions);
}

void put_etcd_shortage(const Seen& seen, std::string& out) {
  if (seen.etcd.members.healthy > 0) {
    out += members_sentence(seen, seen.etcd.members.healthy);
    return;
  }
  const Etcd& etcd = seen.etcd;
  const std::string learners =
      etcd.learners > 0 ? format(" {} learner etcd member,", etcd.learners) : std::string();
  out += format(
      "There are no healthy etcd member,{} at least {} healthy member required for etcd "
      "quorum",
      learners, etcd.quorum());
}

// Trouble that has only just begun still passes as health here.
void put_remarks(const Seen& seen, std::string& out) {
  std::vector<std::string> lines;
  if (seen.manages_etcd && seen.etcd.members.troubled > 0) {
    lines.push_back("* " + members_sentence(seen, seen.etcd.members.passing()));
  }
  const Share& machines = seen.machines_well;
  if (machines.troubled > 0) {
    lines.push_back(
        format("* {} of {} Machines {} healthy control plane components, at least 1 required",
               machines.passing(), machines.total, machines.passing() == 1 ? "has" : "have"));
  }
  out += join(lines, "\n");
}

void put_troubles(const Seen& seen, std::string& out) {
  rows::troubles.collect(seen, out, "* ", "\n");
}

std::string certificates_evidence(const Seen& seen) {
  if (!seen.secrets_collected) {
    return format("Secrets of namespace {} were not collected", seen.cluster_namespace);
  }
  if (seen.certificates_missing == 0) return "all certificate Secrets exist";
  return format("no Secret for {}", seen.certificates_missing_names);
}

std::string health_evidence(const HealthSeen& health) {
  if (health.not_collected) return "part of what the Machines run was not collected";
  if (health.bad) return "some Machine is not healthy";
  if (health.unknown) return "some Machine cannot be looked into";
  return health.good ? "all Machines are healthy" : "no Machine reports anything";
}

std::string etcd_evidence(const Seen& seen) {
  if (!seen.manages_etcd) return "etcd is external";
  if (!seen.etcd.known) return "the members of etcd are not known";
  return format("{} of {} voting members healthy, {} needed", seen.etcd.members.healthy,
                seen.etcd.voting, seen.etcd.quorum());
}

std::string available_evidence(const Seen& seen) {
  if (!seen.all_collected() && !seen.available_now()) {
    return "the Machines, the Pods on them or the certificates were not collected";
  }
  return format("{}; {} of {} Machines with healthy components", etcd_evidence(seen),
                seen.machines_well.healthy, seen.machines_well.total);
}

}  // namespace telltale::controlplane
