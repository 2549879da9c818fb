// SPDX-License-Identifier: Apache-2.0
#include "convert/spelling.h"

#include <ranges>
#include <span>

#include "convert/value_path.h"

namespace telltale::convert {
namespace {

constexpr unsigned cluster = 1;
constexpr unsigned machine = 2;
constexpr unsigned machine_set = 4;
constexpr unsigned machine_deployment = 8;
constexpr unsigned machine_pool = 16;
constexpr unsigned kubeadm = 32;
constexpr unsigned health_check = 64;
constexpr unsigned cluster_class = 128;
constexpr unsigned counted_kinds = machine_set | machine_deployment | machine_pool | kubeadm;
constexpr unsigned phased_kinds = cluster | machine | machine_deployment | machine_pool;
constexpr unsigned booted_kinds = machine | machine_pool;
constexpr unsigned all_kinds = 255;

unsigned kind_bit(std::string_view kind) {
  if (kind == "Cluster") return cluster;
  if (kind == "Machine") return machine;
  if (kind == "MachineSet") return machine_set;
  if (kind == "MachineDeployment") return machine_deployment;
  if (kind == "MachinePool") return machine_pool;
  if (kind == "KubeadmControlPlane") return kubeadm;
  if (kind == "ClusterClass") return cluster_class;
  return kind == "MachineHealthCheck" ? health_check : 0;
}

// A name that both dialects use, for different things, says nothing about who speaks.
enum class Tells : std::uint8_t { Yes, No };

// All paths below status. Towards upstream the rows apply in the order written, towards the
// proposal in the opposite one.
struct Spelling {
  unsigned kinds;
  std::string_view proposal;
  std::string_view upstream;
  Tells proposal_tells = Tells::Yes;
};

constexpr Spelling v1beta1_spellings[] = {
    {all_kinds, "experimentalConditions", "v1beta2.conditions"},
    {counted_kinds, "experimentalReadyReplicas", "v1beta2.readyReplicas"},
    {machine_deployment | machine_pool, "experimentalAvailableReplicas",
     "v1beta2.availableReplicas"},
    {counted_kinds, "upToDateReplicas", "v1beta2.upToDateReplicas"},
    {kubeadm, "availableReplicas", "v1beta2.availableReplicas"},
    {machine_set, "availableReplicas", "v1beta2.availableReplicas", Tells::No},
    {machine_set, "backCompatibilty.availableReplicas", "availableReplicas", Tells::No},
    {cluster, "controlPlane", "v1beta2.controlPlane"},
    {cluster, "workers", "v1beta2.workers"},
};

constexpr Spelling v1beta2_spellings[] = {
    {phased_kinds, "backCompatibilty.phase", "phase"},
    {machine, "backCompatibilty.lastUpdated", "lastUpdated"},
    {all_kinds, "backCompatibilty", "deprecated.v1beta1"},
    {kubeadm, "unavailableReplicas", "deprecated.v1beta1.unavailableReplicas"},
    {booted_kinds, "initialization.bootstrapSecretCreated",
     "initialization.bootstrapDataSecretCreated"},
};

std::span<const Spelling> spellings(Version version) {
  if (version == Version::V1Beta1) return v1beta1_spellings;
  return v1beta2_spellings;
}

struct Slip {
  std::string_view read;
  std::string_view meant;
};

constexpr Slip slips[] = {{"backCompatibility", "backCompatibilty"},
                          {"exprimentalReadyReplicas", "experimentalReadyReplicas"}};

void move(json::ValueMap& status, std::string_view from, std::string_view to) {
  std::optional<json::Value> value = take(status, from);
  if (value && !put(status, to, *value)) put(status, from, *value);
}

void mend_slips(json::ValueMap& status) {
  for (const Slip& slip : slips) {
    if (!status.contains(slip.meant)) move(status, slip.read, slip.meant);
  }
}

bool shows_proposal(const json::Value& status, unsigned bit, Version version) {
  for (const Slip& slip : slips) {
    if (find(status, slip.read) != nullptr || find(status, slip.meant) != nullptr) return true;
  }
  const bool keeps_ready = version == Version::V1Beta2 && bit == kubeadm;
  if (keeps_ready && find(status, "ready") != nullptr) return true;
  for (const Spelling& one : spellings(version)) {
    if (one.proposal_tells == Tells::No || (one.kinds & bit) == 0) continue;
    if (find(status, one.proposal) != nullptr) return true;
  }
  return false;
}

// Fields that only upstream's schema has, whatever else stands beside them.
bool is_surely_upstream(const json::Value& status, Version version) {
  return find(status, version == Version::V1Beta1 ? "v1beta2" : "deprecated") != nullptr;
}

bool shows_upstream(const json::Value& status, unsigned bit, Version version) {
  if (is_surely_upstream(status, version)) return true;
  if (version == Version::V1Beta1) return false;
  for (const Spelling& one : spellings(version)) {
    if ((one.kinds & bit) != 0 && find(status, one.upstream) != nullptr) return true;
  }
  return false;
}

// The proposal keeps `ready` at the top of a KubeadmControlPlane; upstream computes it anew.
void respell_ready(json::ValueMap& status, DialectName dialect) {
  if (dialect == DialectName::Upstream) {
    status.erase("ready");
    return;
  }
  const json::Value* compat = status.if_contains("backCompatibilty");
  const json::Value* count = compat == nullptr ? nullptr : find(*compat, "readyReplicas");
  status["ready"] = count != nullptr && count->is_int64() && count->get_int64() > 0;
}

struct Respelling {
  unsigned kind_bit;
  Version version;
  DialectName to;
  bool is_mixed;  // the object speaks this dialect too
};

// In an object that speaks both dialects, what stands at its right place already stays there.
void move_row(json::ValueMap& status, const Spelling& row, const Respelling& what) {
  const bool up = what.to == DialectName::Upstream;
  const std::string_view from = up ? row.proposal : row.upstream;
  const std::string_view goal = up ? row.upstream : row.proposal;
  if (what.is_mixed && row.proposal_tells == Tells::No) return;
  std::optional<json::Value> value = take(status, from);
  if (!value) return;
  const bool is_taken = what.is_mixed && find(status, goal) != nullptr && !value->is_object();
  if (is_taken || !put(status, goal, *value)) put(status, from, *value);
}

void respell_rows(json::ValueMap& status, const Respelling& what) {
  const auto move_one = [&](const Spelling& one) {
    if ((one.kinds & what.kind_bit) != 0) move_row(status, one, what);
  };
  const std::span<const Spelling> rows = spellings(what.version);
  if (what.to == DialectName::Upstream) {
    for (const Spelling& one : rows) move_one(one);
  } else {
    for (const Spelling& one : std::views::reverse(rows)) move_one(one);
  }
  if (what.kind_bit == kubeadm && what.version == Version::V1Beta2) respell_ready(status, what.to);
}

}  // namespace

std::optional<DialectName> spoken_dialect(const json::Value& object, std::string_view kind,
                                          Version version) {
  const json::Value* status = find(object, "status");
  if (status == nullptr) return std::nullopt;
  const unsigned bit = kind_bit(kind);
  if (is_surely_upstream(*status, version)) return DialectName::Upstream;
  if (shows_proposal(*status, bit, version)) return DialectName::Proposal;
  if (shows_upstream(*status, bit, version)) return DialectName::Upstream;
  return std::nullopt;
}

void respell(json::Value& object, std::string_view kind, Version version, DialectName dialect) {
  json::Value* status = find(object, "status");
  if (status == nullptr || !status->is_object()) return;
  const unsigned bit = kind_bit(kind);
  const std::optional<DialectName> spoken = spoken_dialect(object, kind, version);
  const bool proposal = shows_proposal(*status, bit, version);
  const bool upstream = shows_upstream(*status, bit, version);
  mend_slips(status->get_object());
  const bool speaks_other = dialect == DialectName::Upstream ? proposal : upstream;
  if (!speaks_other) return;
  const bool is_mixed = spoken == dialect;
  respell_rows(status->get_object(), {bit, version, dialect, is_mixed});
}

void drop_compatibility(json::Value& object, std::string_view kind, DialectName dialect) {
  json::ValueMap* status = find_map(object, "status");
  if (status == nullptr) return;
  for (const std::string_view path :
       {"deprecated.v1beta1", "backCompatibilty", "backCompatibility"}) {
    take(*status, path);
  }
  if (dialect == DialectName::Proposal && kind == "KubeadmControlPlane") status->erase("ready");
}

}  // namespace telltale::convert
