// SPDX-License-Identifier: Apache-2.0
#pragma once

// A world that is judged already, as judging sees it: for whoever asks more about it afterwards.

#include <vector>

#include "catalog/engine/judge_context.h"
#include "catalog/judged.h"

namespace telltale {

// All four must outlive it.
class LookBack {
 public:
  LookBack(const World& world, const Settings& settings, Instant now, const Judgement& judgement);
  LookBack(const LookBack&) = delete;
  LookBack& operator=(const LookBack&) = delete;

  const JudgeContext& context() const { return context_; }

 private:
  ControlPlaneStarts starts_;
  std::vector<const Judged*> judged_of_;
  JudgeContext context_;
};

}  // namespace telltale
