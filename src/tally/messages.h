// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who reports which message, ranked as an aggregated message tells them: kinds alphabetically, then
// the control plane's, the worst, the most frequent, and the first name. The part of an Aggregation
// that keeps order while sources come and go.

#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "condition/aggregate.h"
#include "condition/aggregate_lines.h"
#include "condition/priority.h"

namespace telltale {

class Messages {
 public:
  struct Report {
    std::string_view kind;
    std::string_view name;
    bool control_plane = false;
    std::string_view text;
    Priority priority = Priority::Info;
  };

  void add(const Report& report);
  void remove(const Report& report);

  // The most telling lines, and how many objects each kind has behind them.
  std::string compose() const;
  std::vector<std::string_view> issue_texts() const;

 private:
  struct Reporter {
    bool worker = true;  // first, so that the control plane's Machines are named first
    std::string_view name;
    // Namesakes from several namespaces may report the same; each leaves with its own name.
    const char* identity = name.data();
    auto operator<=>(const Reporter&) const = default;
  };
  using Reporters = std::set<Reporter>;

  // One text, whatever kinds report it; the most important reporter speaks for all.
  struct Message {
    std::array<std::size_t, 3> counts{};
    std::size_t from_control_plane = 0;
    std::map<std::string, Reporters, std::less<>> kinds;

    Priority priority() const;
  };
  using Texts = std::map<std::string, Message, std::less<>>;

  // Where the objects of one kind with one message stand among all.
  struct Rank {
    std::string_view kind;
    bool from_workers = true;
    Priority priority = Priority::Info;
    std::size_t count = 0;
    std::vector<std::string_view> names;  // the first few, as they are printed
    std::string_view text;

    bool operator<(const Rank& other) const;
  };

  static Rank rank_of(const Texts::value_type& entry, std::string_view kind,
                      const Reporters& reporters);
  void enter(const Texts::value_type& entry);
  void leave(const Texts::value_type& entry);

  Texts texts_;
  std::set<Rank> ranks_;
  std::map<std::string, RestCounts, std::less<>> totals_;  // objects by kind and priority
};

}  // namespace telltale
