// SPDX-License-Identifier: Apache-2.0
#include "json/repeated_names.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>

namespace telltale::json {
namespace {

// Up to this many members, looking at each is cheaper than sorting them all in the end.
constexpr std::size_t unsorted_max = 32;

}  // namespace

void RepeatedNames::look_closer(std::string_view name, const std::vector<Member>& members) {
  const auto own = std::span(members).subspan(start_);
  suspected_ = suspected_ || own.size() > unsorted_max ||
               std::ranges::find(own, name, &Member::key) != own.end();
}

void RepeatedNames::drop_suspected(std::vector<Member>& members) const {
  const auto own = std::span(members).subspan(start_);
  std::vector<std::size_t> order(own.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t at) { return own[at].key; });

  // Equal names stand side by side now, in document order; all but the last are marked as missing.
  for (std::size_t at = 0; at + 1 < order.size(); ++at) {
    if (own[order[at]].key == own[order[at + 1]].key) own[order[at]].value = Tree();
  }
  const auto first = members.begin() + static_cast<std::ptrdiff_t>(start_);
  const auto kept =
      std::remove_if(first, members.end(), [](const Member& member) { return !member.value; });
  members.erase(kept, members.end());
}

}  // namespace telltale::json
