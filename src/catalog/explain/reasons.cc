// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/reasons.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/clusterdeployment/grouped_reason.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/explain/guidance.h"
#include "catalog/explain/tables.h"
#include "catalog/hypershift_nodepool/classes.h"
#include "catalog/names.h"
#include "catalog/polarity.h"
#include "condition/mirror.h"
#include "convert/dialect.h"

namespace telltale {
namespace {

// What a row that merges or copies other conditions may write. An empty reason: not this one.
struct Outcomes {
  std::string_view type;
  std::string_view row;  // of a table with several such rows; empty: whichever row it is
  std::string_view issue;
  std::string_view unknown;
  std::string_view info;
};

constexpr Outcomes merged[] = {
    {"Ready", "", "NotReady", "ReadyUnknown", "Ready"},
    {"MachinesReady", "", "NotReady", "ReadyUnknown", "Ready"},
    {"ControlPlaneMachinesReady", "", "NotReady", "ReadyUnknown", "Ready"},
    {"WorkerMachinesReady", "", "NotReady", "ReadyUnknown", "Ready"},
    {"UpToDate", "", "NotUpToDate", "UpToDateUnknown", "UpToDate"},
    {"ControlPlaneMachinesUpToDate", "", "NotUpToDate", "UpToDateUnknown", "UpToDate"},
    {"WorkerMachinesUpToDate", "", "NotUpToDate", "UpToDateUnknown", "UpToDate"},
    {"Available", "", "NotAvailable", "AvailableUnknown", "Available"},
    {"WorkersAvailable", "", "NotAvailable", "AvailableUnknown", "Available"},
    {"Remediating", "", "Remediating", "", ""},
    {"RollingOut", "", "RollingOut", "RollingOutUnknown", "NotRollingOut"},
    // Counters decide rows 2 and 3; the objects below lend only their words.
    {"ScalingUp", "2", "ScalingUp", "", ""},
    {"ScalingUp", "3", "", "", "NotScalingUp"},
    {"ScalingUp", "5", "ScalingUp", "ScalingUpUnknown", "NotScalingUp"},
    {"ScalingDown", "2", "ScalingDown", "", ""},
    {"ScalingDown", "3", "", "", "NotScalingDown"},
    {"ScalingDown", "5", "ScalingDown", "ScalingDownUnknown", "NotScalingDown"},
};

// Copies whose reasons are ours: a Node has its own words, and a legacy condition has none.
constexpr Outcomes copied[] = {
    {"NodeReady", "", "NodeNotReady", "NodeReadyUnknown", "NodeReady"},
    {"ControlPlaneInitialized", "", "", "", "Initialized"},
};

// Copies of what a provider says, with the word that stands in for a missing reason when True.
struct Fallback {
  std::string_view type;
  std::string_view reason;
};

constexpr Fallback from_providers[] = {
    {"BootstrapConfigReady", "Ready"},
    {"InfrastructureReady", "Ready"},
    {"ControlPlaneAvailable", "Available"},
};

// What only others can know. It stands as they left it, so a reader meets these words too.
struct Kept {
  std::string_view kind;
  std::string_view type;
  std::string_view reason;
  Status status = Status::False;
  std::string_view when;
};

constexpr Kept kept[] = {
    {"Machine", "Deleted", "DrainingNode", Status::True, "Pods are evicted from the Node"},
    {"Machine", "Deleted", "WaitingForVolumeDetach", Status::True,
     "volumes are still attached to the Node"},
    {"Machine", "EtcdMemberHealthy", "NotHealthy", Status::False, "whoever asks etcd says so"},
    {"Machine", "EtcdMemberHealthy", "Healthy", Status::True, "whoever asks etcd says so"},
    {"Machine", "OwnerRemediated", "CannotBeRemediated", Status::False,
     "the owner will not replace the Machine"},
    {"Machine", "OwnerRemediated", "RemediationDeferred", Status::False,
     "the owner will replace the Machine later"},
    {"Machine", "OwnerRemediated", "MachineDeleting", Status::False,
     "the owner is deleting the Machine"},
    {"Machine", "ExternallyRemediated", "RemediationRequestCreationFailed", Status::False,
     "nobody could be asked to remediate the Machine"},
};

// A provider that breaks the contract will go on breaking it.
constexpr std::string_view terminal_reasons[] = {"InvalidConditionReported"};

// With these nobody can tell how the object is, and Unknown is never used for "bad".
constexpr std::string_view mute_reasons[] = {"ConnectionDown", "InternalError",
                                             not_collected_reason};

const Outcomes* outcomes_of(std::span<const Outcomes> all, std::string_view type,
                            std::string_view row) {
  const auto found = std::ranges::find_if(all, [&](const Outcomes& outcomes) {
    return outcomes.type == type && (outcomes.row.empty() || outcomes.row == row);
  });
  return found == all.end() ? nullptr : &*found;
}

std::string guards_in_words(const RowText& row) {
  std::vector<std::string_view> said;
  for (const GuardText& guard : row.guards) said.push_back(guard.says);
  return said.empty() ? "in all other cases" : join(said, " and ");
}

class Collector {
 public:
  explicit Collector(std::vector<WrittenReason>& list) : list_(list) {}

  void take(const TablePage& page) {
    page_ = &page;
    first_ = list_.size();
    for (const RowText& row : page.rows) take(row);
    for (const Kept& stored : kept) {
      if (stored.kind == page.kind && stored.type == page.condition) take(stored);
    }
  }

 private:
  void take(const RowText& row) {
    row_ = &row;
    if (row.act == Act::Set) return add(row.reason, row.status, "");
    if (row.act == Act::Merge) return take_merge();
    if (row.act == Act::Mirror) take_copy();
  }

  void take(const Kept& stored) {
    put(stored.reason, stored.status, format("kept as stored: {}", stored.when));
  }

  // Whoever failed is told, alphabetically and joined by commas.
  void take_degraded() {
    for (const std::string_view reason :
         {"LaunchFailure", "LaunchFailure,NodeRegistrationFailure", "NodeRegistrationFailure"}) {
      add(reason, Status::True, "");
    }
  }

  // A failure that is told is told again until something tells of a recovery.
  void take_failures() {
    for (const hypershift_nodepool::Class failure : hypershift_nodepool::all_classes) {
      if (failure == hypershift_nodepool::Class::Blocked) continue;  // It shares its reason.
      add(hypershift_nodepool::reason_of(failure), Status::False, "which is told already");
    }
  }

  // Hive's tables copy what other objects say, and clear their own reasons one by one.
  void take_hive_copy() {
    const bool clears = row_->message.starts_with("Unknown");
    if (!clears) return add(any_reason, std::nullopt, "with its own status and reason");
    for (const clusterdeployment::OwnReason& own : clusterdeployment::own_reasons()) {
      if (own.condition == page_->condition) add(own.resolved, Status::Unknown, "");
    }
  }

  void take_merge() {
    if (page_->condition == "Degraded") return take_degraded();
    const Outcomes* outcomes = outcomes_of(merged, page_->condition, row_->number);
    check(outcomes != nullptr, "reasons.cc says what each row that merges may write");
    add_all(*outcomes,
            {"at least one of them is bad", "none is bad, some are unknown", "all are good"});
  }

  void take_copy() {
    if (page_->condition == "Progressing") return take_failures();
    if (page_->kind == "ClusterDeployment") return take_hive_copy();
    const Outcomes* outcomes = outcomes_of(copied, page_->condition, row_->number);
    if (outcomes != nullptr) {
      return add_all(*outcomes, {"it is bad", "it is unknown or missing", "it is good"});
    }
    const auto fallback = std::ranges::find(from_providers, page_->condition, &Fallback::type);
    check(fallback != std::end(from_providers), "reasons.cc knows each row that copies");
    add(any_reason, std::nullopt, "with the provider's own status and reason");
    add(fallback->reason, Status::True, "which is True and has no reason");
    add(no_reason_reported, Status::False, "which is False and has no reason");
    add(no_reason_reported, Status::Unknown, "which is Unknown and has no reason");
  }

  struct Words {
    std::string_view issue;
    std::string_view unknown;
    std::string_view info;
  };

  void add_all(const Outcomes& outcomes, const Words& words) {
    const bool positive = polarity_of(page_->kind, page_->condition) == Polarity::Positive;
    const bool one_of_several = !outcomes.unknown.empty();
    const auto said = [&](std::string_view text) { return one_of_several ? text : ""; };
    add(outcomes.issue, positive ? Status::False : Status::True, said(words.issue));
    add(outcomes.unknown, Status::Unknown, said(words.unknown));
    add(outcomes.info, positive ? Status::True : Status::False, said(words.info));
  }

  std::string sentence(std::string_view detail) const {
    std::string text = format("row {}: {}", row_->number, guards_in_words(*row_));
    if (row_->act == Act::Merge) text += format("; merged from {}", row_->message);
    if (row_->act == Act::Mirror) text += format("; copied from {}", row_->message);
    return detail.empty() ? text : format("{}, {}", text, detail);
  }

  void add(std::string_view reason, std::optional<Status> status, std::string_view detail) {
    if (!reason.empty()) put(reason, status, sentence(detail));
  }

  void put(std::string_view reason, std::optional<Status> status, std::string when) {
    for (std::size_t i = first_; i < list_.size(); ++i) {
      if (list_[i].reason != reason || list_[i].status != status) continue;
      return list_[i].when.push_back(std::move(when));
    }
    list_.push_back({page_->kind, page_->condition, reason, status, {std::move(when)}});
  }

  std::vector<WrittenReason>& list_;
  const TablePage* page_ = nullptr;
  const RowText* row_ = nullptr;
  std::size_t first_ = 0;  // of the condition at hand
};

Priority priority_of_written(const WrittenReason& written) {
  if (!written.status) return Priority::Issue;  // A provider may well say something bad.
  return priority_on(written.kind,
                     {.type = written.type, .status = *written.status, .reason = written.reason});
}

}  // namespace

std::vector<WrittenReason> written_reasons() {
  std::vector<WrittenReason> list;
  Collector collector(list);
  for (const TablePage& page : all_tables()) collector.take(page);
  list.push_back({any_kind,
                  any_type,
                  not_collected_reason,
                  Status::Unknown,
                  {"what the condition rests on was not collected, and nothing is stored"}});
  list.push_back({any_kind,
                  any_type,
                  "InternalError",
                  Status::Unknown,
                  {"conditions cannot be merged, as when a gate names the condition itself"}});
  return list;
}

bool is_terminal(std::string_view kind, std::string_view type, std::string_view reason) {
  const std::string_view word = canonical_reason(kind, canonical_type(kind, type), reason);
  return std::ranges::find(terminal_reasons, word) != std::end(terminal_reasons);
}

Stuckness stuckness_of(const WrittenReason& written) {
  const Priority priority = priority_of_written(written);
  if (priority == Priority::Info) return Stuckness::Never;
  if (is_terminal(written.kind, written.type, written.reason)) return Stuckness::Terminal;
  const Guidance& guidance = guidance_for(written.kind, written.type, written.reason);
  const bool about_type = guidance.kind == written.kind && guidance.condition == written.type;
  if (!about_type) return Stuckness::Never;
  if (priority == Priority::Issue) return Stuckness::AfterPatience;
  // Machines that come up are Unknown first, and may stay so.
  const bool mute = std::ranges::find(mute_reasons, written.reason) != std::end(mute_reasons);
  const bool about_reason = guidance.reason == written.reason;
  const bool of_a_set = written.kind == "MachineSet" && written.type == "MachinesReady";
  return !mute && (about_reason || of_a_set) ? Stuckness::AfterPatience : Stuckness::Never;
}

std::string_view to_text(Stuckness stuckness) {
  switch (stuckness) {
    case Stuckness::Never:
      return "no";
    case Stuckness::AfterPatience:
      return "after its patience";
    case Stuckness::Terminal:
      break;
  }
  return "terminal";
}

}  // namespace telltale
