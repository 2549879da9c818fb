// SPDX-License-Identifier: Apache-2.0
#pragma once

// The Events about an object and about what it stands on, as `kubectl describe` shows them. They
// are shown and nothing else: what judging reads of Events it reads with or without them.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/read_kinds.h"
#include "cli/source/live_load_plan.h"
#include "kube/object.h"
#include "observe/world.h"

namespace telltale::cli {

struct ToldEvent {
  Instant at = no_time;  // when it was told last
  std::string type = {};
  std::string reason = {};
  std::string message = {};
  std::string about = {};  // "DockerMachine m1"; empty: the object itself
  std::size_t count = 1;
};

struct ToldEvents {
  std::vector<ToldEvent> newest = {};  // the newest last
  std::size_t older = 0;               // that are left out
};

inline constexpr std::size_t events_shown_max = 10;

// The fields of Events that are shown beyond those that are judged.
std::vector<MoreFields> event_fields_shown();

ToldEvents events_about(const World& world, const Object& object);

// The object that a command is about, as it was typed.
struct EventsWanted {
  std::string type = {};
  std::string name = {};  // empty: nobody wants Events
};

// What to list of a server for them, once the objects themselves were read.
std::vector<PlannedList> plan_events(const client::Served& served, const EventsWanted& wanted,
                                     std::span<const Object> read);

}  // namespace telltale::cli
