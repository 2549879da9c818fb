// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: every way to be paused, and what Paused says about it, whatever the kind.

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "observe/world.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::ladders {

template <class Seen>
void choose_pause(Choices& choose, Seen& seen) {
  seen.paused_by_annotation = choose.flag();
  seen.cluster = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
  if (seen.cluster != Sight::Present) return;
  seen.paused_by_cluster = choose.flag();
  seen.paused_by_cluster_annotation = choose.flag();
}

template <class Seen>
laws::Told pause_ladder(const Seen& seen, std::string_view kind) {
  std::vector<std::string> causes;
  if (seen.paused_by_cluster) causes.emplace_back("Cluster spec.paused is set to true");
  if (seen.paused_by_cluster_annotation) {
    causes.emplace_back("Cluster has the cluster.x-k8s.io/paused annotation");
  }
  if (seen.paused_by_annotation) {
    causes.push_back(format("{} has the cluster.x-k8s.io/paused annotation", kind));
  }
  if (!causes.empty()) return laws::set_to(Status::True, "Paused", join(causes, ", "));
  if (seen.cluster == Sight::NotCollected) return laws::not_collected();
  return laws::set_to(Status::False, "NotPaused");
}

}  // namespace telltale::ladders
