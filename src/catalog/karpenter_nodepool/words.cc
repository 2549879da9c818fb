// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/words.h"

#include "base/text.h"
#include "catalog/karpenter_nodepool/tables.h"

namespace telltale::karpenter_nodepool {

std::string condition_evidence(const Seen& seen) {
  if (!seen.stands) return "no condition Degraded";
  std::string text = format("Degraded={}", to_text(seen.degraded));
  if (!seen.reasons.empty()) text += format(" {}", seen.reasons);
  if (is_set(seen.since)) text += format(" since {}", format_rfc3339(seen.since));
  return text;
}

std::string generation_evidence(const Seen& seen) {
  const std::int64_t judged = seen.observed != 0 ? seen.observed : seen.remembered;
  return format("generation {}, judged {}", seen.generation, judged);
}

std::string class_evidence(const Seen& seen) {
  if (seen.class_name.empty()) return "no nodeClassRef";
  const std::string name = format("{} {}", seen.class_kind, seen.class_name);
  if (seen.class_generation == 0) return format("{} was not collected", name);
  if (seen.class_observed == 0) return format("{} was never judged before", name);
  return format("{} generation {}, judged {}", name, seen.class_generation, seen.class_observed);
}

std::string term_evidence(const Seen& seen) {
  if (!is_set(seen.last_end)) return {};
  std::string text = format("{} until {}", seen.reasons, format_rfc3339(seen.last_end));
  if (seen.first_end != seen.last_end) {
    text += format(", the first until {}", format_rfc3339(seen.first_end));
  }
  return text;
}

std::string count_evidence(const Seen& seen) {
  return format("{} of {} failures", seen.failed, seen.limit);
}

}  // namespace telltale::karpenter_nodepool
