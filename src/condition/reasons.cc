// SPDX-License-Identifier: Apache-2.0
#include "condition/reasons.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "condition/caps.h"

namespace telltale {
namespace {

// Without allocating, for claims are asked on every look at a condition.
template <class Visit>
void for_each_reason(std::string_view joined, Visit visit) {
  while (!joined.empty()) {
    const std::size_t end = std::min(joined.find(','), joined.size());
    if (end > 0) visit(joined.substr(0, end));
    joined.remove_prefix(std::min(end + 1, joined.size()));
  }
}

std::size_t joined_bytes(std::span<const std::string_view> reasons) {
  std::size_t bytes = 0;
  for (const std::string_view reason : reasons) bytes += reason.size() + 1;
  return bytes == 0 ? 0 : bytes - 1;
}

// As many as leave room for the word that says there were more.
std::span<const std::string_view> fitting(std::span<const std::string_view> reasons) {
  std::size_t count = 0;
  std::size_t bytes = reasons_truncated.size();
  while (count < reasons.size() &&
         bytes + reasons[count].size() + 1 <= condition_reason_bytes_max) {
    bytes += reasons[count++].size() + 1;
  }
  return reasons.first(count);
}

std::string_view join_sorted(std::span<const std::string_view> reasons, Arena& arena) {
  if (joined_bytes(reasons) <= condition_reason_bytes_max) return arena.keep(join(reasons, ","));
  const auto kept = fitting(reasons);
  return arena.keep(format("{}{}{}", join(kept, ","), kept.empty() ? "" : ",", reasons_truncated));
}

}  // namespace

std::vector<std::string_view> split_reasons(std::string_view joined) {
  std::vector<std::string_view> reasons;
  for_each_reason(joined, [&](std::string_view reason) { reasons.push_back(reason); });
  return reasons;
}

std::string_view join_reasons(std::span<const std::string_view> reasons, Arena& arena) {
  std::vector<std::string_view> parts;
  for (const std::string_view listed : reasons) {
    for_each_reason(listed, [&](std::string_view reason) {
      if (valid_reason(reason)) parts.push_back(reason);
    });
  }
  std::ranges::sort(parts);
  const auto repeated = std::ranges::unique(parts);
  parts.erase(repeated.begin(), repeated.end());
  return join_sorted(parts, arena);
}

bool ReasonGroup::owns(std::string_view reason) const {
  return std::ranges::find(words, reason) != words.end();
}

Claim ReasonGroup::claim_on(std::string_view joined) const {
  bool any = false;
  bool all = true;
  for_each_reason(joined, [&](std::string_view reason) {
    const bool mine = owns(reason);
    any |= mine;
    all &= mine;
  });
  if (!any) return Claim::None;
  return all ? Claim::All : Claim::Some;
}

std::string_view ReasonGroup::without_ours(std::string_view joined, Arena& arena) const {
  std::vector<std::string_view> others = split_reasons(joined);
  std::erase_if(others, [&](std::string_view reason) { return owns(reason); });
  return join_reasons(others, arena);
}

}  // namespace telltale
