// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lists many resources of a server at the same time, page by page, and makes objects of what comes.
// Requests are under way on other threads; everything is read on the calling one.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "cli/follow/watch_screen_bell.h"
#include "cli/source/connect.h"
#include "cli/source/live_load_plan.h"
#include "client/discovery.h"
#include "json/tree/tree_reader.h"
#include "kube/object.h"
#include "report/report.h"

namespace telltale::cli {

// Objects made of documents of an API server. All text lives in the arena.
class LiveReader {
 public:
  explicit LiveReader(json::SelectFields choose);
  ~LiveReader();
  LiveReader(LiveReader&&) noexcept;

  // Bad parts become notes; nothing for what is no object at all, with a note, too.
  std::optional<Object> read(std::string_view document);
  // Ends the reading and gives away where the text of the objects lives.
  std::vector<Arena> take_arenas();
  std::vector<ReportNote> notes = {};  // at most `notes_max`
  std::size_t notes_left_out = 0;

 private:
  static constexpr std::size_t notes_max = 1000;
  struct Desk;
  std::unique_ptr<Desk> desk_;
};

struct ListOutcome {
  PlannedList list = {};  // as it was asked for in the end
  std::vector<Object> objects = {};
  std::optional<Error> error = {};  // then there are no objects
};

struct ListingOptions {
  // Where to look instead when one may not list everywhere; empty: nowhere.
  std::string fallback_namespace = {};
  std::function<void(std::size_t objects)> progress = {};
};

// In the order of the plan. An error only when it was interrupted, or nobody answers at all.
[[nodiscard]] Result<std::vector<ListOutcome>> list_all(Connection& connection,
                                                        const client::Served& served,
                                                        std::span<const PlannedList> lists,
                                                        const ListingOptions& options,
                                                        LiveReader& reader, Bell& bell);

// What the server serves. `errors` names groups that do not answer.
[[nodiscard]] Result<client::Served> discover_served(Connection& connection, Bell& bell,
                                                     std::vector<std::string>& errors);

}  // namespace telltale::cli
