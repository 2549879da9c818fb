// SPDX-License-Identifier: Apache-2.0
#include "catalog/read_kinds.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

#include "catalog/from_kinds.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {
namespace {

constexpr std::string_view event_fields[] = {
    "involvedObject", "reason", "message", "lastTimestamp", "eventTime", "series.lastObservedTime"};

// RemoteConnection, and whatever else is telltale's own: small, and all of it matters.
constexpr std::string_view own_fields[] = {"spec",
                                           "status",
                                           "status.connected:bool",
                                           "status.consecutiveFailures:int",
                                           "status.lastProbeSuccessTime:time",
                                           "status.lookupError:string"};

constexpr std::string_view memory_fields[] = {"spec",
                                              "spec.of:map",
                                              "spec.generation:int",
                                              "spec.clocks:list",
                                              "spec.counted:list",
                                              "spec.reset:time",
                                              "spec.paused:time",
                                              "spec.replicas:int"};

// Provider objects of any kind, as far as the contract knows them, and control planes.
constexpr std::string_view provider_fields[] = {
    "spec.version", "spec.providerID", "status.ready", "status.initialization", "status.versions",
    "status.version", "status.externalManagedControlPlane", "status.infrastructureMachineKind",
    // Why a machine failed, and how often an installation was begun again.
    "status.failureReason", "status.failureMessage", "status.installRestarts", "spec.imageSetRef",
    // What platforms tell beside that (hypershift_nodepool/platform_surfaces.h).
    "status.fault", "status.health", "status.instanceState", "status.instanceStatus",
    "status.agentRef", "spec.imageRef.name", "spec.virtualMachineTemplate.metadata.namespace",
    // Where machines are, and which quota they count against.
    "spec.region", "spec.location", "spec.failureDomain", "spec.instanceType", "spec.marketType",
    "spec.spotMarketOptions:map", "spec.template.spec.instanceType",
    "spec.template.spec.marketType", "spec.template.spec.spotMarketOptions:map",
    // Control planes of other providers; nobody else has such counters.
    "spec.replicas", "status.initialized", "status.replicas", "status.readyReplicas",
    "status.availableReplicas", "status.unavailableReplicas", "status.upToDateReplicas",
    "status.updatedReplicas", "status.v1beta2.readyReplicas", "status.v1beta2.availableReplicas",
    "status.v1beta2.upToDateReplicas"};

// What belongs to no judged kind: Events about any of them, and telltale's own objects.
constexpr ReadKind read_of_every_tree[] = {
    {.group = "", .kind = "Event", .fields = event_fields},
    {.group = "events.k8s.io", .kind = "Event", .fields = event_fields},
    {.group = own_group, .kind = "RemoteConnection", .fields = own_fields},
    {.group = own_group, .kind = "Memory", .fields = memory_fields},
};

// Every kind that has an entry of its own: those with a marker first, since they are asked first.
std::vector<ReadKind> collect_read_kinds() {
  std::vector<ReadKind> all;
  for (const Kind* kind : kinds_as_judged()) {
    all.push_back({.group = kind->group,
                   .kind = kind->kind,
                   .fields = kind->fields,
                   .extent = kind->extent,
                   .columns = kind->columns});
    all.insert(all.end(), kind->evidence.begin(), kind->evidence.end());
  }
  all.insert(all.end(), std::begin(read_of_every_tree), std::end(read_of_every_tree));
  std::ranges::stable_partition(all, [](const ReadKind& one) { return !one.marker.empty(); });
  return all;
}

bool is_about(const MoreFields& more, std::string_view group, std::string_view kind) {
  return more.kind.empty() || (more.kind == kind && more.group == group);
}

// Judging's fields of a kind, and what was asked for on top.
json::Selection selection_of(const ReadKind& judging, std::span<const MoreFields> more) {
  std::vector<std::string_view> paths;
  const ReadKind* plain = judging.marker.empty() ? nullptr : read_kind(judging.group, judging.kind);
  if (plain != nullptr) paths.assign(plain->fields.begin(), plain->fields.end());
  paths.insert(paths.end(), judging.fields.begin(), judging.fields.end());
  Extent extent = judging.extent;
  for (const MoreFields& one : more) {
    if (!is_about(one, judging.group, judging.kind)) continue;
    paths.insert(paths.end(), one.paths.begin(), one.paths.end());
    extent = all_of_it;
  }
  return select_fields(paths, extent);
}

// A word looked for in every document of a fleet: in steps as long as the word.
class Marker {
 public:
  explicit Marker(std::string_view word) : searcher_(word.data(), word.data() + word.size()) {}
  bool stands_in(std::string_view text) const {
    const char* end = text.data() + text.size();
    return std::search(text.data(), end, searcher_) != end;
  }

 private:
  std::boyer_moore_horspool_searcher<const char*> searcher_;
};

class Chooser {
 public:
  explicit Chooser(std::span<const MoreFields> more)
      : others_(selection_of({.group = {}, .kind = {}, .fields = provider_fields}, more)) {
    for (const ReadKind& one : read_kinds()) {
      if (!one.fields.empty()) add(one, more);  // else it is read as providers' objects are
    }
    for (const MoreFields& one : more) {
      const bool known = one.kind.empty() || find(one.group, one.kind) != nullptr;
      if (known) continue;
      add({.group = one.group, .kind = one.kind, .fields = provider_fields, .extent = all_of_it},
          more);
    }
  }

  const json::Selection& choose(const json::Header& header) const {
    const Chosen* chosen = find(group_of(header.api_version), header.kind, header.text);
    return chosen == nullptr ? others_ : chosen->selection;
  }

 private:
  struct Chosen {
    std::string group;
    std::string kind;
    std::optional<Marker> marker;
    json::Selection selection;
  };

  void add(const ReadKind& judging, std::span<const MoreFields> more) {
    chosen_.push_back(
        {std::string(judging.group), std::string(judging.kind),
         judging.marker.empty() ? std::nullopt : std::optional<Marker>(judging.marker),
         selection_of(judging, more)});
  }

  const Chosen* find(std::string_view group, std::string_view kind,
                     std::string_view text = {}) const {
    for (const Chosen& one : chosen_) {
      if (one.kind != kind || one.group != group) continue;
      if (!one.marker || one.marker->stands_in(text)) return &one;
    }
    return nullptr;
  }

  json::Selection others_;
  std::vector<Chosen> chosen_;
};

bool fits(std::string_view pattern, std::string_view name) {
  if (pattern == any_name) return true;
  const bool any_before = pattern.starts_with('*');
  if (any_before) pattern.remove_prefix(1);
  const bool any_behind = pattern.ends_with('*');
  if (any_behind) pattern.remove_suffix(1);
  if (any_before && any_behind) return name.contains(pattern);
  if (any_before) return name.ends_with(pattern);
  return any_behind ? name.starts_with(pattern) : name == pattern;
}

}  // namespace

bool fits_any(std::span<const KindPattern> patterns, std::string_view group,
              std::string_view kind) {
  return std::ranges::any_of(patterns, [&](const KindPattern& one) {
    return fits(one.group, group) && fits(one.kind, kind);
  });
}

std::span<const ReadKind> read_kinds() {
  static FromKinds<std::vector<ReadKind>> all(collect_read_kinds);
  return all.get();
}

const ReadKind* read_kind(std::string_view group, std::string_view kind) {
  for (const ReadKind& one : read_kinds()) {
    if (one.kind == kind && one.group == group && one.marker.empty()) return &one;
  }
  return nullptr;
}

Extent extent_of(std::string_view group, std::string_view kind) {
  for (const ReadKind& one : read_kinds()) {
    if (one.kind == kind && one.group == group) return one.extent;
  }
  return by_name_only;
}

json::SelectFields fields_to_read(std::span<const MoreFields> more) {
  return
      [chooser = std::make_shared<const Chooser>(more)](
          const json::Header& header) -> const json::Selection& { return chooser->choose(header); };
}

}  // namespace telltale
