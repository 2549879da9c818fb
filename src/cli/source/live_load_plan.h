// SPDX-License-Identifier: Apache-2.0
#pragma once

// What must be listed of a server so that its objects can be judged, and where: pure, from what the
// server serves. Never Secrets, never the Pods of the management cluster.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/discovery.h"

namespace telltale::cli {

struct PlannedList {
  // Asked: somebody typed it. Judged: without any of these all is in vain. Helpful: better with it.
  enum class Need : std::uint8_t { Asked, Judged, Helpful };
  // Whether everything of the kind that could be referred to is in the list.
  enum class Extent : std::uint8_t { Whole, Part };

  client::ServedResource resource = {};
  std::string namespace_name = {};  // empty: all of them
  std::string name = {};            // of one object; empty: all
  std::string label_selector = {};
  std::string field_selector = {};
  Need need = Need::Helpful;
  Extent extent = Extent::Whole;

  bool operator==(const PlannedList&) const = default;
};

struct LivePlan {
  std::vector<PlannedList> lists = {};
  std::vector<std::string> refusals = {};  // why something that was typed is not read
};

// `namespace_name` is the one that was asked for, empty for all; `types` are names of resources
// that the command shows, judged or not.
LivePlan plan_lists(const client::Served& served, std::string_view namespace_name,
                    std::span<const std::string> types = {});

// The same in one namespace, for who may not list everywhere. Unchanged where it is no use.
PlannedList narrowed(const PlannedList& list, const client::Served& served,
                     std::string_view namespace_name);

// "/apis/cluster.x-k8s.io/v1beta2/machines?limit=500&labelSelector=a%3Db".
std::string target_of(const PlannedList& list, std::string_view continue_token = {});

// By the names of the server or, where it knows none, by ours. Nothing when it is not served.
const client::ServedResource* find_served(const client::Served& served, std::string_view typed);

// All that may be meant: two projects have a NodePool.
std::vector<const client::ServedResource*> all_served(const client::Served& served,
                                                      std::string_view typed);

// Whether telltale reads objects of this kind at all.
bool may_read(const client::ServedResource& resource);

}  // namespace telltale::cli
