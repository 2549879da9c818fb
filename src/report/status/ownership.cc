// SPDX-License-Identifier: Apache-2.0
#include "report/status/ownership.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/arena.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/tree/padded_text.h"
#include "json/tree/selection.h"
#include "json/tree/tree_reader.h"
#include "kube/object.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;

constexpr std::string_view field_prefix = "f:";
constexpr std::string_view key_prefix = "k:";
constexpr std::string_view itself = ".";
constexpr std::size_t field_depth_max = 8;

// What telltale would write beside conditions; by their last names, wherever below status.
constexpr std::string_view computed_names[] = {"replicas",          "readyReplicas",
                                               "availableReplicas", "upToDateReplicas",
                                               "failedLaunches",    "phase",
                                               "controlPlane",      "workers",
                                               "initialization",    "experimentalReadyReplicas"};

bool contains(const std::vector<std::string>& sorted, std::string_view word) {
  return std::ranges::binary_search(sorted, word, std::less<>());
}

void note_owner(std::vector<ForeignOwner>& owners, std::string_view type,
                std::string_view manager) {
  if (owners.size() >= owned_types_max) return;
  ForeignOwner owner{.type = std::string(type), .manager = std::string(manager)};
  if (std::ranges::find(owners, owner) == owners.end()) owners.push_back(std::move(owner));
}

void note_touch(std::vector<ManagerTouch>& touches, const Tree& entry) {
  const std::string_view manager = entry["manager"].as_string("");
  const Instant at = parse_rfc3339(entry["time"].as_string("")).value_or(no_time);
  if (!is_set(at)) return;
  const auto known = std::ranges::find(touches, manager, &ManagerTouch::manager);
  if (known == touches.end()) {
    touches.push_back({.manager = std::string(manager), .at = at});
  } else {
    known->at = std::max(known->at, at);
  }
}

void note(std::vector<std::string>& words, std::string_view word, std::size_t most) {
  if (words.size() < most && std::ranges::find(words, word) == words.end()) {
    words.emplace_back(word);
  }
}

// "k:{\"type\":\"Ready\"}" -> "Ready"; nothing when it is no key of a condition.
std::optional<std::string> type_of(std::string_view key) {
  if (!key.starts_with(key_prefix)) return std::nullopt;
  const Result<json::Value> names = json::parse(key.substr(key_prefix.size()));
  if (!names) return std::nullopt;
  const json::ValueMap* map = names->if_object();
  const json::Value* type = map == nullptr ? nullptr : map->if_contains("type");
  if (type == nullptr || !type->is_string()) return std::nullopt;
  return std::string(std::string_view(type->get_string()));
}

// What one manager owns below status, in the shape of the version it wrote in.
class Reader {
 public:
  Reader(Ownership& ownership, const Tree& entry)
      : ownership_(ownership),
        manager_(entry["manager"].as_string("")),
        is_ours_(manager_ == field_manager),
        applied_(entry["operation"].as_string("") == "Apply") {
    const std::string_view api_version = entry["apiVersion"].as_string("");
    const std::string_view version = version_of(api_version);
    legacy_on_top_ = group_of(api_version).ends_with("cluster.x-k8s.io") &&
                     (version == "v1beta1" || version.starts_with("v1alpha"));
  }

  void read(const Tree& fields) {
    const Tree status = fields["f:status"];
    if (!legacy_on_top_) read_top_list(status["f:conditions"]);
    read_list(status["f:v1beta2"]["f:conditions"]);
    read_list(status["f:experimentalConditions"]);
    if (is_ours_ && applied_) {
      read_fields(status, "status", 0);
    } else if (!is_ours_) {
      ownership_.counters_elsewhere |= has_computed(status) || has_computed(status["f:v1beta2"]);
    }
  }

 private:
  void read_top_list(const Tree& list) {
    if (list && list.members().empty()) {
      ownership_.list_is_ours |= is_ours_;
      if (!is_ours_) note(ownership_.list_owners, manager_, owned_types_max);
    }
    read_list(list);
  }

  void read_list(const Tree& list) {
    for (const Member& member : list.members()) {
      const std::optional<std::string> type = type_of(member.key);
      if (!type) continue;
      if (is_ours_) {
        if (applied_) note(ownership_.ours, *type, owned_types_max);
        continue;
      }
      // Whoever changed only its message writes it all the same.
      if (!owns_more_than_key(member.value)) continue;
      note_owner(ownership_.owners, *type, manager_);
      note(ownership_.shared, *type, owned_types_max);
    }
  }

  static bool owns_more_than_key(const Tree& item) {
    const auto is_more = [](const Member& member) {
      return member.key != itself && member.key != "f:type";
    };
    return item.members().empty() || std::ranges::any_of(item.members(), is_more);
  }

  // Leaves below status that are no condition of a list.
  void read_fields(const Tree& tree, const std::string& path, std::size_t depth) {
    if (depth >= field_depth_max) return;
    for (const Member& member : tree.members()) {
      if (!member.key.starts_with(field_prefix)) continue;
      const std::string below = format("{}.{}", path, member.key.substr(field_prefix.size()));
      if (below.ends_with("onditions")) continue;
      if (member.value.members().empty()) {
        note(ownership_.our_fields, below, owned_fields_max);
      } else {
        read_fields(member.value, below, depth + 1);
      }
    }
  }

  static bool has_computed(const Tree& status) {
    return std::ranges::any_of(status.members(), [](const Member& member) {
      return member.key.starts_with(field_prefix) &&
             std::ranges::find(computed_names, member.key.substr(field_prefix.size())) !=
                 std::end(computed_names);
    });
  }

  Ownership& ownership_;
  std::string_view manager_;
  bool is_ours_;
  bool applied_;
  bool legacy_on_top_ = false;
};

void put_in_order(Ownership& ownership) {
  for (auto* words :
       {&ownership.ours, &ownership.list_owners, &ownership.shared, &ownership.our_fields}) {
    std::ranges::sort(*words);
  }
  std::ranges::sort(ownership.owners);
  std::erase_if(ownership.shared,
                [&](const std::string& type) { return !contains(ownership.ours, type); });
}

}  // namespace

bool Ownership::is_ours(std::string_view type) const { return contains(ours, type); }

bool Ownership::owned_elsewhere(std::string_view type) const { return !owners_of(type).empty(); }

std::span<const ForeignOwner> Ownership::owners_of(std::string_view type) const {
  const auto found = std::ranges::equal_range(owners, type, std::less<>(), &ForeignOwner::type);
  return {found.begin(), found.end()};
}

bool Ownership::is_shared(std::string_view type) const { return contains(shared, type); }

std::string Ownership::text() const {
  std::string text = format("{}{}{}", has_fields ? '+' : '-', counters_elsewhere ? 'c' : '-',
                            list_is_ours ? 'l' : '-');
  for (const auto* words : {&ours, &list_owners, &shared, &our_fields}) {
    text += '\n';
    for (const std::string& word : *words) text += format("{}:{}", word.size(), word);
  }
  text += '\n';
  for (const ForeignOwner& owner : owners) {
    text +=
        format("{}:{}{}:{}", owner.type.size(), owner.type, owner.manager.size(), owner.manager);
  }
  return text;
}

struct OwnershipReader::Workshop {
  json::TreeReader reader;
  json::Selection selection{"metadata.managedFields"};
};

OwnershipReader::OwnershipReader() : workshop_(std::make_unique<Workshop>()) {}
OwnershipReader::~OwnershipReader() = default;
OwnershipReader::OwnershipReader(OwnershipReader&&) noexcept = default;
OwnershipReader& OwnershipReader::operator=(OwnershipReader&&) noexcept = default;

Ownership OwnershipReader::read(std::string_view document, std::vector<ManagerTouch>* touches) {
  Arena scratch;
  const json::PaddedCopy text(document);
  const auto select = [this](const json::Header&) -> const json::Selection& {
    return workshop_->selection;
  };
  const auto tree = workshop_->reader.read(text.padded(), select, scratch);
  Ownership ownership;
  if (!tree) return ownership;
  const std::span<const Tree> entries = (*tree)["metadata"]["managedFields"].items();
  ownership.has_fields = !entries.empty();
  for (const Tree& entry : entries.first(std::min(entries.size(), managers_max))) {
    Reader(ownership, entry).read(entry["fieldsV1"]);
    if (touches != nullptr) note_touch(*touches, entry);
  }
  put_in_order(ownership);
  return ownership;
}

Ownership read_ownership(std::string_view document) { return OwnershipReader().read(document); }

}  // namespace telltale
