// SPDX-License-Identifier: Apache-2.0
// The promises that hold for every fleet: an unchanged world is never written twice, and neither
// the order of the input nor the number of threads changes a byte.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/arena.h"
#include "base/rng.h"
#include "catalog/judge.h"
#include "catalog/kinds.h"
#include "convert/shapes.h"
#include "fleet_world.h"

namespace telltale {
namespace {

Settings settings_for(fleet::Dialect dialect) {
  Settings settings;
  settings.dialect = dialect == fleet::Dialect::Upstream ? upstream_dialect() : proposal_dialect();
  return settings;
}

std::string_view conditions_path(const Object& object) {
  return object.version() == "v1beta1" ? "status.v1beta2.conditions" : "status.conditions";
}

// The world as it stands after every verdict was written.
World after_writing(const World& world, const Judgement& judgement) {
  std::vector<Object> objects(world.objects().begin(), world.objects().end());
  std::vector<Arena> arenas(1);
  for (const Judged& item : judgement.items) {
    Object& object = objects[world.index_of(*item.object)];
    const ConditionList list{
        .path = conditions_path(object), .conditions = item.conditions, .malformed = {}};
    object.condition_lists = arenas.front().keep(std::span(&list, 1));
  }
  return World(std::move(objects), std::move(arenas), Completeness::Partial, belonging_of_kinds());
}

std::string report_text(const World& world, const Settings& settings, Instant now,
                        unsigned threads) {
  const Judgement judgement = judge(world, settings, now, threads);
  std::string out;
  for (const Judged& item : judgement.items) {
    out += to_text(item.object->key);
    out += to_text(item.verdict);
    if (is_set(item.wake)) append_rfc3339(out, item.wake);
    for (const Condition& condition : item.conditions) {
      out.append(condition.type).append(to_text(condition.status)).append(condition.reason);
      out.append(condition.message);
      if (is_set(condition.last_transition)) append_rfc3339(out, condition.last_transition);
    }
    out += '\n';
  }
  return out;
}

fleet::FleetOptions any_fleet(std::uint64_t seed) {
  Rng rng(seed);
  return {.clusters = 1 + rng.below(4),
          .machines = 1 + rng.below(12),
          .seed = rng.next(),
          .format = fleet::Format::Ndjson,
          .api_version = rng.one_in(2) ? fleet::ApiVersion::V1Beta1 : fleet::ApiVersion::V1Beta2,
          .dialect = rng.one_in(2) ? fleet::Dialect::Upstream : fleet::Dialect::Proposal,
          .unhealthy_percent = static_cast<unsigned>(rng.below(101))};
}

RC_GTEST_PROP(Judging, AnUnchangedWorldTwiceGivesZeroChanges, (std::uint64_t seed)) {
  const fleet::FleetOptions options = any_fleet(seed);
  const Settings settings = settings_for(options.dialect);
  const World world = fleet_world(options);
  const Judgement once = judge(world, settings, options.now);
  const World written = after_writing(world, once);
  const Judgement twice = judge(written, settings, options.now);
  RC_ASSERT(once.items.size() == twice.items.size());
  for (std::size_t i = 0; i < once.items.size(); ++i) {
    RC_ASSERT(!twice.items[i].changed);
    RC_ASSERT(std::ranges::equal(once.items[i].conditions, twice.items[i].conditions));
    RC_ASSERT(once.items[i].verdict == twice.items[i].verdict);
  }
}

RC_GTEST_PROP(Judging, TheOrderOfTheInputNeverChangesTheOutput, (std::uint64_t seed)) {
  const fleet::FleetOptions options = any_fleet(seed);
  const Settings settings = settings_for(options.dialect);
  const World world = fleet_world(options);
  std::vector<Object> shuffled(world.objects().begin(), world.objects().end());
  Rng rng(seed);
  for (std::size_t i = shuffled.size(); i > 1; --i)
    std::swap(shuffled[i - 1], shuffled[rng.below(i)]);
  const World other(std::move(shuffled), {}, Completeness::Partial, belonging_of_kinds());
  RC_ASSERT(report_text(world, settings, options.now, 1) ==
            report_text(other, settings, options.now, 1));
}

TEST(Judging, TheNumberOfThreadsNeverChangesTheOutput) {
  const fleet::FleetOptions options{.clusters = 12, .machines = 80, .unhealthy_percent = 30};
  const World world = fleet_world(options);
  const Settings settings = settings_for(options.dialect);
  const std::string one = report_text(world, settings, options.now, 1);
  EXPECT_EQ(one, report_text(world, settings, options.now, 3));
  EXPECT_EQ(one, report_text(world, settings, options.now, 8));
}

// Nothing that time alone changes may change before the wake that was promised.
RC_GTEST_PROP(Judging, NothingChangesBeforeTheWake, (std::uint64_t seed)) {
  const fleet::FleetOptions options = any_fleet(seed);
  const Settings settings = settings_for(options.dialect);
  const World world = fleet_world(options);
  const Judgement first = judge(world, settings, options.now);
  const World written = after_writing(world, first);
  Instant wake = no_time;
  for (const Judged& item : first.items) wake_by(wake, item.wake, options.now);
  if (!is_set(wake)) return;
  const Judgement before = judge(written, settings, wake - Seconds(1));
  for (std::size_t i = 0; i < first.items.size(); ++i) {
    RC_ASSERT(!before.items[i].changed);
    RC_ASSERT(before.items[i].verdict == first.items[i].verdict);
  }
}

// The generator writes what a healthy controller would have stored, by its own independent code.
TEST(Judging, AHealthyFleetIsAlreadyWhatTelltaleWouldWrite) {
  for (const auto api : {fleet::ApiVersion::V1Beta1, fleet::ApiVersion::V1Beta2}) {
    for (const auto dialect : {fleet::Dialect::Upstream, fleet::Dialect::Proposal}) {
      const fleet::FleetOptions options{.clusters = 8,
                                        .machines = 12,
                                        .api_version = api,
                                        .dialect = dialect,
                                        .unhealthy_percent = 0};
      const World world = fleet_world(options);
      for (const Judged& item : judge(world, settings_for(dialect), options.now).items) {
        const Conditions stored = shapes::conditions(*item.object);
        EXPECT_FALSE(item.changed) << to_text(item.object->key);
        for (const Condition& condition : item.conditions) {
          const Condition* was = find_condition(stored, condition.type);
          EXPECT_TRUE(was != nullptr && *was == condition)
              << to_text(item.object->key) << " " << condition.type << "="
              << to_text(condition.status) << " " << condition.reason << " " << condition.message
              << "; stored " << (was == nullptr ? "nothing" : std::string(was->reason));
        }
      }
    }
  }
}

}  // namespace
}  // namespace telltale
