// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree_headline.h"

#include "catalog/kinds.h"
#include "catalog/polarity.h"

namespace telltale {
namespace {

TreeHeadline headline_from(const TreeNode& node, const Condition& condition) {
  return {.type = condition.type,
          .status = condition.status,
          .reason = condition.reason,
          .message = condition.message,
          .since = condition.last_transition,
          .priority = priority_on(node.key.kind, condition)};
}

const Condition* deletion_of(const TreeNode& node) {
  for (const std::string_view type : {"Deleting", "Deleted"}) {
    const Condition* condition = find_condition(node.conditions, type);
    if (condition != nullptr && condition->status == Status::True) return condition;
  }
  return nullptr;
}

// Its own trouble, not what somebody below brought upon it.
const Cause* own_cause(const TreeNode& node) {
  if (node.judged == nullptr || node.judged->verdict == Verdict::Healthy) return nullptr;
  const Cause& cause = node.judged->cause;
  const bool own = cause.because == nullptr || cause.because == node.object;
  return own && !cause.condition.empty() ? &cause : nullptr;
}

TreeHeadline deletion_headline(const TreeNode& node) {
  TreeHeadline headline{
      .type = "Deleting", .status = Status::True, .since = node.object->deleted, .deleting = true};
  headline.priority = Priority::Issue;
  if (const Condition* stage = deletion_of(node); stage != nullptr) {
    headline.reason = stage->reason;
    headline.message = stage->message;
  }
  const Cause* cause = own_cause(node);
  if (cause != nullptr && is_set(cause->since)) headline.since = cause->since;
  return headline;
}

// What moves, or will not: the cause's condition where the root has nothing to complain about.
TreeHeadline cause_headline(const TreeNode& node, const Cause& cause) {
  if (const Condition* told = find_condition(node.conditions, cause.condition); told != nullptr) {
    return headline_from(node, *told);
  }
  return {.type = cause.condition,
          .status = Status::Unknown,
          .reason = cause.reason,
          .message = cause.message,
          .since = cause.since,
          .priority = Priority::Unknown};
}

TreeHeadline telling_condition(const TreeNode& node) {
  if (node.object == nullptr || node.state != TreeState::Present) return {};
  if (node.object->deleting()) return deletion_headline(node);
  const Cause* cause = own_cause(node);
  if (node.root == nullptr) return cause == nullptr ? TreeHeadline{} : cause_headline(node, *cause);
  const TreeHeadline headline = headline_from(node, *node.root);
  if (headline.priority == Priority::Info && cause != nullptr) return cause_headline(node, *cause);
  return headline;
}

}  // namespace

// One time everywhere: where there is a verdict to explain, it is the verdict's.
TreeHeadline headline_of(const TreeNode& node) {
  TreeHeadline headline = telling_condition(node);
  const Judged* judged = node.judged;
  const bool troubled = judged != nullptr && judged->verdict != Verdict::Healthy;
  if (troubled && is_set(judged->cause.since)) headline.since = judged->cause.since;
  return headline;
}

bool is_paused(const TreeNode& node) {
  const Condition* paused = find_condition(node.conditions, "Paused");
  if (paused != nullptr) return paused->status == Status::True;
  return node.object != nullptr && node.object->key.kind == cluster_kind.kind &&
         node.object->body["spec"]["paused"].as_bool(false);
}

std::string_view version_of(const TreeNode& node) {
  if (node.object == nullptr) return {};
  const json::Tree spec = node.object->body["spec"];
  const std::string_view topology = spec["topology"]["version"].as_string("");
  if (!topology.empty()) return topology;
  const std::string_view own = spec["version"].as_string("");
  return own.empty() ? spec["template"]["spec"]["version"].as_string("") : own;
}

}  // namespace telltale
