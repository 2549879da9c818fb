// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where a reading command reads from: the paths that were typed or, without any, an API server.
// Both give the same Loaded, and everything behind it is the same code.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/follow/watch_screen_bell.h"
#include "cli/screen/streams.h"
#include "cli/source/connect.h"
#include "cli/source/elsewhere.h"
#include "cli/source/live_load_lists.h"
#include "cli/source/live_load_plan.h"
#include "cli/source/load.h"
#include "cli/source/running_telltale.h"
#include "cli/source/told_events.h"

namespace telltale::cli {

// What a command wants beyond what judging needs.
struct LoadExtras {
  std::vector<MoreFields> more = {};
  std::vector<std::string> types = {};  // resources it is about, as they were typed
  EventsWanted events = {};             // of a server: the object whose Events it shows

  // Objects it is about, as they were typed. Those that are not in the namespace that is meant are
  // looked for in all others.
  struct Named {
    std::string type;
    std::string name;
  };
  std::vector<Named> names = {};
  // What becomes of those that are elsewhere: the command says where, or one that is in one other
  // namespace only is read from there, which a note says.
  enum class IfElsewhere : std::uint8_t { Tell, Take } if_elsewhere = IfElsewhere::Tell;
};

// Of a command about one object, which takes it from wherever it is.
LoadExtras extras_about(std::string type, std::string name);

// What was read of a server, before it is judged.
struct LiveObjects {
  explicit LiveObjects(json::SelectFields choose) : reader(std::move(choose)) {}

  // Of one list: what it held, and what it therefore covers.
  void add(const PlannedList& list, std::span<const Object> read);

  // Documents from elsewhere, each in the place of what the server had of that name.
  void replace(std::span<const std::string> documents);

  LiveReader reader;
  std::vector<Object> objects = {};
  Coverage coverage = {};
};

class Source {
 public:
  // Connects where no path was typed, and then says in `options` which namespace and dialect are
  // meant where nobody did. Nothing is asked of the server yet.
  [[nodiscard]] static Result<Source> open(ReadOptions& options, const Streams& streams,
                                           Watching watching = Watching::Off);

  [[nodiscard]] Result<Loaded> load(const ReadOptions& options, const Streams& streams,
                                    const LoadExtras& extras);

  bool is_live() const { return connection_ != nullptr; }
  // Of a server only. What is served and was listed is known after load().
  Connection& connection() const { return *connection_; }
  Bell& bell() const { return *bell_; }
  [[nodiscard]] Result<void> discover();
  const std::shared_ptr<const client::Served>& served() const { return served_; }
  // What could be listed, as it was listed in the end.
  const std::vector<PlannedList>& listed() const { return listed_; }
  // Asks the telltale that runs, unless it was asked a moment ago; true when it tells news.
  bool ask_running(const ReadOptions& options, const Streams& streams);
  // Of a server: where objects of that type and name are. What it serves must be known.
  std::vector<Elsewhere> look_everywhere(const std::string& type, const std::string& name) const;
  const RunningTelltale& running() const { return running_; }

 private:
  [[nodiscard]] Result<Loaded> load_live(const ReadOptions& options, const Streams& streams,
                                         const LoadExtras& extras);
  // Adds the Events that a command shows; who may not list them does without.
  [[nodiscard]] Result<void> list_events(const EventsWanted& wanted, const ListingOptions& how,
                                         LiveObjects& read);
  [[nodiscard]] Result<Loaded> load_elsewhere(Loaded loaded, const ReadOptions& options,
                                              const Streams& streams, const LoadExtras& extras);
  void find_elsewhere(Loaded& loaded, const ReadOptions& options, const LoadExtras& extras) const;

  std::unique_ptr<Bell> bell_;
  std::unique_ptr<Connection> connection_;
  std::shared_ptr<const client::Served> served_;
  std::vector<std::string> troubles_;
  std::vector<PlannedList> listed_;
  RunningTelltale running_;
};

// A world of what was read and of what the running telltale told, judged as of `now`.
Loaded judge_live(LiveObjects objects, const ReadOptions& options, const RunningTelltale& running,
                  Instant now);

}  // namespace telltale::cli
