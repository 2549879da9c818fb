// SPDX-License-Identifier: Apache-2.0
#include "catalog/judge.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "base/parallel.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/engine/members.h"
#include "catalog/engine/starts.h"
#include "catalog/kinds.h"

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

// One pass over a world, kind after kind: each stage leans on the judgements of those before it.
class Pass {
 public:
  Pass(const World& world, const Settings& settings, Instant now, unsigned threads)
      : threads_(threads),
        indexes_(judged_objects(world)),
        judged_of_(world.objects().size(), nullptr),
        starts_(control_plane_starts(world, settings, now)),
        context_{world, settings, now, starts_, judged_of_} {
    judgement_.items.resize(indexes_.size());
    judgement_.texts.resize(parallel_parts(threads));
  }

  Judgement run() {
    for (const Kind* kind : kinds_as_judged()) {
      stage(*kind, [this, kind](Judged& item, const Object& object, ConditionWriter& writer) {
        const auto members = kind->gather ? kind->gather(*kind, context_, object) : nullptr;
        item = kind->judge(*kind, {context_, object, members.get(), writer});
      });
      if (kind->second_look == nullptr) continue;
      const SecondLook look_again = kind->second_look(*kind, context_);
      stage(*kind, [&](Judged& item, const Object&, ConditionWriter& writer) {
        look_again(item, writer);
      });
    }
    return std::move(judgement_);
  }

 private:
  template <class Work>
  void stage(const Kind& kind, Work work) {
    const auto those = of_kind(context_.world, indexes_, kind.kind);
    const auto offset = static_cast<std::size_t>(those.data() - indexes_.data());
    parallel_for(those.size(), threads_, [&](std::size_t part, std::size_t from, std::size_t to) {
      ConditionWriter writer(context_.settings, context_.now, judgement_.texts[part]);
      for (std::size_t i = from; i < to; ++i) {
        const Object& object = context_.world.objects()[those[i]];
        if (object.key.group != kind.group) continue;  // a namesake
        Judged& item = judgement_.items[offset + i];
        work(item, object, writer);
        judged_of_[those[i]] = &item;
      }
    });
  }

  unsigned threads_;
  std::vector<std::uint32_t> indexes_;
  std::vector<const Judged*> judged_of_;
  ControlPlaneStarts starts_;
  JudgeContext context_;
  Judgement judgement_;
};

}  // namespace

Judgement judge(const World& world, const Settings& settings, Instant now, unsigned threads) {
  return Pass(world, settings, now, threads).run();
}

}  // namespace telltale
