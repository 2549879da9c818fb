// SPDX-License-Identifier: Apache-2.0

// A pool at rest costs nothing: however often it is looked at, nothing is written.

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "catalog/judge.h"
#include "catalog/stepper_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

// Looks at one world again and again, a second later each time, as it stands after it was written.
void expect_rest(std::vector<std::string> documents, Instant now) {
  const auto world = [&] {
    return world_of(std::vector<std::string_view>(documents.begin(), documents.end()));
  };
  const World unchanged = world();
  for (int look = 0; look < 10'000; ++look) {
    const Judgement judgement = telltale::judge(unchanged, Settings{}, now + Seconds(look));
    for (const Judged& item : judgement.items) {
      if (item.object->key.kind != "NodePool") continue;
      ASSERT_FALSE(item.changed) << "look " << look;
      ASSERT_FALSE(item.memory_changed) << "look " << look;
    }
  }
}

TEST(HyperShiftRest, TenThousandLooksAtAPoolThatIsDoneWriteNothing) {
  const PoolDocument pool{
      .conditions = Documents{{.type = "Progressing", .reason = "AsExpected", .generation = 1}}};
  expect_rest({text_of(pool), text_of(WorkloadDocument{})}, at("12:00:00"));
}

TEST(HyperShiftRest, TenThousandLooksAtAFailedPoolWriteNothing) {
  const PoolDocument pool{.available = 1,
                          .conditions = Documents{{.type = "Progressing",
                                                   .reason = "CloudQuotaExceeded",
                                                   .at = "11:50:00",
                                                   .generation = 1}}};
  const std::string memory = R"({"apiVersion": "telltale.dev/v1alpha1", "kind": "Memory",
      "metadata": {"namespace": "clusters", "name": "nodepool.hypershift.openshift.io.np"},
      "spec": {"of": {"group": "hypershift.openshift.io", "kind": "NodePool", "name": "np",
      "uid": "u-np"}, "generation": 1, "replicas": 1,
      "clocks": [{"name": "CloudQuotaExceeded", "since": "2026-01-01T11:00:00Z"}]}})";
  expect_rest({text_of(pool), text_of(WorkloadDocument{}), text_of(MachineDocument{}),
               text_of(failing("m1", quota_error, "11:00:00")), memory},
              at("12:00:00"));
}

// Random weather over a pool of three machines: errors come and go, machines are replaced, somebody
// edits, pauses and scales.
class Weather {
 public:
  void change() {
    const auto name = *rc::gen::elementOf(std::vector<std::string>{"m1", "m2", "m3"});
    switch (*rc::gen::inRange(0, 7)) {
      case 0:
        return stepper_.put(text_of(ready_machine(name, created_)));
      case 1:
        stepper_.put(text_of(MachineDocument{
            .name = name, .created = time_, .status = "", .conditions = Documents{}}));
        return stepper_.put(
            text_of(InfrastructureDocument{.name = name, .conditions = Documents{}}));
      case 2:
        pool_.generation += 1;
        pool_.spec = *rc::gen::element<std::string_view>("", "", R"(, "pausedUntil": "true")");
        return;
      case 3:
        pool_.available = *rc::gen::inRange(0, 4);
        return;
      case 4:
        desired_ = *rc::gen::inRange(1, 4);
        return;
      default:
        stepper_.put(text_of(failing(
            name, *rc::gen::element(quota_error, capacity_error, missing_error, provider_error),
            time_)));
    }
  }
  int look() {
    stepper_.put(text_of(pool_));
    stepper_.put(text_of(WorkloadDocument{.desired = desired_, .existing = desired_}));
    return stepper_.look(now_);
  }
  void wait(Seconds time) {
    now_ += time;
    time_ = format_rfc3339(now_).substr(11, 8);
  }
  void forget() { stepper_.lose_memory(); }
  std::string line() const { return stepper_.line("NodePool", "np", "Progressing"); }
  bool is_stuck() const { return stepper_.said("NodePool", "np").verdict == Verdict::Stuck; }
  Instant wake() const { return stepper_.said("NodePool", "np").wake; }
  Instant now() const { return now_; }

 private:
  Stepper stepper_;
  PoolDocument pool_;
  int desired_ = 2;
  Instant now_ = at("08:00:00");
  std::string time_ = "08:00:00";
  std::string created_ = "07:00:00";
};

RC_GTEST_PROP(HyperShiftRestProperties, TheSecondOfTwoLooksWritesNothing, ()) {
  Weather weather;
  for (int step = 0; step < 30; ++step) {
    weather.wait(Seconds(*rc::gen::inRange(0, 1200)));
    weather.change();
    weather.look();
    const std::string line = weather.line();
    RC_ASSERT(weather.look() == 0);
    RC_ASSERT(weather.line() == line);
  }
}

RC_GTEST_PROP(HyperShiftRestProperties, NothingIsWrittenBeforeTheWake, ()) {
  Weather weather;
  for (int step = 0; step < 20; ++step) {
    weather.wait(Seconds(*rc::gen::inRange(0, 1200)));
    weather.change();
    weather.look();
    const Seconds rest = is_set(weather.wake()) ? weather.wake() - weather.now() : Seconds(3600);
    weather.wait(Seconds(*rc::gen::inRange<std::int64_t>(0, rest.count())));
    const std::string line = weather.line();
    weather.look();
    RC_ASSERT(weather.line() == line);
  }
}

RC_GTEST_PROP(HyperShiftRestProperties, LosingTheMemoryHidesNoFailure, ()) {
  Weather weather;
  for (int step = 0; step < 30; ++step) {
    weather.wait(Seconds(*rc::gen::inRange(0, 1200)));
    weather.change();
    weather.look();
    if (!weather.is_stuck()) continue;
    weather.forget();
    weather.look();
    // It may be another one: evidence from before an edit counts again.
    RC_ASSERT(weather.is_stuck());
  }
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
