// SPDX-License-Identifier: Apache-2.0
#include "server/flow/fair_queue.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace telltale::server {

std::string_view name_of(Level level) {
  switch (level) {
    case Level::Exempt:
      return "exempt";
    case Level::Elections:
      return "leader-election";
    case Level::System:
      return "system";
    case Level::Workload:
      return "workload";
    case Level::Strangers:
      break;
  }
  return "catch-all";
}

std::string_view name_of(Refused why) {
  return why == Refused::QueueFull ? "queue-full" : "time-out";
}

// Of 48 seats 3 are kept for elections, 6 for the system, 12 for workloads and 1 for strangers, who
// get 3 at most; the other 26 are anybody's.
FairLimits fair_limits(std::size_t seats) {
  FairLimits limits{.seats = seats};
  const auto set = [&](Level level, FairLimits::OfLevel of) {
    limits.levels[static_cast<std::size_t>(level)] = of;
  };
  set(Level::Exempt, {.waiting_max = 64, .flow_waiting_max = 64});
  set(Level::Elections, {.reserved = seats / 16, .waiting_max = 1024, .flow_waiting_max = 256});
  set(Level::System, {.reserved = seats / 8, .waiting_max = 1024, .flow_waiting_max = 512});
  set(Level::Workload, {.reserved = seats / 4, .waiting_max = 4096, .flow_waiting_max = 400});
  set(Level::Strangers, {.reserved = seats / 32, .waiting_max = 64, .flow_waiting_max = 16});
  std::size_t reserved = 0;
  for (const FairLimits::OfLevel& level : limits.levels) reserved += level.reserved;
  for (FairLimits::OfLevel& level : limits.levels) {
    level.seats_max = seats - (reserved - level.reserved);
    level.flow_seats_max = std::max<std::size_t>(1, level.seats_max * 7 / 8);
  }
  FairLimits::OfLevel& strangers = limits.levels[static_cast<std::size_t>(Level::Strangers)];
  strangers.seats_max = strangers.flow_seats_max = std::max<std::size_t>(1, seats / 16);
  return limits;
}

// The queue for a flow's requests. Where too many have one, those that are idle go; what they had
// is forgotten with them, which gives them no more than coming late would.
std::string FairQueue::name_for(Room& room, const std::string& flow) {
  if (room.flows.contains(flow) || room.flows.size() < flows_max) return flow;
  std::erase_if(room.flows, [](const auto& known) { return known.second.idle(); });
  if (room.flows.size() < flows_max) return flow;
  return format("\n{}", std::hash<std::string>{}(flow) % shared_flows);
}

bool FairQueue::push(const Demand& demand, Job& job, Time now) {
  const FairLimits::OfLevel& limits = limits_.of(demand.level);
  Room& room = this->room(demand.level);
  const std::size_t width =
      std::clamp<std::size_t>(demand.width, 1, std::max<std::size_t>(1, limits.reserved));
  Flow& flow = room.flows[name_for(room, demand.flow)];
  const bool full = room.waiting_seats + width > limits.waiting_max ||
                    flow.waiting_seats + width > limits.flow_waiting_max;
  if (full && job.refuse) {
    ++room.figures.refused[static_cast<std::size_t>(Refused::QueueFull)];
    return false;
  }
  if (flow.idle()) flow.next = std::max(flow.next, room.now);
  flow.waiting.push_back({.job = std::move(job), .width = width, .came = now});
  flow.waiting_seats += width;
  room.waiting_seats += width;
  ++room.figures.waiting;
  return true;
}

FairQueue::Entry FairQueue::take_first(Room& room, Flow& flow) {
  Entry entry = std::move(flow.waiting.front());
  flow.waiting.pop_front();
  flow.waiting_seats -= entry.width;
  room.waiting_seats -= entry.width;
  --room.figures.waiting;
  return entry;
}

// What others hold or have kept for them is not to be had. So the sum over all levels of the larger
// of both never passes the seats there are, and what is kept is there when it is asked for.
bool FairQueue::fits(Level level, std::size_t width) const {
  if (level == Level::Exempt) return true;
  const std::size_t wanted = room(level).figures.seats + width;
  if (wanted > limits_.of(level).seats_max) return false;
  std::size_t others = 0;
  for (const Level other : every_level) {
    if (other == level || other == Level::Exempt) continue;
    others += std::max(room(other).figures.seats, limits_.of(other).reserved);
  }
  return wanted + others <= limits_.seats;
}

std::optional<FairQueue::Started> FairQueue::start_of(Level level, Time now) {
  Room& room = this->room(level);
  if (room.figures.waiting == 0) return std::nullopt;
  const std::size_t most = limits_.of(level).flow_seats_max;
  std::pair<const std::string, Flow>* next = nullptr;
  for (auto& known : room.flows) {
    const Flow& flow = known.second;
    if (flow.waiting.empty()) continue;
    const bool at_its_limit = flow.seats > 0 && flow.seats + flow.waiting.front().width > most;
    if (at_its_limit && level != Level::Exempt) continue;
    const auto order = [](const Flow& one) { return std::pair(one.next, one.turn); };
    if (next == nullptr || order(flow) < order(next->second)) next = &known;
  }
  if (next == nullptr) return std::nullopt;
  auto& [name, flow] = *next;
  if (!fits(level, flow.waiting.front().width)) return std::nullopt;
  Entry entry = take_first(room, flow);
  room.now = std::max(room.now, flow.next);
  flow.next += charge_min * entry.width;
  flow.turn = ++turns_;
  ++flow.running;
  flow.seats += entry.width;
  ++room.figures.running;
  ++room.figures.begun;
  room.figures.seats += entry.width;
  return Started{.job = std::move(entry.job),
                 .level = level,
                 .flow = name,
                 .width = entry.width,
                 .began = now,
                 .waited = now - entry.came};
}

std::optional<FairQueue::Started> FairQueue::start(Time now) {
  for (const Level level : every_level) {
    if (auto started = start_of(level, now)) return started;
  }
  return std::nullopt;
}

void FairQueue::finish(const Started& started, Time now) {
  Room& room = this->room(started.level);
  const auto known = room.flows.find(started.flow);
  check(known != room.flows.end(), "a flow with something under way is known");
  Flow& flow = known->second;
  flow.next += std::max(Time(0), now - started.began - charge_min) * started.width;
  --flow.running;
  flow.seats -= started.width;
  --room.figures.running;
  room.figures.seats -= started.width;
  if (flow.idle() && flow.next <= room.now) room.flows.erase(known);
}

std::vector<FairQueue::Job> FairQueue::take_late(Time now) {
  std::vector<Job> late;
  const auto is_late = [&](const Entry& entry) {
    return entry.job.refuse && now - entry.came >= limits_.wait_max;
  };
  for (Room& room : rooms_) {
    for (auto& [name, flow] : room.flows) {
      while (!flow.waiting.empty() && is_late(flow.waiting.front())) {
        late.push_back(take_first(room, flow).job);
        ++room.figures.refused[static_cast<std::size_t>(Refused::TimeOut)];
      }
    }
  }
  return late;
}

bool FairQueue::idle() const {
  return std::ranges::all_of(rooms_, [](const Room& room) {
    return room.figures.waiting == 0 && room.figures.running == 0;
  });
}

}  // namespace telltale::server
