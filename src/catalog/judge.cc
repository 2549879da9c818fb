// SPDX-License-Identifier: Apache-2.0
#include "catalog/judge.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "base/parallel.h"
#include "catalog/kinds.h"
#include "catalog/machine/judge_machine.h"
#include "catalog/machine/opinion.h"
#include "catalog/machineset/judge_machineset.h"
#include "catalog/machineset/opinion.h"
#include "catalog/voice.h"

namespace telltale {
namespace {

// The objects of the judged kinds, ordered by kind, namespace and name.
std::vector<std::uint32_t> judged_objects(const World& world) {
  std::vector<std::uint32_t> indexes;
  const auto objects = world.objects();
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (judged_kind(objects[i]) != nullptr) indexes.push_back(i);
  }
  const auto before = [&](std::uint32_t left, std::uint32_t right) {
    const Key& a = objects[left].key;
    const Key& b = objects[right].key;
    return std::tie(a.kind, a.namespace_name, a.name, a.group) <
           std::tie(b.kind, b.namespace_name, b.name, b.group);
  };
  if (!std::ranges::is_sorted(indexes, before)) std::ranges::sort(indexes, before);
  return indexes;
}

}  // namespace

Judgement judge(const World& world, const Settings& settings, Instant now, unsigned threads) {
  const std::vector<std::uint32_t> indexes = judged_objects(world);
  const auto objects = world.objects();
  Judgement judgement;
  judgement.items.resize(indexes.size());
  judgement.texts.resize(2 * parallel_parts(threads));
  std::vector<const Judged*> judged_of(objects.size(), nullptr);

  // Machines first: their owners are judged from what is said about them here.
  const auto sets = std::ranges::find_if(
      indexes, [&](std::uint32_t index) { return objects[index].key.kind == "MachineSet"; });
  const auto machines = static_cast<std::size_t>(sets - indexes.begin());
  parallel_for(machines, threads, [&](std::size_t part, std::size_t first, std::size_t last) {
    Voice voice(settings, now, judgement.texts[2 * part]);
    for (std::size_t i = first; i < last; ++i) {
      const Object& object = objects[indexes[i]];
      machine::Seen seen = machine::observe(world, object, settings, now);
      judgement.items[i] = machine::judge(object, seen, voice);
      machine::opine(judgement.items[i], seen, settings);
      judged_of[indexes[i]] = &judgement.items[i];
    }
  });
  const std::size_t rest = indexes.size() - machines;
  parallel_for(rest, threads, [&](std::size_t part, std::size_t first, std::size_t last) {
    Voice voice(settings, now, judgement.texts[2 * part + 1]);
    for (std::size_t i = machines + first; i < machines + last; ++i) {
      const Object& object = objects[indexes[i]];
      const machineset::Sheet sheet = machineset::observe(world, object, judged_of, settings, now);
      judgement.items[i] = machineset::judge(object, sheet, voice);
      machineset::opine(judgement.items[i], sheet, settings);
    }
  });
  return judgement;
}

}  // namespace telltale
