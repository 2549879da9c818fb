// SPDX-License-Identifier: Apache-2.0
// A world that is judged as it changes says what judging it from scratch would say.

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/arena.h"
#include "base/rng.h"
#include "base/text.h"
#include "catalog/engine/incremental_judge.h"
#include "fleet_world.h"

namespace telltale {
namespace {

std::string text_of(const Judgement& judgement) {
  std::string out;
  for (const Judged& item : judgement.items) {
    out += format("{} {}", to_text(item.object->key), to_text(item.verdict));
    if (is_set(item.wake)) append_rfc3339(out, item.wake);
    if (item.cause.because != nullptr) out += to_text(item.cause.because->key);
    for (const Condition& condition : item.conditions) {
      out += format("\n  {}={} {} {}", condition.type, to_text(condition.status), condition.reason,
                    condition.message);
      if (is_set(condition.last_transition)) append_rfc3339(out, condition.last_transition);
    }
    out += format("\n  {} {} {}\n", item.counters.ready.value_or(-1),
                  item.counters.available.value_or(-1), item.counters.up_to_date.value_or(-1));
  }
  return out;
}

std::vector<Object> machines_of(const World& world) {
  std::vector<Object> machines;
  for (const Object& object : world.objects()) {
    if (object.key.kind == "Machine") machines.push_back(object);
  }
  return machines;
}

// A Machine on its way out, marked as broken, paused, or as it was.
Object any_state(const Object& before, Instant now, Rng& rng, Arena& arena) {
  static constexpr std::string_view marks[] = {"cluster.x-k8s.io/remediate-machine",
                                               "cluster.x-k8s.io/paused"};
  Object after = before;
  if (rng.one_in(2)) after.deleted = now - Seconds(static_cast<std::int64_t>(rng.below(2000)));
  if (rng.one_in(2)) {
    std::vector<Label> annotations(before.annotations.begin(), before.annotations.end());
    annotations.push_back({marks[rng.below(2)], ""});
    after.annotations = arena.keep(annotations);
  }
  return after;
}

RC_GTEST_PROP(IncrementalJudge, SaysAfterAnyChangesWhatJudgingFromScratchSays,
              (std::uint64_t seed)) {
  Rng rng(seed);
  const fleet::FleetOptions options{
      .clusters = 1 + rng.below(3),
      .machines = 1 + rng.below(10),
      .seed = rng.next(),
      .format = fleet::Format::Ndjson,
      .api_version = rng.one_in(2) ? fleet::ApiVersion::V1Beta1 : fleet::ApiVersion::V1Beta2,
      .dialect = rng.one_in(2) ? fleet::Dialect::Upstream : fleet::Dialect::Proposal,
      .unhealthy_percent = static_cast<unsigned>(rng.below(101))};
  Settings settings;
  settings.dialect =
      options.dialect == fleet::Dialect::Upstream ? upstream_dialect() : proposal_dialect();
  World world = fleet_world(options);
  const std::vector<Object> machines = machines_of(world);
  Arena arena;
  IncrementalJudge incremental(world, settings, options.now);
  Instant now = options.now;
  for (int step = 0; step < 5; ++step) {
    const Object& before = machines[rng.below(machines.size())];
    (void)incremental.replace(any_state(before, now, rng, arena), now);
    RC_ASSERT(text_of(incremental.judgement()) == text_of(judge(world, settings, now)));
  }
}

}  // namespace
}  // namespace telltale
