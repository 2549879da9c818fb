// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree_causes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace telltale {
namespace {

using CauseLikeness =
    std::tuple<int, std::string_view, std::string_view, std::string_view, std::string_view>;

bool points_at_itself(const Judged& judged) {
  const Object* because = judged.cause.because;
  return because == nullptr || because == judged.object;
}

class CauseCollector {
 public:
  explicit CauseCollector(const JudgedIndex& judged) : judged_(judged) {}

  void visit(const TreeNode& node) {
    if (node.judged != nullptr && node.judged->verdict != Verdict::Healthy) add(*node.judged);
    for (const TreeNode& child : node.children) visit(child);
  }

  std::vector<TreeCause> take() {
    std::ranges::stable_sort(causes_, [](const TreeCause& left, const TreeCause& right) {
      return rank(left) < rank(right);
    });
    return std::move(causes_);
  }

 private:
  static std::tuple<int, std::ptrdiff_t, Instant> rank(const TreeCause& cause) {
    const auto touched = static_cast<std::ptrdiff_t>(cause.objects.size() + cause.held_up);
    return {order_of(cause.verdict), -touched, cause.since};
  }

  void add(const Judged& judged) {
    const Object& culprit = points_at_itself(judged) ? *judged.object : *judged.cause.because;
    TreeCause& cause = causes_[cause_of(culprit, judged)];
    if (&culprit != judged.object) ++cause.held_up;
  }

  // The culprit knows best what is wrong with it; one that is not judged has only its victim to
  // speak for it.
  std::size_t cause_of(const Object& culprit, const Judged& victim) {
    if (const auto known = known_.find(&culprit); known != known_.end()) return known->second;
    const Judged* own = judged_.of(culprit);
    const bool speaks =
        own != nullptr && own->verdict != Verdict::Healthy && points_at_itself(*own);
    const Judged& source = speaks ? *own : victim;
    const Cause& told = source.cause;
    const CauseLikeness likeness{order_of(source.verdict), culprit.key.kind,
                                 culprit.key.namespace_name, told.condition, told.reason};
    const std::size_t place = places_.emplace(likeness, causes_.size()).first->second;
    if (place == causes_.size()) causes_.push_back(to_cause(source));
    TreeCause& cause = causes_[place];
    cause.objects.push_back(&culprit);
    if (told.message != cause.message) cause.same_message = false;
    if (is_set(told.since) && (!is_set(cause.since) || told.since < cause.since)) {
      cause.since = told.since;
    }
    known_.emplace(&culprit, place);
    return place;
  }

  static TreeCause to_cause(const Judged& source) {
    TreeCause cause{.verdict = source.verdict,
                    .condition = source.cause.condition,
                    .reason = source.cause.reason,
                    .message = source.cause.message};
    const Condition* told = find_condition(source.conditions, source.cause.condition);
    if (told != nullptr) cause.status = told->status;
    return cause;
  }

  const JudgedIndex& judged_;
  std::vector<TreeCause> causes_;
  std::map<CauseLikeness, std::size_t> places_;
  std::unordered_map<const Object*, std::size_t> known_;
};

}  // namespace

std::vector<TreeCause> causes_below(const TreeNode& node, const JudgedIndex& judged) {
  CauseCollector collector(judged);
  collector.visit(node);
  return collector.take();
}

}  // namespace telltale
