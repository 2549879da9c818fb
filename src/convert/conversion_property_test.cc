// SPDX-License-Identifier: Apache-2.0
#include "convert/conversion.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/check.h"
#include "convert/change.h"
#include "convert/move.h"
#include "convert/random_objects_for_test.h"
#include "json/print.h"

namespace telltale::convert {
namespace {

json::Value converted(const json::Value& object, Stage to, std::optional<DialectName> dialect) {
  const Result<Converted> result = convert_object(object, {.to = to, .dialect = dialect});
  check(result.has_value(), "a random object can be converted");
  return result->object;
}

void drop_annotations(json::Value& object) {
  json::ValueMap& metadata = object.at("metadata").get_object();
  json::Value* annotations = metadata.if_contains("annotations");
  if (annotations == nullptr) return;
  annotations->get_object().erase(hub_annotation);
  annotations->get_object().erase(spoke_annotation);
  if (annotations->get_object().empty()) metadata.erase("annotations");
}

// The rule's own normalisation: zeroes and empty structs are the same as nothing.
void prune(json::Value& value) {
  if (value.is_array()) {
    for (json::Value& item : value.get_array()) prune(item);
  }
  if (!value.is_object()) return;
  json::ValueMap kept;
  for (auto& member : value.get_object()) {
    prune(member.value());
    if (!is_zero(member.value())) kept[member.key()] = member.value();
  }
  value = kept;
}

std::string normal(json::Value object) {
  drop_annotations(object);
  prune(object);
  return json::print(object);
}

RC_GTEST_PROP(Conversion, LosesNothingFromHubToSpokeToHub, (std::uint64_t seed)) {
  RandomObjects random(seed);
  const KindFields& kind = random.kind();
  const DialectName dialect = random.dialect();
  const json::Value hub = random.hub(kind, dialect);
  const json::Value spoke = converted(hub, Stage::V1Beta1, dialect);
  const json::Value again = converted(spoke, Stage::V1Beta2, dialect);
  RC_ASSERT(normal(again) == normal(hub));
  if (kind.annotated == Annotated::Yes) {
    RC_ASSERT(json::print(again) == json::print(hub));
  }
}

RC_GTEST_PROP(Conversion, LosesNothingFromSpokeToHubToSpoke, (std::uint64_t seed)) {
  RandomObjects random(seed);
  const KindFields& kind = random.kind();
  const DialectName dialect = random.dialect();
  const json::Value spoke = random.spoke(kind, dialect);
  const json::Value again =
      converted(converted(spoke, Stage::V1Beta2, dialect), Stage::V1Beta1, dialect);
  if (!say_the_same(spoke, again, kind, dialect)) {
    RC_LOG() << json::print(spoke) << "\n" << json::print(again) << "\n";
  }
  RC_ASSERT(say_the_same(spoke, again, kind, dialect));
}

RC_GTEST_PROP(Conversion, IsTheIdentityWhereTheVersionIsRight, (std::uint64_t seed)) {
  RandomObjects random(seed);
  const KindFields& kind = random.kind();
  const DialectName dialect = random.dialect();
  const json::Value spoke = random.spoke(kind, dialect);
  const json::Value hub = random.hub(kind, dialect);
  RC_ASSERT(converted(spoke, Stage::V1Beta1, std::nullopt) == spoke);
  RC_ASSERT(converted(hub, Stage::V1Beta2, std::nullopt) == hub);
}

RC_GTEST_PROP(Conversion, GoesThereAndBackAgainAsOftenAsItLikes, (std::uint64_t seed)) {
  RandomObjects random(seed);
  const KindFields& kind = random.kind();
  const DialectName dialect = random.dialect();
  const json::Value hub = converted(random.spoke(kind, dialect), Stage::V1Beta2, dialect);
  const json::Value spoke = converted(hub, Stage::V1Beta1, dialect);
  const json::Value hub_again = converted(spoke, Stage::V1Beta2, dialect);
  RC_ASSERT(normal(hub_again) == normal(hub));
  RC_ASSERT(converted(hub_again, Stage::V1Beta1, dialect) == spoke);
}

RC_GTEST_PROP(Conversion, NeedsNoAnnotationForWhatBothVersionsCanSay, (std::uint64_t seed)) {
  RandomObjects random(seed);
  const KindFields& kind = random.kind();
  const DialectName dialect = random.dialect();
  json::Value hub = converted(random.spoke(kind, dialect), Stage::V1Beta2, dialect);
  drop_annotations(hub);
  json::Value spoke = converted(hub, Stage::V1Beta1, dialect);
  drop_annotations(spoke);
  RC_ASSERT(normal(converted(spoke, Stage::V1Beta2, dialect)) == normal(hub));
}

RC_GTEST_PROP(Conversion, SurvivesAWayThroughTheOtherDialect, (std::uint64_t seed)) {
  RandomObjects random(seed);
  const KindFields& kind = random.kind();
  const json::Value hub = random.hub(kind, DialectName::Upstream);
  const json::Value proposal = converted(hub, Stage::V1Beta2, DialectName::Proposal);
  RC_ASSERT(normal(converted(proposal, Stage::V1Beta2, DialectName::Upstream)) == normal(hub));
}

RC_GTEST_PROP(Conversion, NeverDropsAFieldNobodyKnows, (std::uint64_t seed)) {
  RandomObjects random(seed);
  const KindFields& kind = random.kind();
  const json::Value spoke = random.spoke(kind, random.dialect());
  const json::Value hub = converted(spoke, Stage::V1Beta2AfterRemoval, random.dialect());
  for (const std::string_view path :
       {"spec.unknown", "status.unknownToo", "data", "metadata.uid"}) {
    const json::Value* before = find(spoke, path);
    const json::Value* after = find(hub, path);
    RC_ASSERT((before == nullptr) == (after == nullptr));
    if (before != nullptr) RC_ASSERT(*before == *after);
  }
}

// Members of known names with values of any type.
json::Value bent(json::Value object, Rng& rng) {
  if (rng.one_in(6)) return json::random_value(rng);
  if (object.is_array()) {
    for (json::Value& item : object.get_array()) item = bent(std::move(item), rng);
  }
  if (object.is_object()) {
    for (auto& member : object.get_object()) {
      const bool is_name = member.key() == "apiVersion" || member.key() == "kind";
      if (!is_name) member.value() = bent(std::move(member.value()), rng);
    }
  }
  return object;
}

RC_GTEST_PROP(Conversion, TakesAnythingWithoutACrash, (std::uint64_t seed)) {
  RandomObjects random(seed);
  const KindFields& kind = random.kind();
  const DialectName dialect = random.dialect();
  const bool is_spoke = random.rng().one_in(2);
  const json::Value object =
      bent(is_spoke ? random.spoke(kind, dialect) : random.hub(kind, dialect), random.rng());
  for (const Stage to : {Stage::V1Beta1, Stage::V1Beta2, Stage::V1Beta2AfterRemoval}) {
    const Result<Converted> once = convert_object(object, {.to = to, .dialect = random.dialect()});
    if (!once) continue;
    RC_ASSERT(convert_object(once->object, {.to = Stage::V1Beta1}).has_value());
    RC_ASSERT(convert_object(once->object, {.to = Stage::V1Beta2}).has_value());
  }
}

}  // namespace
}  // namespace telltale::convert
