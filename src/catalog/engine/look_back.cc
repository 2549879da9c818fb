// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/look_back.h"

#include "catalog/engine/starts.h"

namespace telltale {
namespace {

std::vector<const Judged*> by_object(const World& world, const Judgement& judgement) {
  std::vector<const Judged*> judged_of(world.objects().size(), nullptr);
  for (const Judged& judged : judgement.items) judged_of[world.index_of(*judged.object)] = &judged;
  return judged_of;
}

}  // namespace

LookBack::LookBack(const World& world, const Settings& settings, Instant now,
                   const Judgement& judgement)
    : starts_(control_plane_starts(world, settings, now)),
      judged_of_(by_object(world, judgement)),
      context_{world, settings, now, starts_, judged_of_} {}

}  // namespace telltale
