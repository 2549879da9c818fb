// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/clocks.h"

#include <algorithm>
#include <vector>

namespace telltale::hypershift_nodepool {
namespace {

bool is_shown(const Moment& moment, Class one) {
  const std::optional<Class>& shown = moment.standing.shown;
  return shown && reason_of(*shown) == reason_of(one);
}

// Whether a pause began or ended at this look.
enum class Toggle : std::uint8_t { Not, Now };

// One step of the clocks of one pool.
class Step {
 public:
  Step(const Memory& before, const Moment& moment, const ProgressingRules& rules)
      : moment_(moment), rules_(rules), forgotten_(before.empty()), after_(before) {
    for (const Class one : all_classes) clocks_[one] = clock_of(before, one);
  }

  Memory pause(Arena& texts) {
    const bool begins = !is_set(after_.paused);
    notice_edit(begins ? Toggle::Now : Toggle::Not);
    if (begins) after_.paused = moment_.now;
    // A failure that is shown keeps its clock, even if nobody remembers it.
    for (const Class one : all_classes) {
      if (forgotten_ && is_shown(moment_, one) && moment_.sightings[one].seen) see(one);
    }
    await_absence();
    return finish(texts);
  }

  Memory go_on(Arena& texts) {
    const bool ends = is_set(after_.paused);
    resume();
    notice_edit(ends ? Toggle::Now : Toggle::Not);
    for (const Class one : all_classes) {
      moment_.sightings[one].seen ? see(one) : miss(one);
    }
    await_absence();
    return finish(texts);
  }

 private:
  // What the evidence proves about the time before the pause no longer counts, so that a class
  // that was first seen during it does not come out of it full grown.
  void resume() {
    if (!is_set(after_.paused)) return;
    const Seconds stood = std::max(Seconds(0), moment_.now - after_.paused);
    for (MemoryClock& clock : clocks_.values) {
      if (is_set(clock.since)) clock.since += stood;
      if (is_set(clock.stopped)) clock.stopped += stood;
    }
    after_.reset = moment_.now;
    after_.paused = no_time;
  }

  // Whoever edits the spec has acted; every failure gets its full time anew. Pausing is an edit
  // too, of which the clocks must take no notice.
  void notice_edit(Toggle pause) {
    const std::int64_t known = after_.generation != 0 ? after_.generation : moment_.last_generation;
    if (known == 0 || moment_.generation == 0 || known == moment_.generation) return;
    if (pause == Toggle::Now && moment_.generation == known + 1) return;
    clocks_ = {};
    after_.reset = moment_.now;
    forgotten_ = false;
  }

  Instant proven(Class one) const {
    const Instant since = moment_.sightings[one].since;
    if (!is_set(since) || since > moment_.now) return moment_.now;
    return std::max({since, after_.reset, std::min(moment_.created, moment_.now)});
  }

  void see(Class one) {
    MemoryClock& clock = clocks_[one];
    const Instant since = proven(one);
    const bool goes_on = clock.running() || moment_.now - clock.stopped < rules_.absence;
    if (!is_set(clock.since)) {
      clock.since = rebuilt(one, since);
    } else {
      clock.since = goes_on ? std::min(clock.since, since) : since;
    }
    clock.stopped = no_time;
  }

  // A failure that is shown has had its time, even if nobody remembers when.
  Instant rebuilt(Class one, Instant since) const {
    if (!forgotten_ || !is_shown(moment_, one)) return since;
    return std::min(since, moment_.shown_since - threshold_of(one, rules_));
  }

  void miss(Class one) {
    MemoryClock& clock = clocks_[one];
    if (is_set(clock.since) && clock.running()) clock.stopped = moment_.now;
  }

  // Of a failure that is shown but neither seen nor remembered, the absence begins now.
  void await_absence() {
    if (!moment_.standing.shown) return;
    const bool known = std::ranges::any_of(all_classes, [&](Class one) {
      return is_shown(moment_, one) && is_set(clocks_[one].since);
    });
    if (known) return;
    const Class shown = *moment_.standing.shown;
    clocks_[shown] = {.since = rebuilt(shown, moment_.now), .stopped = moment_.now};
  }

  Memory finish(Arena& texts) {
    std::vector<MemoryClock> kept;
    for (const Class one : all_classes) {
      if (!is_set(clocks_[one].since)) continue;
      kept.push_back(clocks_[one]);
      kept.back().name = clock_name(one);
    }
    std::ranges::sort(kept, {}, &MemoryClock::name);
    // A pool that never was in trouble needs no Memory.
    if (kept.empty() && is_blank()) return {};
    after_.clocks = texts.keep(kept);
    if (moment_.generation != 0) after_.generation = moment_.generation;
    return after_;
  }
  bool is_blank() const {
    return after_.generation == 0 && !is_set(after_.paused) && !after_.replicas;
  }

  const Moment& moment_;
  const ProgressingRules& rules_;
  bool forgotten_;
  Memory after_;
  PerClass<MemoryClock> clocks_;
};

// For how long the failure is gone is asked as long as it is shown, and how long ago the last one
// was seen as long as the pool recovers.
bool is_needed(const MemoryClock& clock, const Moment& moment, const ProgressingRules& rules) {
  if (clock.running()) return true;
  const Seconds gone = moment.now - clock.stopped;
  const bool is_told = std::ranges::any_of(all_classes, [&](Class one) {
    return is_shown(moment, one) && clock_name(one) == clock.name;
  });
  return is_told || gone < rules.absence || (moment.standing.recovering && gone < rules.recovering);
}

bool in_play(const Memory& before, const Moment& moment) {
  const auto seen = [](const Sighting& one) { return one.seen; };
  return !before.empty() || moment.standing.shown ||
         std::ranges::any_of(moment.sightings.values, seen);
}

}  // namespace

MemoryClock clock_of(const Memory& memory, Class one) {
  const MemoryClock* found = memory.clock(clock_name(one));
  return found == nullptr ? MemoryClock{} : *found;
}

Memory advance(const Memory& before, const Moment& moment, const ProgressingRules& rules,
               Arena& texts) {
  Step step(before, moment, rules);
  if (!moment.paused) return step.go_on(texts);
  return in_play(before, moment) ? step.pause(texts) : Memory{};
}

Memory settle(const Memory& after, const Moment& moment, const ProgressingRules& rules,
              Arena& texts) {
  std::vector<MemoryClock> kept;
  for (const MemoryClock& clock : after.clocks) {
    if (is_needed(clock, moment, rules)) kept.push_back(clock);
  }
  Memory settled = after;
  settled.clocks = texts.keep(kept);
  return settled;
}

}  // namespace telltale::hypershift_nodepool
