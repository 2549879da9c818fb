// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/reasons.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/text.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/explain/guidance.h"
#include "catalog/explain/tables.h"
#include "catalog/names.h"
#include "catalog/polarity.h"
#include "convert/dialect.h"

namespace telltale {
namespace {

// A provider that breaks the contract will go on breaking it.
constexpr std::string_view terminal_reasons[] = {"InvalidConditionReported"};

// With these nobody can tell how the object is, and Unknown is never used for "bad".
constexpr std::string_view mute_reasons[] = {"ConnectionDown", "InternalError",
                                             not_collected_reason};

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
    // What only others can know stands as they left it, so a reader meets these words too.
    for (const RowText& row : page.rows) {
      if (row.act != Act::Keep) continue;
      for (const MayWrite& kept : row.may_write) {
        put(kept.reason, kept.status, format("kept as stored: {}", kept.when));
      }
    }
  }

 private:
  void take(const RowText& row) {
    row_ = &row;
    if (!row.act || row.act == Act::Keep || row.act == Act::Remove) return;
    if (!row.reason.empty()) return add(row.reason, row.status, "");
    for (const MayWrite& one : row.may_write) add(one.reason, one.status, one.when);
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

VerdictEffect effect_of(const WrittenReason& written) {
  const Priority priority = priority_of_written(written);
  if (priority == Priority::Info) return VerdictEffect::Never;
  if (is_terminal(written.kind, written.type, written.reason)) return VerdictEffect::Terminal;
  const Guidance& guidance = guidance_for(written.kind, written.type, written.reason);
  const bool about_type = guidance.kind == written.kind && guidance.condition == written.type;
  if (!about_type) return VerdictEffect::Never;
  if (priority == Priority::Issue) return VerdictEffect::AfterPatience;
  const bool mute = std::ranges::find(mute_reasons, written.reason) != std::end(mute_reasons);
  const bool about_reason = guidance.reason == written.reason;
  const bool any_reason = unknown_gets_stuck(written.kind, written.type);
  return !mute && (about_reason || any_reason) ? VerdictEffect::AfterPatience
                                               : VerdictEffect::Never;
}

std::string_view to_text(VerdictEffect effect) {
  switch (effect) {
    case VerdictEffect::Never:
      return "no";
    case VerdictEffect::AfterPatience:
      return "after its patience";
    case VerdictEffect::Terminal:
      break;
  }
  return "terminal";
}

}  // namespace telltale
