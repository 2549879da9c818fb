// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judged objects made by hand, streams that remember, and files to read: what the tests of this
// room share.

#include <deque>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "catalog/kinds.h"
#include "cli/command_line/run.h"
#include "cli/screen/streams.h"
#include "observe/world.h"
#include "report/report.h"

namespace telltale::cli {

inline constexpr Instant noon =
    std::chrono::sys_days{std::chrono::January / 1 / 2026} + std::chrono::hours{12};

// Output and errors as text, a still clock, and any terminal.
struct Screen {
  TextOutput out;
  TextOutput err;
  ManualClock clock{noon};
  Terminal terminal;
  Terminal err_terminal;
  int stdin_fd = 0;
  Dialer* dialer = nullptr;

  Streams streams() {
    return {.out = out,
            .err = err,
            .stdin_fd = stdin_fd,
            .out_terminal = terminal,
            .err_terminal = err_terminal,
            .clock = clock,
            .program = "telltale",
            .dialer = dialer};
  }
  ExitCode run(const std::vector<std::string>& args) { return cli::run(args, streams()); }
};

inline Terminal terminal_of_width(std::size_t width) {
  return {.width = width, .is_terminal = true, .colors = false, .unicode = true};
}

// Of objects made by hand nobody asks the world.
inline const World& empty_world() {
  static const World world({}, {}, Completeness::Partial, belonging_of_kinds());
  return world;
}

// Objects stay where they are while others are added: causes point at them.
class HandMade {
 public:
  Judged& add(std::string_view kind, std::string_view name, Verdict verdict,
              std::string_view namespace_name = "default") {
    Object& object = objects_.emplace_back();
    object.key = {.group = "cluster.x-k8s.io",
                  .kind = kind,
                  .namespace_name = namespace_name,
                  .name = name,
                  .home = {}};
    object.api_version = "cluster.x-k8s.io/v1beta2";
    Judged& judged = items_.emplace_back();
    judged.object = &object;
    judged.verdict = verdict;
    if (verdict != Verdict::Healthy) {
      judged.cause = {.condition = "Ready",
                      .reason = "NotReady",
                      .message = "Node is gone",
                      .since = noon - std::chrono::minutes{22},
                      .because = &object};
    }
    return judged;
  }

  void own(Judged& judged, std::string_view kind, std::string_view name) {
    OwnerRef& owner = owners_.emplace_back();
    owner = {
        .group = "cluster.x-k8s.io", .kind = kind, .name = name, .uid = {}, .controller = true};
    objects_[index_of(judged)].owners = {&owner, 1};
  }

  void annotate(Judged& judged, const Label& annotation) {
    objects_[index_of(judged)].annotations = {&annotations_.emplace_back(annotation), 1};
  }
  void set_group(Judged& judged, std::string_view group) {
    objects_[index_of(judged)].key.group = group;
  }

  Report report() const {
    Report report{.now = noon, .summary = {}, .items = {}, .errors = {}, .warnings = {}};
    for (const Judged& judged : items_) {
      report.items.push_back(&judged);
      ++report.summary.objects;
      if (judged.verdict == Verdict::Healthy) ++report.summary.healthy;
      if (judged.verdict == Verdict::Working) ++report.summary.working;
      if (judged.verdict == Verdict::Stuck) ++report.summary.stuck;
      if (judged.verdict == Verdict::Unknown) ++report.summary.unknown;
    }
    return report;
  }

  Judgement judgement() const {
    Judgement judgement;
    judgement.items.assign(items_.begin(), items_.end());
    return judgement;
  }

 private:
  std::size_t index_of(const Judged& judged) const {
    std::size_t index = 0;
    while (&items_[index] != &judged) ++index;
    return index;
  }

  std::deque<Object> objects_;
  std::deque<OwnerRef> owners_;
  std::deque<Label> annotations_;
  std::deque<Judged> items_;
};

}  // namespace telltale::cli
