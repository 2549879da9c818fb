// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/choose_machine.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <vector>

namespace telltale::controlplane {
namespace {

constexpr std::string_view delete_annotation = "cluster.x-k8s.io/delete-machine";

using Candidates = std::vector<const OwnMachine*>;

bool says(const OwnMachine& machine, std::string_view type, Status status) {
  const Condition* condition = find_condition(machine.judged->conditions, type);
  return condition != nullptr && condition->status == status;
}

bool is_outdated(const OwnMachine& machine) {
  const Condition* condition = find_condition(machine.judged->conditions, "UpToDate");
  return condition != nullptr && condition->reason == "NotUpToDate" && !machine.object().deleting();
}

std::string_view domain_of(const OwnMachine& machine) {
  return machine.object().body["spec"]["failureDomain"].as_string("");
}

template <class Wanted>
Candidates those(const Candidates& machines, Wanted wanted) {
  Candidates found;
  std::ranges::copy_if(machines, std::back_inserter(found),
                       [&](const OwnMachine* machine) { return wanted(*machine); });
  return found;
}

Candidates eligible(const Candidates& all, std::span<const std::string_view> component_types) {
  const auto marked = [](const OwnMachine& machine) {
    return machine.object().annotation(delete_annotation) != nullptr;
  };
  const auto unwell = [&](const OwnMachine& machine) {
    return std::ranges::any_of(
        component_types, [&](std::string_view type) { return says(machine, type, Status::False); });
  };
  const Candidates outdated = those(all, is_outdated);
  for (const Candidates& found :
       {those(outdated, marked), those(all, marked), those(outdated, unwell)}) {
    if (!found.empty()) return found;
  }
  return outdated.empty() ? all : outdated;
}

const OwnMachine* oldest(const Candidates& machines) {
  const auto age = [](const OwnMachine* machine) {
    return std::tuple(machine->object().created, machine->object().key.name);
  };
  return *std::ranges::min_element(machines, {}, age);
}

// A list of names in v1beta2, a map by name in v1beta1; only those for control planes.
std::vector<std::string_view> failure_domains(const Object* cluster) {
  std::vector<std::string_view> names;
  if (cluster == nullptr) return names;
  const json::Tree domains = cluster->body["status"]["failureDomains"];
  for (const json::Tree& domain : domains.items()) {
    if (domain["controlPlane"].as_bool(false)) names.push_back(domain["name"].as_string(""));
  }
  for (const json::Member& domain : domains.members()) {
    if (domain.value["controlPlane"].as_bool(false)) names.push_back(domain.key);
  }
  std::ranges::sort(names);
  return names;
}

std::string_view fullest_domain(const std::vector<std::string_view>& domains, const Candidates& all,
                                const Candidates& candidates) {
  const auto fullness = [&](std::string_view domain) {
    const auto inside = [&](const OwnMachine* machine) { return domain_of(*machine) == domain; };
    return std::tuple(std::ranges::count_if(candidates, inside),
                      std::ranges::count_if(all, inside));
  };
  return *std::ranges::max_element(domains, {}, fullness);
}

}  // namespace

const OwnMachine* choose_for_removal(Machines machines, const Object* cluster,
                                     std::span<const std::string_view> component_types) {
  if (machines.empty()) return nullptr;
  Candidates all;
  for (const OwnMachine& machine : machines) all.push_back(&machine);
  const Candidates candidates = eligible(all, component_types);
  const std::vector<std::string_view> domains = failure_domains(cluster);
  // Whoever is in a domain that no longer exists, or in none, goes first.
  const Candidates astray = those(candidates, [&](const OwnMachine& machine) {
    return std::ranges::find(domains, domain_of(machine)) == domains.end();
  });
  const std::string_view domain =
      astray.empty() ? fullest_domain(domains, all, candidates) : domain_of(*oldest(astray));
  return oldest(
      those(candidates, [&](const OwnMachine& machine) { return domain_of(machine) == domain; }));
}

}  // namespace telltale::controlplane
