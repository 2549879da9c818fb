// SPDX-License-Identifier: Apache-2.0
#include "catalog/judge.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "base/parallel.h"
#include "catalog/clusterdeployment/judge_clusterdeployment.h"
#include "catalog/engine/judge_one.h"
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
    stage("Machine", [this](Judged& item, const Object& object, ConditionWriter& writer) {
      item = judge_machine(context_, object, writer);
    });
    const healthcheck::Totals totals(context_);
    stage("Machine", [this, &totals](Judged& item, const Object&, ConditionWriter& writer) {
      conclude_machine(context_, totals, item, writer);
    });
    for (const OwnerKind& owner : owner_kinds()) {
      stage(owner.kind,
            [this, &owner](Judged& item, const Object& object, ConditionWriter& writer) {
              item = owner.judge(context_, object, owner.gather(context_, object), writer);
            });
    }
    stage("Cluster", [this](Judged& item, const Object& object, ConditionWriter& writer) {
      item = judge_cluster(context_, object, cluster::gather(context_, object), writer);
    });
    stage("NodePool", [this](Judged& item, const Object& object, ConditionWriter& writer) {
      item = judge_node_pool(context_, object, writer);
    });
    stage("ClusterDeployment", [this](Judged& item, const Object& object, ConditionWriter& writer) {
      item = clusterdeployment::judge(context_, object, writer);
    });
    return std::move(judgement_);
  }

 private:
  template <class Work>
  void stage(std::string_view kind, Work work) {
    const auto those = of_kind(context_.world, indexes_, kind);
    const auto offset = static_cast<std::size_t>(those.data() - indexes_.data());
    parallel_for(those.size(), threads_, [&](std::size_t part, std::size_t from, std::size_t to) {
      ConditionWriter writer(context_.settings, context_.now, judgement_.texts[part]);
      for (std::size_t i = from; i < to; ++i) {
        Judged& item = judgement_.items[offset + i];
        work(item, context_.world.objects()[those[i]], writer);
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
