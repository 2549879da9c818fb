// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which request is served next, and which waits or is refused, when there are more than can be
// served at once.
//
// What may run at once is counted in seats; a request takes as many as it is wide. Levels keep
// requests of different importance apart: each has seats that no other level takes, and all share
// the rest. Within a level every flow (a user) has a queue of its own, and the next is taken from
// the flow that has had the least of the level's time so far, its width counted (start-time fair
// queueing: a request is charged what is known of it when it begins, and the rest when it ends; a
// flow that was idle begins where the others are, and saves up nothing). A flow never holds all
// the seats of its level, so that one is left for a new flow.
//
// The law: while two flows of a level both have something waiting, one is ahead of the other by no
// more than what it may have under way at once. A wide request is not passed by narrow ones that
// come later from flows served more: it gets its seats as they are given back.
//
// Reads no clock and runs nothing. Not safe to share between threads (flow_control.h is).

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace telltale::server {

// In the order in which they are served where there are seats for one only. What is Exempt begins
// at once, whatever else is under way.
enum class Level : std::uint8_t { Exempt, Elections, System, Workload, Strangers };
inline constexpr std::array every_level{Level::Exempt, Level::Elections, Level::System,
                                        Level::Workload, Level::Strangers};
inline constexpr std::size_t levels_count = every_level.size();
std::string_view name_of(Level level);

// Why something was not done: no room to wait, or waited too long.
enum class Refused : std::uint8_t { QueueFull, TimeOut };
inline constexpr std::array every_refusal{Refused::QueueFull, Refused::TimeOut};
std::string_view name_of(Refused why);

// A request, as far as its turn depends on it.
struct Demand {
  Level level = Level::Workload;
  std::string flow = {};
  std::size_t width = 1;  // in seats; cut to what its level can always give
};

// What one piece of an answer asks for that is made as its peer reads it.
inline Demand piece_of(const Demand& whole) { return {.level = whole.level, .flow = whole.flow}; }

struct FairLimits {
  struct OfLevel {
    std::size_t reserved = 0;          // seats that no other level takes
    std::size_t seats_max = 0;         // that it may take in all
    std::size_t flow_seats_max = 0;    // of one flow
    std::size_t waiting_max = 0;       // seats asked for by all that wait
    std::size_t flow_waiting_max = 0;  // of one flow
  };
  std::size_t seats = 1;
  std::array<OfLevel, levels_count> levels = {};
  std::chrono::nanoseconds wait_max = std::chrono::seconds(15);

  const OfLevel& of(Level level) const { return levels[static_cast<std::size_t>(level)]; }
};
// How so many seats are shared out.
FairLimits fair_limits(std::size_t seats);

class FairQueue {
 public:
  using Time = std::chrono::nanoseconds;
  // Flows of a level that are known by name; further ones share a few queues.
  static constexpr std::size_t flows_max = 256;
  static constexpr std::size_t shared_flows = 16;
  // What a request is charged for each of its seats at least, and before it has ended.
  static constexpr Time charge_min = std::chrono::milliseconds(1);

  struct Job {
    std::function<void()> run;
    // Called instead of `run`. Empty: it finds room and waits as long as it takes, which is for
    // what has a limit elsewhere.
    std::function<void(Refused)> refuse;
  };
  struct Started {
    Job job;
    Level level = Level::Workload;
    std::string flow = {};
    std::size_t width = 0;
    Time began{0};
    Time waited{0};
  };
  struct Figures {
    std::size_t waiting = 0;  // requests
    std::size_t running = 0;
    std::size_t seats = 0;  // that those which run hold
    std::uint64_t begun = 0;
    std::array<std::uint64_t, every_refusal.size()> refused = {};
  };

  explicit FairQueue(const FairLimits& limits) : limits_(limits) {}

  // False when it may not even wait; the job is left as it was.
  [[nodiscard]] bool push(const Demand& demand, Job& job, Time now);
  // The next that may begin, if any.
  std::optional<Started> start(Time now);
  void finish(const Started& started, Time now);
  // Those that have waited too long, to be refused.
  std::vector<Job> take_late(Time now);

  bool idle() const;
  const Figures& figures(Level level) const { return room(level).figures; }
  const FairLimits& limits() const { return limits_; }

 private:
  struct Entry {
    Job job;
    std::size_t width = 1;
    Time came{0};
  };
  struct Flow {
    std::deque<Entry> waiting = {};
    std::size_t waiting_seats = 0;
    std::size_t running = 0;
    std::size_t seats = 0;
    Time next{0};            // in the level's own time: what it has had so far
    std::uint64_t turn = 0;  // when it was last served; decides between equals

    bool idle() const { return waiting.empty() && running == 0; }
  };
  struct Room {
    std::map<std::string, Flow, std::less<>> flows = {};
    std::size_t waiting_seats = 0;
    Time now{0};  // the level's own time: how far the flows that are served have come
    Figures figures = {};
  };

  Room& room(Level level) { return rooms_[static_cast<std::size_t>(level)]; }
  const Room& room(Level level) const { return rooms_[static_cast<std::size_t>(level)]; }
  static std::string name_for(Room& room, const std::string& flow);
  bool fits(Level level, std::size_t width) const;
  static Entry take_first(Room& room, Flow& flow);
  std::optional<Started> start_of(Level level, Time now);

  const FairLimits limits_;
  std::array<Room, levels_count> rooms_;
  std::uint64_t turns_ = 0;
};

}  // namespace telltale::server
