// SPDX-License-Identifier: Apache-2.0
#include "demo/demo.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "base/text.h"
#include "demo/living_fleet.h"
#include "demo/stories.h"
#include "demo/write_sequence.h"

namespace telltale::demo {
namespace {

using std::chrono::milliseconds;

// The fleet is looked at in peace before anything happens.
constexpr milliseconds overture{5000};

std::string request_id(Rng& rng) {
  return format("{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}", rng.below(1ULL << 32U),
                rng.below(1U << 16U), rng.below(1U << 12U), rng.below(1U << 12U),
                rng.below(1ULL << 48U));
}

}  // namespace

// Tells the stories, round after round. Beats fall due on the scheduler's thread and add writes;
// each write is sent when the one before was answered, on whatever thread that came.
class Demo::Stage : public std::enable_shared_from_this<Stage> {
 public:
  explicit Stage(const DemoParts& parts)
      : api_(parts.api),
        scheduler_(parts.scheduler),
        clock_(parts.clock),
        on_log_(parts.on_log),
        rng_(parts.seed),
        steps_(all_steps()) {}

  Result<void> populate() {
    if (auto added = sequence_.add(fleet_writes(context())); !added) return added;
    while (auto request = sequence_.next()) {
      if (auto taken = sequence_.take(api_.ask(std::move(*request))); !taken) return taken;
    }
    return {};
  }

  void begin() {
    const std::lock_guard lock(mutex_);
    round_began_ = clock_.elapsed() + overture;
    wait_for_next();
  }

  // When it returns nothing is sent any more.
  void end() {
    std::unique_ptr<client::ScheduledCall> last;
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
      last = std::move(appointment_);
    }
  }

 private:
  ActorContext context() { return {clock_.now(), round_, request_id(rng_)}; }

  void say(std::string_view line) const {
    if (on_log_) on_log_(line);
  }

  void wait_for_next() {
    const auto due = round_began_ + steps_[next_].at;
    const auto delay = std::chrono::ceil<milliseconds>(due - clock_.elapsed());
    appointment_ = scheduler_.after(std::max(delay, milliseconds{0}), [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->tell();
    });
  }

  void tell() {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    const StoryStep& step = steps_[next_];
    say(step.says);
    if (auto added = sequence_.add(step.writes(context())); !added) say(added.error().detail);
    if (++next_ == steps_.size()) {
      next_ = 0;
      ++round_;
      round_began_ += round_length;
    }
    wait_for_next();
    send_next();
  }

  void send_next() {
    auto request = sequence_.next();
    if (!request) return;
    api_.send(std::move(*request), [weak = weak_from_this()](Result<http::Response> answer) {
      if (const auto self = weak.lock()) self->answered(answer);
    });
  }

  void answered(const Result<http::Response>& answer) {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    if (auto taken = sequence_.take(answer); !taken) say(taken.error().detail);
    send_next();
  }

  client::Api& api_;
  client::Scheduler& scheduler_;
  const Clock& clock_;
  const std::function<void(std::string_view)> on_log_;

  std::mutex mutex_;
  Rng rng_;
  WriteSequence sequence_;
  const std::vector<StoryStep> steps_;
  std::size_t next_ = 0;
  std::uint64_t round_ = 0;
  std::chrono::nanoseconds round_began_{0};
  bool over_ = false;
  std::unique_ptr<client::ScheduledCall> appointment_;
};

Demo::Demo(std::shared_ptr<Stage> stage) : stage_(std::move(stage)) {}
Demo::~Demo() { stage_->end(); }

Result<std::unique_ptr<Demo>> Demo::start(const DemoParts& parts) {
  auto stage = std::make_shared<Stage>(parts);
  if (auto written = stage->populate(); !written) return fail(written.error());
  stage->begin();
  return std::unique_ptr<Demo>(new Demo(std::move(stage)));
}

DemoFigures Demo::figures() const { return fleet_figures(); }

}  // namespace telltale::demo
