// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an owner's legacy conditions say about the provider objects it refers to, and what it has
// learned from them for good.

#include <string_view>

#include "catalog/engine/judge_context.h"
#include "catalog/legacy/list.h"
#include "convert/shapes.h"

namespace telltale::legacy {

struct Referral {
  std::string_view type;  // of the condition
  shapes::Ref ref;
  bool (*done)(const Object&);  // what stands in for a Ready condition that is not there
  std::string_view waiting;     // the reason until it is done
};

Found follow(const JudgeContext& context, const Object& owner, const shapes::Ref& ref);

// A mirror of the object's Ready. An object that is gone is Deleted while its owner goes too; what
// else became of it, v1beta1 did not say here, and neither does anybody about what nobody
// collected.
void set_referral(const JudgeContext& context, const Object& owner, const Referral& referral,
                  LegacyList& list);

// True once it was, or once the object says so.
std::optional<bool> latch(std::optional<bool> stored, const Object* object,
                          bool (*done)(const Object&));

}  // namespace telltale::legacy
