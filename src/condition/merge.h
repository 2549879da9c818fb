// SPDX-License-Identifier: Apache-2.0
#pragma once

// What summary and aggregate share: the most important priority seen decides status and reason of
// the merged condition. A single condition's own reason is never reused.

#include <string_view>

#include "condition/priority.h"

namespace telltale {

inline constexpr std::string_view not_yet_reported = "NotYetReported";

struct MergeReasons {
  std::string_view issue = "IssuesReported";
  std::string_view unknown = "UnknownReported";
  std::string_view info = "InfoReported";
};

constexpr Status merged_status(Priority top, Polarity target) {
  if (top == Priority::Unknown) return Status::Unknown;
  const bool good = top == Priority::Info;
  return good == (target == Polarity::Positive) ? Status::True : Status::False;
}

constexpr std::string_view merged_reason(Priority top, const MergeReasons& reasons) {
  switch (top) {
    case Priority::Issue:
      return reasons.issue;
    case Priority::Unknown:
      return reasons.unknown;
    case Priority::Info:
      break;
  }
  return reasons.info;
}

}  // namespace telltale
