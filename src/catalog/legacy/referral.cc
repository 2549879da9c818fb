// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/referral.h"

#include "catalog/legacy/stored.h"

namespace telltale::legacy {
namespace {

LegacyCondition mirrored(const Object& object, const Referral& referral) {
  if (std::optional<LegacyCondition> ready = provider_ready(object)) {
    ready->condition.type = referral.type;
    return *ready;
  }
  if (referral.done(object)) return good(referral.type);
  return bad(referral.type, referral.waiting, LegacySeverity::Info);
}

}  // namespace

Found follow(const JudgeContext& context, const Object& owner, const shapes::Ref& ref) {
  if (!ref) return {};
  return context.world.find({ref.group, ref.kind, owner.key.namespace_name, ref.name, {}});
}

void set_referral(const JudgeContext& context, const Object& owner, const Referral& referral,
                  LegacyList& list) {
  if (!referral.ref) return;
  const Found found = follow(context, owner, referral.ref);
  if (found.object != nullptr) {
    list.set(mirrored(*found.object, referral));
  } else if (found.sight == Sight::Absent && owner.deleting()) {
    list.set(bad(referral.type, "Deleted", LegacySeverity::Info));
  }
}

std::optional<bool> latch(std::optional<bool> stored, const Object* object,
                          bool (*done)(const Object&)) {
  const bool says_so = object != nullptr && done(*object);
  return says_so ? std::optional(true) : stored;
}

}  // namespace telltale::legacy
