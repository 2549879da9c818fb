// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/attention.h"

#include "catalog/explain/advice.h"
#include "catalog/explain/guidance.h"

namespace telltale {
namespace {

// "NodeDeleted" of "docs/runbooks/NodeDeleted.md".
std::string_view page_of(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

}  // namespace

Attention attention_of(const World&, const Judged& judged) {
  Attention attention;
  const Cause& cause = judged.cause;
  if (judged.verdict == Verdict::Healthy || cause.condition.empty()) return attention;
  attention.what = cause.message;
  const Guidance* guidance = advice_of(judged);
  if (guidance == nullptr) return attention;
  const Object& because = cause.because == nullptr ? *judged.object : *cause.because;
  const AdviceNames names = names_of_object(because);
  attention.step = advice_text(*guidance, names, cause.message);
  attention.runbook = page_of(guidance->runbook);
  attention.documentation = advice_documentation(*guidance, names, cause.message);
  return attention;
}

}  // namespace telltale
