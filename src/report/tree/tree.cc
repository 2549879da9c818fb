// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree.h"

namespace telltale {
namespace {

void add_up(std::optional<std::int64_t>& sum, const std::optional<std::int64_t>& more) {
  if (more) sum = sum.value_or(0) + *more;
}

}  // namespace

std::string_view to_text(TreeRole role) {
  switch (role) {
    case TreeRole::Infrastructure:
      return "Infrastructure";
    case TreeRole::ControlPlane:
      return "ControlPlane";
    case TreeRole::Bootstrap:
      return "Bootstrap";
    case TreeRole::Node:
      return "Node";
    case TreeRole::Workers:
      return "Workers";
    case TreeRole::Other:
      return "Other";
    case TreeRole::Object:
      break;
  }
  return "Object";
}

std::string_view to_text(TreeState state) {
  switch (state) {
    case TreeState::Absent:
      return "Absent";
    case TreeState::NotCollected:
      return "NotCollected";
    case TreeState::Unreadable:
      return "Unreadable";
    case TreeState::Present:
      break;
  }
  return "Present";
}

TreeTally& TreeTally::operator+=(const TreeTally& other) {
  add_up(desired, other.desired);
  add_up(total, other.total);
  add_up(ready, other.ready);
  add_up(available, other.available);
  add_up(up_to_date, other.up_to_date);
  return *this;
}

JudgedIndex::JudgedIndex(const World& world, const Judgement& judgement)
    : world_(world), items_(world.objects().size(), nullptr) {
  for (const Judged& judged : judgement.items) items_[world.index_of(*judged.object)] = &judged;
}

}  // namespace telltale
