// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/attention.h"

#include "base/text.h"
#include "catalog/explain/advice.h"
#include "catalog/explain/guidance.h"
#include "catalog/explain/headline.h"
#include "catalog/kinds.h"
#include "catalog/names.h"
#include "catalog/polarity.h"

namespace telltale {
namespace {

// Owners above owners; nobody has more.
constexpr int owners_climbed_max = 4;

// The object that advice is about: what it was written for, at the deepest trouble or above it.
const Object& subject_of(const World& world, const Judged& judged, const Guidance& guidance) {
  const Object& because = judged.cause.because == nullptr ? *judged.object : *judged.cause.because;
  if (guidance.kind == any_name || because.key.kind == guidance.kind) return because;
  if (judged.object->key.kind == guidance.kind) return *judged.object;
  const Object* above = world.controller_of(because).object;
  for (int level = 0; above != nullptr && level < owners_climbed_max; ++level) {
    if (above->key.kind == guidance.kind) return *above;
    above = world.controller_of(*above).object;
  }
  const Object* cluster = world.cluster_of(because).object;
  return cluster != nullptr && cluster->key.kind == guidance.kind ? *cluster : *judged.object;
}

// Whether a condition's message comes from below, through layers that each add words.
bool carries_errors(std::string_view condition) {
  return is_providers_word(condition) || condition == "BootstrapConfigReady" ||
         condition == "TopologyReconciled" || condition == "CertificatesAvailable";
}

std::string error_or_headline(std::string_view message, std::string_view condition) {
  const auto how = carries_errors(condition) ? HeadlineText::Errors : HeadlineText::AsIs;
  return headline_of(message, how);
}

HiddenCause hidden_in(const Judged& judged) {
  const Kind* kind = judged_kind(*judged.object);
  if (kind == nullptr || kind->hidden_cause == nullptr) return {};
  return kind->hidden_cause(*kind, judged);
}

// What the deepest object says, and which condition of it that is.
std::string told_below(const Judged& judged) {
  const Cause& cause = judged.cause;
  const Guidance* guidance = cause.guidance;
  return error_or_headline(cause.below, guidance == nullptr ? "" : guidance->condition);
}

void say_cause_below(const Judged& judged, Attention& attention) {
  const Key& key = judged.cause.because->key;
  attention.cause = told_below(judged);
  if (attention.cause.empty() || attention.what.contains(attention.cause)) return;
  const std::string below = format("{} {}: {}", key.kind, key.name, attention.cause);
  attention.what = attention.what.empty() ? below : format("{}; {}", attention.what, below);
}

void say_what(const Judged& judged, const HiddenCause& hidden, Attention& attention) {
  const Cause& cause = judged.cause;
  if (!hidden.cause.empty()) {
    attention.cause = hidden.cause;
    attention.what = hidden.said.empty()
                         ? hidden.cause
                         : format("{}; {}: {}", headline_of(hidden.said, HeadlineText::AsIs),
                                  hidden.label, hidden.cause);
    return;
  }
  const std::string_view type = canonical_type(judged.object->key.kind, cause.condition);
  attention.what = error_or_headline(cause.message, type);
  const bool deeper = cause.because != nullptr && cause.because != judged.object;
  if (deeper && !cause.below.empty()) return say_cause_below(judged, attention);
  // What the message says itself is no news.
  const std::string said = headline_of(cause.message, HeadlineText::AsIs);
  if (!said.starts_with(attention.what)) attention.cause = attention.what;
}

// Whether somebody could do something: what moves as it should needs nobody, and neither does what
// nobody knows and may still end well.
bool can_be_helped(const Judged& judged, const Guidance& guidance) {
  if (judged.verdict == Verdict::Stuck) return true;
  const Condition* condition = find_condition(judged.conditions, judged.cause.condition);
  const bool good =
      condition != nullptr && priority_on(judged.object->key.kind, *condition) == Priority::Info;
  return !good && guidance.condition != any_name;
}

void say_step(const Guidance& guidance, const AdviceNames& names, std::string_view error,
              Attention& attention) {
  attention.step = advice_text(guidance, names, error);
  attention.runbook = runbook_page(guidance.runbook);
  attention.documentation = advice_documentation(guidance, names, error);
}

}  // namespace

std::string_view runbook_page(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  return name == "README" ? std::string_view{} : name;
}

std::string runbook_command(std::string_view page) {
  return page.empty() ? "" : format("telltale runbook {}", page);
}

Attention attention_of(const World& world, const Judged& judged) {
  Attention attention;
  const Cause& cause = judged.cause;
  if (judged.verdict == Verdict::Healthy || cause.condition.empty()) return attention;
  const HiddenCause hidden = hidden_in(judged);
  say_what(judged, hidden, attention);
  const Guidance* guidance = advice_of(judged);
  if (guidance == nullptr || !can_be_helped(judged, *guidance)) return attention;
  const Object& deepest = cause.because == nullptr ? *judged.object : *cause.because;
  const Object& subject = subject_of(world, judged, *guidance);
  const AdviceNames names = names_of_object(world, subject, deepest);
  const std::string_view own = hidden.said.empty() ? cause.message : hidden.cause;
  say_step(*guidance, names, cause.below.empty() ? own : cause.below, attention);
  return attention;
}

Attention attention_of(const World& world, const Judged& judged, const Condition& condition) {
  if (judged.cause.condition == condition.type) return attention_of(world, judged);
  Attention attention;
  const std::string_view kind = judged.object->key.kind;
  attention.what = error_or_headline(condition.message, canonical_type(kind, condition.type));
  const Guidance& guidance = guidance_for(kind, condition.type, condition.reason);
  if (judged.verdict != Verdict::Stuck && is_about_stalling(guidance)) return attention;
  const AdviceNames names = names_of_object(world, *judged.object, *judged.object);
  say_step(guidance, names, condition.message, attention);
  return attention;
}

}  // namespace telltale
