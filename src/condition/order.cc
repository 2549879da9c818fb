// SPDX-License-Identifier: Apache-2.0
#include "condition/order.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "condition/caps.h"

namespace telltale {
namespace {

struct Slot {
  std::string_view type;
  std::uint8_t place;
};

// Seed-only names stand where their upstream relatives do. ReplicaFailure has no relative and comes
// between the Pods' health (21) and HealthCheckSucceeded.
constexpr Slot slots[] = {
    {"Available", 1},
    {"Ready", 2},
    {"UpToDate", 3},
    {"RemoteConnectionProbe", 4},
    {"BootstrapConfigReady", 5},
    {"InfrastructureReady", 6},
    {"ControlPlaneInitialized", 7},
    {"ControlPlaneAvailable", 8},
    {"WorkersAvailable", 9},
    {"WorkersAvaiable", 9},
    {"CertificatesAvailable", 10},
    {"Initialized", 11},
    {"EtcdClusterHealthy", 12},
    {"ControlPlaneComponentsHealthy", 13},
    {"NodeHealthy", 14},
    {"NodeReady", 15},
    {"NodeKubeadmLabelsAndTaintsSet", 16},
    {"EtcdPodHealthy", 17},
    {"EtcdMemberHealthy", 18},
    {"APIServerPodHealthy", 19},
    {"ControllerManagerPodHealthy", 20},
    {"SchedulerPodHealthy", 21},
    {"ReplicaFailure", 22},
    {"HealthCheckSucceeded", 23},
    {"OwnerRemediated", 24},
    {"TopologyReconciled", 25},
    {"Updating", 26},
    {"RollingOut", 27},
    {"Remediating", 28},
    {"ScalingDown", 29},
    {"ScalingUp", 30},
    {"MachinesReady", 31},
    {"ControlPlaneMachinesReady", 32},
    {"WorkerMachinesReady", 33},
    {"MachinesUpToDate", 34},
    {"ControlPlaneMachinesUpToDate", 35},
    {"WorkerMachinesUpToDate", 36},
    {"Paused", 38},
    {"Deleting", 39},
    {"Deleted", 39},
};
constexpr std::uint8_t gate_place = 37;

constexpr std::size_t slot_count = std::size(slots);
constexpr std::size_t type_bytes_known = 32;

// Sorting asks for every type's place each time, and hardly two known types share both length and
// first letter: ordered by length, a lookup compares one or two names.
struct ByLength {
  std::array<Slot, slot_count> slots{};
  std::array<std::uint8_t, type_bytes_known + 1> begin{};
};

consteval ByLength order_by_length() {
  ByLength ordered;
  std::ranges::copy(slots, ordered.slots.begin());
  std::ranges::sort(ordered.slots, {}, [](const Slot& slot) { return slot.type.size(); });
  for (std::size_t length = 0; length < ordered.begin.size(); ++length) {
    const auto shorter = [length](const Slot& slot) { return slot.type.size() < length; };
    ordered.begin[length] = static_cast<std::uint8_t>(std::ranges::count_if(slots, shorter));
  }
  return ordered;
}

constexpr ByLength by_length = order_by_length();

struct Rank {
  std::uint8_t place = gate_place;
  std::string_view type;
  auto operator<=>(const Rank&) const = default;
};

// Lists are short and mostly in order already, where insertion is both stable and fastest.
void insertion_sort(std::span<Condition> conditions) {
  std::array<std::uint8_t, conditions_per_object_max> places{};
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const Rank rank{order_slot(conditions[i].type), conditions[i].type};
    std::size_t to = i;
    while (to > 0 && rank < Rank{places[to - 1], conditions[to - 1].type}) --to;
    const Condition moving = conditions[i];
    std::shift_right(&places[to], &places[i] + 1, 1);
    std::shift_right(&conditions[to], &conditions[i] + 1, 1);
    places[to] = rank.place;
    conditions[to] = moving;
  }
}

// Longer than the API allows, so only in hand-made input: linear memory, never quadratic time.
void sort_long(std::span<Condition> conditions) {
  const std::vector<Condition> old(conditions.begin(), conditions.end());
  std::vector<std::pair<Rank, std::size_t>> ranks;
  for (std::size_t i = 0; i < old.size(); ++i) {
    ranks.push_back({{order_slot(old[i].type), old[i].type}, i});
  }
  std::ranges::sort(ranks);
  for (std::size_t i = 0; i < old.size(); ++i) conditions[i] = old[ranks[i].second];
}

}  // namespace

std::uint8_t order_slot(std::string_view type) {
  if (type.size() >= type_bytes_known) return gate_place;
  const std::size_t end = by_length.begin[type.size() + 1];
  for (std::size_t i = by_length.begin[type.size()]; i < end; ++i) {
    if (by_length.slots[i].type == type) return by_length.slots[i].place;
  }
  return gate_place;
}

bool comes_before(std::string_view type, std::string_view other) {
  return Rank{order_slot(type), type} < Rank{order_slot(other), other};
}

void sort_conditions(std::span<Condition> conditions) {
  if (conditions.size() <= conditions_per_object_max) {
    insertion_sort(conditions);
  } else {
    sort_long(conditions);
  }
}

}  // namespace telltale
